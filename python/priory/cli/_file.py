"""A file, or standard input, that is read once, from front to back, and must not change."""

from __future__ import annotations

import codecs
import io
import os
import stat
import sys
from pathlib import Path
from typing import IO, TYPE_CHECKING

from priory.cli._errors import CommandError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Self

__all__ = ["LONGEST", "UNDECODABLE", "File"]

LONGEST = 2**28  # characters in a line or field: beyond it, memory is in danger
UNDECODABLE = "\udcff"  # stands for bytes that are no text; decoders make no lone surrogates
_MARK = "priory.mark"


def _mark(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return UNDECODABLE, error.end


codecs.register_error(_MARK, _mark)


class File:
    """An open file that knows how far it was read, and whether it stayed the same.

    Parameters
    ----------
    path : str
        Its name; ``"-"`` is standard input.
    """

    def __init__(self, path: str) -> None:
        self.name = "standard input" if path == "-" else path
        self._path = None if path == "-" else path
        self._bytes: IO[bytes] = sys.stdin.buffer if path == "-" else _open(path)
        self._text: io.TextIOWrapper | None = None
        self._before = self._identity()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._text is not None:
            self._text.detach()  # or it would close standard input
        if self._path is not None:
            self._bytes.close()

    @property
    def size(self) -> int | None:
        """How many bytes it has, or None for a pipe."""
        return self._before[0] if self._before else None

    @property
    def position(self) -> int:
        """How many bytes were read so far, zero for a pipe."""
        return self._bytes.tell() if self._before else 0

    def lines(self, encoding: str, newline: str) -> Iterator[str]:
        """Read it line by line; undecodable bytes become `UNDECODABLE`."""
        text = self._decode(encoding, newline)
        number = 0
        while line := text.readline(LONGEST + 1):
            number += 1
            if len(line) > LONGEST:
                raise CommandError(
                    f"{self.name}, line {number}: the line is longer than {LONGEST} characters: "
                    "check the --format"
                )
            yield line

    def whole(self) -> bytes:
        """Read all of it."""
        return self._bytes.read()

    def check_unchanged(self) -> None:
        """Refuse a file that is not the same any more."""
        read_all = self._before is None or self.position == self._before[0]
        if self._identity() != self._before or not read_all:
            raise CommandError(
                f"{self.name} changed while it was read: nothing was written; wait until whoever "
                "writes it has finished, or read a copy"
            )

    def _decode(self, encoding: str, newline: str) -> io.TextIOWrapper:
        # A byte order mark is no part of the first word.
        codec = "utf-8-sig" if codecs.lookup(encoding).name == "utf-8" else encoding
        self._text = io.TextIOWrapper(self._bytes, encoding=codec, errors=_MARK, newline=newline)
        return self._text

    def _identity(self) -> tuple[int, int, int, int] | None:
        """Return what changes when a regular file does."""
        try:
            fileno = self._bytes.fileno()
            found = os.fstat(fileno) if self._path is None else Path(self._path).stat()
        except io.UnsupportedOperation:
            return None
        except FileNotFoundError:
            return 0, 0, 0, 0
        if not stat.S_ISREG(found.st_mode):
            return None
        return found.st_size, found.st_mtime_ns, found.st_ino, found.st_dev


def _open(path: str) -> IO[bytes]:
    try:
        return Path(path).open("rb")
    except OSError as error:
        raise CommandError(f"cannot read {path}: {error.strerror}") from error
