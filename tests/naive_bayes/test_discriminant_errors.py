"""GaussianDiscriminant: input that has no answer, and the errors that say so."""

import copy

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from tests.errors import refused

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
        with refused("missing-value", parameter="X", place="row 7, column 1"):
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

    with refused("unsupported", parameter="shrinkage"):
        GaussianDiscriminant(covariance="diagonal", shrinkage="auto").fit(X, y).predict(X)


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, refused("singular-covariance", parameter="shrinkage", place="column 2")),
        (
            {"covariance": "full"},
            refused("singular-covariance", parameter="shrinkage", place="column 2, class 'ham'"),
        ),
        (
            {"covariance": "full", "estimate": "predictive"},
            refused("singular-covariance", parameter="shrinkage", place="column 2, class 'ham'"),
        ),
    ],
)
def test_singular_covariance(options, expected):
    """A feature that follows from others is named, with its class and the remedy, which helps."""
    X, y = measured()
    X[:, 2] = X[:, 0] - 2 * X[:, 1]
    model = GaussianDiscriminant(**options).fit(X, y)

    with expected:
        model.predict(X)

    assert np.isfinite(model.set_params(shrinkage=0.1).predict_joint_log_proba(X)).all()


def test_constant_feature():
    """A feature without variance in one class is named, with the class and the remedy."""
    X, y = measured()
    X[y == "list", 1] = 1 / 3
    model = GaussianDiscriminant(covariance="diagonal").fit(X, y)

    with refused("zero-variance", parameter="shrinkage", place="column 1, class 'list'"):
        model.predict(X)

    assert np.isfinite(model.set_params(shrinkage=0.1).predict_joint_log_proba(X)).all()


def test_too_few_rows_for_a_predictive():
    """Without degrees of freedom there is no predictive, and the class is named."""
    X, y = measured(n_rows=7)
    model = GaussianDiscriminant(covariance="full", estimate="predictive").fit(X, y)

    with refused("too-few-rows", parameter="estimate", place="class 'ham'"):
        model.predict(X)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (np.inf, refused("infinite-value", parameter="X", place="row 2, column 1")),
        (1e200, refused("too-large", parameter="X")),
    ],
)
def test_bad_numbers(value, expected):
    """Numbers that cannot be measured are refused, and a fitted model stays as it was."""
    X, y = measured()
    model = GaussianDiscriminant().fit(X, y)
    before = state(model)
    X[2, 1] = value

    for learn in (model.fit, model.partial_fit, model.forget):
        with expected:
            learn(X, y)

    assert state(model) == before


@pytest.mark.parametrize("covariance", ["shared", "full", "diagonal"])
def test_weights_that_are_shares(covariance):
    """Where ddof is taken from weights that sum to no more, there is no covariance, and no 0."""
    X, y = measured()
    model = GaussianDiscriminant(covariance=covariance, ddof=1).fit(X, y, np.full(60, 1 / 60))

    assert np.isnan(model.covariance_).all()
    with refused("too-few-rows", parameter="ddof"):
        model.predict(X)
    assert np.isfinite(model.set_params(ddof=0).predict_joint_log_proba(X)).all()


def test_weights_that_are_shares_have_no_predictive():
    """Weights that sum to 1 say that there was one row, which leaves no degrees of freedom."""
    X, y = measured()
    model = GaussianDiscriminant(estimate="predictive").fit(X, y, np.full(60, 1 / 60))

    with refused("too-few-rows", parameter="estimate"):
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

    weight, age = (f"column {name!r}" for name in names[1:])
    for attempt, code, place in (
        (lambda: predicted(twice), "singular-covariance", age),
        (
            lambda: predicted(constant, covariance="diagonal"),
            "zero-variance",
            f"{weight}, class 'list'",
        ),
        (lambda: predicted(holes), "missing-value", f"row 4, {age}"),
        (lambda: predicted(infinite), "infinite-value", f"row 3, {weight}"),
        (lambda: alone.predict(whole(infinite)), "infinite-value", f"row 3, {weight}"),
        (lambda: alone.explain(whole(infinite)), "infinite-value", f"row 3, {weight}"),
        (lambda: alone.forget(whole(far), y[:1]), "below-zero", f"{weight}, class 'ham'"),
    ):
        with refused(code, place=place):
            attempt()


def test_sparse_matrix():
    """A sparse matrix is refused: zeros are values here, and the covariance is dense."""
    X, y = measured()

    with pytest.raises(TypeError, match=r"dense data is required"):
        GaussianDiscriminant().fit(sparse.csr_matrix(X), y)


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy])
@pytest.mark.parametrize(("number", "code"), [(np.nan, "missing-value"), (1e200, "too-large")])
def test_a_copy_is_not_changed_by_rows_that_are_refused(again, number, code):
    """A model that was copied learns such rows no more than the one that was fitted."""
    X, y = measured()
    model = again(GaussianDiscriminant().fit(X, y))
    before = state(model)
    X[7, 1] = number

    with refused(code, parameter="X"):
        model.partial_fit(X, y)

    assert state(model) == before
