"""Messages in batches, each a transaction of the store that Ctrl-C does not break off."""

from __future__ import annotations

import signal
import sys
from collections import Counter
from contextlib import contextmanager
from typing import TYPE_CHECKING

from priory.cli._show import counted, dump
from priory.cli.mailfilter._messages import as_json

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    from priory.cli.mailfilter._messages import Messages
    from priory.mail import Entry

__all__ = ["Work"]

MOST, MOST_BYTES = 500, 2**24  # messages and bytes of a batch
SPENT = "what it added to the counts was dropped by `priory store compact`, so it stays as it is"


class Work:
    """What a command does to all messages, and what became of them.

    Parameters
    ----------
    messages : Messages
        The messages.
    change : callable
        Changes the store by the bytes of some messages, in one transaction; returns what became
        of each.
    extra : dict or None, default=None
        What JSON says of each message beside its place; None writes no JSON.
    """

    def __init__(
        self,
        messages: Messages,
        change: Callable[[list[bytes]], list[str]],
        extra: dict[str, Any] | None = None,
    ) -> None:
        self._messages = messages
        self._change = change
        self._extra = extra
        self.outcomes: Counter[str] = Counter()

    def run(self) -> None:
        """Do it; after Ctrl-C, end when the batch at hand is done."""
        is_json = self._extra is not None
        entries = self._messages.read(bar=not (is_json and sys.stdout.isatty()))
        with _interrupts() as held:
            for batch in _batches(entries):
                with held():
                    self._do(batch)

    def _do(self, batch: list[Entry]) -> None:
        outcomes = self._change([entry.raw for entry in batch])
        self.outcomes.update(outcomes)
        for entry, outcome in zip(batch, outcomes, strict=True):
            if self._extra is not None:
                dump({**as_json(entry), **self._extra, "outcome": outcome})
            if outcome == "spent":
                self._messages.fault(f"{entry.place}: {SPENT}")

    def summary(self, *names: str) -> str:
        """Return in words how many messages had which outcome; the first is always told."""
        told = [f"{self.outcomes[name]:,} {name}" for name in names if self.outcomes[name]]
        faults = self._messages.n_faults
        told += [counted(faults, "fault")] if faults else []
        return ", ".join(told if self.outcomes[names[0]] else [f"0 {names[0]}", *told])


def _batches(entries: Iterable[Entry]) -> Iterator[list[Entry]]:
    batch: list[Entry] = []
    size = 0
    for entry in entries:
        batch.append(entry)
        size += len(entry.raw)
        if len(batch) >= MOST or size >= MOST_BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


@contextmanager
def _interrupts() -> Iterator[Callable[[], Any]]:
    """Give a context that Ctrl-C ends, but does not break off unless it comes twice."""
    waiting: list[int] | None = None  # signals that came within the context

    def note(*_: object) -> None:
        if waiting is None or waiting:
            raise KeyboardInterrupt
        waiting.append(signal.SIGINT)

    @contextmanager
    def held() -> Iterator[None]:
        nonlocal waiting
        waiting = []
        try:
            yield
            is_wanted = bool(waiting)
        finally:
            waiting = None
        if is_wanted:
            raise KeyboardInterrupt

    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield held  # somebody else decides what it means
        return
    signal.signal(signal.SIGINT, note)
    try:
        yield held
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
