"""Judging in a child process: aborts, signals and a lack of memory there cost only the verdict."""

from __future__ import annotations

import gc
import os
import sys
from contextlib import redirect_stderr, suppress
from io import StringIO
from time import sleep
from typing import TYPE_CHECKING

from priory.cli.mailfilter._answer import Answer, Outcome, send_bare, send_limit, send_outcome
from priory.cli.mailfilter._pipe import Unjudged, explained

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from priory.cli.mailfilter._pipe import Incoming

__all__ = ["TIME_LIMIT", "judge", "unforged"]

TIME_LIMIT = 30.0  # seconds
_OPTION, _VARIABLE = "--time-limit", "PRIORY_TIME_LIMIT"
_LONGEST = 10.0**6  # seconds that the clocks of all systems can count
_LATE = 2  # seconds after which a child that has no parent any more ends, too
_SOON, _TIMES = 0.01, 100  # seconds between looks at a child that is ending, and looks
_KILL = 9
_SCARCE = ("SIGKILL", "SIGABRT", "SIGSEGV", "SIGBUS")  # by which a lack of memory may show


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
        Without an exit code if the child has no verdict, for whatever reason.
    """
    if not hasattr(os, "fork"):  # Windows: whatever ends the judging ends the process
        return _judge_here(words, incoming)
    limit = _known_limit(words)
    ours, its = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(ours)  # so that it can tell that nobody listens any more
        _run_child(words, incoming, its, limit)
    os.close(its)
    answer = Answer(ours, limit, incoming.size)
    try:
        _hear(answer, pid)
        return answer.outcome()
    except BaseException as error:  # noqa: BLE001 (Ctrl-C, too: forged headers go all the same)
        return answer.unjudged(explained(error))


def _known_limit(words: list[str]) -> float:
    """Return the time limit as far as it is known without the settings, which the child reads."""
    limit = TIME_LIMIT
    given = [os.environ.get(_VARIABLE, "")]
    for word, following in zip(words, [*words[1:], ""], strict=True):
        option, has_value, value = word.partition("=")
        if option == _OPTION:
            given.append(value if has_value else following)
    for value in given:
        with suppress(ValueError):
            limit = float(value) if 0 <= float(value) <= _LONGEST else limit
    return limit


def _judge_here(words: list[str], incoming: Incoming) -> Outcome:
    bare = Outcome()
    try:
        bare = Outcome(None, *unforged(incoming))
        return _judge(words, incoming, lambda _: None)
    except BaseException as error:  # noqa: BLE001 (as in a child)
        return bare._replace(said=explained(error))


def unforged(incoming: Incoming) -> tuple[bytes, int]:
    """Return the headers without ours, and where the rest begins; headers must end for that."""
    from priory.mailfilter.passthrough import bare_headers  # noqa: PLC0415 (as below)

    raw = incoming.head
    head, start = bare_headers(raw)
    return (head, start) if incoming.is_whole or start < len(raw) else (b"", 0)


def _judge(words: list[str], incoming: Incoming, limit: Callable[[float], None]) -> Outcome:
    options = _parsed(words)
    outcome: Outcome = options.run(options, incoming, limit)
    return outcome


def _parsed(words: list[str]) -> argparse.Namespace:
    """Parse the words; what argparse says of a mistake becomes one line, as all else does."""
    from priory.cli._parser import parser_for  # noqa: PLC0415 (only a child can afford it)

    with redirect_stderr(StringIO()) as said:
        try:
            return parser_for(words).parse_args(words)
        except SystemExit:
            _, _, mistake = said.getvalue().partition("error: ")
    raise Unjudged(" ".join(mistake.split()) or "its command line asks for something else")


def _run_child(words: list[str], incoming: Incoming, pipe: int, limit: float) -> None:
    """Judge, answer, and end: never return to what the parent does."""
    status = 1
    try:
        said = _part_from_parent()
        _end_after(limit)
        try:
            _send_bare(pipe, incoming)
            outcome = _judge(words, incoming, lambda seconds: _set_limit(pipe, seconds))
        except BaseException as error:  # noqa: BLE001 (the parent tells what it was)
            said.write(explained(error))
            outcome = Outcome()
        send_outcome(pipe, outcome, said.getvalue())
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


def _send_bare(pipe: int, incoming: Incoming) -> None:
    """Send the headers without forged ones before anything can fail, if there are forged ones."""
    head, start = unforged(incoming)
    if len(head) < start:
        send_bare(pipe, head, start)


def _set_limit(pipe: int, seconds: float) -> None:
    """Tell the parent how long to wait."""
    seconds = min(seconds, _LONGEST)
    send_limit(pipe, seconds)
    _end_after(seconds)


def _end_after(seconds: float) -> None:
    """See to an end if the parent is gone."""
    from signal import alarm  # noqa: PLC0415 (the parent does without)

    alarm(int(seconds) + _LATE if seconds else 0)


def _hear(answer: Answer, pid: int) -> None:
    """Receive an answer, and see to the end of the child: then it has nothing left to do."""
    try:
        has_verdict = answer.receive()
    except BaseException:
        _kill(pid)
        raise
    if not has_verdict:
        raise Unjudged(f"the process that judges it {_end_of(pid)}")
    _kill(pid)


def _kill(pid: int) -> None:
    """End a child, and do not wait for it: what hangs in the kernel may not even end by that."""
    with suppress(ProcessLookupError):
        os.kill(pid, _KILL)


def _end_of(pid: int) -> str:
    """Wait a little for a child that has closed its pipe, and say how it ended."""
    for _ in range(_TIMES):
        try:
            ended, status = os.waitpid(pid, os.WNOHANG)
        except ChildProcessError:  # somebody told the system not to keep it
            return _described(0)
        if ended:
            return _described(status)
        sleep(_SOON)
    _kill(pid)
    return "closed its pipe without an answer"


def _described(status: int) -> str:
    if not os.WIFSIGNALED(status):
        return "ended without an answer: is there enough memory?"
    import signal  # noqa: PLC0415 (few children end so)

    number = os.WTERMSIG(status)
    scarce = (getattr(signal, name, None) for name in _SCARCE)
    return f"was killed by signal {number}{': is there enough memory?' * (number in scarce)}"
