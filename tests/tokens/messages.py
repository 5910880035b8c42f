"""Messages for the tests of their tokens, written by hand or drawn by hypothesis."""

import sys
import unicodedata

from hypothesis import strategies as st

from priory.tokens import MailAnalyzer

UTF8 = "Content-Type: text/plain; charset=utf-8\n\n"
ATTACHED = "Content-Disposition: attachment\n"


def tokens(raw, **options):
    """Return the tokens of a message but for what it is made of."""
    if isinstance(raw, str):
        raw = raw.encode()
    structure = ("type:", "charset:", "header:")
    return [t for t in MailAnalyzer(**options).tokenize(raw) if not t.startswith(structure)]


def words(text, **options):
    """Return the tokens of a plain text."""
    return tokens(UTF8 + text, headers="none", **options)


def header(name, value, **options):
    """Return the tokens of one header."""
    return [t for t in tokens(f"{name}: {value}\n\n", **options) if t != "mark:no-body"]


def html(source, **options):
    """Return the tokens of a page, marks apart."""
    found = tokens(UTF8.replace("plain", "html") + source, headers="none", **options)
    return [token for token in found if not token.startswith("mark:")]


def is_settled(c):
    """Tell whether a character was what it is in the oldest Unicode that Python knows.

    Python's Unicode and the core's differ in characters that are newer, so nobody draws those.
    """
    old = unicodedata.ucd_3_2_0.category(c)
    return old == unicodedata.category(c) and old not in ("Cn", "Co", "Cs")


SETTLED = [c for c in map(chr, range(sys.maxunicode + 1)) if is_settled(c)]
SCRIPTS = "aZ1$-_.'@,:;/ \n<>()[]éßİΣЖא٣नि्ก漢字あカ한　。、—’‐\u200b\xad\u202e\ufe0fⓐ½"
SCRIPTS += "оаСКαρΩ𝐅𝐫ｆＲ🅰ﬁ²ｶﾞ\u0301\u0327\u3099"
PIECES = ["http://", "https://www.", "FTP://", "mailto:", "javascript:", "data:", "cid:", "//"]
PIECES += ["x://", "ann@", "@example.com", "a.b.c.d.e.example", ":8080", ":80", "10.1.2.3"]
PIECES += ["[2001:db8::1]", "[IPv6:2001:db8::1]", "::ffff:1.2.3.4", "0x7f000001", "3232235777"]
PIECES += ["xn--bcher-kva.", "xn--pypal-4ve.", "xn--a-b", "xn--ABC-9", "XN--99999999", "pаypal."]
PIECES += ["%77ww.", "xn--bcher-kva", "/buy/now?id=42#x", "free", "MONEY", "it's", "x" * 50]
PIECES += ["one-and-another-and-another-word", "from", "by", "BY", "(HELO", ")", "(", "with", ";"]
PIECES += ["-----BEGIN PGP MESSAGE-----\n", "-----END PGP MESSAGE-----\n", "<ann@b.example>"]
PIECES += ["-----BEGIN PGP SIGNED", "+0100", "-0500 (PST)", '"', "Ann Lee", "undisclosed:;", "\t"]

RELAYS = ["from", "by", "BY", "with", "for", "id", "(", ")", "[", "]", "?", "\n\t", ";", ".", ":"]
RELAYS += ["SMTP", "IMAP", "POP3s", "LMTP", "10.1.2.3", "127.0.0.1", "198.51.100.7", "203.0.113.9"]
RELAYS += ["[198.51.100.8]", "999.1.2.3", "::1", "IPv6:2001:db8::1", "2001:db8:0:1::2", "fd00::7"]
RELAYS += ["::ffff:198.51.100.7", "198.51.100.7:25", "mx.example.org", "mx1.example.org"]
RELAYS += ["a.example", "localhost"]
RESULTS = ["mx.example.org", "example.org", "a.example", "1", ";", "=", "dkim=pass", "SPF/1=Fail"]
RESULTS += ["dmarc = none", "spf=unheard", "x=pass", "(", ")", '"', "\\", "header.d=a.example"]


def _line(words):
    return st.lists(st.tuples(st.sampled_from(words), st.sampled_from(["", " "])), max_size=25).map(
        lambda pairs: "".join(map("".join, pairs))
    )


