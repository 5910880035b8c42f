"""Outcomes of learning and forgetting: text, JSON, exit code."""

from __future__ import annotations

import sys
from collections import Counter
from contextlib import contextmanager
from itertools import islice
from typing import TYPE_CHECKING

from priory._show import counted, dump
from priory.cli.mail._paths import complain
from priory.cli.mailfilter._messages import as_json
from priory.mailfilter.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from priory.cli.mailfilter._messages import Messages
    from priory.mail import Entry

__all__ = ["SPENT", "Outcomes"]

SPENT = "its journal entry was compacted: it cannot be forgotten or corrected"
_WORDS = {"known": "already learned", "unknown": "not learned"}  # what outcomes are to people
# The code of a store whose file was moved, deleted or replaced: what it took is where it is.
MOVED = "store-moved"


class Outcomes:
    """The outcomes of messages, counted and told.

    Parameters
    ----------
    messages : Messages
        The messages.
    extra : dict or None, default=None
        What JSON says of each message beside its place; None writes no JSON.
    """

    def __init__(self, messages: Messages, extra: dict[str, Any] | None = None) -> None:
        self._messages = messages
        self._extra = extra
        self._first_spent = ""
        self._counts: Counter[str] = Counter()
        self._is_moved = False

    def entries(self) -> Iterator[Entry]:
        """Read the messages, with a progress bar unless JSON goes to the terminal."""
        return self._messages.read(bar=self._extra is None or not sys.stdout.isatty())

    def note(self, entries: Iterator[Entry], batches: Iterable[list[str]]) -> None:
        """Note what became of messages, transaction by transaction."""
        with self._saying_what_is_kept():
            for outcomes in batches:
                self._counts.update(outcomes)
                for entry, outcome in zip(islice(entries, len(outcomes)), outcomes, strict=True):
                    self._note(entry, outcome)

    def _note(self, entry: Entry, outcome: str) -> None:
        if self._extra is not None:
            dump({**as_json(entry), **self._extra, "outcome": outcome})
        if outcome == "spent" and not self._first_spent:
            self._first_spent = entry.place

    @contextmanager
    def _saying_what_is_kept(self) -> Iterator[None]:
        """Add to an error of the store how far the transactions went that are on the disk."""
        try:
            yield
        except StoreError as error:
            self._is_moved = error.code == MOVED
            error.note = self._kept()
            raise

    def _kept(self) -> str:
        n_done = self._counts.total()
        if not n_done:
            at_most = "nothing was changed, but perhaps in the file that was there"
            return at_most if self._is_moved else "nothing was changed"
        if self._is_moved:
            which = "message" if n_done == 1 else f"{n_done:,} messages"
            return f"the first {which} went into the file that was there, the others nowhere"
        if n_done == 1:
            return "the first message is done and kept, those behind it are not"
        return f"the first {n_done:,} messages are done and kept, those behind them are not"

    @contextmanager
    def summary(self, *names: str, prefix: str = "") -> Iterator[None]:
        """Say in the end, whatever happens, how many messages had which outcome."""
        try:
            yield
        finally:
            self._tell_spent()
            if self._extra is None:
                print(f"{prefix}{self._summed_up(names)}")

    def _summed_up(self, names: tuple[str, ...]) -> str:
        """Return the numbers in words; the first outcome is always told."""
        told = [
            f"{self._counts[name]:,} {_WORDS.get(name, name)}"
            for name in names
            if self._counts[name]
        ]
        faults = self._messages.n_faults
        told += [counted(faults, "error")] if faults else []
        told = told if self._counts[names[0]] else [f"0 {names[0]}", *told]
        gone = " in a file that is no longer there" if self._is_moved and self._counts else ""
        return ", ".join(told) + gone

    def _tell_spent(self) -> None:
        """Say once why messages stay as they are: there may be thousands of them."""
        others = self._counts["spent"] - 1
        if others >= 0:
            which = "; --json tells which" if self._extra is None else ""
            more = f" (and {counted(others, 'other message')}{which})" if others else ""
            complain(f"{self._first_spent}{more}: {SPENT}")

    @property
    def exit_code(self) -> int:
        """0 if all of it could be done, else 2, as where nothing came from a pipe."""
        is_failed = self._messages.n_faults or self._messages.is_missing or self._counts["spent"]
        return 2 if is_failed else 0
