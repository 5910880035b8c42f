"""Messages in batches, each a transaction of the store that Ctrl-C does not break off."""

from __future__ import annotations

import sys
from collections import Counter

from priory._show import counted, dump
from priory.cli.mailfilter._interrupts import interrupts
from priory.cli.mailfilter._messages import as_json, size_of
from priory.mailfilter._bulk import with_next
from priory.mailfilter._messages import batches
from priory.mailfilter.errors import UNDONE, StoreError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from priory.cli.mailfilter._messages import Messages
    from priory.mail import Entry

__all__ = ["SPENT", "Work"]

SPENT = "`priory store compact` has dropped what it added to the counts, so it stays as it is"


class Work:
    """What a command does to all messages, and what became of them.

    Parameters
    ----------
    messages : Messages
        The messages.
    change : callable
        Changes the store by the bytes of some messages, in one transaction; returns what became
        of each. With `ahead` it is also given those that come next.
    extra : dict or None, default=None
        What JSON says of each message beside its place; None writes no JSON.
    ahead : bool, default=False
        Whether to read the next messages before some are changed.
    """

    def __init__(
        self,
        messages: Messages,
        change: Callable[..., list[str]],
        extra: dict[str, Any] | None = None,
        *,
        ahead: bool = False,
    ) -> None:
        self._messages = messages
        self._change = change
        self._extra = extra
        self._ahead = ahead
        self._first_spent = ""
        self.outcomes: Counter[str] = Counter()

    def run(self) -> None:
        """Do it; after Ctrl-C, end when the batch at hand is done."""
        is_json = self._extra is not None
        entries = self._messages.read(bar=not (is_json and sys.stdout.isatty()))
        try:
            with interrupts() as held:
                gathered = batches(entries, size_of)
                for some in with_next(gathered) if self._ahead else zip(gathered):
                    with held():
                        self._do(*some)
        except StoreError as error:
            remedy = f"{error.remedy.removesuffix(UNDONE)}; {self._kept()}"
            raise StoreError(error.where, error.what, remedy) from error
        finally:
            self._tell_spent()

    def _do(self, batch: list[Entry], *following: list[Entry]) -> None:
        outcomes = self._change(_raws(batch), *map(_raws, following))
        self.outcomes.update(outcomes)
        for entry, outcome in zip(batch, outcomes, strict=True):
            if self._extra is not None:
                dump({**as_json(entry), **self._extra, "outcome": outcome})
            if outcome == "spent" and not self._first_spent:
                self._first_spent = entry.place

    def _kept(self) -> str:
        """Say how far the transactions went that are on the disk."""
        n_done = self.outcomes.total()
        if not n_done:
            return "nothing was changed"
        if n_done == 1:
            return "the first message is done and kept, those behind it are not"
        return f"the first {n_done:,} messages are done and kept, those behind them are not"

    def _tell_spent(self) -> None:
        """Say once why messages stay as they are: there may be thousands of them."""
        others = self.outcomes["spent"] - 1
        if others >= 0:
            which = "; --json tells which" if self._extra is None else ""
            more = f" (and {counted(others, 'other message')}{which})" if others else ""
            self._messages.complain(f"{self._first_spent}{more}: {SPENT}")

    @property
    def exit_code(self) -> int:
        """0 if all of it could be done, else 2, as where there was no message."""
        is_done = self._messages.n_read and not self._messages.n_faults
        return 0 if is_done and not self.outcomes["spent"] else 2

    def summary(self, *names: str) -> str:
        """Return in words how many messages had which outcome; the first is always told."""
        told = [f"{self.outcomes[name]:,} {name}" for name in names if self.outcomes[name]]
        faults = self._messages.n_faults
        told += [counted(faults, "fault")] if faults else []
        return ", ".join(told if self.outcomes[names[0]] else [f"0 {names[0]}", *told])


def _raws(entries: list[Entry]) -> list[bytes]:
    return [entry.raw for entry in entries]
