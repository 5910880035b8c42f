"""Streaming gzip decompression that salvages the start of damaged files."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["gunzip"]

# The code of a fault, and what it says.
DAMAGED = ("gzip-damaged", "corrupt gzip data: the rest of the file is lost")
TRUNCATED = ("gzip-truncated", "truncated gzip data: the end of the file is lost")
_CHUNK = 2**18  # bytes that are unpacked at a time, however well they were packed
_SLICE = 2**14
_WBITS = 31  # zlib's number for the frame that gzip writes, with its check sum


def gunzip(packed: Iterator[bytes], report: Callable[[str, str], object]) -> Iterator[bytes]:
    """Unpack all that can be; say what is wrong with the rest."""
    member = zlib.decompressobj(_WBITS)
    for some in _slices(packed):
        rest = some
        while rest:
            if member.eof:
                rest = rest.lstrip(b"\0")  # what pads a file is no part of it
                member = zlib.decompressobj(_WBITS) if rest else member
                continue
            step = _unpack(member, rest)
            if step is None:
                report(*DAMAGED)
                return
            member, plain, rest = step
            if plain:
                yield plain
    if not member.eof:
        report(*TRUNCATED)


def _slices(chunks: Iterator[bytes]) -> Iterator[bytes]:
    """Make chunks small: what follows a member is copied, and there may be thousands in a chunk."""
    for chunk in chunks:
        for begin in range(0, len(chunk), _SLICE):
            yield chunk[begin : begin + _SLICE]


def _unpack(member: zlib._Decompress, rest: bytes) -> tuple[zlib._Decompress, bytes, bytes] | None:
    """Unpack some of the rest, and return it between what comes before and after.

    zlib gives nothing of what has a fault anywhere, so less and less is tried.
    """
    size = len(rest)
    while size:
        after = member.copy()
        try:
            plain = after.decompress(rest[:size], _CHUNK)
        except zlib.error:
            size //= 2
        else:
            return after, plain, (after.unused_data or after.unconsumed_tail) + rest[size:]
    return None
