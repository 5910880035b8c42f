"""Adds and removes the X-Priory header of a raw message; all other bytes stay as they are.

Lines end with LF, and the headers at the first empty line: so procmail, maildrop and Dovecot read
a message, and who forges our header forges it for them.
"""

from __future__ import annotations

import re

from priory.errors import InputError

__all__ = ["HEADER", "annotate", "strip"]

HEADER = "X-Priory"
_WIDTH = 77  # columns of a folded line
_BLANKS = (b" ", b"\t")
# Patterns are compiled when first used: most messages do without them.
_EMPTY = rb"\n(\r?\n)"
_OURS = rb"(?im)^%b[ \t]*:[^\n]*(?:\n[ \t][^\n]*)*(?:\n|\Z)" % HEADER.encode()
_OTHER = rb"[!-9;-~]+[ \t]*:"


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
    if not value.isascii() or not value.isprintable():
        what = f"a header value must be printable ASCII, not {value!r}"
        raise InputError(what, code="bad-parameter", parameter="value")
    bare = strip(raw)
    top = _top(bare)
    if bare[top : top + 1] in _BLANKS:
        return bare
    return bare[:top] + _folded(value, _line_end(bare)) + bare[top:]


def strip(raw: bytes) -> bytes:
    r"""Take our header out of a message, wherever it stands among the headers.

    Parameters
    ----------
    raw : bytes
        The message.

    Returns
    -------
    bytes
        The message without it. What follows the first empty line stays as it is; so does all of a
        message that does not begin with a header.
    """
    if HEADER.lower().encode() not in raw.lower():
        return raw
    while (bare := _without(raw)) != raw:  # another mailbox's line may have stood below ours
        raw = bare
    return bare


def _without(raw: bytes) -> bytes:
    ours = re.compile(_OURS)
    top = rest = _top(raw)
    while found := ours.match(raw, rest):
        rest = found.end()
    if not re.compile(_OTHER).match(raw, rest):
        return raw[:top] + raw[rest:]
    empty = re.compile(_EMPTY).search(raw, rest)
    body = empty.start(1) if empty else len(raw)
    return raw[:top] + ours.sub(b"", raw[rest:body]) + raw[body:]


def _top(raw: bytes) -> int:
    """Find where headers begin.

    A mailbox's own line, and lines that continue nothing, are not ours to part from the beginning.
    """
    top = raw.find(b"\n") + 1 if raw.startswith((b"From ", b">From ")) else 0
    while raw[top : top + 1] in _BLANKS and (end := raw.find(b"\n", top)) >= 0:
        top = end + 1
    return top


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
