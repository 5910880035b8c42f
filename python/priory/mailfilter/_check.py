"""Integrity checks of a store: the SQLite file, the totals, the tokens against the journal."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

from priory.mailfilter import _classes, _digests, _lesson_check, _tokens
from priory.mailfilter._agreement import MOST, Journal, Tokens
from priory.mailfilter.errors import corrupt_on_error, damaged, disagreeing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from priory.mailfilter._counter import MailCounter

__all__ = ["contradictions", "damage", "problems", "refuse_damage", "refuse_problems"]


def problems(db: sqlite3.Connection, counter: MailCounter) -> list[str]:
    """Return what is wrong, a sentence each."""
    return damage(db) or _found(db, counter)


def _found(db: sqlite3.Connection, counter: MailCounter) -> list[str]:
    with corrupt_on_error():  # a value may be of any type
        return _wrong(db, counter)


def _wrong(db: sqlite3.Connection, counter: MailCounter) -> list[str]:
    """Return what is wrong in a file that is sound."""
    journal = Journal(db, counter)
    tokens = Tokens(db, journal)
    if tokens.damaged:
        return list(tokens.damaged)  # what does not hold together cannot be counted
    return [
        *_sums(db, tokens),
        *_messages(db),
        *_digest_sums(db),
        *_number(db),
        *_orphans(db, tokens),
        *_disagreements(journal, tokens),
        *_lesson_check.problems(db),
    ]


def contradictions(
    db: sqlite3.Connection, counter: MailCounter, schema: str = "main"
) -> Iterator[str]:
    """Find tokens whose counts make no sense, or are not what the messages added."""
    journal = Journal(db, counter, schema)
    yield from _disagreements(journal, Tokens(db, journal, schema))


def _disagreements(journal: Journal, tokens: Tokens) -> Iterator[str]:
    for found in (tokens.odd, journal.broken, tokens.differences):
        yield from found


def damage(db: sqlite3.Connection, schema: str = "main") -> list[str]:
    """Return what SQLite finds wrong with the file itself."""
    try:
        found = db.execute(f"PRAGMA {schema}.integrity_check({MOST})")
        rows = [line for (row,) in found for line in row.splitlines() if not line.startswith("***")]
    except sqlite3.DatabaseError as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY:
            raise  # a file that another program is writing to may be sound
        rows = [str(error)]
    return [f"The file is damaged: {row}." for row in rows if row != "ok"]


def refuse_damage(db: sqlite3.Connection, path: str) -> None:
    """Raise StoreError, which names the file, before damage spreads to what is made of it."""
    if damage(db):
        raise damaged(path)


def refuse_problems(db: sqlite3.Connection, path: str, counter: MailCounter) -> None:
    """Raise StoreError, which names the file, if anything is wrong."""
    refuse_damage(db, path)
    for problem in _found(db, counter):
        raise disagreeing(path, problem)


def _sums(db: sqlite3.Connection, tokens: Tokens) -> Iterator[str]:
    """Find sums that are not those of the tokens."""
    for known, number in zip(_classes.read(db), _classes.ids(db).values(), strict=True):
        n_tokens, occurrences = tokens.sums.get(number, (0, 0))
        if (known.tokens, known.occurrences) != (n_tokens, occurrences):
            yield (
                f"The class {known.name!r}: recorded {known.tokens} tokens with "
                f"{known.occurrences} occurrences, found {n_tokens} with {occurrences}."
            )


def _messages(db: sqlite3.Connection) -> Iterator[str]:
    query = (
        "SELECT name, messages, untold, (SELECT count(*) FROM journal WHERE class = classes.id) "
        "FROM classes"
    )
    for name, messages, untold, told in db.execute(query):
        if messages != untold + told:
            yield (
                f"The class {name!r}: recorded {messages} messages, found {told} in the journal "
                f"and {untold} imported without one."
            )


def _digest_sums(db: sqlite3.Connection) -> Iterator[str]:
    if not _digests.are_whole(db):
        yield "Digests of the journal are damaged: messages that were learned may not be known."


def _number(db: sqlite3.Connection) -> Iterator[str]:
    (number,) = db.execute("SELECT coalesce(sum(tokens), 0) FROM blocks").fetchone()
    if number != _tokens.number(db):
        yield f"The store: recorded {_tokens.number(db)} tokens, found {number}."


def _orphans(db: sqlite3.Connection, tokens: Tokens) -> Iterator[str]:
    """Find what belongs to classes that are not there."""
    query = "SELECT count(*) FROM journal WHERE class NOT IN (SELECT id FROM classes)"
    (lost,) = db.execute(query).fetchone()
    if lost:
        yield f"The journal has {lost} messages of unknown classes."
    if not tokens.sums.keys() <= set(_classes.ids(db).values()):
        yield "There are tokens with counts of unknown classes."
