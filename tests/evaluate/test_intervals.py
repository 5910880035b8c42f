import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest
from sklearn.metrics import roc_auc_score
from tests.errors import refused

from evaluate.said import outcomes, said, scored, stream
from priory.errors import InputError
from priory.evaluate._binomial import share_interval
from priory.evaluate._sample import Sample
from priory.evaluate.intervals import bootstrap
from priory.evaluate.measures import HAM_LOST, measure, missed_at, statistics
from priory.mailfilter import Settings

SETTINGS = Settings()


@given(outcomes, st.data())
def test_multiplicities_are_messages_that_occur_so_often(sample, data):
    """A message of weight 3 counts in every measure as three messages do."""
    times = st.lists(st.integers(0, 3), min_size=len(sample), max_size=len(sample))
    weights = data.draw(times.filter(any))
    ordered = sorted(sample, key=lambda outcome: (outcome.truth == "spam", outcome.score))
    repeated = [o for o, n in zip(ordered, weights, strict=True) for _ in range(n)]

    found = statistics(Sample(sample, SETTINGS), weights)

    whole = measure(repeated, SETTINGS)
    expected = {name: getattr(whole, name) for name in ("lam", "roca", "cost", "log_loss", "ece")}
    at = dict(whole.spam_missed_at)
    expected |= {missed_at(share): at.get(share) for share in HAM_LOST}
    assert found == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("n", [1, 7, 1000, 50_000])
