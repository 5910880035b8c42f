import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from tests.errors import refused

from decision.given import Given, GivenLogs
from priory.decision import (
    CostClassifier,
    ThresholdClassifier,
    cost_curve,
    error_reject_curve,
    level_for_error,
)

PROBA = np.array([[0.5, 0.3, 0.2], [0.1, 0.8, 0.1], [0.2, 0.2, 0.6], [0.8, 0.1, 0.1]])
TRUE = np.array(["b", "b", "c", "c"])


def test_curve_by_hand():
    """Each level refuses the rows below it, and the rest has its error."""
    curve = error_reject_curve(TRUE, PROBA, classes=["a", "b", "c"])
    assert_array_equal(curve.levels, [0.5, 0.6, 0.8])  # two rows are equally sure
    assert_array_equal(curve.rejected, [0, 0.25, 0.5])
    assert_allclose(curve.errors, [2 / 4, 1 / 3, 1 / 2])
    assert curve.by == "level"


def test_margin_is_to_the_next_one():
    """By margin the best two classes count."""
    curve = error_reject_curve(TRUE, PROBA, classes=["a", "b", "c"], by="margin")
    assert_allclose(curve.levels, [0.2, 0.4, 0.7])
    assert_allclose(curve.errors, [2 / 4, 1 / 3, 1 / 2])


def test_log_odds_tell_apart_what_is_certain():
    """Where the best probability is 1 to all digits, the odds still have an order."""
    proba = [[1.0, 1e-20], [1.0, 1e-30], [1e-25, 1.0]]
    assert len(error_reject_curve([0, 0, 0], proba, classes=[0, 1]).levels) == 1
    curve = error_reject_curve([0, 0, 0], proba, classes=[0, 1], by="log_odds")
    assert_allclose(curve.levels, np.log(10) * np.array([20, 25, 30]))
    assert_allclose(curve.errors, [1 / 3, 1 / 2, 0])
    assert level_for_error([0, 0, 0], proba, 0.1, classes=[0, 1], by="log_odds") > 30


def test_logarithms_are_probabilities_too():
    """Logarithms give the same curves, and by log-odds more where probabilities are 0 and 1."""
    names = {"classes": ["a", "b", "c"]}
    for by in ("level", "margin", "log_odds"):
        curve = error_reject_curve(TRUE, PROBA, by=by, **names)
        same = error_reject_curve(TRUE, np.log(PROBA), by=by, log=True, **names)
        assert_allclose([*same.levels, *same.errors], [*curve.levels, *curve.errors])
    logs = [[0, -900.0], [0, -800.0], [-850.0, 0]]
    assert level_for_error([0, 1, 1], logs, 0, by="log_odds", log=True) == 850
    proba = [[0.9, 0.1], [0.6, 0.4], [0.2, 0.8]]
    curves = [
        cost_curve([0, 0, 1], given, [[0, 1], [2, 0]], log=log)
        for given, log in ((proba, False), (np.log(proba), True))
    ]
    assert_allclose(curves[0].thresholds, curves[1].thresholds)
    assert_array_equal(curves[0].costs, curves[1].costs)


def test_level_that_refuses_least():
    """Of the levels that meet an error the lowest is chosen, and none if none is needed."""
    levels = [level_for_error(TRUE, PROBA, one, classes=["a", "b", "c"]) for one in (0.5, 0.4)]
    assert levels == [0, 0.6]
    assert level_for_error(TRUE, PROBA, 1, classes=["a", "b", "c"], by="log_odds") == -np.inf


def test_no_level_meets_the_error():
    """If even the surest rows are wrong too often, there is an error that says how often."""
    with refused("unreachable-error", parameter="error") as refusal:
        level_for_error(TRUE, PROBA, 0.1, classes=["a", "b", "c"])
    assert "0.333, with 25.0%" in refusal.value.what


