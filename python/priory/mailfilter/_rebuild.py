"""The tables of a new store, made of what is whole in a damaged one."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from priory import _core
from priory.mailfilter import _digests, _journal, _recover, _tokens
from priory.mailfilter._agreement import Journal

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator

    from priory.mailfilter._counter import MailCounter
    from priory.mailfilter._recover import Tokens
    from priory.mailfilter._salvage import Salvage

__all__ = ["Rebuilding"]

Added = dict[str, dict[int, tuple[int, int]]]  # by token and class, messages and occurrences


class Messages(NamedTuple):
    """The messages of a class: all, those that are not in the journal, and those without a bag."""

    all: int
    untold: int
    spent: int

    @property
    def are_whole(self) -> bool:
        """Whether the journal has what each of them added."""
        return not self.untold and not self.spent


class Rebuilding:
    """Fills a new store.

    If the journal has what each message of a class added, the counts of the class are made of that.
    Else they are those of the blocks, and no less than what is in the journal.

    Parameters
    ----------
    old : Salvage
        The damaged store.
    db : sqlite3.Connection
        The new one, within a transaction.
    counter : MailCounter
        How bags are counted.
    """

    def __init__(self, old: Salvage, db: sqlite3.Connection, counter: MailCounter) -> None:
        self._db = db
        self._counter = counter
        self._blocks: Tokens = _recover.blocks(old)
        self.known = _recover.classes(old, self._blocks)
        self.lost_bags = 0
        names = self.known.names
        db.executemany("INSERT INTO classes (id, name) VALUES (?, ?)", names.items())
        for entry in _recover.entries(old, names):
            self._insert(entry)

    def _insert(self, entry: _recover.Entry) -> None:
        query = "INSERT OR IGNORE INTO journal (id, digest, class, day, bag) VALUES (?, ?, ?, ?, ?)"
        if self._db.execute(query, entry[:5]).rowcount == 1:
            self.lost_bags += entry.is_cut

    def write_counts(self) -> None:
        """Write the tokens, and the sums of the classes."""
        self._remove_mislabelled()
        added = self._added()
        messages = {number: self._messages(number, added) for number in self.known.names}
        sums = Counter[tuple[int, int]]()
        rows = list(self._rows(added, messages))
        for _, _, cells in rows:
            for number, some, more in cells:
                sums[number, 0] += some
                sums[number, 1] += more
        _tokens.change_rows(self._db, rows)
        self._db.executemany(
            "UPDATE classes SET messages = ?, untold = ?, tokens = ?, occurrences = ? WHERE id = ?",
            [
                (one.all, one.untold, sums[number, 0], sums[number, 1], number)
                for number, one in messages.items()
            ],
        )
        self._db.execute("DELETE FROM classes WHERE messages = 0 AND tokens = 0")
        _digests.seal(self._db)

    def _added(self) -> Added:
        """Count what the messages of the journal added."""
        return {
            token: {number: (messages, more) for number, messages, more in cells}
            for token, cells in Journal(self._db, self._counter).added.items()
        }

    def _remove_mislabelled(self) -> None:
        """Remove messages whose class was changed by the damage, where a class has too many."""
        if not self.known.is_sealed:
            return
        for number, (messages, untold) in self.known.recorded.items():
            excess = self._count(number) - (messages - untold)
            if excess > 0:
                doubtful = self._by_doubt(number)[:excess]
                self._db.executemany("DELETE FROM journal WHERE id = ?", doubtful)

    def _by_doubt(self, number: int) -> list[tuple[int]]:
        """Return the messages of a class, first those whose tokens it has too rarely."""
        over = {
            token
            for token, counts in self._added().items()
            if token in self._blocks
            and counts.get(number, (0, 0))[0] > self._blocks[token][1].get(number, (0, 0))[0]
        }

        def doubt(message: int) -> float:
            bag = _journal.bag(self._db, message)
            rows = _core.read_bag(bag) if bag is not None else []
            tokens = [token for token, _ in rows]
            return sum(token in over for token in tokens) / max(1, len(tokens))

        query = "SELECT id FROM journal WHERE class = ?"
        doubts = [(doubt(message), message) for (message,) in self._db.execute(query, [number])]
        return [(message,) for _, message in sorted(doubts, reverse=True)]

    def _count(self, number: int, which: str = "") -> int:
        query = f"SELECT count(*) FROM journal WHERE class = ? {which}"
        return int(self._db.execute(query, [number]).fetchone()[0])

    def _messages(self, number: int, added: Added) -> Messages:
        told, spent = self._count(number), self._count(number, "AND bag IS NULL")
        recorded, untold = self.known.recorded.get(number, (-1, 0))
        if self.known.is_sealed or recorded == told + untold:
            return Messages(max(recorded, told), max(recorded, told) - told, spent)
        # What is counted and in no bag came from some message that is not in the journal.
        counted = [
            (held[number], added.get(token, {}).get(number, (0, 0)))
            for token, (_, held) in self._blocks.items()
            if number in held
        ]
        most = max((held[0] for held, _ in counted), default=0)
        is_more = any(held != had for held, had in counted)
        untold = max(most - told, int(is_more and not spent), 0)
        return Messages(told + untold, untold, spent)

    def _rows(self, added: Added, messages: dict[int, Messages]) -> Iterator[_tokens.Row]:
        (newest,) = self._db.execute("SELECT coalesce(max(day), 0) FROM journal").fetchone()
        for token in sorted(self._blocks.keys() | added.keys()):
            day, held = self._blocks.get(token, (newest, {}))
            had = added.get(token, {})
            cells = []
            for number, one in messages.items():
                some, more = had.get(number, (0, 0))
                if not one.are_whole:
                    counted = held.get(number, (0, 0))
                    some, more = max(some, counted[0]), max(more, counted[1])
                if some:
                    cells.append((number, some, more))
            if cells:
                yield token, day, cells
