r"""mbox: messages one after the other, each below a line that begins with ``From``.

A line is such a separator if a blank line stands before it and it holds a date and a time, as
``From ann@example.com Sat Jan  3 01:05:34 1996`` does, or nothing, as some of Thunderbird's do.
With the day of the week before such a date, nothing behind the year, and a header in the next line
it needs no blank line: not all who put mailboxes together leave one. The first line of a file is
one whatever follows its ``From``. Any other line that begins with ``From`` belongs to the message,
for not all who write mailboxes escape such lines.

The blank line at the end of a message belongs to the mailbox, and lines that begin with ``From``
behind one or more ``>`` lose one of them: mboxrd's rule, which mboxo's files satisfy but for
lines that began with ``>From`` before they were written. ``Content-Length`` is not believed: it
is wrong as soon as somebody edits a mailbox, and senders can set it.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from priory import _core
from priory.mail.entry import Entry

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from priory.mail.entry import Reading

__all__ = ["is_mbox", "read_mbox"]


def is_mbox(head: bytes) -> bool:
    """Tell whether what begins so is an mbox; one that is empty has no messages."""
    bare = head.lstrip(b"\r\n")
    return not bare or bare.startswith(b"From ")


def read_mbox(chunks: Iterable[bytes], path: str, reading: Reading) -> Iterator[Entry]:
    """Read the messages of an mbox one by one."""
    found = _found(chunks, min(reading.max_bytes, sys.maxsize))
    for number, (raw, offset, is_cut) in enumerate(found, start=1):
        entry = Entry(raw, path, number, offset)
        if is_cut:
            reading.report_cut(entry)
        yield entry


def _found(chunks: Iterable[bytes], max_bytes: int) -> Iterator[tuple[bytes, int, bool]]:
    mbox = _core.Mbox(max_bytes)
    for chunk in chunks:
        yield from mbox.feed(chunk)
    yield from mbox.finish()
