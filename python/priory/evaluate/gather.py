"""Trials become a report: measures, intervals, curves and comparisons of each filter."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
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
    from priory.evaluate.trial import Progress
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
    curves: bool = True,
    progress: Progress | None = None,
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
        Of the bootstrap, for intervals; 0 leaves them out.
    seed : int, default=0
        Of the bootstrap.
    curves : bool, default=True
        Whether to add what pages draw, and the verdicts by class.
    progress : callable, optional
        Called with how many resamples are done, and how many there are.

    Returns
    -------
    Report
    """
    bounds = _Bounds(settings, resamples, seed, progress, sum(bool(one.outcomes) for one in trials))
    pairs = [pair for pair in zip_longest(trials, twins[: len(trials)]) if pair[0].outcomes]
    results = [_result(*pair, settings, bounds, is_drawn=curves) for pair in pairs]
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
        has_intervals=resamples > 0,
    )


class _Bounds:
    """Intervals of several trials, with one progress for all."""

    def __init__(
        self,
        settings: Settings,
        resamples: int,
        seed: int,
        progress: Progress | None,
        n_trials: int,
    ) -> None:
        self._settings, self._resamples, self._seed = settings, resamples, seed
        self._progress, self._total, self._done = progress, n_trials * resamples, 0

    def of(self, trial: Trial) -> dict[str, tuple[float, float]]:
        """Return the intervals of a trial."""
        if not self._resamples:
            return {}
        found = bootstrap(
            trial.outcomes,
            self._settings,
            resamples=self._resamples,
            seed=self._seed,
            progress=self._tell,
        )
        self._done += self._resamples
        return found

    def _tell(self, done: int, _: int) -> None:
        if self._progress is not None:
            self._progress(self._done + done, self._total)


def _by_protocol(trials: Sequence[Trial]) -> list[list[Trial]]:
    groups: defaultdict[str, list[Trial]] = defaultdict(list)
    for trial in trials:
        groups[trial.protocol].append(trial)
    return list(groups.values())


def _result(
    trial: Trial, twins: Twins | None, settings: Settings, bounds: _Bounds, *, is_drawn: bool
) -> Result:
    outcomes, spam = trial.outcomes, settings.spam
    plain = Result(
        trial=trial,
        measures=measure(outcomes, settings),
        intervals=bounds.of(trial),
        twins=twins,
    )
    if not is_drawn:
        return plain
    # In other protocols filters begin anew, or learn nothing meanwhile.
    is_learning = len({one.run for one in outcomes}) == 1 < len({one.learned for one in outcomes})
    return replace(
        plain,
        roc=roc(outcomes, spam),
        histogram=histogram(outcomes, spam, _BINS),
        reliability=reliability(outcomes, spam),
        learning=learning(outcomes, settings, _POINTS) if is_learning else (),
        confusion=confusion(outcomes),
    )