@pytest.mark.parametrize("level", [0.9, 0.95, 0.99])
def test_shares_have_the_exact_binomial_interval(n, level):
    """The interval of a share is Clopper and Pearson's, as SciPy has it."""
    for hits in sorted({0, 1, n // 3, n - 1, n}):
        expected = binomtest(hits, n).proportion_ci(level, method="exact")

        found = share_interval(hits, n, level)

        assert found == pytest.approx((expected.low, expected.high), rel=1e-7, abs=1e-12)


def test_shares_of_messages_have_this_interval_in_percent():
    """Shares of ham lost, spam missed and unsure have the interval of their own numbers."""
    sample = [said("ham", "spam"), *[said("ham")] * 9, said("spam", "unsure"), said("spam", "spam")]

    found = bootstrap(sample, SETTINGS, resamples=2, seed=0)

    counts = {"hm": (1, 10), "hu": (0, 10), "sm": (0, 2), "su": (1, 2)}
    for name, (hits, n) in counts.items():
        low, high = share_interval(hits, n, 0.95)
        assert found[name] == (100 * low, 100 * high)


def test_no_mistakes_are_not_certainty():
    """The interval of no ham lost among 50 reaches beyond 0, and what cannot do so has none."""
    right = [said("ham", "ham", -1.0, 0.0), said("spam", "spam", 1.0, 1.0)] * 50

    found = bootstrap(right, SETTINGS, resamples=10, seed=0)

    assert found["hm"] == found["sm"] == pytest.approx((0, 7.11), abs=0.01)
    assert found.keys() == {"hm", "sm", "hu", "su"}


@given(outcomes, st.integers(0, 9))
def test_no_interval_is_a_point(sample, seed):
    """No measure of any filter is said to be certain."""
    found = bootstrap(sample, SETTINGS, resamples=5, seed=seed)

    assert all(low < high for low, high in found.values())


@pytest.mark.parametrize(("lost", "missed"), [(0, 3), (3, 0), (10, 3), (3, 10)])
def test_lam_has_no_interval_at_an_end(lost, missed):
    """Where hm or sm is 0 or 100, resamples of lam are at that end, too."""
    sample = [said("ham", "spam" if n < lost else "ham") for n in range(10)]
    sample += [said("spam", "ham" if n < missed else "spam") for n in range(10)]

    assert "lam" not in bootstrap(sample, SETTINGS, resamples=100, seed=0)


def test_the_seed_decides():
    """The same seed gives the same intervals, and another gives others."""
    sample = stream(300)

    one, again, other = (bootstrap(sample, SETTINGS, resamples=50, seed=s) for s in (1, 1, 2))

    assert one == again
    assert one["roca"] != other["roca"]


def test_intervals_hold_the_measures():
    """Every measure that is defined has an interval, with the measure inside."""
    sample = stream(2000)
    found = measure(sample, SETTINGS)
    names = ("hm", "sm", "hu", "su", "lam", "roca", "cost", "log_loss")
    values = {name: getattr(found, name) for name in names}
    values |= {missed_at(share): value for share, value in found.spam_missed_at}

    intervals = bootstrap(sample, SETTINGS, resamples=200, seed=0)

    assert intervals.keys() == {*values, "ece"}
    for name, value in values.items():
        low, high = intervals[name]
        assert low <= value <= high
        assert low < high


def test_intervals_are_those_of_another_bootstrap():
    """Means of cost and 1-ROCA have the spread that NumPy and scikit-learn find."""
    sample = stream(400)
    scores = {
        side: np.array([o.score for o in sample if o.truth == side]) for side in ("ham", "spam")
    }
    rng = np.random.default_rng(0)
    areas = []
    for _ in range(1500):
        ham, spam = (rng.choice(scores[side], len(scores[side])) for side in ("ham", "spam"))
        labels = [0] * len(ham) + [1] * len(spam)
        areas.append(100 * (1 - roc_auc_score(labels, np.concatenate([ham, spam]))))

    found = bootstrap(sample, SETTINGS, resamples=1500, seed=0)["roca"]

    assert found == pytest.approx(np.quantile(areas, [0.025, 0.975]), rel=0.1)


def test_resamples_keep_the_numbers_of_ham_and_spam():
    """Cost varies only within the classes: where it depends on the class alone, not at all."""
    sample = [said("ham", "ham")] * 5 + [said("spam", "ham")] * 5

    assert "cost" not in bootstrap(sample, SETTINGS, resamples=50, seed=0)


def test_higher_levels_have_wider_intervals():
    """At a level of 0.5 an interval is inside of that at 0.99."""
    sample = stream(300)

    narrow, wide = (
        bootstrap(sample, SETTINGS, resamples=200, seed=0, level=level) for level in (0.5, 0.99)
    )

    for name in narrow:
        assert wide[name][0] <= narrow[name][0] <= narrow[name][1] <= wide[name][1]
    assert wide["roca"][0] < narrow["roca"][0] < narrow["roca"][1] < wide["roca"][1]


def test_what_is_not_defined_has_no_interval():
    """One class without probabilities has intervals of its shares and of the cost alone."""
    sample = [said(), said(), said(verdict="unsure")]

    assert bootstrap(sample, SETTINGS, resamples=9, seed=0).keys() == {"hm", "hu", "cost"}


def test_resamples_without_a_measure_are_left_out():
    """Where hm is 0 and sm 100 in a resample, the interval of lam is that of the others."""
    sample = [said("ham", "spam"), *[said()] * 2, said("spam", "spam"), *[said("spam")] * 2]

    low, high = bootstrap(sample, SETTINGS, resamples=300, seed=0)["lam"]

    assert (low, high) == (0, 100)


def test_bad_parameters_are_refused():
    """Resamples are a positive number, a level is between 0 and 1, and there are outcomes."""
    sample = scored([1.0], [2.0])
    for resamples in (0, -1, 2.5, True):
        with refused("bad-parameter", InputError, parameter="resamples"):
            bootstrap(sample, SETTINGS, resamples=resamples, seed=0)
    for level in (0, 1, -1, 2, math.nan):
        with refused("bad-parameter", InputError, parameter="level"):
            bootstrap(sample, SETTINGS, resamples=9, seed=0, level=level)
    with refused("empty-input", InputError):
        bootstrap([], SETTINGS, resamples=9, seed=0)
