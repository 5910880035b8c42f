r"""mbox: messages one after the other, each below a line that begins with ``From``.

A line is such a separator if a blank line stands before it and it holds a date and a time, as
``From ann@example.com Sat Jan  3 01:05:34 1996`` does, or nothing, as some of Thunderbird's do.
The first line of a file is one whatever follows its ``From``. Any other line that begins with
``From`` belongs to the message, for not all who write mailboxes escape such lines.

The blank line at the end of a message belongs to the mailbox, and lines that begin with ``From``
behind one or more ``>`` lose one of them: mboxrd's rule, which mboxo's files satisfy but for
lines that began with ``>From`` before they were written. ``Content-Length`` is not believed: it
is wrong as soon as somebody edits a mailbox, and senders can set it.
"""

from __future__ import annotations

import io
import re

from priory.mail.entry import Entry

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from priory.mail.entry import Reading

__all__ = ["is_mbox", "read_mbox"]

_BLANK = (b"\n", b"\r\n")
_LONGEST = 1000  # bytes of a separator
# Patterns are compiled when first used: who reads one message does not wait for these.
_ESCAPED = rb"(?m)^>(?=>*From )"
_MONTH = rb"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)"
_DATE = (
    rb"\s" + _MONTH + rb"\s+\d{1,2}\s+\d{1,2}:\d\d\b.{0,20}?\b\d{4}\b"  # as C's asctime
    rb"|\s\d{1,2}\s+" + _MONTH + rb"\s+\d{2,4}\s+\d{1,2}:\d\d\b"  # as a header
)


def is_mbox(head: bytes) -> bool:
    """Tell whether what begins so is an mbox; one that is empty has no messages."""
    bare = head.lstrip(b"\r\n")
    return not bare or bare.startswith(b"From ")


def read_mbox(chunks: Iterable[bytes], path: str, reading: Reading) -> Iterator[Entry]:
    """Read the messages of an mbox one by one."""
    pieces = _pieces(_lines(chunks), reading.max_bytes)
    for number, (offset, kept, length) in enumerate(pieces, start=1):
        is_whole = length == len(kept)
        message = _without_last_blank(kept) if is_whole else kept
        size = len(message) if is_whole else length
        message = message[: reading.max_bytes]
        if b">From " in message:
            message = re.sub(_ESCAPED, b"", message)
        entry = Entry(message, path, number, offset)
        reading.check_size(entry, size)
        yield entry


def _pieces(lines: Iterable[bytes], max_bytes: int) -> Iterator[tuple[int, bytes, int]]:
    """Part lines at separators: where a piece begins, its bytes, and how many there are.

    Of a long piece a little more than the maximum is kept.
    """
    enough = max_bytes + len(b"\r\n")
    kept, begin, body, offset = bytearray(), 0, 0, 0
    anything, after_blank = False, True  # whether there was more than blank lines so far
    for line in lines:
        if after_blank and line.startswith(b"From ") and (not anything or _separates(line)):
            if anything:
                yield begin, bytes(kept), offset - body
            kept, begin, body = bytearray(), offset, offset + len(line)
            anything, after_blank = True, False
        else:
            if len(kept) < enough:
                kept += line
            after_blank = len(line) < 3 and line in _BLANK  # noqa: PLR2004 (before the slower test)
            anything = anything or not after_blank
        offset += len(line)
    if anything:
        yield begin, bytes(kept), offset - body


def _separates(line: bytes) -> bool:
    """Tell whether a line that begins with ``From`` after a blank line separates messages."""
    if len(line) > _LONGEST:
        return False
    return line.rstrip() in {b"From", b"From -"} or re.search(_DATE, line) is not None


def _lines(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Yield lines with their ends; those that are longer than any separator may come in parts."""
    held = b""
    for chunk in chunks:
        lines = io.BytesIO(held + chunk).readlines()
        held = lines.pop() if lines and not lines[-1].endswith(b"\n") else b""
        yield from lines
        if len(held) > 2 * _LONGEST:
            yield held[:-2]
            held = held[-2:]  # so that the last part does not look like a blank line
    if held:
        yield held


def _without_last_blank(message: bytes) -> bytes:
    """Drop the blank line that a mailbox puts behind a message."""
    for blank in _BLANK[::-1]:
        if message == blank or message.endswith(b"\n" + blank):
            return message[: -len(blank)]
    return message
