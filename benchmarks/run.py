"""A case run from beginning to end: equality first, then time, then memory."""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from benchmarks import corpora
from benchmarks.case import Case, Outcome, Stage, perform
from benchmarks.memory import Memory
from benchmarks.timing import Contender, interleave, scan_rate

GROWTH = (1, 4, 16)
OWN_RUNS = 3
QUICK_REPETITIONS = 2


@dataclass(frozen=True)
class Entrant:
    """A library at one setting, and how to get its estimator for a case."""

    label: str
    n_jobs: int | None
    make: Callable[[], Any]

    def contender(self, case: Case, texts: list[str]) -> Contender:
        """Set the entrant to work; Priory, being quick, runs more often than a peer."""
        runs = 1 if self.n_jobs is None else OWN_RUNS
        return Contender(lambda: perform(self.make(), case.method, texts, case.attribute), runs)


@dataclass(frozen=True)
class Row:
    """What was measured of one entrant: seconds, bytes, and ratios to the reference peer."""

    label: str
    n_jobs: int | None
    runs: int
    loops: int
    median: float
    fastest: float
    slowest: float
    rate: float
    scan_share: float
    ratio: float | None
    target: float | None
    peak: int

    @property
    def met(self) -> bool | None:
        """Whether the ratio reaches the target; None if there is no ratio or no target."""
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
    equal_to: list[str]
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
    """The peers, the texts and the physical limits that every case of a stage needs."""

    def __init__(
        self, stage: Stage, texts: dict[str, list[str]], memory: Memory, *, quick: bool
    ) -> None:
        self.stage = stage
        self.peers = stage.present()
        self.texts = texts
        self.memory = memory
        self.quick = quick
        self.sizes = {name: corpora.size(corpus) for name, corpus in texts.items()}
        self.scan = {name: scan_rate(corpus) for name, corpus in texts.items()}

    def run(self, case: Case) -> Result:
        """Measure a case, unless a result of it is wrong."""
        entrants = self.entrants(case)
        contenders = [entrant.contender(case, self.texts[case.corpus]) for entrant in entrants]
        refusal = self.refusal(entrants, contenders)
        rows = [] if refusal else self.measure(case, entrants, contenders)
        n_bytes, n_documents = self.sizes[case.corpus], len(self.texts[case.corpus])
        equal_to = [] if refusal else list(self.peers)
        return Result(
            case.name, case.title, case.corpus, n_bytes, n_documents, equal_to, refusal, rows
        )

    def entrants(self, case: Case) -> list[Entrant]:
        """List the peers that are present, then Priory at each number of threads."""
        entrants = [
            Entrant(name, None, case.estimators(library, self.texts))
            for name, library in self.peers.items()
        ]
        priory = import_module("priory")
        for n_jobs in case.targets:
            make = case.estimators(priory, self.texts, n_jobs=n_jobs)
            entrants.append(Entrant(f"priory, n_jobs={n_jobs}", n_jobs, make))
        return entrants

    def refusal(self, entrants: list[Entrant], contenders: list[Contender]) -> str:
        """Run everybody once, and say which of our outcomes differs from a peer's, if any does."""
        outcomes: list[Outcome] = [contender.first() for contender in contenders]
        n_peers = len(self.peers)
        for entrant, ours in zip(entrants[n_peers:], outcomes[n_peers:], strict=True):
            for peer, theirs in zip(self.peers, outcomes, strict=False):
                if difference := self.stage.difference(ours, theirs):
                    return f"{entrant.label} differs from {peer}: {difference}"
        return ""

    def measure(
        self, case: Case, entrants: list[Entrant], contenders: list[Contender]
    ) -> list[Row]:
        """Measure the time and the memory of everybody."""
        interleave(contenders, QUICK_REPETITIONS if self.quick else case.repetitions)
        reference = contenders[0].median if self.peers else None
        rows = []
        for entrant, contender in zip(entrants, contenders, strict=True):
            peak = self.memory.peak(case, entrant.make())
            rows.append(self.row(case, entrant, contender, reference, peak))
        return rows

    def row(
        self,
        case: Case,
        entrant: Entrant,
        contender: Contender,
        reference: float | None,
        peak: int,
    ) -> Row:
        """Put the numbers of one entrant together."""
        rate = self.sizes[case.corpus] / contender.median
        return Row(
            label=entrant.label,
            n_jobs=entrant.n_jobs,
            runs=len(contender.times),
            loops=contender.loops,
            median=contender.median,
            fastest=min(contender.times),
            slowest=max(contender.times),
            rate=rate,
            scan_share=rate / self.scan[case.corpus],
            ratio=reference and reference / contender.median,
            target=None if entrant.n_jobs is None else case.targets[entrant.n_jobs],
            peak=peak,
        )

    def growth(self) -> list[Growth]:
        """Time the stage's growth case, on one thread, at several sizes of its corpus."""
        case, library = self.stage.growth, import_module("priory")
        entrant = Entrant("priory", 1, case.estimators(library, self.texts, n_jobs=1))
        corpus = self.texts[case.corpus]
        contenders = [entrant.contender(case, corpora.copies(corpus, times)) for times in GROWTH]
        for contender in contenders:
            contender.first()
        interleave(contenders, QUICK_REPETITIONS)
        n_bytes = self.sizes[case.corpus]
        return [
            Growth(times, times * n_bytes, runner.median, min(runner.times), max(runner.times))
            for times, runner in zip(GROWTH, contenders, strict=True)
        ]
