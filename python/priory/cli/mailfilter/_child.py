"""Judging in a child process: aborts, signals and a lack of memory there cost only the verdict.

The child answers through a pipe: first its time limit, then what becomes of the message.
"""

from __future__ import annotations

import gc
import os
import sys
from contextlib import suppress
from io import StringIO
from typing import TYPE_CHECKING, NamedTuple

from priory.cli.mailfilter._pipe import Unjudged, explain

if TYPE_CHECKING:
    from collections.abc import Callable

    from priory.cli.mailfilter._pipe import Incoming

__all__ = ["TIME_LIMIT", "Outcome", "judge"]

TIME_LIMIT = 30.0  # seconds
_LONGEST = 10.0**6  # seconds that the clocks of all systems can count
_LATE = 2  # seconds after which a child that has no parent any more ends, too
_HEAD = 9  # bytes before each part of an answer: its kind, and its length
_LIMIT, _SAID, _HEADERS, _VERDICT = b"L", b"S", b"H", b"V"


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


def judge(words: list[str], incoming: Incoming) -> Outcome:
    """Judge a message in a child process, within the time limit.

    Parameters
    ----------
    words : list of str
        The words after the program's name.
    incoming : Incoming
        The message.

    Returns
    -------
    Outcome

    Raises
    ------
    Unjudged
        If the child has no verdict, for whatever reason.
    """
    if not hasattr(os, "fork"):  # Windows: whatever ends the judging ends the process
        return _judge(words, incoming, lambda _: None)
    ours, its = os.pipe()
    pid = os.fork()
    if pid == 0:
        _run_child(words, incoming, its)
    os.close(its)
    try:
        answer = _received(ours)
    except BaseException:
        os.kill(pid, 9)  # nor is it waited for: what hangs in the kernel may not even end by that
        raise
    how = _end_of(pid)
    return _outcome(_parts(answer), incoming.size, how)


def _judge(words: list[str], incoming: Incoming, limit: Callable[[float], None]) -> Outcome:
    from priory.cli._parser import parser_for  # noqa: PLC0415 (only a child can afford it)

    options = parser_for(words).parse_args(words)
    outcome: Outcome = options.run(options, incoming, limit)
    return outcome


def _run_child(words: list[str], incoming: Incoming, pipe: int) -> None:
    """Judge, answer, and end: never return to what the parent does."""
    status = 1
    try:
        said = _part_from_parent()
        try:
            outcome = _judge(words, incoming, lambda seconds: _set_limit(pipe, seconds))
        except BaseException as error:  # noqa: BLE001 (the parent tells what it was)
            explain(error)
            outcome = Outcome()
        _answer(pipe, outcome, said.getvalue())
        status = 0
    finally:
        os._exit(status)


def _part_from_parent() -> StringIO:
    """Hold no stream of the parent open, keep what is said for it, and be the first to go."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    with suppress(OSError), open("/proc/self/oom_score_adj", "w", encoding="ascii") as file:
        file.write("1000")
    gc.disable()  # it does not live long enough for that
    sys.stderr = said = StringIO()
    return said


def _set_limit(pipe: int, seconds: float) -> None:
    """Tell the parent how long to wait, and see to an end if it is gone."""
    seconds = min(seconds, _LONGEST)
    _send(pipe, _LIMIT, b"%d" % round(seconds * 1000))
    if seconds:
        from signal import alarm  # noqa: PLC0415 (the parent does without)

        alarm(int(seconds) + _LATE)


def _answer(pipe: int, outcome: Outcome, said: str) -> None:
    _send(pipe, _SAID, said.encode("utf-8", "backslashreplace"))
    _send(pipe, _HEADERS, outcome.head)
    code = -1 if outcome.code is None else outcome.code
    _send(pipe, _VERDICT, b"%d %d" % (code, outcome.start))  # the last: then all is there


def _send(pipe: int, kind: bytes, part: bytes) -> None:
    left = memoryview(kind + len(part).to_bytes(_HEAD - 1, "big") + part)
    while left:
        left = left[os.write(pipe, left) :]


def _received(pipe: int) -> bytearray:
    """Read what a child answers, until it ends or its time is over."""
    from select import POLLIN, poll  # noqa: PLC0415 (Windows has none)
    from time import monotonic  # noqa: PLC0415 (with the rest)

    start, limit, answer = monotonic(), TIME_LIMIT, bytearray()
    ready = poll()
    ready.register(pipe, POLLIN)
    while True:
        left = max(start + limit - monotonic(), 0.0)
        if not ready.poll(left * 1000 if limit else None):
            raise Unjudged(f"no verdict within {limit:g} seconds: see the setting time_limit")
        chunk = os.read(pipe, 2**16)
        if not chunk:
            return answer
        answer += chunk
        if answer.startswith(_LIMIT) and (told := _parts(answer[:99]).get(_LIMIT)):
            limit = int(told) / 1000


def _parts(answer: bytearray) -> dict[bytes, bytes]:
    """Return the parts of an answer that came whole, by their kind."""
    parts, at = {}, 0
    while at + _HEAD <= len(answer):
        end = at + _HEAD + int.from_bytes(answer[at + 1 : at + _HEAD], "big")
        if end > len(answer):
            break
        parts[bytes(answer[at : at + 1])] = bytes(answer[at + _HEAD : end])
        at = end
    return parts


def _outcome(parts: dict[bytes, bytes], size: int, how: str) -> Outcome:
    """Read an answer; what is none is an `Unjudged`."""
    try:
        code, start = map(int, parts[_VERDICT].split())
        head, said = parts[_HEADERS], parts[_SAID].decode()
    except (KeyError, ValueError):
        raise Unjudged(f"the process that judges it {how}") from None
    if not 0 <= start <= size:
        raise Unjudged(f"the process that judges it {how}")
    return Outcome(None if code < 0 else code, head, start, said)


def _end_of(pid: int) -> str:
    """Wait for a child that has closed its pipe, and say how it ended."""
    with suppress(ChildProcessError):  # somebody told the system not to keep it
        _, status = os.waitpid(pid, 0)
        if os.WIFSIGNALED(status):
            return f"was killed by signal {os.WTERMSIG(status)}: is there enough memory?"
    return "ended without an answer: is there enough memory?"
