"""Trials become a report: measures, intervals, curves and comparisons of each filter."""

from __future__ import annotations

from collections import defaultdict
from itertools import zip_longest
from typing import TYPE_CHECKING

from priory.evaluate.comparison import compare
from priory.evaluate.curves import confusion, histogram, learning, reliability, roc
from priory.evaluate.intervals import bootstrap
from priory.evaluate.measures import measure
from priory.evaluate.report import Failure, Report, Result

if TYPE_CHECKING:
    from collections.abc import Sequence

    from priory.evaluate.duplicates import Twins
    from priory.evaluate.outcomes import Trial
    from priory.evaluate.report import Labelled, Mistake
    from priory.mailfilter.settings import Settings

__all__ = ["gather"]

_POINTS = 40  # of a learning curve
_BINS = 40  # of a histogram


def gather(
    title: str,
    trials: Sequence[Trial],
    settings: Settings,
    *,
    mistakes: Sequence[Mistake] = (),
    twins: Sequence[Twins | None] = (),
    conflicts: Sequence[Sequence[Labelled]] = (),
    duration: float | None = None,
    resamples: int = 100,
    seed: int = 0,
) -> Report:
    """Gather what a report shows.

    Parameters
    ----------
    title : str
        What was evaluated.
    trials : sequence of Trial
        The first is the one that the report is about; it is compared with each other one of the
        same protocol.
    settings : Settings
        For the costs, and the class that is spam.
    twins : sequence of Twins, optional
        Of each trial, if they were looked for.
    mistakes, conflicts, duration
        As of `Report`.
    resamples : int, default=100
        Of the bootstrap, for intervals.
    seed : int, default=0
        Of the bootstrap.

    Returns
    -------
    Report
    """
    paired = zip_longest(trials, twins[: len(trials)])
    results = [_result(*pair, settings, resamples, seed) for pair in paired if pair[0].outcomes]
    return Report(
        title=title,
        results=results,
        comparisons=[
            compare(first, other, settings)
            for first, *others in _by_protocol([result.trial for result in results])
            for other in others
            if not first.is_partial and not other.is_partial
        ],
        mistakes=mistakes,
        conflicts=conflicts,
        duration=duration,
        unjudged=[trial.filter for trial in trials if trial.is_partial and not trial.outcomes],
        failures=[Failure(trial.filter, trial.failure) for trial in trials if trial.failure],
        spam=settings.spam,
    )


def _by_protocol(trials: Sequence[Trial]) -> list[list[Trial]]:
    groups: defaultdict[str, list[Trial]] = defaultdict(list)
    for trial in trials:
        groups[trial.protocol].append(trial)
    return list(groups.values())


def _result(
    trial: Trial, twins: Twins | None, settings: Settings, resamples: int, seed: int
) -> Result:
    outcomes, spam = trial.outcomes, settings.spam
    # In other protocols filters begin anew, or learn nothing meanwhile.
    is_learning = len({one.run for one in outcomes}) == 1 < len({one.learned for one in outcomes})
    return Result(
        trial=trial,
        measures=measure(outcomes, settings),
        intervals=bootstrap(outcomes, settings, resamples=resamples, seed=seed),
        roc=roc(outcomes, spam),
        histogram=histogram(outcomes, spam, _BINS),
        reliability=reliability(outcomes, spam),
        learning=learning(outcomes, settings, _POINTS) if is_learning else (),
        confusion=confusion(outcomes),
        twins=twins,
    )
