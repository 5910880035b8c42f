"""Plans: which messages are learned and judged in which order, whatever the filter is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence

    from priory.evaluate.outcomes import Judgement

    Steps: TypeAlias = Generator["Step", Sequence[Judgement] | None, None]

__all__ = ["Judge", "Learn", "Plan", "Reset", "Run", "Runs", "Step", "walk"]


@dataclass(frozen=True, slots=True)
class Reset:
    """The filter forgets everything, and a run begins."""

    run: int


@dataclass(frozen=True, slots=True)
class Learn:
    """The filter learns some of the messages, in this order."""

    indices: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Judge:
    """The filter judges some of the messages."""

    indices: tuple[int, ...]


Step: TypeAlias = Reset | Learn | Judge


class Plan(Protocol):
    """A protocol, laid out for a list of messages, which it names by their indices."""

    @property
    def name(self) -> str:
        """The protocol in words."""

    @property
    def start(self) -> str:
        """What a cold start learns, such as ``20+20``; empty of other protocols."""

    @property
    def total(self) -> int:
        """How much work it is, in messages."""

    def work(self, step: Step) -> int:
        """Return how much of it a step is."""

    def steps(self) -> Steps:
        """Yield what is done; each `Judge` is sent the judgements, on which the rest may depend."""


@dataclass(frozen=True, slots=True)
class Run:
    """A new filter learns some messages, and judges others."""

    learned: tuple[int, ...]
    judged: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Runs:
    """A plan of runs that do not depend on each other, such as folds.

    Examples
    --------
    >>> from priory.evaluate.plan import Run, Runs
    >>> plan = Runs("halves", (Run((0, 1), (2, 3)), Run((2, 3), (0, 1))))
    >>> plan.total
    8
    >>> for step in plan.steps():
    ...     print(step)
    Reset(run=0)
    Learn(indices=(0, 1))
    Judge(indices=(2, 3))
    Reset(run=1)
    Learn(indices=(2, 3))
    Judge(indices=(0, 1))
    """

    name: str
    runs: tuple[Run, ...]
    start: str = ""

    @property
    def total(self) -> int:
        """How many messages are learned and judged."""
        return sum(len(run.learned) + len(run.judged) for run in self.runs)

    def work(self, step: Step) -> int:
        """Return how many messages a step learns or judges."""
        return 0 if isinstance(step, Reset) else len(step.indices)

    def steps(self) -> Steps:
        """Yield what is done, run by run."""
        for number, run in enumerate(self.runs):
            yield Reset(number)
            yield Learn(run.learned)
            yield Judge(run.judged)


def walk(plan: Plan, do: Callable[[Step], Sequence[Judgement] | None]) -> None:
    """Go through a plan: do each step, and tell the plan the judgements that this gives."""
    steps = plan.steps()
    answer = None
    while True:
        try:
            step = steps.send(answer)
        except StopIteration:
            return
        answer = do(step)
