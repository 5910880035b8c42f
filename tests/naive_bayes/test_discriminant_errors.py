"""GaussianDiscriminant: input that has no answer, and the errors that say so."""

import copy

import numpy as np
import pandas as pd
import pytest
from scipy import sparse

from naive_bayes.measured import measured
from naive_bayes.samples import state
from priory import GaussianDiscriminant


@pytest.mark.parametrize("covariance", ["shared", "full"])
def test_missing_values_are_refused_in_learning(covariance):
    """A row that lacks a feature is named, with the remedies, and nothing is learned."""
    X, y = measured()
    model = GaussianDiscriminant(covariance=covariance).fit(X, y)
    before = state(model)
    X[7, 1] = np.nan

    for learn in (model.fit, model.partial_fit, model.forget):
        with pytest.raises(ValueError, match=r"row 7, column 1; .* covariance='diagonal'"):
            learn(X, y)

    assert state(model) == before


@pytest.mark.parametrize("options", [{"covariance": "full"}, {"estimate": "predictive"}])
def test_no_linear_form(options):
    """Where scores are not linear there are no weights, and the error says why."""
    model = GaussianDiscriminant(**options).fit(*measured())

    assert not hasattr(model, "coef_")
    with pytest.raises(AttributeError, match="only a shared covariance"):
        _ = model.intercept_


def test_automatic_shrinkage_of_variances():
    """Ledoit and Wolf's choice is for covariances, and who asks for it elsewhere hears that."""
    X, y = measured()

    with pytest.raises(ValueError, match="pass a number"):
        GaussianDiscriminant(covariance="diagonal", shrinkage="auto").fit(X, y).predict(X)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({}, "shared by the classes .* is singular: feature 2 .*shrinkage=0.1"),
        ({"covariance": "full"}, "of class 'ham' is singular: feature 2 .*shrinkage=0.1"),
        ({"covariance": "full", "estimate": "predictive"}, "of class 'ham' is singular"),
    ],
)
def test_singular_covariance(options, message):
    """A feature that follows from others is named, with its class and the remedy, which helps."""
    X, y = measured()
    X[:, 2] = X[:, 0] - 2 * X[:, 1]
    model = GaussianDiscriminant(**options).fit(X, y)

    with pytest.raises(ValueError, match=message):
        model.predict(X)

    assert np.isfinite(model.set_params(shrinkage=0.1).predict_joint_log_proba(X)).all()


def test_constant_feature():
    """A feature without variance in one class is named, with the class and the remedy."""
    X, y = measured()
    X[y == "list", 1] = 1 / 3
    model = GaussianDiscriminant(covariance="diagonal").fit(X, y)

    with pytest.raises(ValueError, match=r"class 'list' has a variance of 0: feature 1 .*shrinkag"):
        model.predict(X)

    assert np.isfinite(model.set_params(shrinkage=0.1).predict_joint_log_proba(X)).all()


def test_too_few_rows_for_a_predictive():
    """Without degrees of freedom there is no predictive, and the class is named."""
    X, y = measured(n_rows=7)
    model = GaussianDiscriminant(covariance="full", estimate="predictive").fit(X, y)

    with pytest.raises(ValueError, match="class 'ham' has too few rows for 3 features"):
        model.predict(X)


@pytest.mark.parametrize(
    ("value", "message"),
    [(np.inf, "infinity: row 2, column 1 is inf"), (1e200, "too large for a float: rescale")],
)
def test_bad_numbers(value, message):
    """Numbers that cannot be measured are refused, and a fitted model stays as it was."""
    X, y = measured()
    model = GaussianDiscriminant().fit(X, y)
    before = state(model)
    X[2, 1] = value

    for learn in (model.fit, model.partial_fit, model.forget):
        with pytest.raises(ValueError, match=message):
            learn(X, y)

    assert state(model) == before


@pytest.mark.parametrize("covariance", ["shared", "full", "diagonal"])
def test_weights_that_are_shares(covariance):
    """Where ddof is taken from weights that sum to no more, there is no covariance, and no 0."""
    X, y = measured()
    model = GaussianDiscriminant(covariance=covariance, ddof=1).fit(X, y, np.full(60, 1 / 60))

    assert np.isnan(model.covariance_).all()
    with pytest.raises(ValueError, match=r"ddof=1: .* too few rows .*weigh .* more than [13]\."):
        model.predict(X)
    assert np.isfinite(model.set_params(ddof=0).predict_joint_log_proba(X)).all()


def test_weights_that_are_shares_have_no_predictive():
    """Weights that sum to 1 say that there was one row, which leaves no degrees of freedom."""
    X, y = measured()
    model = GaussianDiscriminant(estimate="predictive").fit(X, y, np.full(60, 1 / 60))

    with pytest.raises(ValueError, match=r"they weigh 1 together, and must weigh more than 5"):
        model.predict(X)


NAMES = ["height", "weight", "age"]


@pytest.mark.parametrize(
    ("frame", "names"), [(True, NAMES), (False, [0, 1, 2])], ids=["frame", "array"]
)
def test_columns_are_named(frame, names):
    """Errors call a column by its name if it has one, and by its number otherwise."""
    X, y = measured()
    whole = lambda X: pd.DataFrame(X, columns=NAMES) if frame else X  # noqa: E731
    alone = GaussianDiscriminant(covariance="diagonal").fit(whole(X), y)
    twice, constant, holes, infinite = (X.copy() for _ in range(4))
    twice[:, 2] = 2 * X[:, 0]
    constant[y == "list", 1] = 1 / 3
    holes[4, 2] = np.nan
    infinite[3, 1] = np.inf
    far = X[:1] + np.array([0, 100, 0])

    def predicted(X, **options):
        GaussianDiscriminant(**options).fit(whole(X), y).predict(whole(X))

    for attempt, message in (
        (lambda: predicted(twice), f"feature {names[2]!r} is constant there, or follows"),
        (lambda: predicted(constant, covariance="diagonal"), f"feature {names[1]!r} is constant"),
        (lambda: predicted(holes), f"NaN: row 4, column {names[2]!r}; .*covariance='diagonal'"),
        (lambda: predicted(infinite), f"infinity: row 3, column {names[1]!r} is inf"),
        (lambda: alone.predict(whole(infinite)), f"infinity: row 3, column {names[1]!r} is inf"),
        (lambda: alone.explain(whole(infinite)), f"infinity: row 3, column {names[1]!r} is inf"),
        (lambda: alone.forget(whole(far), y[:1]), f"of feature {names[1]!r} in class 'ham'"),
    ):
        with pytest.raises(ValueError, match=message):
            attempt()


def test_sparse_matrix():
    """A sparse matrix is refused: zeros are values here, and the covariance is dense."""
    X, y = measured()

    with pytest.raises(TypeError, match=r"dense data is required"):
        GaussianDiscriminant().fit(sparse.csr_matrix(X), y)


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy])
@pytest.mark.parametrize("number", [np.nan, 1e200])
def test_a_copy_is_not_changed_by_rows_that_are_refused(again, number):
    """A model that was copied learns such rows no more than the one that was fitted."""
    X, y = measured()
    model = again(GaussianDiscriminant().fit(X, y))
    before = state(model)
    X[7, 1] = number

    with pytest.raises(ValueError, match=r"covariance='diagonal'|too large"):
        model.partial_fit(X, y)

    assert state(model) == before
