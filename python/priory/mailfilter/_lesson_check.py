"""Consistency of lessons: those of tokens are the sums of what the messages taught."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

from priory import _core
from priory.mailfilter import _lessons
from priory.mailfilter._agreement import Problems

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["problems"]

ByToken = dict[str, dict[int, tuple[int, int]]]  # by token and class, what it gained and lost


def problems(db: sqlite3.Connection) -> Iterator[str]:
    """Find what is wrong with lessons; a store without room for them has none."""
    if not _lessons.are_kept(db):
        return
    damaged, kept = _read(db)
    if damaged:
        yield from damaged
        return
    try:
        messages, sums = _lessons.sums(db)
    except sqlite3.DatabaseError:
        yield "What the messages taught cannot be read."
        return
    yield from _orphans(db)
    (known,) = db.execute("SELECT count(*) FROM journal").fetchone()
    yield from _differences(kept, _by_token(sums), is_whole=messages == known)


def _read(db: sqlite3.Connection) -> tuple[Problems, ByToken]:
    """Read the lessons of tokens, block after block."""
    damaged, kept, last = Problems(), ByToken(), ""
    query = "SELECT id, first, tokens, block FROM lessons ORDER BY first"
    for number, first, tokens, block in db.execute(query):
        try:
            found = _by_token(_core.Ledger.read([block]))
        except (TypeError, ValueError):
            found = {}
        names = list(found)
        if not names or (names[0], len(names)) != (first, tokens) or last >= first > "":
            damaged.add(f"Block {number} of the lessons is damaged.")
            continue
        last = names[-1]
        kept |= found
    return damaged, kept


def _by_token(ledger: _core.Ledger) -> ByToken:
    return {
        token: {number: (gain, loss) for number, gain, loss in cells}
        for token, _, cells in ledger.rows()
    }


def _orphans(db: sqlite3.Connection) -> Iterator[str]:
    query = "SELECT count(*) FROM taught WHERE id NOT IN (SELECT id FROM journal)"
    (lost,) = db.execute(query).fetchone()
    if lost:
        yield f"There are lessons of {lost} messages that the journal does not have."


def _differences(kept: ByToken, taught: ByToken, *, is_whole: bool) -> Iterator[str]:
    """Find lessons that are not those of the messages; the rest may be of those that are spent."""
    found = Problems()
    for token in sorted(taught.keys() | kept.keys()):
        has, had = kept.get(token, {}), taught.get(token, {})
        if has != had if is_whole else not _covers(has, had):
            found.add(f"The token {token!r}: its lessons are not what the messages taught.")
    yield from found


def _covers(has: dict[int, tuple[int, int]], had: dict[int, tuple[int, int]]) -> bool:
    """Tell whether lessons are no less than others."""
    pairs = ((has.get(number, (0, 0)), least) for number, least in had.items())
    return all(gain >= least[0] and loss >= least[1] for (gain, loss), least in pairs)
