"""Pass-through of stdin to stdout: whatever becomes of the verdict, no byte is lost.

Nothing but the standard library is needed here, so that it works where nothing else does.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import IO

__all__ = ["ERROR", "TRY_LATER", "Incoming", "explain", "pass_on"]

ERROR = 3  # where other exit codes are verdicts
TRY_LATER = 75  # EX_TEMPFAIL: to whatever delivers mail, no reason to send it back
MOST = 64 * 2**20  # bytes that are kept to be judged
_CHUNK = 2**20


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
        if getattr(sys.stdout, "name", None) == os.devnull:  # what was closed
            raise OSError("standard output is closed: the message would be lost")
        self._chunks: list[bytes] = []
        self.is_whole = False

    def read(self, most: int = MOST) -> None:
        """Read the message, or so much of it as there is room for."""
        with suppress(MemoryError):
            size = 0
            while size <= most:
                chunk = sys.stdin.buffer.read(_CHUNK)
                if not chunk:
                    self.is_whole = True
                    return
                self._chunks.append(chunk)
                size += len(chunk)

    @property
    def head(self) -> bytes:
        """What was read of it: all, if it is whole."""
        return b"".join(self._chunks)

    def write(self, head: bytes | None = None) -> None:
        """Write the message, with another beginning in place of the one that was read."""
        out: IO[bytes] = sys.stdout.buffer
        for chunk in self._chunks if head is None else [head]:
            out.write(chunk)
        for chunk in self._rest():
            out.write(chunk)
        out.flush()

    def _rest(self) -> Iterator[bytes]:
        while not self.is_whole and (chunk := sys.stdin.buffer.read(_CHUNK)):
            yield chunk


def pass_on(words: list[str], error: BaseException) -> int:
    """Let the message through that a command line with a mistake was meant for.

    Parameters
    ----------
    words : list of str
        The words after the program's name.
    error : BaseException
        What was wrong; argparse has said so itself.

    Returns
    -------
    int
        The exit code.
    """
    if not isinstance(error, SystemExit):
        explain(error)
    try:
        Incoming().write()
    except OSError as lost:
        _say(_rendered(lost))
        with suppress(OSError):  # Python would complain of what it cannot write at its end
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return ERROR if "--exit-code" in words else TRY_LATER


def explain(error: BaseException) -> None:
    """Say why a message goes through as it came."""
    why = f"{type(error).__name__}: {error}"
    if isinstance(error, OSError):
        why = _rendered(error)
    elif type(error).__name__ == "CommandError":
        why = str(error)
    _say(f"the message goes through unjudged: {why}")


def _rendered(error: OSError) -> str:
    """Say what an error of the system is, and what to do if that can be found out."""
    with suppress(Exception):
        from priory.cli._errors import render_os  # noqa: PLC0415 (nothing must be needed before)

        return render_os(error)
    return str(error.strerror or error)


def _say(what: str) -> None:
    """Write a line on standard error, if that can be done."""
    with suppress(Exception):
        from priory._show import shown  # noqa: PLC0415 (nothing must be needed before)

        print(f"priory: {shown(what)}", file=sys.stderr)
