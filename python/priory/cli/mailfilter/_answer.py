"""What a child that judges answers through a pipe: parts, each with its kind and its length.

First the headers without forged ones of ours, if there are any, and the time limit; then what
becomes of the message. The verdict is the last part, so that with it all is there.
"""

from __future__ import annotations

import os
from time import monotonic
from typing import NamedTuple

from priory.cli.mailfilter._pipe import Unjudged

__all__ = ["Answer", "Outcome", "send_bare", "send_limit", "send_outcome"]

_LIMIT, _BARE, _SAID, _HEADERS, _VERDICT = b"L", b"B", b"S", b"H", b"V"
_LENGTH = 8  # bytes that a length takes
_MORE = 2**20  # bytes of an answer that are not of the message, at most


class Outcome(NamedTuple):
    """What becomes of a message.

    Attributes
    ----------
    code : int or None
        The exit code; None if there is no verdict.
    head : bytes
        The headers, with ours.
    start : int
        Where the rest of the message begins.
    said : str
        What goes to standard error.
    """

    code: int | None = None
    head: bytes = b""
    start: int = 0
    said: str = ""


def send_limit(pipe: int, seconds: float) -> None:
    """Tell how long to wait for a verdict; 0 for no limit."""
    _send(pipe, _LIMIT, b"%d" % round(seconds * 1000))


def send_bare(pipe: int, head: bytes, start: int) -> None:
    """Tell the headers of a message without ours, and where its rest begins."""
    _send(pipe, _BARE, _number(start) + head)


def send_outcome(pipe: int, outcome: Outcome, said: str) -> None:
    """Tell what becomes of a message, and what is to be said."""
    _send(pipe, _SAID, said.encode("utf-8", "backslashreplace"))
    if outcome.code is not None:
        _send(pipe, _HEADERS, _number(outcome.start) + outcome.head)
    _send(pipe, _VERDICT, b"" if outcome.code is None else b"%d" % outcome.code)


def _send(pipe: int, kind: bytes, part: bytes) -> None:
    left = memoryview(kind + _number(len(part)) + part)
    while left:
        left = left[os.write(pipe, left) :]


def _number(number: int) -> bytes:
    return number.to_bytes(_LENGTH, "big")


class Answer:
    """What a child answers, as far as it came.

    Parameters
    ----------
    pipe : int
        The end of the pipe to read from.
    limit : float
        Seconds to wait, until the child knows better; 0 for no limit.
    size : int
        Bytes of the message that the child has.
    """

    def __init__(self, pipe: int, limit: float, size: int) -> None:
        self._pipe, self._limit, self._size = pipe, limit, size
        self._left = 2 * size + _MORE  # an answer has headers twice, and a little of its own
        self._parts: dict[bytes, bytes] = {}
        self._start = monotonic()

    def receive(self) -> bool:
        """Read up to the verdict; tell whether there is one, or else the pipe has ended.

        Raises
        ------
        Unjudged
            If the time is over, or what comes is no answer.
        """
        while _VERDICT not in self._parts:
            head = self._read(1 + _LENGTH)
            part = head and self._read(int.from_bytes(head[1:], "big"))
            if head is None or part is None:
                return False
            self._parts[head[:1]] = part
            if head[:1] == _LIMIT and part.isdigit():
                self._limit = int(part) / 1000
        return True

    def _read(self, size: int) -> bytes | None:
        """Read so many bytes; None if the pipe ends before."""
        self._left -= size
        if self._left < 0:
            raise _foolish()
        found = bytearray()
        while len(found) < size:
            self._wait()
            chunk = os.read(self._pipe, min(size - len(found), 2**16))
            if not chunk:
                return None
            found += chunk
        return bytes(found)

    def _wait(self) -> None:
        """Wait until there is something to read."""
        from select import POLLIN, poll  # noqa: PLC0415 (Windows has none)

        ready = poll()
        ready.register(self._pipe, POLLIN)
        left = max(self._start + self._limit - monotonic(), 0.0)
        if not ready.poll(left * 1000 if self._limit else None):
            raise Unjudged(f"no verdict within {self._limit:g} seconds: see the setting time_limit")

    def outcome(self) -> Outcome:
        """Return what becomes of the message; without a verdict, it goes as `unjudged` says."""
        try:
            said = self._parts[_SAID].decode()
            if not self._parts[_VERDICT]:
                return self.unjudged(said)
            head, start = self._headers(_HEADERS)
            return Outcome(int(self._parts[_VERDICT]), head, start, said)
        except (KeyError, ValueError):
            raise _foolish() from None

    def unjudged(self, said: str) -> Outcome:
        """Return the message without a verdict: without forged headers, if those were found."""
        try:
            head, start = self._headers(_BARE)
        except (KeyError, ValueError):
            return Outcome(said=said)
        return Outcome(None, head, start, said) if len(head) <= start else Outcome(said=said)

    def _headers(self, kind: bytes) -> tuple[bytes, int]:
        part = self._parts[kind]
        start = int.from_bytes(part[:_LENGTH], "big")
        if start > self._size:
            raise ValueError
        return part[_LENGTH:], start


def _foolish() -> Unjudged:
    return Unjudged("what the process that judges it said is no answer")
