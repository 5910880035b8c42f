"""What the messages of a store taught, as its tables say."""

import sqlite3
from contextlib import closing


def lessons(store):
    """Return the errors on each message, in their order, and what tokens gained and lost by class.

    Both name the classes; what is nothing is left out.
    """
    names = dict(zip(store.numbers, (one.name for one in store.classes), strict=True))
    with closing(sqlite3.connect(store.path)) as db:
        query = "SELECT errors FROM journal LEFT JOIN taught USING (id) ORDER BY journal.id"
        taught = [None if row[0] is None else errors(row[0], names) for row in db.execute(query)]
    rows = store.lessons().rows()
    return taught, {
        token: {names[number]: (gain, loss) for number, gain, loss in cells}
        for token, _, cells in rows
    }


def errors(kept, names):
    """Read what a message taught: the number of a class, and how far it was believed."""
    assert max(kept[::2], default=0) < 128, "one byte a number"
    return {names[number]: error for number, error in zip(kept[::2], kept[1::2], strict=True)}


def tables(path):
    """Return the tables of lessons of a closed or open store as they are, by the digests."""
    with closing(sqlite3.connect(path)) as db:
        taught = db.execute(
            "SELECT digest, errors FROM taught JOIN journal USING (id) ORDER BY digest"
        )
        kept = db.execute("SELECT first, tokens, block FROM lessons ORDER BY first")
        return taught.fetchall(), kept.fetchall()
