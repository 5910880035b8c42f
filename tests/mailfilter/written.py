"""Messages for tests, and what a store holds in the end."""

import sqlite3
from contextlib import closing

from priory.mailfilter._schema import get_meta, put_meta
from priory.mailfilter.store import Store

LUNCH = b"From: ann@example.com\nSubject: lunch\n\nAt noon, at the usual place?\n"
NEWS = b"From: bob@example.com\nSubject: news\n\nThe usual news: lunch at noon.\n"
PILLS = b"From: pills@example.net\nSubject: cheap\n\nCheap, cheap, cheap pills!\n"
MONEY = b"From: money@example.org\nSubject: usual\n\nCheap money at noon. Cheap!\n"

TABLES = {
    "meta": "key, value",
    "classes": "name, messages, tokens, occurrences, untold",
    # The checksum in front of a bag is of the number of the class.
    "journal": "digest, (SELECT name FROM classes WHERE id = class), day, substr(bag, 6)",
}


def message(number):
    """Write one of many messages that differ and share words, of which there are many."""
    words = [f"word{number % divisor}" for divisor in range(2, 9)]
    words += [f"filler{number * 7919 * i % 9973}" for i in range(1, 20)]
    return f"Subject: number {number}\n\n{' '.join(words)}\n".encode()


def contents(path):
    """Return what the tables of a store hold, whatever the ids."""
    with closing(sqlite3.connect(path)) as db:
        tables = {
            name: sorted(db.execute(f"SELECT {what} FROM {name}").fetchall())  # noqa: S608
            for name, what in TABLES.items()
        }
    tables["meta"] = [row for row in tables["meta"] if row[0] != "seal"]  # which is of ids, too
    with Store(path, mode="ro") as store:
        names = [known.name for known in store.classes]
        tables["tokens"] = [
            (token, day, {n: c for n, c in zip(names, counts, strict=True) if any(c)})
            for token, day, counts in store.rows()
        ]
    return tables


def with_other_rules(path):
    """Say in a store that its tokens were made by rules that are not known here."""
    with Store(path) as store, store._writing() as db:
        text = str(get_meta(db, "analyzer"))
        put_meta(db, "analyzer", text.replace("mail 2", "mail 3"))


def set_schema(db, number):
    """Let a store have another schema, as both places say; before 6, there were no lessons."""
    if number < 6:
        db.execute("DROP TABLE IF EXISTS lessons")
        db.execute("DROP TABLE IF EXISTS taught")
    db.execute(f"PRAGMA user_version = {number}")
    db.execute("UPDATE meta SET value = ? WHERE key = 'schema'", [number])


def damage(path):
    """Spoil the page of a closed store with which its tokens begin."""
    start, size = first_page(path, "blocks")
    overwrite(path, start, b"\xee" * size)


def empty(path, name):
    """Empty half a page of a closed store, as SQLite reads a file that ends in its midst."""
    start, size = first_page(path, name)
    overwrite(path, start + size // 2, bytes(size // 2))


def first_page(path, name):
    """Return where a table or an index of a closed store begins, and the size of its pages."""
    with closing(sqlite3.connect(path)) as db:
        (size,) = db.execute("PRAGMA page_size").fetchone()
        query = "SELECT rootpage FROM sqlite_master WHERE name = ?"
        (page,) = db.execute(query, [name]).fetchone()
    return (page - 1) * size, size


def overwrite(path, start, content):
    """Put bytes in the place of others."""
    with open(path, "r+b") as file:  # noqa: PTH123
        file.seek(start)
        file.write(content)


class Stores:
    """Stores that are closed in the end."""

    def __init__(self, path):
        self.path = path
        self.opened = []

    def open(self, path=None, **options):
        """Open one."""
        self.opened.append(Store(path or self.path, **options))
        return self.opened[-1]

    def __enter__(self):
        """Return itself."""
        return self

    def __exit__(self, *error):
        """Close all."""
        for store in self.opened:
            store.close()
