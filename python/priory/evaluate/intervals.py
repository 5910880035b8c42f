"""How sure measures are: intervals by resampling the messages."""

from __future__ import annotations

import math
from random import Random
from typing import TYPE_CHECKING

from priory.errors import InputError
from priory.evaluate._binomial import share_interval
from priory.evaluate._mass import check_positive
from priory.evaluate._sample import Sample
from priory.evaluate.measures import statistics

if TYPE_CHECKING:
    from collections.abc import Sequence

    from priory.evaluate.outcomes import Outcome
    from priory.evaluate.trial import Progress
    from priory.mailfilter.settings import Settings

__all__ = ["bootstrap"]


def bootstrap(
    outcomes: Sequence[Outcome],
    settings: Settings,
    *,
    resamples: int,
    seed: int,
    level: float = 0.95,
    progress: Progress | None = None,
) -> dict[str, tuple[float, float]]:
    """Return intervals of measures.

    The percentile bootstrap draws messages with replacement, as many ham and as many spams as
    there are: how much of a collection is spam was chosen, not drawn, and so every resample has
    both. Percentiles are the same on every scale, so that none needs the logit that TREC uses.

    Shares of messages (hm, sm, hu, su) have the exact binomial interval instead, as at TREC: a
    bootstrap of no mistakes knows of none, and would call 0 of 50 certain. For the same reason
    nothing has an interval that is the same in all resamples, nor lam where no ham or no spam was
    called wrong, or all of it.

    Parameters
    ----------
    outcomes : sequence of Outcome
        What the filter said.
    settings : Settings
        For the class that is spam, and the costs.
    resamples : int
        How many; TREC took 100. Ends of intervals are rounded outwards to the next resample.
    seed : int
        The same seed gives the same intervals.
    level : float, default=0.95
        The share of resamples within the interval.
    progress : callable, optional
        Called with how many resamples are done, and how many there are.

    Returns
    -------
    dict of str to (float, float)
        By names of `Measures`; those of ``spam_missed_at`` are ``"spam_missed_at_0.1"`` and so
        on. Measures that are None have no interval, nor those of which resamples say nothing.

    Examples
    --------
    >>> from priory.evaluate.intervals import bootstrap
    >>> from priory.evaluate.outcomes import Outcome
    >>> from priory.mailfilter import Settings
    >>> outcomes = [Outcome("", "ham", "ham", i, None, 0, 0) for i in range(50)]
    >>> low, high = bootstrap(outcomes, Settings(), resamples=100, seed=0)["hm"]
    >>> low, round(high, 2)
    (0.0, 7.11)
    """
    check_positive("resamples", resamples)
    if not 0 < level < 1:
        what = f"level must be between 0 and 1, not {level!r}"
        raise InputError(what, code="bad-parameter", parameter="level")
    sample = Sample(outcomes, settings)
    random = Random(seed)  # noqa: S311 (not for secrets)
    drawn = []
    for n_drawn in range(resamples):
        drawn.append(statistics(sample, _multiplicities(sample, random)))
        if progress is not None:
            progress(n_drawn + 1, resamples)
    # A resample may lack a measure, such as lam where hm is 0 and sm 100.
    found = {name: [v for one in drawn if (v := one[name]) is not None] for name in drawn[0]}
    if _is_at_end(sample):
        del found["lam"]
    varied = {name: values for name, values in found.items() if len(set(values)) > 1}
    bounds = {name: _percentiles(values, level) for name, values in varied.items()}
    return _shares(sample, level) | bounds


def _is_at_end(sample: Sample) -> bool:
    """Tell whether hm or sm is 0 or 100, which on the scale of lam is infinitely far away."""
    once = [1] * (sample.ham + sample.spam)
    return sample.lost(once) in (0, sample.ham) or sample.missed(once) in (0, sample.spam)


def _multiplicities(sample: Sample, random: Random) -> list[int]:
    return _draw(sample.ham, random) + _draw(sample.spam, random)


def _draw(n: int, random: Random) -> list[int]:
    """Return how often each of n messages is drawn in n draws."""
    times, uniform = [0] * n, random.random
    for _ in range(n):
        times[int(uniform() * n)] += 1
    return times


def _percentiles(values: list[float], level: float) -> tuple[float, float]:
    values.sort()
    outside = math.floor((1 - level) / 2 * (len(values) - 1))
    return values[outside], values[-1 - outside]


def _shares(sample: Sample, level: float) -> dict[str, tuple[float, float]]:
    once = [1] * (sample.ham + sample.spam)
    unsure = sample.unsure(once)
    counts = {
        "hm": (sample.lost(once), sample.ham),
        "sm": (sample.missed(once), sample.spam),
        "hu": (unsure[0], sample.ham),
        "su": (unsure[1], sample.spam),
    }
    ends = {name: share_interval(k, n, level) for name, (k, n) in counts.items() if n}
    return {name: (100 * low, 100 * high) for name, (low, high) in ends.items()}