@st.composite
def samples(draw):
    """Draw labels and probabilities, with many ties."""
    k, n = draw(st.integers(2, 4)), draw(st.integers(1, 30))
    rows = st.lists(st.integers(0, 5), min_size=k, max_size=k).filter(any)
    weights = np.array(draw(st.lists(rows, min_size=n, max_size=n)), dtype=float)
    y = np.array(draw(st.lists(st.integers(0, k - 1), min_size=n, max_size=n)))
    return y, weights / weights.sum(axis=1, keepdims=True)


@given(samples(), st.sampled_from(["level", "margin"]))
def test_curve_is_what_counting_gives(sample, by):
    """At every level the curve is what one gets by refusing and counting."""
    y, proba = sample
    ranked = np.sort(proba, axis=1)
    sureness = ranked[:, -1] - (ranked[:, -2] if by == "margin" else 0)
    curve = error_reject_curve(y, proba, classes=range(proba.shape[1]), by=by)

    assert_array_equal(curve.levels, np.unique(sureness))
    for level, rejected, error in zip(curve.levels, curve.rejected, curve.errors, strict=True):
        accepted = sureness >= level
        assert rejected == np.mean(~accepted)
        assert error == pytest.approx(np.mean(proba.argmax(axis=1)[accepted] != y[accepted]))


def test_cost_curve_by_hand():
    """Each threshold costs its false alarms and misses, on average."""
    proba = [[0.9, 0.1], [0.6, 0.4], [0.6, 0.4], [0.2, 0.8]]
    costs = {("ham", "spam"): 10, ("spam", "ham"): 1}
    curve = cost_curve(["ham", "ham", "spam", "spam"], proba, costs)
    assert_array_equal(curve.thresholds, [0.1, 0.4, 0.8, np.inf])
    assert_array_equal(curve.costs, [20 / 4, 10 / 4, 1 / 4, 2 / 4])
    assert (curve.positive, curve.negative) == ("spam", "ham")
    assert curve.implied == pytest.approx(10 / 11)
    assert curve.best == (0.8, 0.25)


@pytest.mark.parametrize("positive", [0, 1])
def test_cost_curve_of_what_is_certain(positive):
    """Logarithms tell thresholds apart where all probabilities are 0 and 1."""
    odds = np.array([-900.0, 800.0, 850.0, 900.0])
    logs = np.column_stack([np.minimum(0, -odds), np.minimum(0, odds)])
    y = [0, 0, 1, 1]
    curve = cost_curve(y, logs, [[0, 1], [1, 0]], positive=positive, log=True)
    ascending = odds if positive else -odds[::-1]
    assert_array_equal(curve.log_odds, [*ascending, np.inf])
    assert curve.costs.min() == 0
    best = curve.log_odds[curve.costs.argmin()]
    model = ThresholdClassifier(GivenLogs([0, 1]), positive=positive)
    assert_array_equal(np.where(model.log_ratio(logs) >= best, positive, 1 - positive), y)


def test_log_odds_of_thresholds():
    """Each threshold is told as log-odds, too."""
    proba = np.array([0.0, 0.1, 0.5, 1.0])
    curve = cost_curve([0, 0, 1, 1], np.column_stack([1 - proba, proba]), [[0, 1], [1, 0]])
    assert_allclose(curve.log_odds, [-np.inf, np.log(1 / 9), 0, np.inf, np.inf], atol=1e-12)


def test_cost_curve_of_the_other_class():
    """Either class may be the positive one."""
    frame = pd.DataFrame([[0, 10], [1, 0]], index=["ham", "spam"], columns=["ham", "spam"])
    curve = cost_curve(["ham", "spam"], [[0.9, 0.1], [0.3, 0.7]], frame, positive="ham")
    assert_array_equal(curve.thresholds, [0.3, 0.9, np.inf])
    assert_array_equal(curve.costs, [0.5, 0, 5])
    assert curve.implied == pytest.approx(1 / 11)
    assert np.isnan(cost_curve([0, 1], [[0.5, 0.5]] * 2, [[1, 0], [0, 1]]).implied)


