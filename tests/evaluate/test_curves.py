from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from sklearn.metrics import roc_curve
from tests.errors import refused

from evaluate.said import INFINITY, outcomes, said, scored, stated, stream
from priory.errors import InputError
from priory.evaluate import curves
from priory.evaluate.measures import measure
from priory.mailfilter import Settings

SETTINGS = Settings()


def thresholds(sample):
    """Return the points of all thresholds."""
    ham = [o.score for o in sample if o.truth != "spam"]
    spam = [o.score for o in sample if o.truth == "spam"]
    return {
        (sum(s >= t for s in ham) / len(ham), sum(s >= t for s in spam) / len(spam))
        for t in ham + spam
    } | {(0, 0)}


def is_on(point, curve):
    """Tell whether a point stands on a curve."""
    (x, y) = point
    return any(
        x0 <= x <= x1 and y0 <= y <= y1 and abs((x - x0) * (y1 - y0) - (y - y0) * (x1 - x0)) < 1e-12
        for (x0, y0), (x1, y1) in pairwise(curve)
    )


@given(outcomes)
def test_roc_goes_through_all_thresholds(sample):
    """Each corner is a threshold, each threshold is on the curve, and the area is 1-ROCA."""
    curve = curves.roc(sample, "spam")

    if len({o.truth == "spam" for o in sample}) == 1:
        assert curve == []
        return
    points = thresholds(sample)
    area = sum((x1 - x0) * (y0 + y1) / 2 for (x0, y0), (x1, y1) in pairwise(curve))
    assert (curve[0], curve[-1]) == ((0, 0), (1, 1))
    assert set(curve) <= points
    assert all(is_on(point, curve) for point in points)
    assert 100 * (1 - area) == pytest.approx(measure(sample, SETTINGS).roca, abs=1e-9)


def test_roc_has_corners_alone():
    """Points between two others on a line are left out, as scikit-learn does but for one."""
    sample = stream(1000)
    lost, caught, _ = roc_curve([o.truth == "spam" for o in sample], [o.score for o in sample])

    found = curves.roc(sample, "spam")

    first, _, *others = zip(lost, caught, strict=True)  # it also has the highest threshold
    assert_allclose(found, [first, *others])


@given(outcomes, st.integers(1, 8))
def test_reliability_adds_up(sample, bins):
    """Bins hold all messages with a probability, rise, and have the gaps of their messages."""
    found = curves.reliability(sample, "spam", bins)

    known = [o for o in sample if o.probability is not None]
    means = [b.mean_probability for b in found]
    assert len(found) <= bins
    assert means == sorted(means)
    assert sum(b.messages for b in found) == len(known)
    spams = sum(b.spam_share * b.messages for b in found)
    assert spams == pytest.approx(sum(o.truth == "spam" for o in known))
    sums = sum(b.mean_probability * b.messages for b in found)
    assert sums == pytest.approx(sum(o.probability for o in known))


