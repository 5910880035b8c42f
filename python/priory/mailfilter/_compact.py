"""A store made smaller: rare old tokens leave, and what old messages added.

A token that leaves was last learned before the day, so every message that has it was, too, and
loses its bag at the same time. So no bag that is left names a token that is gone, and what can
still be forgotten is forgotten exactly.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from priory.mailfilter import _classes, _tokens
from priory.mailfilter._schema import columns

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
    ids = list(_classes.ids(db).values())
    if not ids:
        return 0
    rare = f"day < ? AND {' + '.join(f'm{number}' for number in ids)} < ?"
    sums = ", ".join(f"coalesce(sum({name}), 0)" for name in columns(ids))
    lost = db.execute(f"SELECT {sums} FROM tokens WHERE {rare}", [before, min_messages]).fetchone()
    gone = db.execute(f"DELETE FROM tokens WHERE {rare}", [before, min_messages]).rowcount
    # A class keeps its messages; its sums are always those over the tokens that are there.
    _classes.change(
        db, [(i, 0, -m, -o) for i, m, o in zip(ids, lost[::2], lost[1::2], strict=True)]
    )
    _tokens.recount(db)
    return int(gone)