@given(
    st.lists(st.tuples(st.integers(0, 10), st.booleans()), min_size=1, max_size=30),
    st.lists(st.integers(0, 9), min_size=4, max_size=4),
)
def test_cost_curve_is_what_counting_gives(rows, costs):
    """At every threshold the cost is what one gets by deciding and adding up."""
    proba, y = np.array([one / 10 for one, _ in rows]), np.array([int(true) for _, true in rows])
    table = np.reshape(costs, (2, 2))
    curve = cost_curve(y, np.column_stack([1 - proba, proba]), table, classes=[0, 1])

    assert_array_equal(curve.thresholds, [*np.unique(proba), np.inf])
    for threshold, cost in zip(curve.thresholds, curve.costs, strict=True):
        assert cost == pytest.approx(table[y, (proba >= threshold).astype(int)].mean())


def test_implied_threshold_is_where_decisions_change():
    """The threshold that costs imply is where the cheapest decision changes."""
    costs = [[1, 7], [4, 2]]
    implied = cost_curve([0, 1], [[0.5, 0.5]] * 2, costs).implied
    assert implied == pytest.approx(0.75)
    rows = [[0.2501, 0.7499], [0.2499, 0.7501]]
    assert_array_equal(CostClassifier(Given([0, 1]), costs).predict(rows), [0, 1])


@pytest.mark.parametrize(
    ("arguments", "code", "fields"),
    [
        ((TRUE, PROBA), "shape-mismatch", {"parameter": "proba"}),
        ((TRUE, PROBA[:, 0]), "shape-mismatch", {"parameter": "proba"}),
        ((TRUE[1:], PROBA), "shape-mismatch", {"parameter": "proba"}),
        ((["b", "c"], np.log([[0.5, 0.5]] * 2)), "negative-value", {"parameter": "proba"}),
        (
            (["b", "c"], 100 * np.array([[0.5, 0.5]] * 2)),
            "not-normalized",
            {"parameter": "proba", "place": "row 0"},
        ),
        ((["b", "c"], [[0.5, 0.5], [np.nan, 1]]), "unknown-posterior", {"place": "row 1"}),
        (([], np.empty((0, 2))), "empty-input", {"parameter": "y"}),
    ],
)
def test_what_has_no_curve(arguments, code, fields):
    """Labels and probabilities must fit together."""
    with refused(code, **fields):
        error_reject_curve(*arguments)
    with refused(code, **fields):
        level_for_error(*arguments, 0.1)
    with refused(code, **fields):
        cost_curve(*arguments, [[0, 1], [1, 0]])


def test_labels_that_are_no_classes():
    """A label that no column of the probabilities is for is named, and not counted as wrong."""
    with refused("unknown-label", parameter="y"):
        error_reject_curve(["b", "b", "c", "d"], PROBA, classes=["a", "b", "c"])
    with refused("unknown-label", parameter="y"):
        error_reject_curve([0, 1], PROBA[:2, :2] / [[0.8], [0.9]], classes=["0", "1"])


def test_what_is_no_measure():
    """Rows are refused by what there is."""
    with refused("bad-parameter", parameter="by"):
        error_reject_curve(TRUE, PROBA, by="luck")


@pytest.mark.parametrize(
    ("y", "options", "code", "parameter"),
    [
        (TRUE, {"classes": ["a", "b", "c"], "costs": None}, "not-binary", "classes"),
        (["a", "b"], {"positive": "c"}, "unknown-label", "positive"),
        (
            ["a", "x"],
            {"classes": ["a", "b"]},
            "unknown-label",
            "y",
        ),
        (["a", "b"], {"costs": np.eye(3)}, "shape-mismatch", "costs"),
    ],
)
def test_what_has_no_cost_curve(y, options, code, parameter):
    """A cost curve is one of two known classes."""
    arguments = {"costs": [[0, 1], [1, 0]], **options}
    proba = PROBA if len(y) == 4 else [[0.5, 0.5]] * 2
    with refused(code, parameter=parameter):
        cost_curve(y, proba, **arguments)
