"""Reports to lay out: of made-up numbers, none of which occurs twice."""

from dataclasses import dataclass, replace
from typing import NamedTuple

import pytest

from priory.evaluate.duplicates import Twins
from priory.evaluate.outcomes import Outcome, Trial
from priory.evaluate.report import Clue, Labelled, Mistake, Report, Result


@dataclass(frozen=True)
class Measures:
    """What `measure` finds, by the same names."""

    ham: int = 2093
    spam: int = 930
    ham_lost: int = 4
    ham_unsure: int = 3
    spam_missed: int = 12
    spam_unsure: int = 45
    hm: float | None = 0.1911
    sm: float | None = 1.2903
    hu: float | None = 0.1433
    su: float | None = 4.8387
    lam: float | None = 0.4988
    roca: float | None = 0.0344
    spam_missed_at: tuple[tuple[float, float], ...] = ((0.1, 9.6774), (0.5, 3.2258))
    cost: float = 0.0203
    log_loss: float | None = 0.0456
    ece: float | None = 0.0078
    with_probability: int = 2999


class Histogram(NamedTuple):
    """Scores of ham and spam, by the same names."""

    edges: list[float]
    ham: list[int]
    spam: list[int]


class Bin(NamedTuple):
    """A bin of probabilities, by the same names."""

    mean_probability: float
    spam_share: float
    messages: int


class Point(NamedTuple):
    """A point of a learning curve, by the same names."""

    learned: float
    hm: float | None
    sm: float | None
    cost: float
    hu: float | None
    su: float | None
    messages: int


@dataclass(frozen=True)
class Contest:
    """Two filters by one measure, by the same names."""

    one: float
    other: float
    won: int
    tied: int
    lost: int
    p_value: float


@dataclass(frozen=True)
class Comparison:
    """Two filters by all measures, by the same names."""

    one: str
    other: str
    messages: int
    runs: int
    cost: Contest
    ham_lost: Contest
    spam_missed: Contest


INTERVALS = {"hm": (0.0521, 0.4887), "roca": (0.0123, 0.0788), "cost": (0.0151, 0.0262)}
INTERVALS |= {"spam_missed_at_0.1": (7.7123, 11.8234)}
CONFUSION = {("ham", "ham"): 2086, ("ham", "spam"): 4, ("ham", "unsure"): 3}
CONFUSION |= {("spam", "ham"): 12, ("spam", "spam"): 873, ("spam", "unsure"): 45}


def trial(name, *, is_partial=False):
    """Return a trial of two messages."""
    ham = Outcome("box#1", "ham", "ham", -3.5, 0.01, 0, 100)
    spam = Outcome("box#2", "spam", "unsure", 0.5, 0.6, 1, 101)
    return Trial(name, "10 folds", (ham, spam), is_partial)


@pytest.fixture
def priory():
    """Return the result of a filter that has everything."""
    return Result(
        trial=trial("priory"),
        measures=Measures(),
        intervals=INTERVALS,
        roc=[(0.0, 0.0), (0.0, 0.71), (0.002, 0.93), (1.0, 1.0)],
        histogram=Histogram([-5.0, 0.0, 5.0], [2080, 13], [17, 913]),
        reliability=[Bin(0.002, 0.001, 1500), Bin(0.97, 0.99, 1499)],
        learning=[
            Point(50.5, None, 9.5, 0.31, None, 40.5, 99),
            Point(2000.0, 0.2, 1.1, 0.02, 0.1, 4.5, 98),
        ],
        confusion=CONFUSION,
        twins=Twins(3023, 605),
    )


@pytest.fixture
def peer():
    """Return the result of a filter that gives no probabilities, and was interrupted."""
    found = Measures(ham_lost=1, spam_missed=183, log_loss=None, ece=None, with_probability=0)
    return Result(trial=trial("bogofilter", is_partial=True), measures=found)


@pytest.fixture
def mistake():
    """Return a mistake."""
    clues = (Clue("subject:free", 3.21), Clue("from:ada", -1.43))
    return Mistake("my mail/in#7", "ham", "spam", 0.9987, "Ada <ada@a.example>", "Tea?", clues)


@pytest.fixture
def report(priory, peer, mistake):
    """Return a report that has everything."""
    contests = [Contest(61.5, 70.1, 7, 2, 1, 0.0312), Contest(4, 1, 3, 6, 5, 0.375)]
    contests.append(Contest(12, 183, 9, 0, 8, 1e-9))
    return Report(
        title="Mail of last year",
        results=[priory, peer],
        comparisons=[Comparison("priory", "bogofilter", 3023, 10, *contests)],
        mistakes=[mistake, replace(mistake, place="in#8", evidence=(), probability=None)],
        conflicts=[
            [Labelled("in#3", "ham"), Labelled("in#9", "spam")],
            [Labelled(f"in#{n}", label) for n, label in enumerate(["ham", "work", "spam"], 14)],
        ],
        duration=83.4,
    )


@pytest.fixture
def bare(peer):
    """Return a report that has measures alone."""
    return Report(title="Bare", results=[replace(peer, trial=trial("bogofilter"))])
