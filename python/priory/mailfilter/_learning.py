"""Learning, correcting and forgetting: what a batch of messages changes in the tables."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from priory.mailfilter import _classes, _journal, _lessons, _tokens

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence

    from priory.mailfilter._counter import Bags, CountedMessages, MailCounter
    from priory.mailfilter._journal import Counting, JournalEntry

__all__ = ["LearnBatch", "forget", "learn", "read", "unknown"]


@dataclass(frozen=True, slots=True)
class LearnBatch:
    """Messages to learn: the digest and the class of each, and the first with each digest.

    Some may have been counted, as `rows`.
    """

    digests: list[bytes]
    names: list[str]
    firsts: dict[bytes, bytes]
    rows: CountedMessages | None = None

    def counted(self, rows: CountedMessages) -> LearnBatch:
        """Return the same with what was counted."""
        return LearnBatch(self.digests, self.names, self.firsts, rows)


def read(messages: Sequence[tuple[bytes, str]], threads: int) -> LearnBatch:
    """Find out which messages are the same."""
    raws, names = [raw for raw, _ in messages], [name for _, name in messages]
    digests = _journal.identify(raws, threads)
    firsts = dict(zip(reversed(digests), reversed(raws), strict=True))
    return LearnBatch(digests, names, firsts)


def unknown(db: sqlite3.Connection, given: LearnBatch, count: Counting) -> dict[bytes, bytes]:
    """Return the messages that are not known now, by their digests."""
    known = _journal.find(db, given.firsts, count)
    return {digest: raw for digest, raw in given.firsts.items() if digest not in known}


class JournalChanges:
    """What changes in the journal, by the digests of the messages."""

    def __init__(self, known: dict[bytes, JournalEntry]) -> None:
        self.known = known
        self.new: dict[bytes, str] = {}  # as this class
        self.moved: dict[bytes, str] = {}  # to this class
        self.gone: set[bytes] = set()


def learn(db: sqlite3.Connection, given: LearnBatch, counter: MailCounter, day: int) -> list[str]:
    """Learn messages as classes, within a transaction."""
    known, rows = _journal.find(db, given.firsts, counter.analyzer.count), given.rows
    _journal.renew(db, known)
    batch = JournalChanges(known)
    outcomes = [_sort(batch, *one) for one in zip(given.digests, given.names, strict=True)]
    if rows is None or not batch.new.keys() <= set(rows.digests):
        rows = counter.count({digest: given.firsts[digest] for digest in batch.new})
    _apply(db, batch, rows, counter, day)
    return outcomes


def _sort(batch: JournalChanges, digest: bytes, name: str) -> str:
    """Put a message where it belongs, after those before it in the batch."""
    learned = batch.known.get(digest)
    if learned is None:
        before = batch.new.get(digest)
        batch.new[digest] = name
        return "learned" if before is None else "known" if before == name else "corrected"
    if name == batch.moved.get(digest, learned.name):
        return "known"
    if learned.spent:
        return "spent"
    batch.moved[digest] = name
    return "corrected"


def forget(
    db: sqlite3.Connection,
    messages: Sequence[tuple[bytes, bytes]],
    counter: MailCounter,
    day: int,
) -> list[str]:
    """Forget messages, within a transaction."""
    known = _journal.find(db, dict(messages), counter.analyzer.count)
    batch, outcomes = JournalChanges(known), []
    for digest, _ in messages:
        if digest not in known or digest in batch.gone:
            outcomes.append("unknown")
        elif known[digest].spent:
            outcomes.append("spent")
        else:
            outcomes.append("forgotten")
            batch.gone.add(digest)
    _apply(db, batch, counter.count({}), counter, day)
    return outcomes


def _apply(
    db: sqlite3.Connection,
    batch: JournalChanges,
    rows: CountedMessages,
    counter: MailCounter,
    day: int,
) -> None:
    """Change all tables by a batch."""
    known = batch.known
    batch.moved = {d: name for d, name in batch.moved.items() if name != known[d].name}
    gains = Counter([*batch.new.values(), *batch.moved.values()])
    losses = Counter(known[digest].name for digest in (*batch.moved, *batch.gone))
    if not gains and not losses:
        return
    ids = _classes.declare(db, [*gains, *losses])
    label = {name: index for index, name in enumerate(ids)}
    labels = {digest: label[name] for digest, name in batch.new.items()}
    moved = _bags(db, batch, label)
    changes, bags, totals = counter(rows, labels, moved, list(ids.values()), day)
    left = [known[digest].id for digest in (*batch.moved, *batch.gone)]
    _lessons.unlearn(db, None if _leaves(db, losses - gains) else left)
    lessons = _lessons.learn(
        db, [(bytes(bags[d]), d, name) for d, name in batch.new.items()], changes
    )
    _tokens.change(db, changes, threads=counter.threads)
    _classes.change(db, [(ids[n], gains[n] - losses[n], *totals[label[n]]) for n in ids])
    _journal.add(db, ((d, ids[name], day, bags[d]) for d, name in batch.new.items()))
    _journal.move(db, [(ids[name], known[d].id) for d, name in batch.moved.items()])
    _journal.remove(db, [known[d].id for d in batch.gone])
    _lessons.add(db, lessons, list(batch.new))
    _lessons.replay(db)


def _leaves(db: sqlite3.Connection, losses: Counter[str]) -> bool:
    """Tell whether a class leaves, of which lessons of others may speak."""
    return any(losses[one.name] and losses[one.name] >= one.messages for one in _classes.read(db))


def _bags(db: sqlite3.Connection, batch: JournalChanges, label: dict[str, int]) -> Bags:
    """Return bags with the labels that lose them (-1) and that gain them (1)."""
    bags = []
    for digest in (*batch.moved, *batch.gone):
        learned = batch.known[digest]
        bag = _journal.bag(db, learned.id) or b""  # none of them is spent
        bags.append((bag, label[learned.name], -1))
        if digest in batch.moved:
            bags.append((bag, label[batch.moved[digest]], 1))
    return bags
