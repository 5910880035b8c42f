"""Adds and removes the X-Priory header of a raw message; all other bytes stay as they are.

Programs differ in what they read as headers, and who forges ours forges it for any of them. So all
lines up to the first empty one are looked at, whatever stands among them:

- procmail, maildrop and Dovecot go on after lines that are no headers; to Dovecot a line without a
  colon is a name, and the lines that continue it are its value;
- to procmail a line that holds a CR alone is not empty;
- mail programs, and Python's `email`, also end lines at a CR alone.
"""

from __future__ import annotations

import re

from priory.errors import InputError

__all__ = ["HEADER", "annotate", "bare_headers", "headed", "strip"]

HEADER = "X-Priory"
_WIDTH = 77  # columns of a folded line
_BLANKS = (b" ", b"\t")
# Patterns are compiled when first used: most messages do without them.
_NAMED = rb"%b[\0-\x09\x0b-\x20]*" % HEADER.encode()
_NAME = rb"%b(?::|$)" % _NAMED
_OURS = rb"(?im)^%b[^\n]*(?:\n[ \t][^\n]*)*(?:\n|\Z)" % _NAME
_INDENTED = rb"(?im)^[ \t\r]+%b[^\n]*(?:\n|\Z)" % _NAME
# Behind a CR alone, which goes with it: what ends the line also ends the one before. A name may
# stand before the next CR, so that many of them go at once.
_AFTER_CR = rb"(?im)\r%b(?::|$|(?=\r))[^\r\n]*(?:(?:\r\n?|\n)[ \t][^\r\n]*)*" % _NAMED
_ROUNDS = 16  # more than anybody nests by mistake, and as many copies of a message at most
_BLANK_LINES = rb"(?:From [^\n]*\n)?(?:[ \t\r]*\n)+"
_EMPTY_AFTER_CR = rb"(?:\A|\r\n|\r(?!\n)|\n)[\r\n]"


def annotate(raw: bytes, value: str) -> bytes:
    r"""Put our header at the top of a message, and take away all others of its name.

    Parameters
    ----------
    raw : bytes
        The message. Whatever it is, its body stays as it is.
    value : str
        What the header says, in ASCII. It is folded at blanks, with the line ends of the message.

    Returns
    -------
    bytes
        The message with the header, before all others and after the line that an mbox puts there.
        A message that is nothing but blanks on a line without an end has no place for it.

    Examples
    --------
    >>> from priory.mailfilter.passthrough import annotate, strip
    >>> annotate(b"Subject: lunch\nX-Priory: ham\n\nAt noon?", "unsure")
    b'X-Priory: unsure\nSubject: lunch\n\nAt noon?'
    >>> strip(_)
    b'Subject: lunch\n\nAt noon?'
    """
    head, body = headed(raw, value)
    return head + raw[body:]


def headed(raw: bytes, value: str) -> tuple[bytes, int]:
    r"""Return the headers of a message with ours at the top, and where the rest begins in it.

    Parameters
    ----------
    raw : bytes
        The message.
    value : str
        What the header says, as for `annotate`.

    Returns
    -------
    head : bytes
        What stands before the rest.
    body : int
        Where the rest begins in the message.

    Examples
    --------
    >>> from priory.mailfilter.passthrough import headed
    >>> headed(b"Subject: lunch\nX-Priory: ham\n\nAt noon?", "unsure")
    (b'X-Priory: unsure\nSubject: lunch\n', 29)
    """
    if not value.isascii() or not value.isprintable():
        what = f"a header value must be printable ASCII, not {value!r}"
        raise InputError(what, code="bad-parameter", parameter="value")
    bare, rest = _stripped(raw)
    top = _top(bare)
    ours = b"" if _continues(bare, top) else _folded(value, _line_end(bare))
    return bare[:top] + ours + bare[top : len(bare) - rest], len(raw) - rest


