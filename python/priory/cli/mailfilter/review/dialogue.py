"""Question and answer: shows what waits, and does what keys say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from priory._show import counted
from priory.cli._errors import render
from priory.cli.mailfilter._outcomes import SPENT
from priory.cli.mailfilter.review.bindings import (
    HELP,
    LEARN,
    NOTHING,
    OPEN,
    QUIT,
    SKIP,
    UNDO,
    Action,
)
from priory.cli.mailfilter.review.pager import page
from priory.cli.mailfilter.review.session import KEPT, UNDONE
from priory.mailfilter.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from contextlib import AbstractContextManager

    from priory.cli.mailfilter.review.bindings import Bindings
    from priory.cli.mailfilter.review.session import Change, Judged, Session
    from priory.mail import Limits

__all__ = ["Dialogue", "told"]

BUSY = "store-busy"  # the code of a store that another program is writing to
_HELP = (
    "A key teaches the message shown, at once and for good; nothing is moved.",
    "n or space skips it: the next review asks again. o opens all of it in $PAGER.",
    "u takes the last answer back. q, Ctrl-D and Ctrl-C end: what was learned is kept.",
)
_LAST = "That was the last one."


class Keys(Protocol):
    """Where keys come from."""

    def listening(self) -> AbstractContextManager[None]: ...
    def discard(self) -> None: ...
    def read(self) -> str: ...


class Writing(Protocol):
    """Where questions go."""

    def show(self, judged: Judged, waiting: str, limits: Limits) -> None: ...
    def offer(self, keys: Mapping[str, str]) -> None: ...
    def say(self, what: str, style: str = "") -> None: ...


class Dialogue:
    """Asks about one message after the other.

    Parameters
    ----------
    session : Session
        What waits.
    screen : Writing
        Where it is shown.
    keys : Keys
        Where answers come from.
    bindings : Bindings
        What they mean.
    """

    def __init__(self, session: Session, screen: Writing, keys: Keys, bindings: Bindings) -> None:
        self._session = session
        self._screen = screen
        self._keys = keys
        self._bindings = bindings

    def hold(self) -> None:
        """Ask until nothing waits, or the user has enough."""
        while self._ask_until_opened():
            judged = self._session.current()
            problem = None if judged is None else page(judged.candidate.entry, self._session.limits)
            if problem is not None:
                self._screen.say(problem, "red")

    def _ask_until_opened(self) -> bool:
        """Ask with a terminal that gives keys; the pager, for which it ends, wants it as it was."""
        with self._keys.listening():
            while (action := self._ask()).what not in (OPEN, QUIT):
                self._do(action)
        return action.what == OPEN

    def _ask(self) -> Action:
        """Show the first message that waits, and read until a key means something."""
        for place in self._session.drop_gone():
            self._screen.say(f"{place}: moved or deleted meanwhile, skipped", "yellow")
        judged = self._session.current()
        self._keys.discard()
        if judged is None:
            return self._ask_at_the_end()
        n_unsure, n_waiting = self._session.n_unsure, self._session.n_waiting
        waiting = f"{counted(n_waiting, 'message')} left, {n_unsure:,} unsure"
        self._screen.show(judged, waiting, self._session.limits)
        self._screen.offer(self._bindings.shown)
        while (action := self._bindings(self._keys.read())) == NOTHING:
            pass
        return action

    def _ask_at_the_end(self) -> Action:
        """Let the last answer be taken back, too."""
        if not self._session.can_undo:
            return Action(QUIT)
        self._screen.say(_LAST)
        self._screen.offer(
            {k: what for k, what in self._bindings.shown.items() if what in (UNDO, QUIT)}
        )
        while (action := self._bindings(self._keys.read())).what not in (UNDO, QUIT):
            pass
        return action

    def _do(self, action: Action) -> None:
        try:
            if action.what == LEARN:
                self._screen.say(told(self._session.learn(action.label)), "bold")
            elif action.what == SKIP:
                self._session.skip()
                self._screen.say("Skipped.", "bold")
            elif action.what == UNDO:
                self._undo()
            elif action.what == HELP:
                for line in _HELP:
                    self._screen.say(line)
        except StoreError as error:
            if error.code != BUSY:
                raise
            self._screen.say(render(error), "red")

    def _undo(self) -> None:
        if not self._session.can_undo:
            self._screen.say("There is nothing to take back.", "bold")
            return
        change = self._session.undo()
        self._screen.say("Taken back." if change is None else told(change), "bold")


def told(change: Change) -> str:
    """Return in words what a lesson changed."""
    sure = ", ".join(f"{n:,} {label}" for label, n in sorted(change.now_sure.items()))
    parts = [_lesson(change)]
    if sure:
        n_sure = change.now_sure.total()
        parts.append(f"{n_sure:,} more {'is' if n_sure == 1 else 'are'} now sure: {sure}.")
    if change.unsure_again:
        parts.append(f"{change.unsure_again:,} {_verb(change.unsure_again)} unsure again.")
    return " ".join(parts)


def _lesson(change: Change) -> str:
    _, label, before, outcome = change.lesson
    said = {
        UNDONE: f"Taken back: it is {before or 'not learned'}.",
        KEPT: "Left as it is: another program has learned or forgotten it since.",
        "learned": f"Learned as {label}.",
        "corrected": f"Learned as {label}, no longer as {before}.",
        "known": f"Already learned as {label}.",
        "spent": f"Left as {before}: {SPENT}.",
    }
    return said[change.undo or outcome]


def _verb(n: int) -> str:
    return "is" if n == 1 else "are"
