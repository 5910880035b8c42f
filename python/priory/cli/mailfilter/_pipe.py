"""Pass-through of stdin to stdout: whatever becomes of the verdict, no byte is lost.

The message is read before anything else is loaded, and judged in a process of its own. Nothing but
the standard library is needed here, so that it works where nothing else does.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from io import FileIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["ERROR", "MOST", "TRY_LATER", "Incoming", "Unjudged", "explained", "relay"]

ERROR = 3  # where other exit codes are verdicts
TRY_LATER = 75  # EX_TEMPFAIL: to whatever delivers mail, no reason to send it back
MOST = 64 * 2**20  # bytes that are kept to be judged
_BLOCK = 2**18
_SPARE = 2 * 2**20  # bytes that must be left for Python itself


class Unjudged(Exception):  # noqa: N818 (what has become of the message)
    """Why a message goes through without a verdict."""


class Incoming:
    """The message on standard input: its beginning is kept, and all of it is written.

    Raises
    ------
    OSError
        If it has nowhere to come from, or nowhere to go.
    """

    def __init__(self) -> None:
        if sys.stdin is None:
            raise OSError("standard input is closed: send a message in a pipe")
        if sys.stdout is None or sys.stdout.name == os.devnull:  # in place of what was closed
            raise OSError("standard output is closed: the message would be lost")
        self._source = FileIO(sys.stdin.fileno(), closefd=False)
        self._sink = FileIO(sys.stdout.fileno(), "w", closefd=False)
        self._blocks: list[memoryview] = []
        self._passing = memoryview(bytearray(2**16))  # for what is not kept
        self.is_whole = False

    def read(self, most: int = MOST) -> None:
        """Read the message, or so much of it as there is room for."""
        left = most
        with suppress(MemoryError):
            while left > 0 and not self.is_whole:
                block = memoryview(bytearray(_BLOCK))  # room first: no byte is read without it
                bytes(_SPARE)
                size = self._fill(block)
                self._blocks.append(block[:size])
                left -= size

    def _fill(self, block: memoryview) -> int:
        size = 0
        while size < len(block) and not self.is_whole:
            found = self._source.readinto(block[size:])
            if found is None:
                _wait(self._source, writing=False)
            else:
                size += found
                self.is_whole = found == 0
        return size

    @property
    def head(self) -> bytes:
        """What was read of it: all, if it is whole."""
        return b"".join(self._blocks)

    @property
    def size(self) -> int:
        """The bytes that were read of it."""
        return sum(map(len, self._blocks))

    def write(self, head: bytes = b"", start: int = 0) -> None:
        """Write the message, with another beginning in place of so many bytes; then it is gone."""
        self._put(memoryview(head))
        for block in self._blocks:
            self._put(block[start:])
            start = max(start - len(block), 0)
        self._blocks.clear()  # what comes now may need the memory
        for part in self._rest():
            self._put(part)

    def _rest(self) -> Iterator[memoryview]:
        while not self.is_whole:
            yield self._passing[: self._fill(self._passing)]

    def _put(self, part: memoryview) -> None:
        while part:
            written = self._sink.write(part)
            if written is None:
                _wait(self._sink, writing=True)
            else:
                part = part[written:]


def _wait(file: FileIO, *, writing: bool) -> None:
    """Wait for the other end of a pipe that somebody made non-blocking."""
    from select import select  # noqa: PLC0415 (few pipes are)

    select([] if writing else [file], [file] if writing else [], [])


def relay(words: list[str]) -> int:
    """Let the message on standard input through: with the header, or as it came.

    Parameters
    ----------
    words : list of str
        The words after the program's name.

    Returns
    -------
    int
        The exit code.
    """
    failed = ERROR if "--exit-code" in words else TRY_LATER
    try:
        return _relay(words, failed)
    except BrokenPipeError:  # nobody wants the message
        return failed
    except OSError as error:  # it cannot come in, or not go out
        _write_error(_line(_rendered(error)))
        return failed


def _relay(words: list[str], failed: int) -> int:
    incoming = Incoming()
    incoming.read()
    try:
        from priory.cli.mailfilter._child import judge  # noqa: PLC0415 (the message comes first)

        outcome = judge(words, incoming)
    except BaseException as error:  # noqa: BLE001 (no process, or too little memory for one)
        incoming.write(*_bare(incoming))
        _write_error(explained(error))
        return failed
    incoming.write(outcome.head, outcome.start)
    _write_error(outcome.said)
    return failed if outcome.code is None else outcome.code


def _bare(incoming: Incoming) -> tuple[bytes, int]:
    """Return the headers without ours, and where the rest begins, as far as there is memory."""
    with suppress(BaseException):
        from priory.cli.mailfilter._child import unforged  # noqa: PLC0415 (the message comes first)

        return unforged(incoming)
    return b"", 0


def explained(error: BaseException) -> str:
    """Return the line that says why a message goes through without a verdict."""
    why = ": ".join(filter(None, (type(error).__name__, str(error))))
    if isinstance(error, OSError):
        why = _rendered(error)
    elif type(error).__name__ in ("CommandError", "Unjudged"):
        why = str(error)
    return _line(f"the message goes through unjudged: {why}")


def _rendered(error: OSError) -> str:
    """Say what an error of the system is, and what to do if that can be found out."""
    with suppress(Exception):
        from priory.cli._errors import render_os  # noqa: PLC0415 (nothing must be needed before)

        return render_os(error)
    return str(error.strerror or error)


def _line(what: str) -> str:
    """Return a line for standard error."""
    line = ascii(what)[1:-1]
    with suppress(Exception):
        from priory._show import shown  # noqa: PLC0415 (nothing must be needed before)

        line = shown(what)
    return f"priory: {line}\n"


def _write_error(text: str) -> None:
    with suppress(Exception):
        sys.stderr.write(text)
        sys.stderr.flush()
