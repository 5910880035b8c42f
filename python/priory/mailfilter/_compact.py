"""Compaction of a store: drops rare old tokens, and the bags of old messages.

A token that leaves was last learned before the day, so every message that has it was, too, and
loses its bag at the same time, or has lost it. So no bag that is left names a token that is gone,
and what can still be forgotten is forgotten exactly.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from priory.mailfilter import _classes, _lessons, _tokens

if TYPE_CHECKING:
    import sqlite3

__all__ = ["Ages", "Compacted", "compact", "drop_bags", "foresee"]


_OLD = "day < ? AND bag IS NOT NULL"


class Compacted(NamedTuple):
    """What left a store, or would leave it.

    Attributes
    ----------
    tokens : int
        Tokens that left.
    messages : int
        Messages that can no longer be forgotten or corrected.
    """

    tokens: int
    messages: int


class Ages(NamedTuple):
    """What was last learned before these days is old: tokens, and messages of the journal."""

    tokens: int
    messages: int


def compact(db: sqlite3.Connection, min_messages: int, before: Ages) -> Compacted:
    """Drop what is old, within a transaction."""
    spent = drop_bags(db, before.messages)
    return Compacted(_drop(db, min_messages, before.tokens), spent)


def drop_bags(db: sqlite3.Connection, before: int) -> int:
    """Drop what messages added that were learned before a day; return how many they are."""
    dropped = db.execute(f"UPDATE journal SET bag = NULL WHERE {_OLD}", [before]).rowcount
    _lessons.excuse(db)
    return dropped


def foresee(db: sqlite3.Connection, min_messages: int, before: Ages) -> Compacted:
    """Count what `compact` would drop."""
    tokens = sum(len(part.rare(min_messages, before.tokens)) for part in _tokens.parts(db))
    query = f"SELECT count(*) FROM journal WHERE {_OLD}"
    (messages,) = db.execute(query, [before.messages]).fetchone()
    return Compacted(tokens, messages)


def _drop(db: sqlite3.Connection, min_messages: int, before: int) -> int:
    gone = 0
    for part in _tokens.parts(db):
        rare = part.rare(min_messages, before)
        _tokens.change(db, rare)
        _lessons.drop(db, rare.tokens())
        # A class keeps its messages; its sums are always those over the tokens that are there.
        _classes.change(db, [(number, 0, *lost) for number, lost in rare.totals().items()])
        gone += len(rare)
    _lessons.drop_classes(db)
    _tokens.repack(db)
    return gone
