import warnings
from fractions import Fraction

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.base import clone
from sklearn.datasets import load_breast_cancer
from sklearn.frozen import FrozenEstimator
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, StratifiedKFold
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from tests.errors import refused

import priory
from decision.given import Given, GivenLogs
from priory.decision import CostClassifier

MAIL = ("ham", "spam")
LOST = {("ham", "spam"): 10, ("spam", "ham"): 1}


def test_mistakes_cost_one_by_default():
    """Without costs the most probable class is decided, and of equals the first."""
    model = CostClassifier(Given("abc"))
    assert_array_equal(model.predict([[0.2, 0.5, 0.3], [0.4, 0.2, 0.4]]), ["b", "a"])
    assert_allclose(model.expected_cost([[0.2, 0.5, 0.3]]), [[0.8, 0.5, 0.7]])
    assert_array_equal(model.decisions_, ["a", "b", "c"])


def test_medical_test():
    """A rare disease and a good test: who is treated depends on what a missed one costs."""
    # One of 1000 is ill; the test is positive for all of them, and for 1% of the others.
    ill = Fraction(1, 1000) / (Fraction(1, 1000) + Fraction(1, 100) * Fraction(999, 1000))
    assert ill == Fraction(100, 1099)
    positive = [[float(ill), float(1 - ill)]]
    model = CostClassifier(Given(["ill", "well"]))
    assert model.predict(positive) == "well"
    model.set_params(costs={("ill", "well"): 9.9, ("well", "ill"): 1})
    assert model.predict(positive) == "well"  # 990 / 1099 against 999 / 1099
    model.set_params(costs={("ill", "well"): 10, ("well", "ill"): 1})
    assert model.predict(positive) == "ill"  # 1000 / 1099 against 999 / 1099
    model.set_params(reject_cost=0.5, reject_label="second test")
    assert model.predict(positive) == "second test"
    assert_allclose(model.expected_cost(positive), [[999 / 1099, 1000 / 1099, 0.5]])


@pytest.mark.parametrize(
    "costs",
    [
        [[0, 10], [1, 0]],
        LOST,
        {**LOST, ("ham", "ham"): 0},
        {"ham": {"spam": 10}, "spam": {"ham": 1, "spam": 0}},
        pd.DataFrame([[0, 10], [1, 0]], index=MAIL, columns=MAIL),
        pd.DataFrame([[0, 1], [10, 0]], index=["spam", "ham"], columns=["spam", "ham"]),
    ],
    ids=["array", "pairs", "diagonal", "nested", "frame", "other order"],
)
def test_forms_of_costs(costs):
    """Costs mean the same as an array, by name, and as a frame in any order."""
    model = CostClassifier(Given(MAIL), costs)
    assert_allclose(model.expected_cost([[0.2, 0.8]]), [[0.8, 2.0]])
    assert_array_equal(model.predict([[0.2, 0.8], [0.05, 0.95]]), MAIL)
    worth = -np.array([[0, 10], [1, 0]])
    same = CostClassifier(Given(MAIL), utilities=worth)
    assert_allclose(same.expected_cost([[0.2, 0.8]]), [[0.8, 2.0]])


def test_numbers_name_classes():
    """Labels that are numbers are names in a dict."""
    model = CostClassifier(Given([3, 7]), {(3, 7): 10, (7, 3): 1})
    assert_array_equal(model.predict([[0.2, 0.8], [0.05, 0.95]]), [3, 7])


@pytest.mark.parametrize(
    "cost",
    [{"ham": 0.1, "spam": 0.3}, [0.1, 0.3], np.array([0.1, 0.3])],
    ids=["dict", "list", "array"],
)
def test_refusing_may_depend_on_the_truth(cost):
    """A refusal may cost something else for each true class."""
    model = CostClassifier(Given(MAIL), LOST, reject_cost=cost, reject_label="unsure")
    assert_allclose(model.expected_cost([[0.5, 0.5]]), [[0.5, 5.0, 0.2]])
    assert_array_equal(model.predict([[0.5, 0.5], [0.0, 1.0]]), ["unsure", "spam"])


