"""Messages for hypothesis: random trees of parts, written by Python's ``email`` package."""

from email import policy
from email.message import EmailMessage

from hypothesis import strategies as st

WORDS = ["the", "quick", "fox", "--b", "From:", "=?utf-8?q?x?=", "2+2=4", "été", "Grüße"]
WORDS += ["Привет", "€5", "こんにちは", "你好", "☺", "a" * 99]
SAFE = {"us-ascii": "ascii", "iso-8859-1": "latin-1", "koi8-r": "koi8-r", "utf-8": "utf-8"}
SAFE |= {"iso-2022-jp": "iso-2022-jp", "windows-1251": "cp1251", "gb2312": "gb2312"}

words = st.lists(st.sampled_from(WORDS), max_size=8).map(" ".join)
texts = st.lists(st.one_of(words, st.text("abc é€ .=-\t", max_size=90)), max_size=6).map("\n".join)
titles = st.one_of(words, st.text("abc é€.,_?= ", max_size=90)).map(str.strip)
names = st.one_of(st.none(), st.text("abcé €.;='()", min_size=1, max_size=40))
encodings = st.sampled_from(["7bit", "8bit", "quoted-printable", "base64"])


@st.composite
def leaves(draw):
    """Write a text, plain or rich, in any charset and encoding that can hold it, or a file."""
    part = EmailMessage()
    if draw(st.integers(0, 4)) == 0:
        part.set_content(draw(st.binary(max_size=60)), "application", "octet-stream")
    else:
        text = draw(texts)
        charset = draw(st.sampled_from([c for c in SAFE if can_hold(c, text)]))
        rich = {"subtype": draw(st.sampled_from(["plain", "html", "x-other"]))}
        part.set_content(text, charset=charset, cte=encoding(draw, charset, text), **rich)
    if (name := draw(names)) is not None:
        part.add_header("Content-Disposition", draw(dispositions), filename=name)
    return part


dispositions = st.sampled_from(["inline", "attachment"])


def can_hold(charset, text):
    """Tell whether a charset has all characters of a text."""
    try:
        text.encode(SAFE[charset])
    except UnicodeEncodeError:
        return False
    return True


def encoding(draw, charset, text):
    """Choose an encoding that can write the bytes of a text."""
    chosen = draw(encodings)
    if chosen == "7bit" and not text.encode(SAFE[charset]).isascii():
        return "8bit"
    return chosen


@st.composite
def multiparts(draw, children):
    """Put parts into a multipart."""
    part = EmailMessage()
    subtype = draw(st.sampled_from(["mixed", "alternative", "related", "x-odd"]))
    part["Content-Type"] = f'multipart/{subtype}; boundary="=_{draw(st.uuids()).hex}"'
    for child in draw(st.lists(children, min_size=1, max_size=4)):
        part.attach(child)
    return part


@st.composite
def forwards(draw, children):
    """Put a message into a part."""
    inner = draw(children)
    titled(draw, inner)
    part = EmailMessage()
    part.set_content(inner)
    return part


def titled(draw, message):
    """Give a message the headers of a message."""
    message["Subject"] = draw(titles)
    message["From"] = "Ann <ann@example.com>"
    message["X-Odd"] = draw(titles)


def parts():
    """Draw trees of parts."""
    return st.recursive(leaves(), lambda inner: st.one_of(multiparts(inner), forwards(inner)))


@st.composite
def messages(draw):
    """Draw a message as bytes, with lines of any length and any end."""
    message = draw(parts())
    titled(draw, message)
    style = policy.default.clone(
        linesep=draw(st.sampled_from(["\n", "\r\n"])),
        max_line_length=draw(st.sampled_from([40, 78, 998])),
        utf8=draw(st.booleans()),
    )
    return message.as_bytes(policy=style)
