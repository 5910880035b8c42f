"""The mail filter at growing numbers of messages: time, memory and disk, beside bogofilter's."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import partial
from importlib import import_module
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from benchmarks.mailboxes import Mailbox, entry
from benchmarks.mailfilter import BOGO, OWN, WAYS, halves
from benchmarks.process import watching
from benchmarks.report import MB, duration
from benchmarks.timing import Contender, interleave
from benchmarks.varied import varied

if TYPE_CHECKING:
    from collections.abc import Mapping

    from benchmarks.case import Work
    from benchmarks.corpora import Corpora
    from benchmarks.messages import Mail

NAME = "filter-growth"
QUICK_SIZES = (100, 400)
SIZES = (1_000, 4_000)
LONG_SIZES = (16_000, 64_000)
ROUNDS = 3
HEADER = (
    f"  {'':9} {'messages':>9} {'MB':>7} {'':10} {'median':>9} {'messages/s':>11} {'a message':>10}"
    f" {'peak MB':>8} {'tokens':>10} {'disk MB':>8} {'ratio':>7}"
)
PROGRAMS = {BOGO: WAYS["bogofilter -M"], "priory": OWN}


@dataclass(frozen=True)
class Grown:
    """What a program took for so many messages, and what lay on the disk then."""

    command: str
    program: str
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
    programs = installed()
    more = "" if long else "; --long goes on to 64,000"
    print(f"\n{NAME}: one mailbox a class is learned, then one of as many others judged{more}")
    print(HEADER)
    rows = [row for size in sizes for row in measured(train + test, size, programs)]
    return [asdict(row) for row in rows]


def installed() -> dict[str, type]:
    """Return the programs that are there, and say which is not."""
    found = {}
    for name, module in PROGRAMS.items():
        try:
            found[name] = import_module(module).Command
        except ImportError as error:
            print(f"\n{name} is left out: {error}")
    return found


def measured(corpus: list[Mail], size: int, programs: dict[str, type]) -> list[Grown]:
    """Measure all programs on so many messages, and print it."""
    with TemporaryDirectory() as scratch:
        learned, new = write(corpus, size, Path(scratch))
        fitted = {name: learn(program, learned)[0] for name, program in programs.items()}
        learning = {name: partial(learn, program, learned) for name, program in programs.items()}
        judging = {name: partial(judge, command, new) for name, command in fitted.items()}
        return [
            *measure("learn", size, list(learned.values()), fitted, learning),
            *measure("classify", size, [new], fitted, judging),
        ]


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


def learn(program: type, messages: dict[str, Mailbox]) -> tuple[Any, None]:
    """Learn into a new store."""
    command = program()
    command.learn(messages)
    return command, None


def judge(command: Any, messages: Mailbox) -> tuple[Any, Any]:
    """Judge with what was learned."""
    return command, command.classify(messages)


def measure(
    command: str,
    size: int,
    read: list[Mailbox],
    fitted: Mapping[str, Any],
    works: Mapping[str, Work],
) -> list[Grown]:
    """Measure a command of all programs in turns, what takes long once, and print it."""
    contenders = {name: Contender(work) for name, work in works.items()}
    for contender in contenders.values():
        contender.first()
    interleave(list(contenders.values()), ROUNDS if size <= max(SIZES) else 1)
    n_bytes = sum(box.mbox.stat().st_size for box in read)
    rows: list[Grown] = []
    for name, contender in contenders.items():
        with watching() as programs:
            contender.work()
        tokens, disk = fitted[name].learned()[1], fitted[name].n_bytes
        row = Grown(command, name, size, n_bytes, contender.median, programs.peak, tokens, disk)
        rows.append(row)
        print(line(row, rows[0].median), flush=True)
    return rows


def line(row: Grown, reference: float) -> str:
    """Write one row of the table."""
    return (
        f"  {row.command:9} {row.n_messages:>9,} {row.n_bytes / MB:7.1f} {row.program:10}"
        f" {duration(row.median):>9} {row.n_messages / row.median:>11,.0f}"
        f" {duration(row.median / row.n_messages):>10} {row.peak / MB:8.1f} {row.n_tokens:>10,}"
        f" {row.disk / MB:8.1f} {reference / row.median:>6.1f}x"
    )