def test_each_row_may_have_costs():
    """Costs of each row decide about that row, in place of the others."""
    model = CostClassifier(Given(MAIL), LOST)
    rows = [[0.4, 0.6]] * 3
    costs = [[[0, 1], [1, 0]], [[0, 2], [1, 0]], [[0, 1], [0.5, 0]]]
    assert_array_equal(model.predict(rows, costs=costs), ["spam", "ham", "ham"])
    assert_allclose(model.expected_cost(rows, costs), [[0.6, 0.4], [0.6, 0.8], [0.3, 0.4]])
    assert_array_equal(model.predict(rows, costs=[[0, 1], [1, 0]]), ["spam"] * 3)
    model.set_params(reject_cost=0.35, reject_label="unsure")
    assert_array_equal(model.predict(rows, costs=costs), ["unsure", "unsure", "ham"])


@pytest.mark.parametrize("n_jobs", [None, 2])
def test_many_rows_are_decided_alike(n_jobs):
    """Many rows on several threads get the decisions that NumPy computes."""
    random = np.random.default_rng(0)
    proba = random.dirichlet(np.ones(5), 50_000)
    costs = random.exponential(size=(5, 5))
    each = random.exponential(size=(50_000, 5, 5))
    model = CostClassifier(Given(range(5)), costs, n_jobs=n_jobs)
    assert_allclose(model.expected_cost(proba), proba @ costs)
    assert_array_equal(model.predict(proba), (proba @ costs).argmin(axis=1))
    expected = np.einsum("nt,ntd->nd", proba, each)
    assert_allclose(model.expected_cost(proba, each), expected)
    assert_array_equal(model.predict(proba, each), expected.argmin(axis=1))


numbers = st.integers(-20, 20)


@st.composite
def problems(draw):
    """Draw weights of classes, costs, and perhaps what refusing costs."""
    k = draw(st.integers(1, 5))
    weights = draw(st.lists(st.integers(0, 20), min_size=k, max_size=k).filter(any))
    costs = draw(st.lists(st.lists(numbers, min_size=k, max_size=k), min_size=k, max_size=k))
    refusal = draw(st.none() | st.lists(numbers, min_size=k, max_size=k))
    return weights, costs, refusal


@given(problems())
def test_no_decision_is_cheaper(problem):
    """In exact arithmetic no decision costs less than the one that was made."""
    weights, costs, refusal = problem
    columns = [*zip(*costs, strict=True), *([refusal] if refusal else [])]
    exact = [
        sum(Fraction(w) * cost for w, cost in zip(weights, column, strict=True))
        for column in columns
    ]
    proba = [[w / sum(weights) for w in weights]]
    model = CostClassifier(Given(range(len(weights))), costs, reject_cost=refusal, reject_label=-1)

    (decision,) = model.predict(proba)

    assert exact[decision] == min(exact)  # minus one is the last, the refusal
    assert_allclose(
        model.expected_cost(proba)[0], [float(one / sum(weights)) for one in exact], atol=1e-12
    )


@given(problems(), st.lists(numbers, min_size=5, max_size=5))
def test_what_all_cost_alike_decides_nothing(problem, alike):
    """What is added to all decisions for a true class changes no decision that is no tie."""
    weights, costs, _ = problem
    exact = sorted(
        sum(w * cost for w, cost in zip(weights, column, strict=True))
        for column in zip(*costs, strict=True)
    )
    if len(exact) > 1 and exact[0] == exact[1]:
        return
    model, proba = (
        CostClassifier(Given(range(len(weights))), costs),
        [[w / sum(weights) for w in weights]],
    )
    more = np.array(costs) + np.array(alike[: len(weights)])[:, np.newaxis]
    assert model.predict(proba) == model.predict(proba, costs=more)


def test_saturated_posteriors_still_decide():
    """Costs move decisions among classes whose probabilities are too small for a number."""
    logs = [[0.0, -2000.0, -2001.0], [0.0, -2001.0, -2000.0]]
    costs = [[7, 7, 7], [1, 0, 1], [1, 1, 0]]
    assert_array_equal(CostClassifier(GivenLogs("abc"), costs).predict(logs), ["b", "c"])


def test_labels_of_decisions():
    """A refusal has the type of the classes if it can, and objects hold it otherwise."""
    costs = [[0.1, 0.9], [0.5, 0.5]]
    same = CostClassifier(Given([0, 1]), reject_cost=0.2, reject_label=-1)
    assert same.predict(costs).dtype == np.int64
    assert_array_equal(same.predict(costs), [1, -1])
    other = CostClassifier(Given([0, 1]), reject_cost=0.2, reject_label="unsure")
    assert other.predict(costs).tolist() == [1, "unsure"]
    assert other.decisions_.dtype == object
    longer = CostClassifier(Given(MAIL), reject_cost=0.2, reject_label="undecided")
    assert_array_equal(longer.predict(costs), ["spam", "undecided"])
    assert_array_equal(longer.decisions_, ["ham", "spam", "undecided"])


