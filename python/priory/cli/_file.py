"""Sequential input from a file or standard input, with a check for concurrent changes."""

from __future__ import annotations

import argparse
import codecs
import io
import os
import stat
import sys
from itertools import count
from pathlib import Path
from typing import IO, TYPE_CHECKING

from priory.cli._errors import CommandError, render_os

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Self

__all__ = ["LONGEST", "UNDECODABLE", "File", "text_encoding"]

LONGEST = 2**28  # characters in a line or field: beyond it, memory is in danger
UNDECODABLE = "\udcff"  # stands for bytes that are no text; decoders make no lone surrogates
_MARK = "priory.mark"
Identity = tuple[int, int, int, int]


def _mark(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return UNDECODABLE, error.end


codecs.register_error(_MARK, _mark)


def text_encoding(name: str) -> str:
    """Return the name of an encoding if texts can be read in it, past bytes that are none."""
    try:
        b"\xff".decode(name, _MARK)  # Python looks nothing up to decode no bytes
        codecs.getincrementaldecoder(name)
    except (LookupError, ValueError):
        message = f"unknown text encoding {name!r}; utf-8 and latin-1 are known ones"
        raise argparse.ArgumentTypeError(message) from None
    return name


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
        self._bytes = _open(path)
        self._text: io.TextIOWrapper | None = None
        self._before = self._opened()

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
        for number in count(1):
            try:
                line = text.readline(LONGEST + 1)
            except UnicodeError as error:  # such as UTF-16 without a byte order mark
                raise CommandError(
                    f"{self.name}, line {number}: {error}: name another --encoding, such as "
                    "utf-8, utf-16-le or utf-16-be"
                ) from error
            if not line:
                return
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
        if self._before is None:
            return
        now = self._opened() if self._path is None else _found(Path(self._path))
        if now != self._before or self.position != self._before[0]:
            raise CommandError(
                f"{self.name} changed while it was read: try again when it is complete, or "
                "read a copy"
            )

    def _decode(self, encoding: str, newline: str) -> io.TextIOWrapper:
        # A byte order mark is no part of the first word.
        codec = "utf-8-sig" if codecs.lookup(encoding).name == "utf-8" else encoding
        self._text = io.TextIOWrapper(self._bytes, encoding=codec, errors=_MARK, newline=newline)
        return self._text

    def _opened(self) -> Identity | None:
        """Tell what was opened, or None where that cannot be told."""
        try:
            return _identity(os.fstat(self._bytes.fileno()))
        except io.UnsupportedOperation:
            return None


def _found(path: Path) -> Identity | None:
    """Tell what a path leads to, or None if that is no regular file."""
    try:
        return _identity(path.stat())
    except FileNotFoundError:
        return None


def _identity(found: os.stat_result) -> Identity | None:
    """Return what changes when a regular file does, or None for a pipe."""
    if not stat.S_ISREG(found.st_mode):
        return None
    return found.st_size, found.st_mtime_ns, found.st_ino, found.st_dev


def _open(path: str) -> IO[bytes]:
    if path == "-":
        if sys.stdin is None:
            raise CommandError("standard input is closed: name a file")
        return sys.stdin.buffer
    try:
        return Path(path).open("rb")
    except OSError as error:
        raise CommandError(f"cannot read {render_os(error, path)}") from error
