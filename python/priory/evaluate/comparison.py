"""Two filters on the same messages: who won how many runs, and whether chance explains it."""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from priory.errors import InputError
from priory.evaluate._sample import check, cost_of
from priory.evaluate._signs import sign_test
from priory.mailfilter.settings import UNSURE

if TYPE_CHECKING:
    from collections.abc import Callable

    from priory.evaluate.outcomes import Outcome, Trial
    from priory.mailfilter.settings import Settings

__all__ = ["Comparison", "Contest", "compare"]


@dataclass(frozen=True, slots=True)
class Contest:
    """Two filters by one measure, of which less is better.

    Attributes
    ----------
    one, other : float
        What each has in all runs together.
    won, tied, lost : int
        The runs in which the first filter has less, as much, and more.
    p_value : float
        How often filters that are equally good would differ as much or more, by chance.
    """

    one: float
    other: float
    won: int
    tied: int
    lost: int
    p_value: float


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two filters on the same messages. `dataclasses.asdict` gives what JSON can hold.

    Attributes
    ----------
    one, other : str
        The names of the filters.
    messages, runs : int
        What they judged, and in how many runs.
    cost, ham_lost, spam_missed : Contest
        By the cost of verdicts, by ham called spam, and by spam called neither spam nor unsure.
    """

    one: str
    other: str
    messages: int
    runs: int
    cost: Contest
    ham_lost: Contest
    spam_missed: Contest

    @property
    def won(self) -> int:
        """The runs in which the first filter cost less."""
        return self.cost.won

    @property
    def tied(self) -> int:
        """The runs in which both cost the same."""
        return self.cost.tied

    @property
    def lost(self) -> int:
        """The runs in which the first filter cost more."""
        return self.cost.lost

    @property
    def p_value(self) -> float:
        """How often filters of the same cost would differ as much or more, by chance."""
        return self.cost.p_value


def compare(one: Trial, other: Trial, settings: Settings) -> Comparison:
    """Compare two filters, or two settings of one, on the same messages.

    Runs are won, tied and lost by the sum over their messages. The test is over messages: if the
    filters are equally good, which of the two said what of a message is as if by the toss of a
    coin. It holds the sum of the differences against all such tosses (a paired permutation test);
    where all differences are of one size, as of ham lost, that is McNemar's exact test.

    If one of them knows no classes but spam and the rest, mistakes among the rest cost nothing:
    the other one alone could make them.

    Parameters
    ----------
    one, other : Trial
        By one protocol: messages of the same place, run and class.
    settings : Settings
        For the class that is spam, and the costs.

    Returns
    -------
    Comparison

    Raises
    ------
    InputError
        If they are not about the same messages (``different-messages``).

    Examples
    --------
    >>> from priory.evaluate.comparison import compare
    >>> from priory.evaluate.outcomes import Outcome, Trial
    >>> from priory.mailfilter import Settings
    >>> def trial(name, *verdicts):
    ...     said = enumerate(verdicts)
    ...     outcomes = [Outcome(f"box#{n}", "spam", v, 0, None, n % 2, 9) for n, v in said]
    ...     return Trial(name, "2 folds", tuple(outcomes))
    >>> one, other = trial("a", "spam", "ham", "spam"), trial("b", "ham", "ham", "ham")
    >>> found = compare(one, other, Settings())
    >>> found.won, found.tied, found.lost, round(found.p_value, 6)
    (1, 1, 0, 0.5)
    """
    check(one.outcomes)
    check(other.outcomes)
    pairs = _paired(one, other)
    by_sides = one.is_two_class or other.is_two_class

    def is_lost(outcome: Outcome) -> float:
        return float(outcome.truth != settings.spam == outcome.verdict)

    def is_missed(outcome: Outcome) -> float:
        called = outcome.verdict
        return float(outcome.truth == settings.spam and called not in (settings.spam, UNSURE))

    return Comparison(
        one=one.filter,
        other=other.filter,
        messages=len(pairs),
        runs=len({outcome.run for outcome, _ in pairs}),
        cost=_contest(pairs, lambda outcome: cost_of(outcome, settings, by_sides=by_sides)),
        ham_lost=_contest(pairs, is_lost),
        spam_missed=_contest(pairs, is_missed),
    )


def _paired(one: Trial, other: Trial) -> list[tuple[Outcome, Outcome]]:
    """Pair what was said of the same message, in whichever order they were judged."""
    ours, theirs = (sorted(trial.outcomes, key=_key) for trial in (one, other))
    for mine, its in zip(ours, theirs, strict=False):
        if _key(mine) != _key(its):
            first = min(mine, its, key=_key)
            raise _different(one, other, first)
    if len(ours) != len(theirs):
        longer, n = max(ours, theirs, key=len), min(len(ours), len(theirs))
        raise _different(one, other, longer[n])
    return [*zip(ours, theirs, strict=True)]


def _key(outcome: Outcome) -> tuple[int, str, str]:
    return outcome.run, outcome.place, outcome.truth


def _different(one: Trial, other: Trial, outcome: Outcome) -> InputError:
    what = (
        f"{one.filter} and {other.filter} did not judge the same messages: only one of them has "
        f"this as {outcome.truth} in run {outcome.run}"
    )
    remedy = "compare trials by one protocol, of the same messages"
    if one.is_partial or other.is_partial:
        remedy = "let both trials end: one was interrupted"
    return InputError(what, code="different-messages", place=outcome.place or None, remedy=remedy)


def _contest(pairs: list[tuple[Outcome, Outcome]], value: Callable[[Outcome], float]) -> Contest:
    runs: dict[int, list[tuple[float, float]]] = defaultdict(list)
    for mine, its in pairs:
        runs[mine.run].append((value(mine), value(its)))
    sums = [tuple(map(math.fsum, zip(*run, strict=True))) for run in runs.values()]
    # Sums of costs such as 0.2 that are equal may differ in their last digit.
    tied = sum(math.isclose(mine, its) for mine, its in sums)
    won = sum(mine < its and not math.isclose(mine, its) for mine, its in sums)
    one, other = map(math.fsum, zip(*sums, strict=True))
    differences = [mine - its for run in runs.values() for mine, its in run]
    return Contest(one, other, won, tied, len(runs) - won - tied, sign_test(differences))
