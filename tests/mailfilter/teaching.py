"""Messages to learn, and what a store was taught by them."""

import random
import sqlite3
from contextlib import closing

from mailfilter.taught import lessons
from priory.mailfilter import _lessons
from priory.mailfilter.store import Store

LABELS = ["ham", "spam", "work", "news"]
WORDS = [f"word{number}" for number in range(40)]


def message(number, label):
    """Return one of many messages, which has words of its class more often than others."""
    chance = random.Random(number * 7 + len(label))  # noqa: S311 (no secrets)
    place = 8 * LABELS.index(label)
    words = chance.choices(WORDS, k=6) + chance.choices(WORDS[place : place + 16], k=9)
    return f"Subject: {number} {chance.choice(words)}\n\n{' '.join(words)}\n".encode()


def messages(n, labels=LABELS[:2], run=1):
    """Return messages with their classes, of which each comes so often in a row."""
    named = [labels[number // run % len(labels)] for number in range(n)]
    return [(message(number, label), label) for number, label in enumerate(named)]


def by_digest(path):
    """Return what each message of a store taught, by digest, and the lessons of tokens."""
    with Store(path, mode="ro") as store:
        names = dict(zip(store.numbers, (one.name for one in store.classes), strict=True))
        with closing(sqlite3.connect(path)) as db:
            query = "SELECT digest, errors FROM journal LEFT JOIN taught USING (id)"
            taught = {
                digest: None
                if kept is None
                else {names[n]: error for n, error in zip(kept[::2], kept[1::2], strict=True)}
                for digest, kept in db.execute(query)
            }
        return taught, lessons(store)[1]


def replayed(path):
    """Return the same after a replay."""
    with Store(path) as store, store._writing() as db:
        assert _lessons.replay(db, force=True)
    return by_digest(path)


def learned(path, mail, size=None):
    """Learn messages in a new store, so many at once, and return what they taught."""
    with Store(path) as store:
        for start in range(0, len(mail), size or len(mail)):
            store.learn(mail[start : start + (size or len(mail))])
        assert store.check() == []
    return by_digest(path)
