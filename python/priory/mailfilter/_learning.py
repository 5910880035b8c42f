"""Learning, correcting and forgetting: what a batch of messages changes in the tables."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from priory.mailfilter import _classes, _journal, _lessons, _tokens

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator, Sequence

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

    def part(self, start: int, end: int) -> LearnBatch:
        """Return some of them."""
        if (start, end) == (0, len(self.digests)):
            return self
        digests = self.digests[start:end]
        firsts = {digest: self.firsts[digest] for digest in digests}
        return LearnBatch(digests, self.names[start:end], firsts, self.rows)


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
    known = _journal.find(db, given.firsts, counter.analyzer.count)
    _journal.renew(db, known)
    outcomes: list[str] = []
    for part in _parts(given, known):
        if outcomes:  # what was learned before is known now
            known = _journal.find(db, part.firsts, counter.analyzer.count)
        outcomes += _learn(db, part, known, counter, day)
    return outcomes


def _learn(
    db: sqlite3.Connection,
    given: LearnBatch,
    known: dict[bytes, JournalEntry],
    counter: MailCounter,
    day: int,
) -> list[str]:
    batch, rows = JournalChanges(known), given.rows
    outcomes = [_sort(batch, *one) for one in zip(given.digests, given.names, strict=True)]
    if rows is None or not batch.new.keys() <= set(rows.digests):
        rows = counter.count({digest: given.firsts[digest] for digest in batch.new})
    _apply(db, batch, rows, counter, day)
    return outcomes


def _parts(given: LearnBatch, known: dict[bytes, JournalEntry]) -> Iterator[LearnBatch]:
    """Split messages where new ones and corrections take turns.

    What a message teaches depends on what was learned before it, in whatever batches.
    """
    names = {digest: one.name for digest, one in known.items()}
    spent = {digest for digest, one in known.items() if one.spent}
    start, was_new = 0, None
    for place, (digest, name) in enumerate(zip(given.digests, given.names, strict=True)):
        if digest in spent or names.get(digest) == name:
            continue
        is_new = digest not in names
        if was_new is not None and is_new != was_new:
            yield given.part(start, place)
            start = place
        names[digest], was_new = name, is_new
    yield given.part(start, len(given.digests))


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
    leaves = _leaves(db, losses - gains)
    _lessons.unlearn(db, None if leaves else left)
    new = [(bytes(bags[digest]), digest, name) for digest, name in batch.new.items()]
    lessons = _lessons.learn(db, new, changes)
    corrected = [
        (_journal.bag(db, known[digest].id) or b"", digest, name)  # none of them is spent
        for digest, name in batch.moved.items()
    ]
    again = _lessons.teach_again(db, corrected, changes)
    _tokens.change(db, changes, threads=counter.threads)
    _classes.change(db, [(ids[n], gains[n] - losses[n], *totals[label[n]]) for n in ids])
    _journal.add(db, ((d, ids[name], day, bags[d]) for d, name in batch.new.items()))
    _journal.move(db, [(ids[name], known[d].id) for d, name in batch.moved.items()])
    _journal.remove(db, [known[d].id for d in batch.gone])
    _lessons.add(db, lessons, list(batch.new))
    _lessons.add(db, again, list(batch.moved))
    _lessons.replay(db, force=leaves)


def _leaves(db: sqlite3.Connection, losses: Counter[str]) -> bool:
    """Tell whether a class leaves, of which lessons of others may speak."""
    known = _classes.read(db)
    return any(losses[one.name] and losses[one.name] >= one.messages for one in known)


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
