"""Whether all parts of a store agree."""

from __future__ import annotations

import sqlite3
from collections import Counter
from typing import TYPE_CHECKING

from priory import _core
from priory.mailfilter import _classes, _tokens

if TYPE_CHECKING:
    from collections.abc import Iterator

    from priory.mailfilter._tally import Bags, Tally

__all__ = ["contradictions", "damage", "problems"]

_MOST = 10  # problems of a kind that are told one by one


def problems(db: sqlite3.Connection, tally: Tally) -> list[str]:
    """Return what is wrong, a sentence each."""
    found = damage(db) or list(_first(_blocks(db)))
    if found:
        return found  # what does not hold together cannot be counted
    checks = (_sums, _messages, _number, _orphans)
    found = [problem for check in checks for problem in check(db)]
    return found + list(contradictions(db, tally))


def contradictions(db: sqlite3.Connection, tally: Tally, schema: str = "main") -> Iterator[str]:
    """Find tokens whose counts make no sense, or are not what the messages added."""
    yield from _first(_odd_rows(db, schema))
    yield from _against_bags(db, tally, schema)


def damage(db: sqlite3.Connection, schema: str = "main") -> list[str]:
    """Return what SQLite finds wrong with the file itself."""
    try:
        found = db.execute(f"PRAGMA {schema}.integrity_check({_MOST})")
        rows = [line for (row,) in found for line in row.splitlines() if not line.startswith("***")]
    except sqlite3.DatabaseError as error:
        rows = [str(error)]
    return [f"The file is damaged: {row}." for row in rows if row != "ok"]


def _blocks(db: sqlite3.Connection) -> Iterator[str]:
    """Find blocks that cannot be read, or are not what is said of them."""
    last = ""
    for number, first, tokens, block in db.execute("SELECT * FROM blocks ORDER BY first"):
        try:
            rows = _core.Ledger.read([block]).rows()
        except (TypeError, ValueError):
            rows = []
        if not rows or (rows[0][0], len(rows)) != (first, tokens) or last >= first > "":
            yield f"Block {number} of the tokens is damaged."
        else:
            last = rows[-1][0]


def _sums(db: sqlite3.Connection) -> Iterator[str]:
    """Find sums that are not those of the tokens."""
    sums = Counter[tuple[int, int]]()
    for part in _tokens.parts(db):
        for number, pair in part.totals().items():
            sums.update({(number, which): count for which, count in enumerate(pair)})
    for known, number in zip(_classes.read(db), _classes.ids(db).values(), strict=True):
        tokens, occurrences = sums[number, 0], sums[number, 1]
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
    (number,) = db.execute("SELECT coalesce(sum(tokens), 0) FROM blocks").fetchone()
    if number != _tokens.number(db):
        yield f"The store is said to have {_tokens.number(db)} tokens, and has {number}."


def _orphans(db: sqlite3.Connection) -> Iterator[str]:
    """Find what belongs to classes that are not there."""
    query = "SELECT count(*) FROM journal WHERE class NOT IN (SELECT id FROM classes)"
    (lost,) = db.execute(query).fetchone()
    if lost:
        yield f"The journal has {lost} messages of classes that are not there."
    ids = set(_classes.ids(db).values())
    found = (part.totals() for part in _tokens.parts(db))
    if any(not ids.issuperset(totals) for totals in found):
        yield "There are tokens with counts of classes that are not there."


def _odd_rows(db: sqlite3.Connection, schema: str) -> Iterator[str]:
    """Find tokens with fewer occurrences than messages."""
    for part in _tokens.parts(db, schema):
        for token, _, cells in part.rows():
            if any(not 0 < messages <= occurrences for _, messages, occurrences in cells):
                yield f"The token {token!r} has fewer occurrences than messages, or occurs in none."


def _first(found: Iterator[str]) -> Iterator[str]:
    """Return the first problems of a kind, and how many more there are."""
    for number, problem in enumerate(found):
        if number == _MOST:
            yield f"There are {1 + sum(1 for _ in found)} more of this kind."
            return
        yield problem


def _against_bags(db: sqlite3.Connection, tally: Tally, schema: str) -> Iterator[str]:
    """Find counts that are not what the messages of the journal added.

    They may be more where not all is in the journal.
    """
    ids = _classes.ids(db, schema)
    label = {number: index for index, number in enumerate(ids.values())}
    bags: Bags = []
    broken = []
    for message, number, bag in db.execute(
        f"SELECT id, class, bag FROM {schema}.journal WHERE bag IS NOT NULL"
    ):
        if not _is_bag(bag):
            broken.append(f"What message {message} of the journal added cannot be read.")
        elif number in label:
            bags.append((bag, label[number], 1))
    yield from _first(iter(broken))
    if not broken:
        added, _, _ = tally([], [], bags, list(ids.values()) or [0])
        yield from _first(_differences(db, added, schema))


def _is_bag(bag: object) -> bool:
    try:
        _core.read_bag(bag)  # type: ignore[arg-type]  # which may be anything
    except (TypeError, ValueError):
        return False
    return True


def _differences(db: sqlite3.Connection, added: _core.Ledger, schema: str) -> Iterator[str]:
    # Where messages were imported or compacted, the table has more than the bags.
    query = (
        "SELECT untold = 0 AND NOT EXISTS "
        f"(SELECT 1 FROM {schema}.journal WHERE class = known.id AND bag IS NULL) "
        f"FROM {schema}.classes AS known ORDER BY id"
    )
    whole = [bool(row[0]) for row in db.execute(query)]
    names = list(_classes.ids(db, schema))
    expected = _tokens.by_class(db, added, schema)
    nothing = [(0, 0)] * len(names)
    for token, _, held in _tokens.rows(db, schema):
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
