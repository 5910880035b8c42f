"""Consistency of token counts and journal, each read once."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

from priory import _core
from priory.mailfilter import _classes, _journal
from priory.mailfilter._seal import is_bag

if TYPE_CHECKING:
    from collections.abc import Iterator

    from priory.mailfilter._counter import Bags, MailCounter
    from priory.mailfilter._tokens import Row

__all__ = ["MOST", "Journal", "Problems", "Tokens"]

MOST = 10  # problems of a kind that are told one by one
Cells = list[tuple[int, int, int]]  # class, messages, occurrences


class Problems:
    """Problems of a kind: the first ones, and how many more there are."""

    def __init__(self) -> None:
        self._first: list[str] = []
        self._more = 0

    def add(self, problem: str) -> None:
        """Note one."""
        if len(self._first) < MOST:
            self._first.append(problem)
        else:
            self._more += 1

    def __bool__(self) -> bool:
        return bool(self._first)

    def __iter__(self) -> Iterator[str]:
        yield from self._first
        if self._more:
            yield f"There are {self._more} more of this kind."


class Journal:
    """What the messages of the journal added; those of a class that is not there are left out.

    Parameters
    ----------
    db : sqlite3.Connection
        The database.
    counter : MailCounter
        How bags are counted.
    schema : str, default="main"
        Which of its stores.

    Attributes
    ----------
    broken : Problems
        What of it cannot be read; then nothing is known of the rest.
    added : dict from str to list of (int, int, int)
        By token, what each class must have of it.
    whole : dict from int to bool
        By class, whether it may have no more than that: not where messages were imported or
        compacted.
    names : dict from int to str
        How the classes are called.
    """

    def __init__(self, db: sqlite3.Connection, counter: MailCounter, schema: str = "main") -> None:
        self.names = {number: name for name, number in _classes.ids(db, schema).items()}
        self.whole = dict(db.execute(_WHOLE.format(schema)).fetchall())
        self.broken = Problems()
        self.added: dict[str, Cells] = {}
        label = {number: index for index, number in enumerate(self.names)}
        try:
            bags: Bags = [
                (bag, label[number], 1)
                for number, bag in _journal.bags(db, schema)
                if number in label
            ]
            ledger, _ = counter.of_bags(bags, list(self.names) or [0])
        except (TypeError, sqlite3.IntegrityError):
            kept = f"SELECT id, bag, digest, class FROM {schema}.journal WHERE bag IS NOT NULL"
            for message, *whose in db.execute(kept):
                if not is_bag(*whose):
                    self.broken.add(f"What message {message} of the journal added cannot be read.")
            if not self.broken:
                raise
        else:
            self.added = {token: cells for token, _, cells in ledger.rows()}

    def contradicted(self, token: str, cells: Cells) -> Iterator[str]:
        """Find counts of a token that are not what messages added, and strike the token off."""
        added = self.added.pop(token, [])
        if cells == added:
            return
        held, told = (
            {number: (messages, occurrences) for number, messages, occurrences in some}
            for some in (cells, added)
        )
        for number, name in self.names.items():
            has, had = held.get(number, (0, 0)), told.get(number, (0, 0))
            if has != had if self.whole[number] else (has[0] < had[0] or has[1] < had[1]):
                yield (
                    f"The token {token!r} has {has[0]} messages and {has[1]} occurrences in "
                    f"{name!r}, and by the journal {had[0]} and {had[1]}."
                )


_WHOLE = (
    "SELECT id, untold = 0 AND NOT EXISTS "
    "(SELECT 1 FROM {0}.journal WHERE class = known.id AND bag IS NULL) "
    "FROM {0}.classes AS known ORDER BY id"
)


class Tokens:
    """What is to be said of the tokens, block after block.

    Parameters
    ----------
    db : sqlite3.Connection
        The database.
    journal : Journal
        What they must agree with.
    schema : str, default="main"
        Which of its stores.

    Attributes
    ----------
    sums : dict from int to (int, int)
        By class, its tokens and their occurrences.
    damaged, odd, differences : Problems
        Blocks that cannot be read or are not what is said of them, tokens whose counts make no
        sense, and those that do not agree with the journal.
    """

    def __init__(self, db: sqlite3.Connection, journal: Journal, schema: str = "main") -> None:
        self.sums: dict[int, tuple[int, int]] = {}
        self.damaged, self.odd, self.differences = Problems(), Problems(), Problems()
        last = ""
        for number, first, tokens, block in db.execute(
            f"SELECT id, first, tokens, block FROM {schema}.blocks ORDER BY first"
        ):
            ledger, rows = _read(block)
            if not rows or (rows[0][0], len(rows)) != (first, tokens) or last >= first > "":
                self.damaged.add(f"Block {number} of the tokens is damaged.")
                continue
            last = rows[-1][0]
            self._add(ledger)
            for token, _, cells in rows:
                self._look(token, cells, journal)
        for token in journal.added:
            self.differences.add(f"The token {token!r} of the journal is missing.")

    def _add(self, ledger: _core.Ledger) -> None:
        for number, (tokens, occurrences) in ledger.totals().items():
            before = self.sums.get(number, (0, 0))
            self.sums[number] = (before[0] + tokens, before[1] + occurrences)

    def _look(self, token: str, cells: Cells, journal: Journal) -> None:
        if any(not 0 < messages <= occurrences for _, messages, occurrences in cells):
            self.odd.add(
                f"The token {token!r} has fewer occurrences than messages, or occurs in none."
            )
        if not journal.broken:
            for problem in journal.contradicted(token, cells):
                self.differences.add(problem)


def _read(block: object) -> tuple[_core.Ledger, list[Row]]:
    """Decode a block, which may be anything; of what is none there are no rows."""
    try:
        ledger = _core.Ledger.read([block])  # type: ignore[list-item]
        return ledger, ledger.rows()
    except (TypeError, ValueError):
        return _core.Ledger([]), []
