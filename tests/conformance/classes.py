"""Where our parser reads real mail in another way than Python's ``email`` package, and why."""

import codecs
from collections.abc import Callable
from dataclasses import dataclass

from conformance import package

WIDER = {"iso8859-1": "cp1252", "gb2312": "gb18030", "euc_kr": "cp949", "big5": "cp950"}
CONTROLS = {code: bytes([code]).decode("cp1252", "replace") for code in range(0x80, 0xA0)}


@dataclass(frozen=True)
class Difference:
    """What our parser saw, what the package saw, and in which of the package's parts."""

    what: str
    ours: object
    theirs: object
    part: object


@dataclass(frozen=True)
class Class:
    """A kind of difference, its reason, and how it is told."""

    name: str
    reason: str
    holds: Callable


def codec(part):
    """Return Python's name of the charset of a part, or None if there is none that it knows."""
    try:
        return codecs.lookup(part.get_content_charset() or "ascii").name
    except LookupError:
        return None


def is_guessed(difference):
    """Tell whether a text has bytes that nobody declared."""
    undeclared = codec(difference.part) in {None, "ascii"}
    return (
        difference.what == "text" and undeclared and not package.content(difference.part).isascii()
    )


def is_wider(difference):
    """Tell whether a text was read in the charset that contains the declared one."""
    wider = WIDER.get(codec(difference.part))
    if difference.what != "text" or wider is None:
        return False
    return same_but_undefined(difference.ours, package.content(difference.part), wider)


def same_but_undefined(text, content, charset):
    """Compare a text with bytes, of which some may have no character in the charset."""
    theirs = content.decode(charset, "surrogateescape")
    pairs = zip(text, theirs, strict=False)
    return len(text) == len(theirs) and all(a == b or b >= "\udc80" for a, b in pairs)


def is_header(difference, holds):
    """Tell whether something holds for the values of all headers that differ."""
    if difference.what != "headers" or len(difference.ours) != len(difference.theirs):
        return False
    pairs = zip(difference.ours, difference.theirs, strict=True)
    return all(holds(ours[1], theirs[1]) for ours, theirs in pairs if ours != theirs)


def is_header_in_bytes(difference):
    """Tell whether the headers that differ are in undeclared bytes."""
    return is_header(difference, lambda _, theirs: "\ufffd" in theirs)


def is_header_wider(difference):
    """Tell whether the headers that differ were read in the wider charset."""
    return is_header(difference, lambda ours, theirs: ours == theirs.translate(CONTROLS))


def is_open_end(difference):
    """Tell whether the last line end was taken for a part of a boundary that never comes."""
    return difference.what == "text" and difference.ours in (
        f"{difference.theirs}\n",
        f"{difference.theirs}\r\n",
    )


def is_broken_base64(difference):
    """Tell whether a text is in base64 that is none."""
    part = difference.part
    if difference.what != "text" or package.encoding(part) != "base64":
        return False
    package.content(part)  # the package finds defects when it decodes
    return bool(part.defects)


def is_report(difference):
    """Tell whether a message has a report of which the package makes messages."""
    return difference.what == "types" and "message/delivery-status" in difference.theirs


def is_type_and_more(difference):
    """Tell whether the package takes for the type what stands behind it, too."""
    if difference.what != "types":
        return False
    return difference.ours == [declared.split()[0] for declared in difference.theirs]


def is_bare_name(difference):
    """Tell whether the package took the first word of a name for the name."""
    return difference.what == "name" and difference.ours.startswith(f"{difference.theirs} ")


def is_joined(difference):
    """Tell whether lines of a text were joined without the blanks at their ends (RFC 3676)."""
    return difference.what == "text" and difference.part.get_param("delsp", "").lower() == "yes"


CLASSES = [
    Class("joined lines", "what delsp=yes cut apart is read as one word", is_joined),
    Class("guessed charset", "bytes in no declared charset are guessed, not lost", is_guessed),
    Class("wider charset", "a charset is read as the one that people mean by it", is_wider),
    Class("bytes in headers", "bytes in no declared charset are guessed", is_header_in_bytes),
    Class("wider headers", "a charset is read as the one that people mean", is_header_wider),
    Class("type and more", "a parameter may follow the type without semicolon", is_type_and_more),
    Class("bare name", "a name with blanks and no quotes is meant whole", is_bare_name),
    Class("open end", "a line end before no boundary belongs to the text", is_open_end),
    Class("report", "the fields of a report are text, not messages", is_report),
    Class("broken base64", "base64 that is none is read as far as it goes", is_broken_base64),
]


def explain(difference):
    """Return the name of the class that a difference belongs to, or None."""
    return next((c.name for c in CLASSES if c.holds(difference)), None)