def test_refusal_that_becomes_a_class():
    """A class that is learned later and called as the refusal is named beside the others."""
    model = CostClassifier(priory.GaussianNB(), reject_cost=0.2, reject_label=2)
    model.fit([[0.0], [1.0]], [0, 1]).partial_fit([[2.0]], [2])
    with refused("label-conflict", parameter="reject_label"):
        model.predict([[0.0]])


def test_score_counts_refusals_as_wrong():
    """The score is the share of right decisions, whatever the type of the refusal."""
    model = CostClassifier(Given([0, 1]), reject_cost=0.2, reject_label="unsure")
    assert model.score([[0.1, 0.9], [0.5, 0.5]], [1, 0]) == 0.5
    assert model.score([[0.1, 0.9], [0.5, 0.5]], [1, 0], sample_weight=[3, 1]) == 0.75


def test_mean_cost_by_hand():
    """What decisions cost is read from the table, for three classes and refusals, by weights."""
    costs = [[0, 1, 2], [3, 0, 4], [5, 6, 0]]
    model = CostClassifier(Given("abc"), costs, reject_cost=[0.5, 0.6, 0.7], reject_label="?")
    rows, true = [[1, 0, 0], [0, 1, 0], [0.4, 0.3, 0.3], [0, 0, 1]], ["b", "b", "c", "a"]
    assert_array_equal(model.predict(rows), ["a", "b", "?", "c"])
    assert model.cost(rows, true) == pytest.approx((3 + 0 + 0.7 + 2) / 4)
    assert model.cost(rows, true, [1, 0, 2, 1]) == pytest.approx((3 + 1.4 + 2) / 4)
    worth = CostClassifier(Given("abc"), utilities=np.eye(3))
    assert worth.cost(rows[:2], true[:2]) == -0.5


def test_mean_cost_of_rows_with_costs():
    """Rows that have costs of their own cost these."""
    model = CostClassifier(Given(MAIL))
    own = [[[0, 1], [2, 0]], [[0, 3], [4, 0]]]
    assert model.cost([[1, 0], [0, 1]], ["spam", "ham"], costs=own) == (2 + 3) / 2
    with refused("unknown-label", parameter="y"):
        model.cost([[1, 0]], ["eggs"])
    with pytest.raises(ValueError, match="inconsistent numbers of samples"):
        model.cost([[1, 0]], ["spam", "ham"])


def test_grids_by_cost():
    """A search can score by what decisions cost on each fold."""
    X, y = load_breast_cancer(return_X_y=True)
    model = CostClassifier(GaussianNB(), [[0, 50], [1, 0]])
    grid = {"estimator__var_smoothing": [1e-9, 1e-3, 1e-1]}
    search = GridSearchCV(model, grid, scoring=lambda model, X, y: -model.cost(X, y), cv=3)
    found = search.fit(X, y).cv_results_["mean_test_score"]
    by_hand = [
        -np.mean(
            [
                clone(model).set_params(**one).fit(X[train], y[train]).cost(X[test], y[test])
                for train, test in StratifiedKFold(3).split(X, y)
            ]
        )
        for one in search.cv_results_["params"]
    ]
    assert_allclose(found, by_hand)
    assert len(set(found)) == 3


def test_rows_without_probabilities():
    """A row of which nothing is known is an error that names it."""
    model = CostClassifier(Given(MAIL))
    with refused("unknown-posterior", place="row 1"):
        model.predict([[0.5, 0.5], [np.nan, np.nan]])
    with refused("unknown-posterior", place="rows 0, 1"):
        model.predict([[0.0, 0.0], [np.nan, 1.0]])
    assert np.isnan(model.expected_cost([[np.nan, np.nan]])).all()