@given(st.lists(st.sampled_from([0.1, 0.2, 0.3]) | st.floats(0, 1), min_size=1), st.integers(1, 20))
def test_a_bin_is_where_the_middle_of_equal_probabilities_stands(probabilities, bins):
    """With the share m below the middle of its equals, a message is in bin floor(bins * m)."""
    places = Counter()
    for p in probabilities:
        below, tied = sum(q < p for q in probabilities), probabilities.count(p)
        places[(2 * below + tied) * bins // (2 * len(probabilities))] += 1

    found = curves.reliability(stated(probabilities), "spam", bins)

    assert [b.messages for b in found] == [places[place] for place in sorted(places)]


def test_reliability_is_what_the_calibration_error_measures():
    """ECE is the mean gap between stated and observed of 15 bins, which hold as many messages."""
    sample = stream(1500)

    found = curves.reliability(sample, "spam")

    gaps = sum(b.messages * abs(b.mean_probability - b.spam_share) for b in found)
    assert gaps / 1500 == pytest.approx(measure(sample, SETTINGS).ece)
    assert [b.messages for b in found] == [100] * 15


def test_equal_probabilities_share_a_bin():
    """Whatever the order, messages of the same probability are not parted."""
    sample = stated([0.0] * 4 + [1.0] * 3, [1.0] * 3)

    assert curves.reliability(sample, "spam", 5) == [(0.0, 0.0, 4), (1.0, 0.5, 6)]


def test_learning_cuts_the_order_of_learning_into_windows():
    """A point is what the measures say of a window, by what was learned."""
    sample = stream(100)

    found = curves.learning(sample[::-1], SETTINGS, 4)

    assert [point.learned for point in found] == [12, 37, 62, 87]
    for place, point in enumerate(found):
        window = measure(sample[25 * place : 25 * place + 25], SETTINGS)
        expected = (window.hm, window.sm, window.cost, window.hu, window.su)
        assert (point.hm, point.sm, point.cost, point.hu, point.su) == pytest.approx(expected)
        assert point.messages == 25


def test_learning_has_a_point_for_each_size_of_a_cold_start():
    """Messages judged after the same number of learned ones share a point."""
    sample = [said(learned=n) for n in (10, 40, 200) for _ in range(100)]

    found = curves.learning(sample, SETTINGS, 20)

    assert [(point.learned, point.messages) for point in found] == [
        (10, 100),
        (40, 100),
        (200, 100),
    ]


@given(outcomes, st.integers(1, 5))
def test_histogram_counts_every_message_between_its_edges(sample, bins):
    """Each finite score is counted between two edges, and infinite ones at the ends."""
    edges, ham, spam = curves.histogram(sample, "spam", bins)

    assert edges == sorted(edges)
    assert (len(edges), len(ham), len(spam)) == (bins + 1, bins, bins)
    expected = Counter()
    for outcome in sample:
        above = [place for place, edge in enumerate(edges[:-1]) if edge <= outcome.score]
        expected[outcome.truth == "spam", above[-1] if above else 0] += 1
    assert ham == [expected[False, place] for place in range(bins)]
    assert spam == [expected[True, place] for place in range(bins)]


@pytest.mark.parametrize(
    ("scores", "edges"),
    [
        ([1.0, 1.0], [0.5, 1.0, 1.5]),
        ([INFINITY], [-0.5, 0.0, 0.5]),
        ([-1e308, 1e308], [-1e308, 0.0, 1e308]),
        ([-INFINITY, 0.0, 4.0, INFINITY], [0.0, 2.0, 4.0]),
    ],
)
def test_edges_are_finite_and_rise(scores, edges):
    """One score, none that is finite, and very far ones have edges, too."""
    assert curves.histogram(scored(scores), "spam", 2).edges == edges


def test_large_equal_scores_have_edges_that_rise():
    """Where adding a half changes nothing, edges still differ."""
    edges = curves.histogram(scored([1e300]), "spam", 4).edges

    assert all(low < high for low, high in pairwise(edges))


def test_confusion_has_all_classes():
    """Pairs of class and verdict are counted, also those of classes that are neither."""
    sample = [said("work", "ham"), said("ham"), said("work", "ham"), said("spam", "unsure")]

    assert curves.confusion(sample) == {
        ("ham", "ham"): 1,
        ("spam", "unsure"): 1,
        ("work", "ham"): 2,
    }


def test_curves_of_nothing_are_refused():
    """No outcomes and no bins are errors, and no probabilities no bins."""
    for curve in (
        lambda sample: curves.roc(sample, "spam"),
        lambda sample: curves.reliability(sample, "spam"),
        lambda sample: curves.learning(sample, SETTINGS, 3),
        lambda sample: curves.histogram(sample, "spam", 3),
    ):
        with refused("empty-input", InputError):
            curve([])
    with refused("bad-parameter", InputError, parameter="bins"):
        curves.reliability([said()], "spam", 0)
    with refused("bad-parameter", InputError, parameter="bins"):
        curves.histogram([said()], "spam", 0)
    with refused("bad-parameter", InputError, parameter="points"):
        curves.learning([said()], SETTINGS, 0)
    assert curves.reliability([said()], "spam") == []
