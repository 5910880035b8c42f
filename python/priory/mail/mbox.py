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

import re
from functools import cache
from itertools import chain

from priory import _core
from priory.mail.entry import Entry

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator

    from priory.mail.entry import Reading

    Part = tuple[bytes, bool]  # some bytes, and whether they are of a separator

__all__ = ["is_mbox", "read_mbox"]

_FROM = b"From "
_BLANK = (b"\n", b"\r\n")
_BEFORE = len(b"\n\r\n")  # bytes that tell whether a line stands behind a blank one
_LONGEST = 1000  # bytes of a separator
# Patterns are compiled when first used: who reads one message does not wait for these.
_BLANKS = rb"(?:\r?\n)*+"
_MONTH = rb"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)"
_DATE = (
    rb"\s" + _MONTH + rb"\s+\d{1,2}\s+\d{1,2}:\d\d\b.{0,20}?\b\d{4}\b"  # as C's asctime
    rb"|\s\d{1,2}\s+" + _MONTH + rb"\s+\d{2,4}\s+\d{1,2}:\d\d\b"  # as a header
)


def is_mbox(head: bytes) -> bool:
    """Tell whether what begins so is an mbox; one that is empty has no messages."""
    bare = head.lstrip(b"\r\n")
    return not bare or bare.startswith(_FROM)


def read_mbox(chunks: Iterable[bytes], path: str, reading: Reading) -> Iterator[Entry]:
    """Read the messages of an mbox one by one."""
    pieces = _pieces(_parts(iter(chunks)), reading.max_bytes)
    for number, (offset, kept, length) in enumerate(pieces, start=1):
        is_whole = length == len(kept)
        message = _without_last_blank(kept) if is_whole else kept
        size = len(message) if is_whole else length
        message = _core.mbox_unescape(message[: reading.max_bytes])
        entry = Entry(message, path, number, offset)
        reading.check_size(entry, size)
        yield entry


def _pieces(parts: Iterable[Part], max_bytes: int) -> Iterator[tuple[int, bytes, int]]:
    """Gather what stands between separators: where it begins, its bytes, how many there are.

    Of a long piece a little more than the maximum is kept.
    """
    enough = max_bytes + len(b"\r\n")
    kept: list[bytes] = []  # most often one, which is then not copied
    size = begin = body = offset = 0
    anything = False  # whether there was more than blank lines so far
    for part, is_separator in parts:
        if is_separator:
            if not anything or offset > body:  # else it is the rest of a long one
                if anything:
                    yield begin, b"".join(kept), offset - body
                kept, size, begin = [], 0, offset
            body = offset + len(part)
        elif size < enough:
            kept.append(part)
            size += len(part)
        anything = anything or is_separator or re.fullmatch(_BLANKS, part) is None
        offset += len(part)
    if anything:
        yield begin, b"".join(kept), offset - body


def _parts(chunks: Iterator[bytes]) -> Iterator[Part]:
    """Part a mailbox at its separators; what stands between them may come in many parts."""
    rest = yield from _first(chunks)
    read, done = b"\n", 1  # what was read last, and how much of it was yielded
    for chunk in chain([rest], chunks):
        read, done = read[max(done - _BEFORE, 0) :] + chunk, min(done, _BEFORE)
        end = len(read) - len(b"From")  # what follows may make a separator of the last bytes
        for start in _core.mbox_froms(read):
            line = _line(read, start)
            if len(line) <= _LONGEST and not line.endswith(b"\n"):
                end = start
            elif _separates(line):
                yield read[done:start], False
                yield line, True
                done = start + len(line)
        if end > done:
            yield read[done:end], False
            done = end
    rest = read[done:]
    yield rest, rest.startswith(_FROM) and _separates(rest)


def _first(chunks: Iterator[bytes]) -> Generator[Part, None, bytes]:
    """Yield blank lines, and the first other line if it is a separator; return what follows."""
    rest = b""
    for chunk in chunks:
        rest += chunk
        blanks = re.match(_BLANKS, rest)
        end = 0 if blanks is None else blanks.end()
        yield rest[:end], False
        rest = rest[end:]
        if not (_FROM.startswith(rest) or rest == b"\r") or rest == _FROM:
            break
    if not rest.startswith(_FROM):
        return rest
    for chunk in chain([rest], chunks):  # however long it is
        end = chunk.find(b"\n") + 1
        yield chunk[: end or None], True
        if end:
            return chunk[end:]
    return b""


def _line(some: bytes, start: int) -> bytes:
    """Return the line that begins at a place, or a little more of it than a separator may have."""
    end = some.find(b"\n", start, start + _LONGEST) + 1
    return some[start : end or start + _LONGEST + 1]


def _separates(line: bytes) -> bool:
    """Tell whether a line that begins with ``From`` after a blank line separates messages."""
    if len(line) > _LONGEST:
        return False
    return _date().search(line) is not None or line.rstrip() in {b"From", b"From -"}


@cache
def _date() -> re.Pattern[bytes]:
    return re.compile(_DATE)


def _without_last_blank(message: bytes) -> bytes:
    """Drop the blank line that a mailbox puts behind a message."""
    if message.endswith((b"\n\n", b"\n\r\n")) or message in _BLANK:
        return message[: -2 if message.endswith(b"\r\n") else -1]
    return message
