"""One header put into a message, and taken out again: all other bytes stay as they are.

Lines end with LF, and the headers at the first empty line: so procmail, maildrop and Dovecot read
a message, and who forges our header forges it for them.
"""

from __future__ import annotations

import re

__all__ = ["HEADER", "annotate", "strip"]

HEADER = "X-Priory"
_WIDTH = 77  # columns of a folded line
_EMPTY = re.compile(rb"\n(\r?\n)")
# A mailbox's own line, and lines that continue nothing, are not ours to part from the beginning.
_BEFORE = re.compile(rb"(?:>?From [^\n]*\n)?(?:[ \t][^\n]*\n)*")
_OURS = re.compile(
    rb"^%b[ \t]*:[^\n]*(?:\n[ \t][^\n]*)*(?:\n|\Z)" % HEADER.encode(), re.IGNORECASE | re.MULTILINE
)
_OTHER = re.compile(rb"[!-9;-~]+[ \t]*:")


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
        raise ValueError(f"a header must be ASCII that can be printed, not {value!r}")
    bare = strip(raw)
    top = _BEFORE.match(bare).end()  # type: ignore[union-attr]  # it matches nothing, too
    if bare[top : top + 1] in (b" ", b"\t"):
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
    while (bare := _without(raw)) != raw:  # another mailbox's line may have stood below ours
        raw = bare
    return bare


def _without(raw: bytes) -> bytes:
    top = rest = _BEFORE.match(raw).end()  # type: ignore[union-attr]
    while ours := _OURS.match(raw, rest):
        rest = ours.end()
    if not _OTHER.match(raw, rest):
        return raw[:top] + raw[rest:]
    empty = _EMPTY.search(raw, rest)
    body = empty.start(1) if empty else len(raw)
    return raw[:top] + _OURS.sub(b"", raw[rest:body]) + raw[body:]


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
