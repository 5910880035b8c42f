"""A store as the word list of bogofilter, in the text that `bogoutil -d` writes and `-l` reads.

A line is a token, its messages of spam, its messages of good mail, and the day it was last seen.
Bogofilter knows no occurrences: a token that comes from there occurs once in each of its messages.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from priory.mailfilter import _classes
from priory.mailfilter._schema import add_columns, day_before, get_meta, put_meta

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator

__all__ = ["read", "write"]

MESSAGES = ".MSG_COUNT"
# What a list says about itself beside the messages, as bogofilter 1.2 does.
ABOUT = {".ENCODING": (2, 0), ".WORDLIST_VERSION": (20040500, 0)}
NO_TOKENS = {MESSAGES, *ABOUT, ".ROBX"}
# Prefixes of headers whose words both have; the others of bogofilter stand for nothing here.
PREFIXES = {"subj:": "subject:", "rtrn:": "return-path:"}

_LINE = re.compile(rb"([^ \t\r\n\0]+) (\d{1,10}) (\d{1,10})(?: (\d{1,8}))?\r?\n?")
_UNSPEAKABLE = re.compile("[\0\t\n\v\f\r ]")
_RAW = range(0xEF80, 0xF000)  # private characters that stand for bytes that are no UTF-8


def read(db: sqlite3.Connection, lines: Iterable[bytes], spam: str, good: str) -> None:
    """Put lines into the empty tables of `other`.

    Raises ValueError where something is wrong with them, which begins with the line.
    """
    for number, name in enumerate((spam, good), 1):
        _classes.check_name(name)
        db.execute("INSERT INTO other.classes (id, name) VALUES (?, ?)", [number, name])
        add_columns(db, number, "other")
    about = dict(_rows(db, lines))
    if MESSAGES not in about:
        raise ValueError(f"there is no line {MESSAGES}: dump the whole list with `bogoutil -d`")
    put_meta(db, "bogofilter", json.dumps(about), "other")
    for number in (1, 2):
        db.execute(
            "UPDATE other.classes SET messages = ?1, untold = ?1, "
            f"tokens = (SELECT coalesce(sum(m{number}), 0) FROM other.tokens), "
            f"occurrences = (SELECT coalesce(sum(o{number}), 0) FROM other.tokens) WHERE id = ?2",
            [about[MESSAGES][number - 1], number],
        )
    db.execute("DELETE FROM other.classes WHERE messages = 0 AND tokens = 0")


def _rows(
    db: sqlite3.Connection, lines: Iterable[bytes]
) -> Iterator[tuple[str, tuple[int, int, int]]]:
    """Put tokens into their table, and return what is none."""
    today = day_before()
    for number, line in enumerate(lines, 1):
        match = _LINE.fullmatch(line)
        if match is None:
            raise ValueError(
                f"line {number} is none of a word list: it must be a token and three numbers"
            )
        token, (spam, good) = _token(match[1]), (int(match[2]), int(match[3]))
        day = int(match[4] or 0) or today
        if token in NO_TOKENS:
            yield token, (spam, good, day)
        elif spam or good:
            db.execute(
                "INSERT INTO other.tokens (token, day, m1, o1, m2, o2) "
                "VALUES (?1, ?2, ?3, ?3, ?4, ?4) ON CONFLICT (token) DO UPDATE SET "
                "m1 = m1 + ?3, o1 = o1 + ?3, m2 = m2 + ?4, o2 = o2 + ?4, day = max(day, ?2)",
                [token, day, spam, good],
            )


def write(db: sqlite3.Connection, spam: str, good: str) -> Iterator[bytes]:
    """Return the lines of a list of two classes."""
    about = _about(db, spam, good)
    ids = _classes.ids(db)
    m1, m2 = (f"m{ids[name]}" if name in ids else "0" for name in (spam, good))
    query = f"SELECT token, {m1}, {m2}, day FROM tokens WHERE {m1} + {m2} > 0"
    lines = {_bytes(token): counts for token, *counts in db.execute(query) if _can_be_told(token)}
    lines |= {name.encode(): counts for name, counts in about.items()}
    for token in sorted(lines):
        yield b"%b %d %d %d\n" % (token, *lines[token])


def _about(db: sqlite3.Connection, spam: str, good: str) -> dict[str, list[int]]:
    """Return what the list says about itself: what it said when it was imported, if it was."""
    (day,) = db.execute("SELECT coalesce(max(day), 0) FROM tokens").fetchone()
    made = {name: [*values, day or day_before()] for name, values in ABOUT.items()}
    about: dict[str, list[int]] = json.loads(str(get_meta(db, "bogofilter") or json.dumps(made)))
    messages = {known.name: known.messages for known in _classes.read(db)}
    since = about.get(MESSAGES, [0, 0, day or day_before()])[2]
    about[MESSAGES] = [messages.get(spam, 0), messages.get(good, 0), since]
    return about


def _can_be_told(token: str) -> bool:
    return _UNSPEAKABLE.search(token) is None


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
