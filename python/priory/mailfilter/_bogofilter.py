"""Import and export of bogofilter word lists, the text of `bogoutil -d` and `bogoutil -l`.

A line is a token, its messages of spam, its messages of good mail, and the day it was last seen,
which is left out where bogofilter was told to keep no days, and 0 here. Bogofilter knows no
occurrences: a token that comes from there occurs once in each of its messages.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from priory.errors import InputError
from priory.mailfilter import _classes, _tokens
from priory.mailfilter._schema import day_before, get_meta, put_meta
from priory.mailfilter.errors import corrupt_on_error

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator

__all__ = ["check_about", "read", "write"]

MESSAGES = ".MSG_COUNT"
# What a list says about itself beside the messages, as bogofilter 1.2 does.
ABOUT = {".ENCODING": (2, 0), ".WORDLIST_VERSION": (20040500, 0)}
NO_TOKENS = {MESSAGES, *ABOUT, ".ROBX"}
# Prefixes of headers whose words both have; the others of bogofilter stand for nothing here.
PREFIXES = {"subj:": "subject:", "rtrn:": "return-path:"}

_WORDS = (
    "CREATE TABLE other.words "
    "(token TEXT PRIMARY KEY, day INTEGER, spam INTEGER, good INTEGER) WITHOUT ROWID"
)
_LINE = re.compile(rb"([^ \t\r\n\0]+) (\d{1,10}) (\d{1,10})(?: (\d{1,8}))?\r?\n?")
_UNSPEAKABLE = re.compile("[\0\t\n\v\f\r ]")
_NUMBERS = 3  # behind a token: messages of spam, messages of good mail, the day
_RAW = range(0xEF80, 0xF000)  # private characters that stand for bytes that are no UTF-8


def read(db: sqlite3.Connection, lines: Iterable[bytes], spam: str, good: str) -> None:
    """Put lines into the empty tables of `other`.

    Raises InputError for an invalid line, with the line as its place.
    """
    for number, name in enumerate((spam, good), 1):
        _classes.check_name(name)
        db.execute("INSERT INTO other.classes (id, name) VALUES (?, ?)", [number, name])
    db.execute(_WORDS)
    about = dict(_words(db, lines))
    if MESSAGES not in about:
        what, remedy = f"no line {MESSAGES}", "dump the whole list with `bogoutil -d`"
        raise InputError(what, code="truncated-export", parameter="lines", remedy=remedy)
    put_meta(db, "bogofilter", json.dumps(about), "other")
    _tokens.change_rows(db, _rows(db), "other")
    for number, name in enumerate(("spam", "good"), 1):
        db.execute(
            "UPDATE other.classes SET messages = ?1, untold = ?1, tokens = counted, "
            "occurrences = counted "
            f"FROM (SELECT coalesce(sum({name}), 0) AS counted FROM other.words) WHERE id = ?2",
            [about[MESSAGES][number - 1], number],
        )
    db.execute("DELETE FROM other.classes WHERE messages = 0 AND tokens = 0")


def _words(
    db: sqlite3.Connection, lines: Iterable[bytes]
) -> Iterator[tuple[str, tuple[int, int, int]]]:
    """Put tokens into their table, and return what is none, or has no counts."""
    for number, line in enumerate(lines, 1):
        match = _LINE.fullmatch(line)
        if match is None:
            raise InputError(
                "not a valid word list record (expected a token and two or three numbers)",
                code="invalid-record",
                place=f"line {number}",
                parameter="lines",
            )
        token, (spam, good) = _token(match[1]), (int(match[2]), int(match[3]))
        day = int(match[4] or 0)
        if token in NO_TOKENS or not (spam or good):
            yield token, (spam, good, day)
        else:
            db.execute(
                "INSERT INTO other.words VALUES (?, ?, ?, ?) ON CONFLICT (token) DO UPDATE SET "
                "spam = spam + excluded.spam, good = good + excluded.good, "
                "day = max(day, excluded.day)",
                [token, day, spam, good],
            )


def _rows(db: sqlite3.Connection) -> Iterator[_tokens.Row]:
    for token, day, spam, good in db.execute("SELECT * FROM other.words ORDER BY token"):
        yield token, day, [(1, spam, spam), (2, good, good)]


def write(db: sqlite3.Connection, spam: str, good: str) -> Iterator[bytes]:
    """Return the lines of a list of two classes."""
    names = list(_classes.ids(db))
    told: dict[bytes, list[int]] = {}
    for token, day, counts in _tokens.rows(db):
        held = dict(zip(names, counts, strict=True))
        (spams, _), (goods, _) = held.get(spam, (0, 0)), held.get(good, (0, 0))
        if spams + goods > 0 and token not in NO_TOKENS and _can_be_told(token):
            told[_bytes(token)] = [spams, goods, day]
    latest = max((day for *_, day in told.values()), default=0)
    about = _about(db, spam, good, latest or day_before())
    # A word that had no counts has some when it was learned since.
    lines = {_bytes(name): counts for name, counts in about.items()} | told
    for raw in sorted(lines):
        spams, goods, day = lines[raw]
        yield b"%b %d %d" % (raw, spams, goods) + (b" %d\n" % day if day else b"\n")


def _about(db: sqlite3.Connection, spam: str, good: str, day: int) -> dict[str, list[int]]:
    """Return what the list says about itself: what it said when it was imported, if it was."""
    made = {name: [*values, day] for name, values in ABOUT.items()}
    with corrupt_on_error():
        text = get_meta(db, "bogofilter") or json.dumps(made)
        check_about(text)
        about: dict[str, list[int]] = json.loads(str(text))
    messages = {known.name: known.messages for known in _classes.read(db)}
    since = about.get(MESSAGES, [0, 0, day])[2]
    about[MESSAGES] = [messages.get(spam, 0), messages.get(good, 0), since]
    return about


def check_about(text: object) -> None:
    """Refuse invalid metadata of a word list in JSON lines."""
    if not isinstance(text, str):
        raise ValueError("the metadata of the word list is not a string")
    about = json.loads(text)
    for counts in about.values():
        if len(counts) != _NUMBERS or not all(type(n) is int and 0 <= n < 2**53 for n in counts):
            raise ValueError(f"invalid metadata of a word list: {counts!r}")


def _can_be_told(token: str) -> bool:
    return bool(token) and _UNSPEAKABLE.search(token) is None


def _token(raw: bytes) -> str:
    """Return a token as it is here; bytes that are no UTF-8 become private characters."""
    text = raw.decode(errors="surrogateescape")
    if not text.isascii():
        text = "".join(map(_readable, text))
    return _renamed(text, PREFIXES)


def _readable(char: str) -> str:
    if "\udc80" <= char <= "\udcff":
        return chr(ord(char) - 0xDC80 + _RAW.start)
    if ord(char) in _RAW:  # so that no two tokens become one
        return "".join(chr(byte - 0x80 + _RAW.start) for byte in char.encode())
    return char


def _bytes(token: str) -> bytes:
    """Return a token as it is there."""
    token = _renamed(token, {ours: theirs for theirs, ours in PREFIXES.items()})
    if token.isascii():
        return token.encode()
    raw = (chr(ord(c) - _RAW.start + 0xDC80) if ord(c) in _RAW else c for c in token)
    return "".join(raw).encode(errors="surrogateescape")


def _renamed(token: str, prefixes: dict[str, str]) -> str:
    for old, new in prefixes.items():
        if token.startswith(old):
            return new + token.removeprefix(old)
    return token
