"""Learning, correcting and forgetting: what a batch of messages changes in the tables."""

from __future__ import annotations

from collections import Counter

from priory.mailfilter import _classes, _journal, _tokens

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence

    from priory.mailfilter._journal import Learned
    from priory.mailfilter._tally import Bags, Tally

__all__ = ["forget", "learn"]


class Batch:
    """What is to be changed, by the digests of the messages."""

    def __init__(self, known: dict[bytes, Learned]) -> None:
        self.known = known
        self.new: dict[bytes, tuple[bytes, str]] = {}  # message, class
        self.moved: dict[bytes, str] = {}  # to this class
        self.gone: set[bytes] = set()


def learn(
    db: sqlite3.Connection,
    messages: Sequence[tuple[bytes, str]],
    digests: Sequence[bytes],
    tally: Tally,
    day: int,
) -> list[str]:
    """Learn messages as classes, within a transaction."""
    batch = Batch(_journal.find(db, digests))
    outcomes = [
        _sort(batch, digest, raw, name)
        for digest, (raw, name) in zip(digests, messages, strict=True)
    ]
    _apply(db, batch, tally, day)
    return outcomes


def _sort(batch: Batch, digest: bytes, raw: bytes, name: str) -> str:
    """Put a message where it belongs, after those before it in the batch."""
    learned = batch.known.get(digest)
    if learned is None:
        first, before = batch.new.get(digest, (raw, ""))
        batch.new[digest] = (first, name)
        return "learned" if not before else "known" if before == name else "corrected"
    if name == batch.moved.get(digest, learned.name):
        return "known"
    if learned.spent:
        return "spent"
    batch.moved[digest] = name
    return "corrected"


def forget(db: sqlite3.Connection, digests: Sequence[bytes], tally: Tally, day: int) -> list[str]:
    """Forget messages, within a transaction."""
    known = _journal.find(db, digests)
    batch, outcomes = Batch(known), []
    for digest in digests:
        if digest not in known or digest in batch.gone:
            outcomes.append("unknown")
        elif known[digest].spent:
            outcomes.append("spent")
        else:
            outcomes.append("forgotten")
            batch.gone.add(digest)
    _apply(db, batch, tally, day)
    return outcomes


def _apply(db: sqlite3.Connection, batch: Batch, tally: Tally, day: int) -> None:
    """Change all tables by a batch."""
    known = batch.known
    batch.moved = {d: name for d, name in batch.moved.items() if name != known[d].name}
    gains = Counter([*(name for _, name in batch.new.values()), *batch.moved.values()])
    losses = Counter(known[digest].name for digest in (*batch.moved, *batch.gone))
    if not gains and not losses:
        return
    ids = _classes.declare(db, [*gains, *losses])
    label = {name: index for index, name in enumerate(ids)}
    messages = [raw for raw, _ in batch.new.values()]
    labels = [label[name] for _, name in batch.new.values()]
    moved = _bags(db, batch, label)
    changes, bags, totals = tally(messages, labels, moved, list(ids.values()), day)
    _tokens.change(db, changes, threads=tally.threads)
    _classes.change(db, [(ids[n], gains[n] - losses[n], *totals[label[n]]) for n in ids])
    new = zip(batch.new.items(), bags, strict=True)
    _journal.add(db, ((d, ids[name], day, bag) for (d, (_, name)), bag in new))
    _journal.move(db, [(ids[name], known[d].id) for d, name in batch.moved.items()])
    _journal.remove(db, [known[d].id for d in batch.gone])


def _bags(db: sqlite3.Connection, batch: Batch, label: dict[str, int]) -> Bags:
    """Return bags with the labels that lose them (-1) and that gain them (1)."""
    bags = []
    for digest in (*batch.moved, *batch.gone):
        learned = batch.known[digest]
        bag = _journal.bag(db, learned)
        bags.append((bag, label[learned.name], -1))
        if digest in batch.moved:
            bags.append((bag, label[batch.moved[digest]], 1))
    return bags