relays = _line([*RELAYS, " by mx.example.org ", " with "])
results = _line(RESULTS)
TOPS = ["from x ([10.1.2.3]) by mx.example.org; now", "by mx.example.org; now"]
TOPS += ["from x (y [198.51.100.7]) by mx1.example.org with SMTP; now"]
TOPS += ["from x [203.0.113.9] by mx2.example.org with POP3 (x); now"]

texts = st.lists(
    st.one_of(
        st.sampled_from(PIECES),
        st.text(SCRIPTS, max_size=12),
        st.text(st.sampled_from(SETTLED), max_size=8),
        st.sampled_from([" ", "\n", ", ", "."]),
    ),
    max_size=25,
).map("".join)
lines = texts.map(lambda text: "".join(c for c in text if c.isprintable() or c == "\t"))
ascii_lines = lines.map(lambda line: line.encode("ascii", "ignore").decode())

NAMES = ["From", "Sender", "Reply-To", "Return-Path", "To", "CC", "Errors-To", "Subject"]
NAMES += ["Message-ID", "Date", "List-Id", "List-Unsubscribe", "List-Post", "X-Mailer"]
NAMES += ["User-Agent", "Organization", "X-Priority", "Precedence"]
NAMES += ["X-Other", "X-" + "very-long-" * 9]
FOREIGN = ["X-Spam-Status", "x-bogosity", "X-PRIORY", "Status", "X-UID", "X-Mozilla-Keys", "Lines"]

headers = st.one_of(
    st.tuples(st.sampled_from(NAMES), lines),
    st.tuples(st.just("Received"), st.one_of(relays, st.sampled_from(TOPS))),
    st.tuples(st.just("Authentication-Results"), results),
    # Encoded words and bytes outside ASCII tell the parser more than they tell the tokens.
    st.tuples(st.sampled_from([*FOREIGN, "Received"]), ascii_lines).filter(
        lambda pair: "=?" not in pair[1]
    ),
)
ELEMENTS = ["<a href='{}'>{}</a>", "<img src='{}' alt='{}'>", "<p title='{}'>{}</p>"]
ELEMENTS += ["<span style='display:none'>{}{}</span>", "<form action='{}'>{}</form>", "{}{}"]
pages = st.lists(
    st.tuples(st.sampled_from(ELEMENTS), texts, texts).map(lambda e: e[0].format(*e[1:])),
    max_size=5,
).map("\n".join)
files = st.sampled_from(["Report.PDF", "a.tar.gz", "naïve file", ".", "x" * 99 + ".exe"])


@st.composite
def parts(draw):
    """Draw a part: a text, a page, or a file."""
    head, body = draw(
        st.one_of(
            texts.map(lambda text: (UTF8, text)),
            pages.map(lambda page: (UTF8.replace("plain", "html"), page)),
            st.tuples(files, st.text("xyz", max_size=40)).map(
                lambda file: (f'Content-Type: a/b; name="{file[0]}"\n\n', file[1])
            ),
            st.tuples(st.just(ATTACHED + UTF8), texts),
            st.tuples(st.just(ATTACHED + UTF8.replace("plain", "html")), pages),
        )
    )
    return head + body


@st.composite
def histories(draw):
    """Draw a message that came a long way, or says so."""
    lines = st.one_of(
        st.tuples(st.just("Received"), st.one_of(relays, st.sampled_from(TOPS))),
        st.tuples(st.just("Authentication-Results"), results),
        st.just(("Return-Path", "<ann@example.com>")),
    )
    head = "".join(f"{name}: {value}\n" for name, value in draw(st.lists(lines, max_size=12)))
    within = draw(st.lists(lines, max_size=3))
    if not within:
        return f"{head}\n".encode()
    inner = "".join(f"{name}: {value}\n" for name, value in within)
    return f"{head}Content-Type: message/rfc822\n\n{inner}\ntext".encode()


@st.composite
def messages(draw):
    """Draw a message of one part or several, as bytes."""
    head = "".join(f"{name}: {value}\n" for name, value in draw(st.lists(headers, max_size=8)))
    some = draw(st.lists(parts(), min_size=1, max_size=3))
    if len(some) == 1:
        return (head + some[0]).encode()
    body = "".join(f"\n--=_b\n{part}" for part in some)
    return f"{head}Content-Type: multipart/mixed; boundary==_b\n\n{body}\n--=_b--\n".encode()