def bare_headers(raw: bytes) -> tuple[bytes, int]:
    r"""Return the headers of a message that gets none of ours, without those that are there.

    Some programs look for headers behind empty lines at the top. There ours, if the message gets
    one, stands above; if it gets none, a forged one would be the only one, and goes.

    Parameters
    ----------
    raw : bytes
        The message.

    Returns
    -------
    head : bytes
        What stands before the rest.
    body : int
        Where the rest begins in the message.

    Examples
    --------
    >>> from priory.mailfilter.passthrough import bare_headers
    >>> bare_headers(b"Subject: lunch\nX-Priory: ham\n\nAt noon?")
    (b'Subject: lunch\n', 29)
    """
    head, body = b"", 0
    for _ in range(_ROUNDS):  # where all headers go, what follows stands behind empty lines, too
        before = len(head)
        head, end = _bare_once(head + raw[body:])
        body += end - before
        if head.strip() or end <= before:
            break
    return head, body


def _bare_once(raw: bytes) -> tuple[bytes, int]:
    blank = re.match(_BLANK_LINES, raw)
    start = blank.end() if blank else 0
    bare, rest = _stripped(raw[start:])
    return raw[:start] + bare[: len(bare) - rest], len(raw) - rest


def strip(raw: bytes) -> bytes:
    r"""Take our header out of a message, wherever it stands among the headers.

    Parameters
    ----------
    raw : bytes
        The message.

    Returns
    -------
    bytes
        The message without it. What follows the first empty line stays as it is.
    """
    return _stripped(raw)[0]


def _stripped(raw: bytes) -> tuple[bytes, int]:
    """Return a message without our header, and the bytes at its end that were not looked at."""
    rest = len(raw) - _body(raw)
    while (bare := _without(raw)) != raw:
        raw = bare  # where its first line ends otherwise, so may its headers
        rest = min(rest, len(raw) - _body(raw))
    return raw, rest


def _without(raw: bytes) -> bytes:
    first, top, body = _first(raw), _top(raw), _body(raw)
    if HEADER.lower().encode() not in raw[:body].lower():
        return raw
    indented = re.sub(_INDENTED, b"", raw[first:top])
    head = raw[:first] + indented + re.sub(_OURS, b"", raw[top:body])
    return _without_after_cr(head) + raw[body:]


def _without_after_cr(head: bytes) -> bytes:
    """Take out lines that are ours to those who end lines, and headers, also at a CR alone."""
    if b"\r" not in head:
        return head
    empty = re.search(_EMPTY_AFTER_CR, head)
    end = empty.start() if empty else len(head)
    return re.sub(_AFTER_CR, b"", head[:end]) + head[end:]


def _first(raw: bytes) -> int:
    """Find where headers may begin: after the line of an mbox."""
    return raw.find(b"\n") + 1 if raw.startswith(b"From ") else 0


def _top(raw: bytes) -> int:
    """Find where headers begin: after lines that would continue ours if it stood above them."""
    top = _first(raw)
    while _continues(raw, top) and (end := raw.find(b"\n", top)) >= 0:
        top = end + 1
    return top


def _continues(raw: bytes, place: int) -> bool:
    """Tell whether a line there would continue one above; a CR is a blank to some programs."""
    is_return = raw.startswith(b"\r", place) and not raw.startswith(b"\r\n", place)
    return is_return or raw[place : place + 1] in _BLANKS


def _body(raw: bytes) -> int:
    """Find the empty line that ends the headers."""
    top = _top(raw)
    empty = (b"\n", b"\r\n") if _line_end(raw) == b"\r\n" else (b"\n",)
    if raw.startswith(empty, top):
        return top
    ends = [raw.find(b"\n" + line, top) for line in empty]
    return min((end + 1 for end in ends if end >= 0), default=len(raw))


def _line_end(raw: bytes) -> bytes:
    first = raw.find(b"\n")
    return b"\r\n" if first > 0 and raw[first - 1 : first] == b"\r" else b"\n"


def _folded(value: str, line_end: bytes) -> bytes:
    """Write the header on lines that are short, as far as there are blanks to break them at."""
    lines = [f"{HEADER}:"]
    for word in value.split():
        if len(lines[-1]) + 1 + len(word) > _WIDTH and lines[-1] != f"{HEADER}:":
            lines.append("")
        lines[-1] += f" {word}"
    return b"".join(line.encode() + line_end for line in lines)
