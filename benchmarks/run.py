"""A case run from beginning to end: equality first, then time, then memory."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from benchmarks.case import perform, prepared
from benchmarks.timing import Contender, interleave, scan_rate

if TYPE_CHECKING:
    from collections.abc import Callable

    from benchmarks.case import Case, Outcome, Stage
    from benchmarks.corpora import Corpora
    from benchmarks.data import Data
    from benchmarks.memory import Memory

GROWTH = (1, 4, 16)
OWN_RUNS = 3
QUICK_REPETITIONS = 2


@dataclass(frozen=True)
class Entrant:
    """A library at one setting, and how to get its estimator for a case."""

    label: str
    n_jobs: int | None
    make: Callable[[], Any]

    def contender(self, case: Case, data: Data) -> Contender:
        """Set the entrant to work; Priory, being quick, runs more often than a peer."""
        runs = 1 if self.n_jobs is None else OWN_RUNS
        data = prepared(self.make(), data)
        return Contender(lambda: perform(self.make(), case.method, data, case.attribute), runs)

    def outcome(self, case: Case, data: Data, contender: Contender) -> Outcome:
        """Do the work for the first time."""
        if "partial_fit" not in case.method:
            return contender.first()
        # What a model has learned depends on how often it ran, so a copy runs just once.
        once = perform(deepcopy(self.make()), case.method, data, case.attribute)
        contender.first()
        return once


@dataclass(frozen=True)
class Row:
    """What was measured of one entrant: seconds, bytes, and ratios to the reference peer.

    The rate is in bytes a second, the pace in rows. A case that reads no data has neither, and one
    that reads no text has no share of the scan's. What lies on the disk is what was learned. Cores
    are busy with this process alone.
    """

    label: str
    n_jobs: int | None
    runs: int
    loops: int
    median: float
    fastest: float
    slowest: float
    rate: float | None
    pace: float | None
    scan_share: float | None
    ratio: float | None
    target: float | None
    limit: float | None
    accuracy: float | None
    disk: int | None
    busy: float | None
    peak: int

    @property
    def met(self) -> bool | None:
        """Whether the time is below the limit, or the ratio reaches the target; None if neither."""
        if self.limit is not None:
            return self.median < self.limit
        if self.ratio is None or self.target is None:
            return None
        return self.ratio >= self.target


@dataclass(frozen=True)
class Result:
    """The rows of a case, or the reason why it was refused."""

    case: str
    title: str
    corpus: str
    n_bytes: int
    n_documents: int
    alike: str
    compared: list[str]
    refusal: str
    rows: list[Row]


@dataclass(frozen=True)
class Growth:
    """The time of a case on its corpus taken so many times."""

    times: int
    n_bytes: int
    median: float
    fastest: float
    slowest: float


class Bench:
    """The peers, the data and the physical limits that every case of a stage needs."""

    def __init__(
        self, stage: Stage, cases: list[Case], corpora: Corpora, memory: Memory, *, quick: bool
    ) -> None:
        self.stage = stage
        everybody = (*stage.peers, *stage.others)
        self.peers = stage.present({name for case in cases for name in case.peers or everybody})
        self.corpora = corpora
        self.memory = memory
        self.quick = quick
        self.made: dict[str, Data] = {}
        self.scan: dict[str, float] = {}

    def data(self, corpus: str) -> Data:
        """Make the data at the first call; of texts, the rate of a bare scan is measured, too."""
        if corpus not in self.made:
            self.made[corpus] = made = self.stage.data[corpus](self.corpora, self.quick)
            if isinstance(made.X, list):
                self.scan[corpus] = scan_rate(made.X)
        return self.made[corpus]

    def run(self, case: Case) -> Result:
        """Measure a case, unless a result of it is wrong."""
        entrants = self.entrants(case)
        data = self.data(case.corpus)
        contenders = [entrant.contender(case, data) for entrant in entrants]
        outcomes = [
            entrant.outcome(case, data, contender)
            for entrant, contender in zip(entrants, contenders, strict=True)
        ]
        compared = [entrant.label for entrant in entrants if entrant.label in self.stage.peers]
        refusal = self.refusal(entrants, outcomes, data)
        rows = [] if refusal else self.measure(case, entrants, contenders, outcomes)
        return Result(
            case.name,
            case.title,
            case.corpus,
            data.n_bytes(case.method),
            data.n_rows(case.method),
            self.stage.alike,
            [] if refusal else compared,
            refusal,
            rows,
        )

    def entrants(self, case: Case) -> list[Entrant]:
        """List the peers that are present, then Priory at each number of threads."""
        file = self.memory.scratch / f"{case.name}.model"
        entrants = [
            Entrant(name, None, case.estimators(library, self.data, file.with_suffix(f".{name}")))
            for name, library in self.peers.items()
            if case.peers is None or name in case.peers
        ]
        own = import_module(self.stage.own)
        for n_jobs in case.targets:
            more = {"n_jobs": n_jobs} if self.stage.threaded else {}
            make = case.estimators(own, self.data, file, **more)
            label = f"priory, n_jobs={n_jobs}" if more else "priory"
            entrants.append(Entrant(label, n_jobs, make))
        return entrants

    def refusal(self, entrants: list[Entrant], outcomes: list[Outcome], data: Data) -> str:
        """Say which of our outcomes differs from a peer's, if any does."""
        pairs = list(zip(entrants, outcomes, strict=True))
        for entrant, ours in pairs:
            for peer, theirs in pairs:
                if entrant.n_jobs is None or peer.label not in self.stage.peers:
                    continue
                if difference := self.stage.difference(ours, theirs, data):
                    return f"{entrant.label} differs from {peer.label}: {difference}"
        return ""

    def measure(
        self,
        case: Case,
        entrants: list[Entrant],
        contenders: list[Contender],
        outcomes: list[Outcome],
    ) -> list[Row]:
        """Measure the time and the memory of everybody."""
        interleave(contenders, QUICK_REPETITIONS if self.quick else case.repetitions)
        reference = self.reference(entrants, contenders)
        rows = []
        for entrant, contender, outcome in zip(entrants, contenders, outcomes, strict=True):
            peak = self.memory.peak(case, entrant.make(), self.data(case.corpus))
            rows.append(self.row(case, entrant, contender, outcome, reference=reference, peak=peak))
        return rows

    def reference(self, entrants: list[Entrant], contenders: list[Contender]) -> float | None:
        """Return the time that ratios are to: of the first peer, or of the fastest."""
        pairs = zip(entrants, contenders, strict=True)
        peers = [contender.median for entrant, contender in pairs if entrant.n_jobs is None]
        if not peers:
            return None
        return min(peers) if self.stage.fastest else peers[0]

    def row(
        self,
        case: Case,
        entrant: Entrant,
        contender: Contender,
        outcome: Outcome,
        *,
        reference: float | None,
        peak: int,
    ) -> Row:
        """Put the numbers of one entrant together."""
        data = self.data(case.corpus)
        n_bytes, n_rows = data.n_bytes(case.method), data.n_rows(case.method)
        rate = n_bytes / contender.median if n_bytes else None
        scan = self.scan.get(case.corpus)
        own = entrant.n_jobs is not None
        return Row(
            label=entrant.label,
            n_jobs=entrant.n_jobs,
            runs=len(contender.times),
            loops=contender.loops,
            median=contender.median,
            fastest=min(contender.times),
            slowest=max(contender.times),
            rate=rate,
            pace=n_rows / contender.median if n_bytes else None,
            scan_share=rate / scan if rate and scan else None,
            ratio=reference and reference / contender.median,
            target=case.targets[entrant.n_jobs] if entrant.n_jobs is not None else None,
            limit=case.limit if own else None,
            accuracy=data.accuracy(outcome[1]),
            disk=getattr(outcome[0], "n_bytes", None),
            busy=contender.busy() if self.stage.busy else None,
            peak=peak,
        )

    def growth(self, case: Case) -> list[Growth]:
        """Time a case, on one thread, at several sizes of its corpus."""
        data = self.data(case.corpus)
        file = self.memory.scratch / "growth.model"
        make = case.estimators(import_module(self.stage.own), self.data, file, n_jobs=1)
        entrant = Entrant("priory", 1, make)
        contenders = [entrant.contender(case, data.copies(times)) for times in GROWTH]
        for contender in contenders:
            contender.first()
        interleave(contenders, QUICK_REPETITIONS)
        n_bytes = data.n_bytes(case.method)
        return [
            Growth(times, times * n_bytes, runner.median, min(runner.times), max(runner.times))
            for times, runner in zip(GROWTH, contenders, strict=True)
        ]
