"""Verdicts as a table on a terminal: one row a message as it comes, and a total."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from priory._show import counted, shown
from priory.cli._terminal import fitted, label_style
from priory.cli.mailfilter._verdict import label_styles
from priory.mail import Message
from priory.mailfilter.settings import UNSURE

if TYPE_CHECKING:
    from rich.console import Console

    from priory.mail import Entry
    from priory.mailfilter import MailFilter, Verdict

__all__ = ["VerdictTable"]

LABEL, SHARE = 8, 11  # cells of the columns, which "verdict" and "probability" fill
SENDER = 0.35  # of what is left
LEAST = 20  # cells of senders and subjects: with less there are subjects alone
WIDE = 100  # cells that have room for places
GAP = "  "


class VerdictTable:
    """A table of verdict, probability, sender and subject, as wide as the terminal.

    On a wide one the place of the message stands behind them, as other commands take it.

    Parameters
    ----------
    out : rich.console.Console
        What draws on the terminal.
    mail : MailFilter
        What judges: by its settings classes have their colours.
    """

    def __init__(self, out: Console, mail: MailFilter) -> None:
        self._out = out
        self._styles = label_styles(mail.settings)
        self._limits = mail.store.analyzer.limits
        self._labels: Counter[str] = Counter()

    def add(self, entry: Entry, verdict: Verdict) -> None:
        """Print the row of a message."""
        if not self._labels:
            self._print(("verdict", "probability", "from", "subject", "path"), "bold", "bold")
        self._labels[verdict.label] += 1
        message = Message.parse(entry.raw, self._limits)
        share = f"{verdict.probability:.4f}" if verdict.posterior else "-"
        if verdict.posterior and verdict.best != verdict.label:
            share = "never-junk" if verdict.never_junk else f"{verdict.best} {share}"
        sender = _sender(message) or entry.place
        row = (verdict.label, share, sender, message.subject or "", entry.place)
        self._print(row, label_style(verdict.label, self._styles), "")

    def total(self) -> None:
        """Print how many messages got which verdict, unless there was one."""
        n_messages = self._labels.total()
        if n_messages < 2:  # noqa: PLR2004 (one is no sum)
            return
        from rich.text import Text  # noqa: PLC0415 (only terminals need it)

        # Unsure ones, which somebody must look at, come last.
        ranked = sorted(self._labels.items(), key=lambda pair: (pair[0] == UNSURE, -pair[1]))
        parts = [
            Text(f"{n:,} {shown(label)}", label_style(label, self._styles)) for label, n in ranked
        ]
        self._out.print()
        self._out.print(Text(f"{counted(n_messages, 'message')}: ") + Text(", ").join(parts))

    def _print(self, cells: tuple[str, ...], first: str, others: str) -> None:
        from rich.text import Text  # noqa: PLC0415 (only terminals need it)

        label, *rest = self._fitted(tuple(map(shown, cells)))
        line = Text.assemble((label, first), (GAP + GAP.join(rest), others))
        line.rstrip()
        self._out.print(line, no_wrap=True, overflow="crop")

    def _fitted(self, cells: tuple[str, ...]) -> list[str]:
        """Cut the cells of a row, so that it fits; places have the room that they need."""
        from rich.cells import cell_len  # noqa: PLC0415 (only terminals need it)

        label, share, sender, subject, place = cells
        fixed = [fitted(label, LABEL), fitted(share, SHARE)]
        left = self._out.width - LABEL - SHARE - 2 * len(GAP)
        if left < LEAST:
            return [*fixed, fitted(subject, max(left, 0))]
        left -= len(GAP)
        if self._out.width < WIDE:
            wide = int(left * SENDER)
            return [*fixed, fitted(sender, wide), fitted(subject, left - wide)]
        left -= LEAST + len(GAP)  # for the sender
        wide = min(cell_len(place), left - LEAST)
        ending = fitted(place[::-1], wide)[::-1]  # of a long path the end tells more
        return [*fixed, fitted(sender, LEAST), fitted(subject, left - wide), ending]


def _sender(message: Message) -> str:
    """Return who a message says that it is from: the name, or else the address."""
    sender = (message.get("from") or "").strip()
    return sender.rpartition("<")[0].strip(' "') or sender.strip("<>")
