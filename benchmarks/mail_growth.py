"""The mail filter at growing numbers of messages: time, memory and disk of the program."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from benchmarks.mailboxes import Mailbox, entry
from benchmarks.mailfilter import halves
from benchmarks.mailfilter_priory import Command
from benchmarks.process import watching
from benchmarks.report import MB, duration
from benchmarks.timing import Contender, interleave
from benchmarks.varied import varied

if TYPE_CHECKING:
    from benchmarks.case import Work
    from benchmarks.corpora import Corpora
    from benchmarks.messages import Mail

NAME = "filter-growth"
QUICK_SIZES = (100, 400)
SIZES = (1_000, 4_000)
LONG_SIZES = (16_000, 64_000)
ROUNDS = 3
HEADER = (
    f"  {'':9} {'messages':>9} {'MB':>7} {'median':>9} {'messages/s':>11} {'a message':>10}"
    f" {'peak MB':>8} {'tokens':>10} {'disk MB':>8}"
)


@dataclass(frozen=True)
class Grown:
    """What a command took for so many messages, and what lay on the disk then."""

    command: str
    n_messages: int
    n_bytes: int
    median: float
    peak: int
    n_tokens: int
    disk: int


def run(corpora: Corpora, *, quick: bool, long: bool) -> list[dict[str, Any]]:
    """Learn and judge more and more messages, and print what it takes."""
    sizes = QUICK_SIZES if quick else SIZES + (LONG_SIZES if long else ())
    train, test = halves(corpora)
    more = "" if long else "; --long goes on to 64,000"
    print(f"\n{NAME}: `priory learn`, then `priory classify` on as many other messages{more}")
    print(HEADER)
    rows = [row for size in sizes for row in measured(train + test, size)]
    return [asdict(row) for row in rows]


def measured(corpus: list[Mail], size: int) -> list[Grown]:
    """Measure both commands on so many messages, and print it."""
    with TemporaryDirectory() as scratch:
        learned, new = write(corpus, size, Path(scratch))
        fitted = Command()
        fitted.learn(learned)
        rows = [
            measure("learn", size, list(learned.values()), fitted, lambda: learn(learned)),
            measure("classify", size, [new], fitted, lambda: (fitted, fitted.classify(new))),
        ]
    for row in rows:
        print(line(row), flush=True)
    return rows


def write(corpus: list[Mail], size: int, place: Path) -> tuple[dict[str, Mailbox], Mailbox]:
    """Write so many messages to learn, by class, and as many to judge."""
    boxes = {name: Mailbox(place / f"{name}.mbox") for name in ("ham", "spam", "new")}
    files = {name: box.mbox.open("wb") for name, box in boxes.items()}
    for number, mail in enumerate(islice(varied(corpus), 2 * size)):
        files[mail.label if number < size else "new"].write(entry(mail.raw))
    for file in files.values():
        file.close()
    new = boxes.pop("new")
    return boxes, new


def learn(messages: dict[str, Mailbox]) -> tuple[Command, None]:
    """Learn into a new store."""
    command = Command()
    command.learn(messages)
    return command, None


def measure(name: str, size: int, read: list[Mailbox], fitted: Command, work: Work) -> Grown:
    """Measure a command: what takes long, once."""
    contender = Contender(work)
    contender.first()
    interleave([contender], ROUNDS if size <= max(SIZES) else 1)
    with watching() as programs:
        work()
    return Grown(
        command=name,
        n_messages=size,
        n_bytes=sum(box.mbox.stat().st_size for box in read),
        median=contender.median,
        peak=programs.peak,
        n_tokens=fitted.learned()[1],
        disk=fitted.n_bytes,
    )


def line(row: Grown) -> str:
    """Write one row of the table."""
    return (
        f"  {row.command:9} {row.n_messages:>9,} {row.n_bytes / MB:7.1f} {duration(row.median):>9}"
        f" {row.n_messages / row.median:>11,.0f} {duration(row.median / row.n_messages):>10}"
        f" {row.peak / MB:8.1f} {row.n_tokens:>10,} {row.disk / MB:8.1f}"
    )
