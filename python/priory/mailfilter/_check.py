"""Whether all parts of a store agree."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

from priory import _core
from priory.mailfilter import _classes, _tokens
from priory.mailfilter._schema import columns

if TYPE_CHECKING:
    from collections.abc import Iterator

    from priory.mailfilter._tally import Bags, Row, Tally

__all__ = ["problems"]

_MOST = 10  # problems of a kind that are told one by one


def problems(db: sqlite3.Connection, tally: Tally) -> list[str]:
    """Return what is wrong, a sentence each."""
    found = _damage(db)
    if found:
        return found  # what does not hold together cannot be counted
    checks = (_sums, _messages, _number, _orphans, _odd_rows)
    found = [problem for check in checks for problem in check(db)]
    return found + list(_against_bags(db, tally))


def _damage(db: sqlite3.Connection) -> list[str]:
    try:
        rows = [row for (row,) in db.execute(f"PRAGMA integrity_check({_MOST})")]
    except sqlite3.DatabaseError as error:
        rows = [str(error)]
    return [f"The file is damaged: {row}." for row in rows if row != "ok"]


def _sums(db: sqlite3.Connection) -> Iterator[str]:
    """Find sums that are not those of the table."""
    for known, number in zip(_classes.read(db), _classes.ids(db).values(), strict=True):
        query = f"SELECT coalesce(sum(m{number}), 0), coalesce(sum(o{number}), 0) FROM tokens"
        tokens, occurrences = db.execute(query).fetchone()
        if (known.tokens, known.occurrences) != (tokens, occurrences):
            yield (
                f"The class {known.name!r} is said to have {known.tokens} tokens with "
                f"{known.occurrences} occurrences, and has {tokens} with {occurrences}."
            )


def _messages(db: sqlite3.Connection) -> Iterator[str]:
    query = (
        "SELECT name, messages, untold, (SELECT count(*) FROM journal WHERE class = classes.id) "
        "FROM classes"
    )
    for name, messages, untold, told in db.execute(query):
        if messages != untold + told:
            yield (
                f"The class {name!r} is said to have {messages} messages, and has {told} in the "
                f"journal and {untold} that were imported without one."
            )


def _number(db: sqlite3.Connection) -> Iterator[str]:
    (number,) = db.execute("SELECT count(*) FROM tokens").fetchone()
    if number != _tokens.number(db):
        yield f"The store is said to have {_tokens.number(db)} tokens, and has {number}."


def _orphans(db: sqlite3.Connection) -> Iterator[str]:
    """Find what belongs to classes that are not there."""
    ids = set(_classes.ids(db).values())
    query = "SELECT count(*) FROM journal WHERE class NOT IN (SELECT id FROM classes)"
    (lost,) = db.execute(query).fetchone()
    if lost:
        yield f"The journal has {lost} messages of classes that are not there."
    made = _classes.columns_made(db)
    missing = [name for name, number in _classes.ids(db).items() if number not in made]
    yield from (f"The class {name!r} has no counts." for name in missing)
    spare = columns(made - ids)
    if spare:
        some = " OR ".join(f"{name} <> 0" for name in spare)
        (rows,) = db.execute(f"SELECT count(*) FROM tokens WHERE {some}").fetchone()
        if rows:
            yield f"There are {rows} tokens with counts of classes that are not there."


def _odd_rows(db: sqlite3.Connection) -> Iterator[str]:
    """Find tokens with fewer occurrences than messages, or with none of either."""
    ids = list(_classes.ids(db).values())
    fewer = " OR ".join(f"o{i} < m{i} OR (m{i} = 0 AND o{i} > 0)" for i in ids) or "FALSE"
    yield from _some(
        db, fewer, "The token {0!r} has fewer occurrences than messages, or occurs in none."
    )
    nothing = " AND ".join(f"{name} = 0" for name in columns(ids)) or "TRUE"
    yield from _some(db, nothing, "The token {0!r} stands in no message.")


def _some(db: sqlite3.Connection, where: str, sentence: str) -> Iterator[str]:
    found = db.execute(f"SELECT token FROM tokens WHERE {where}")
    yield from _first(sentence.format(token) for (token,) in found)


def _first(found: Iterator[str]) -> Iterator[str]:
    """Return the first problems of a kind, and how many more there are."""
    for number, problem in enumerate(found):
        if number == _MOST:
            yield f"There are {1 + sum(1 for _ in found)} more of this kind."
            return
        yield problem


def _against_bags(db: sqlite3.Connection, tally: Tally) -> Iterator[str]:
    """Find counts that are not what the messages of the journal added.

    They may be more where not all is in the journal.
    """
    ids = _classes.ids(db)
    label = {number: index for index, number in enumerate(ids.values())}
    bags: Bags = []
    broken = []
    for message, number, bag in db.execute(
        "SELECT id, class, bag FROM journal WHERE bag IS NOT NULL"
    ):
        if not _is_bag(bag):
            broken.append(f"What message {message} of the journal added cannot be read.")
        elif number in label:
            bags.append((bag, label[number], 1))
    yield from _first(iter(broken))
    if not broken:
        rows, _, _ = tally([], [], bags, max(1, len(ids)))
        yield from _first(_differences(db, rows))


def _is_bag(bag: object) -> bool:
    try:
        _core.read_bag(bag)  # type: ignore[arg-type]  # which may be anything
    except (TypeError, ValueError):
        return False
    return True


def _differences(db: sqlite3.Connection, added: list[Row]) -> Iterator[str]:
    # Where messages were imported or compacted, the table has more than the bags.
    query = (
        "SELECT untold = 0 AND NOT EXISTS "
        "(SELECT 1 FROM journal WHERE class = classes.id AND bag IS NULL) FROM classes ORDER BY id"
    )
    whole = [bool(row[0]) for row in db.execute(query)]
    names = list(_classes.ids(db))
    expected = {row[0]: list(zip(row[1::2], row[2::2], strict=True)) for row in added}
    nothing = [(0, 0)] * len(names)
    for token, _, held in _tokens.rows(db):
        told = expected.pop(token, nothing)
        for name, all_told, (has, had) in zip(
            names, whole, zip(held, told, strict=True), strict=True
        ):
            if has != had if all_told else (has[0] < had[0] or has[1] < had[1]):
                yield (
                    f"The token {token!r} has {has[0]} messages and {has[1]} occurrences in "
                    f"{name!r}, and by the journal {had[0]} and {had[1]}."
                )
    for token in expected:
        yield f"The token {token!r} of the journal is missing."
