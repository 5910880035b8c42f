"""Import and export of a store as JSON Lines: a header, the tokens, the journal."""

from __future__ import annotations

import json
import sqlite3
from base64 import b64decode, b64encode
from collections import Counter
from typing import TYPE_CHECKING, Any

from priory import _core
from priory.errors import InputError
from priory.mailfilter import _bogofilter, _classes, _journal, _tokens
from priory.mailfilter._journal import DIGEST, EARLIER, is_digest
from priory.mailfilter._schema import get_meta, put_meta
from priory.mailfilter._seal import bound
from priory.mailfilter.errors import corrupt, corrupt_on_error

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["read", "write"]

FORMAT = 4  # bags are sealed and digests cover what is seen; in 1, bags were of version 1
_UNRELEASED = 3  # was written with digests of two kinds, which nothing tells apart
_COUNTS = ("messages", "tokens", "occurrences", "untold")
_LAST_DAY = 99991231
# Lines may come in any order: here they are sorted.
_ROWS = "CREATE TABLE other.rows (token TEXT PRIMARY KEY, day INTEGER, counts TEXT) WITHOUT ROWID"
# What Python makes of lines that are not what they should be.
_FAULTS = (ValueError, TypeError, KeyError, AttributeError, RecursionError)


def write(db: sqlite3.Connection) -> Iterator[bytes]:
    """Return the lines of a store."""
    query = f"SELECT name, {', '.join(_COUNTS)} FROM classes ORDER BY id"
    (messages,) = db.execute("SELECT count(*) FROM journal").fetchone()
    yield _line(
        {
            "priory": "store",
            "format": FORMAT,
            "analyzer": json.loads(str(get_meta(db, "analyzer"))),
            "bogofilter": get_meta(db, "bogofilter"),
            "classes": [
                dict(zip(("name", *_COUNTS), row, strict=True)) for row in db.execute(query)
            ],
            "tokens": _tokens.number(db),
            "journal": messages,
        }
    )
    for token, day, counts in _tokens.rows(db):
        yield _line({"token": token, "day": day, "counts": counts})
    query = (
        "SELECT digest, class, name, day, bag FROM journal JOIN classes ON class = classes.id "
        "ORDER BY journal.id"
    )
    for row in db.execute(query):
        with corrupt_on_error():
            line = _message(*row)
        yield line


def _message(digest: bytes, number: int, name: str, day: int, bag: bytes | None) -> bytes:
    free = None if bag is None else bound(bag, digest, number)
    if free is not None and not _core.is_intact(free):
        raise corrupt(f"the journal entry {digest.hex()} is damaged")
    kept = None if free is None else b64encode(bound(free, digest)).decode()
    return _line({"digest": digest.hex(), "class": name, "day": day, "bag": kept})


def _line(values: dict[str, Any]) -> bytes:
    text = json.dumps(values, ensure_ascii=False, separators=(",", ":"))
    return text.encode() + b"\n"


def read(db: sqlite3.Connection, lines: Iterable[bytes]) -> str:
    """Put lines into the empty tables of `other`, and return the text of their analyser.

    Raises InputError for an invalid line, with the line as its place.
    """
    header: dict[str, Any] = {}
    kinds = [0, 0]
    number = 0
    try:
        for number, line in enumerate(lines, 1):
            values = json.loads(line)
            if number == 1:
                header = _header(db, values)
                continue
            kinds["digest" in values] += 1
            (_journal_line if "digest" in values else _token_line)(db, header, values)
    except (*_FAULTS, sqlite3.IntegrityError) as error:
        raise InputError(
            f"not a valid store record ({_reason(error)})",
            code="invalid-record",
            place=f"line {number}",
            parameter="lines",
        ) from error
    if not header:
        raise InputError("no lines", code="empty-input", parameter="lines")
    if kinds != [header["tokens"], header["journal"]]:
        what = (
            f"incomplete: {kinds[0]} tokens and {kinds[1]} messages, but the header announces "
            f"{header['tokens']} and {header['journal']}"
        )
        raise InputError(what, code="truncated-export", parameter="lines")
    _tokens.change_rows(db, _rows(db), "other")
    _compare(db, header)
    return json.dumps(header["analyzer"])


