"""A store made smaller: rare old tokens leave, and what old messages added.

A token that leaves was last learned before the day, so every message that has it was, too, and
loses its bag at the same time. So no bag that is left names a token that is gone, and what can
still be forgotten is forgotten exactly.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from priory.mailfilter import _classes, _tokens

if TYPE_CHECKING:
    import sqlite3

__all__ = ["Compacted", "compact"]


class Compacted(NamedTuple):
    """What left a store."""

    tokens: int
    messages: int


def compact(db: sqlite3.Connection, min_messages: int, before: int) -> Compacted:
    """Drop what is older than a day, within a transaction."""
    spent = db.execute("UPDATE journal SET bag = NULL WHERE day < ? AND bag IS NOT NULL", [before])
    return Compacted(_drop(db, min_messages, before), spent.rowcount)


def _drop(db: sqlite3.Connection, min_messages: int, before: int) -> int:
    gone = 0
    for part in _tokens.parts(db):
        rare = part.rare(min_messages, before)
        _tokens.change(db, rare)
        # A class keeps its messages; its sums are always those over the tokens that are there.
        _classes.change(db, [(number, 0, *lost) for number, lost in rare.totals().items()])
        gone += len(rare)
    return gone