@pytest.mark.parametrize(
    ("parameters", "code", "parameter"),
    [
        ({"costs": np.ones((3, 3))}, "shape-mismatch", "costs"),
        ({"costs": [1, 2]}, "shape-mismatch", "costs"),
        ({"costs": np.ones((4, 2, 2))}, "shape-mismatch", "costs"),
        ({"costs": [[0, np.nan], [1, 0]]}, "bad-parameter", "costs"),
        ({"costs": [[0, 1], [np.inf, 0]]}, "bad-parameter", "costs"),
        ({"costs": [["a", "b"], [1, 0]]}, "bad-parameter", "costs"),
        ({"costs": {("ham", "spam"): 1}}, "missing-label", "costs"),
        ({"costs": {("ham", "eggs"): 1}}, "unknown-label", "costs"),
        ({"costs": {"ham": 1, "spam": 2}}, "bad-parameter", "costs"),
        ({"costs": pd.DataFrame([[0, 1]], index=["ham"], columns=MAIL)}, "missing-label", "costs"),
        (
            {"costs": pd.DataFrame(np.eye(2), index=["ham"] * 2, columns=MAIL)},
            "duplicate-label",
            "costs",
        ),
        ({"costs": pl.DataFrame({"ham": [0, 1], "spam": [1, 0]})}, "unsupported", "costs"),
        ({"costs": LOST, "utilities": LOST}, "incompatible-parameters", "utilities"),
        ({"utilities": [[np.nan, 0], [0, 0]]}, "bad-parameter", "utilities"),
        ({"reject_cost": 1, "reject_label": "spam"}, "label-conflict", "reject_label"),
        ({"reject_cost": 1}, "bad-parameter", "reject_label"),
        ({"reject_cost": np.nan, "reject_label": "?"}, "bad-parameter", "reject_cost"),
        ({"reject_cost": [1, 2, 3], "reject_label": "?"}, "shape-mismatch", "reject_cost"),
        ({"reject_cost": {"ham": 1}, "reject_label": "?"}, "missing-label", "reject_cost"),
        ({"reject_cost": {"eggs": 1}, "reject_label": "?"}, "unknown-label", "reject_cost"),
        ({"reject_cost": 1, "reject_label": ["?"]}, "bad-parameter", "reject_label"),
        ({"reject_cost": 1, "reject_label": np.nan}, "bad-parameter", "reject_label"),
        ({"reject_cost": "much", "reject_label": "?"}, "bad-parameter", "reject_cost"),
    ],
)
def test_what_cannot_be(parameters, code, parameter):
    """Costs that make no sense are named, in fit and when they come later."""
    X, y = [[0.0], [1.0]], list(MAIL)
    with refused(code, parameter=parameter):
        CostClassifier(GaussianNB(), **parameters).fit(X, y)
    with refused(code, parameter=parameter):
        CostClassifier(GaussianNB()).fit(X, y).set_params(**parameters).predict(X)


def test_a_failing_fit_leaves_nothing():
    """Costs that do not fit leave no model behind."""
    model = CostClassifier(GaussianNB(), [[0]])
    with refused("shape-mismatch", parameter="costs"):
        model.fit([[0.0], [1.0]], MAIL)
    assert not hasattr(model, "estimator_")


@pytest.mark.parametrize(
    ("costs", "code", "fields"),
    [
        (np.ones((2, 2, 2)), "shape-mismatch", {"parameter": "costs"}),
        (np.full((3, 2, 2), np.nan), "bad-parameter", {"parameter": "costs", "place": "row 0"}),
        (np.ones((3, 3)), "shape-mismatch", {"parameter": "costs"}),
    ],
)
def test_costs_of_rows_that_cannot_be(costs, code, fields):
    """Costs of rows must be as many as the rows, and finite."""
    with refused(code, **fields):
        CostClassifier(Given(MAIL)).predict([[0.5, 0.5]] * 3, costs=costs)


def test_a_model_that_knows_nothing_says_so():
    """Where our models have no answer, neither has the decision."""
    model = CostClassifier(priory.BernoulliNB(estimate="mle")).fit([[0, 1], [1, 0]], MAIL)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        with refused("unknown-posterior", place="row 0"):
            model.predict([[1, 1]])


@pytest.mark.parametrize(
    "inner", [LogisticRegression(), KNeighborsClassifier(3), priory.GaussianNB()]
)
def test_any_classifier_will_do(inner):
    """Without costs the answers are those of the classifier inside, fitted here or before."""
    random = np.random.default_rng(1)
    y = random.integers(0, 3, 60)
    X = y[:, np.newaxis] + random.normal(size=(60, 2))
    fitted = inner.fit(X, y)
    for model in (
        CostClassifier(inner).fit(X, y),
        CostClassifier(fitted),
        CostClassifier(FrozenEstimator(fitted)),
    ):
        assert_array_equal(model.predict(X), fitted.predict(X))