def _reason(error: Exception) -> str:
    """Say what is wrong with a line, without the line that JSON counts within it."""
    if isinstance(error, json.JSONDecodeError):
        return f"invalid JSON: {error.msg}, at character {error.pos + 1}"
    if isinstance(error, RecursionError):
        return "nested too deeply"
    return f"missing key {error}" if isinstance(error, KeyError) else str(error)


def _header(db: sqlite3.Connection, header: dict[str, Any]) -> dict[str, Any]:
    if header["priory"] != "store" or header["format"] not in range(1, FORMAT + 1):
        raise ValueError(f"not the header of a store in format 1 to {FORMAT}")
    if header["format"] == _UNRELEASED:
        raise ValueError(f"format {_UNRELEASED} is of an unreleased version: learn the mail again")
    for name in ("tokens", "journal"):
        _count(header[name])
    if not isinstance(header["analyzer"], dict):
        raise ValueError("the analyser is not an object")
    if len(header["classes"]) > _classes.MOST:
        raise ValueError(f"a store has at most {_classes.MOST} classes")
    for number, known in enumerate(header["classes"], 1):
        _classes.check_name(known["name"])
        values = [number, known["name"], *(_count(known[name]) for name in _COUNTS)]
        db.execute(
            f"INSERT INTO other.classes (id, name, {', '.join(_COUNTS)}) VALUES (?{', ?' * 5})",
            values,
        )
    header["numbers"] = _classes.ids(db, "other")
    db.execute(_ROWS)
    if header["bogofilter"] is not None:
        _bogofilter.check_about(header["bogofilter"])
        put_meta(db, "bogofilter", header["bogofilter"], "other")
    return header


def _token_line(db: sqlite3.Connection, header: dict[str, Any], values: dict[str, Any]) -> None:
    counts = [(_count(messages), _count(occurrences)) for messages, occurrences in values["counts"]]
    if not isinstance(values["token"], str):
        raise ValueError(f"invalid token: {values['token']!r}")
    if len(counts) != len(header["numbers"]) or not any(map(any, counts)):
        raise ValueError("the counts do not match the classes")
    row = [values["token"], _day(values["day"]), json.dumps(counts)]
    db.execute("INSERT INTO other.rows VALUES (?, ?, ?)", row)


def _rows(db: sqlite3.Connection) -> Iterator[_tokens.Row]:
    for token, day, counts in db.execute("SELECT * FROM other.rows ORDER BY token"):
        pairs = enumerate(json.loads(counts), 1)
        yield token, day, [(number, *pair) for number, pair in pairs]


def _journal_line(db: sqlite3.Connection, header: dict[str, Any], values: dict[str, Any]) -> None:
    digest = bytes.fromhex(values["digest"])
    bag = None if values["bag"] is None else b64decode(values["bag"], validate=True)
    if not is_digest(digest):
        raise ValueError(f"a digest must have {DIGEST} bytes or {EARLIER}, not {len(digest)}")
    free = None if bag is None else bound(bag, digest)
    if free is not None:
        _core.read_bag(free)
    row = digest, header["numbers"][values["class"]], _day(values["day"]), free
    _journal.add(db, [row], "other")


def _count(value: object) -> int:
    if type(value) is not int or not 0 <= value < 2**53:
        raise ValueError(f"invalid count: {value!r}")
    return value


def _day(value: object) -> int:
    if _count(value) > _LAST_DAY:
        raise ValueError(f"invalid day: {value!r}")
    return _count(value)


def _compare(db: sqlite3.Connection, header: dict[str, Any]) -> None:
    """Refuse sums that are not those of the lines."""
    sums = Counter[tuple[int, int]]()
    for part in _tokens.parts(db, "other"):
        for number, (messages, occurrences) in part.totals().items():
            sums[number, 0] += messages
            sums[number, 1] += occurrences
    for known in header["classes"]:
        number = header["numbers"][known["name"]]
        query = "SELECT count(*) FROM other.journal WHERE class = ?"
        (told,) = db.execute(query, [number]).fetchone()
        found = (told + known["untold"], sums[number, 0], sums[number, 1])
        if found != (known["messages"], known["tokens"], known["occurrences"]):
            what = f"the sums of the class {known['name']!r} in the header do not match its lines"
            raise InputError(what, code="contradictory-records", parameter="lines")
