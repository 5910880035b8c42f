"""GaussianDiscriminant: densities, predictions and what explains them."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from scipy import stats

from naive_bayes.measured import each_kind, measured, seeds
from priory import GaussianDiscriminant


@each_kind
def test_missing_values_are_left_out_of_predictions(options):
    """What was not observed says nothing: the density is that of the other features."""
    X, y = measured()
    if options.get("shrinkage"):  # its target depends on all features
        options = options | {"shrinkage": None}
    model = GaussianDiscriminant(**options).fit(X, y)
    queries = np.vstack([X[:5], X[:5]])
    queries[5:, 1] = np.nan

    scores = model.predict_joint_log_proba(queries)

    np.testing.assert_allclose(scores[:5], model.predict_joint_log_proba(X[:5]), rtol=1e-12)
    if options.get("estimate") == "predictive" and options.get("covariance") != "diagonal":
        return  # the degrees of freedom are those of all features: see the next test
    fewer = GaussianDiscriminant(**options).fit(X[:, [0, 2]], y)
    np.testing.assert_allclose(
        scores[5:], fewer.predict_joint_log_proba(X[:5][:, [0, 2]]), rtol=1e-9
    )


@each_kind
def test_nothing_observed(options):
    """A row of which nothing is known has the prior."""
    X, y = measured()
    model = GaussianDiscriminant(**options).fit(X, y)

    posterior = model.predict_proba(np.full((1, 3), np.nan))[0]

    np.testing.assert_allclose(posterior, np.exp(model.class_log_prior_), rtol=1e-12)


def t_densities(model, X, y, queries, columns):
    """Compute the predictive densities by the textbook, with SciPy."""
    shared, n_features = model.covariance == "shared", X.shape[1]
    groups = [X[y == label] for label in np.unique(y)]
    scatters = [(group - group.mean(0)).T @ (group - group.mean(0)) for group in groups]
    logs = []
    for group, scatter in zip(groups, scatters, strict=True):
        n = len(X) if shared else len(group)
        degrees = n - (len(groups) if shared else 1) - n_features + 1
        shape = sum(scatters) if shared else scatter
        shape = shape * (1 + 1 / len(group)) / degrees
        t = stats.multivariate_t(group.mean(0)[columns], shape[np.ix_(columns, columns)], degrees)
        logs.append(np.reshape(t.logpdf(queries[:, columns]), len(queries)))
    return np.array(logs).T


@pytest.mark.parametrize("covariance", ["shared", "full"])
@pytest.mark.parametrize("columns", [[0, 1, 2], [0, 2], [1]])
@given(seeds)
def test_predictive(covariance, columns, seed):
    """The predictive is SciPy's multivariate t, also of some of the features."""
    X, y = measured(seed=seed)
    model = GaussianDiscriminant(covariance=covariance, estimate="predictive").fit(X, y)
    queries = np.full((9, 3), np.nan)
    queries[:, columns] = X[:9, columns]

    ours = model.predict_joint_log_proba(queries) - model.class_log_prior_

    np.testing.assert_allclose(ours, t_densities(model, X, y, queries, columns), rtol=1e-8)


@given(seeds)
def test_predictive_of_single_features(seed):
    """Without correlations the predictive is a product of SciPy's t distributions."""
    X, y = measured(seed=seed, missing=0.1)
    model = GaussianDiscriminant(covariance="diagonal", estimate="predictive").fit(X, y)
    expected = np.zeros((len(X), 3))
    for c, label in enumerate(model.classes_):
        for j in range(3):
            column = X[y == label, j]
            column = column[~np.isnan(column)]
            n = len(column)
            scale = np.sqrt(column.var(ddof=1) * (1 + 1 / n))
            logs = stats.t.logpdf(X[:, j], n - 1, column.mean(), scale)
            expected[:, c] += np.where(np.isnan(X[:, j]), 0, logs)

    ours = model.predict_joint_log_proba(X) - model.class_log_prior_

    np.testing.assert_allclose(ours, expected, rtol=1e-8, atol=1e-8)


@each_kind
def test_density(options):
    """Joint log-probabilities are logarithms of densities, constants included."""
    X, y = measured()
    model = GaussianDiscriminant(**options | {"estimate": "mle"}).fit(X, y)

    for c in range(3):
        covariance = model.covariance_ if model.covariance == "shared" else model.covariance_[c]
        logs = stats.multivariate_normal(model.means_[c], covariance).logpdf(X)
        if model.covariance == "diagonal":
            deviations = np.sqrt(model.covariance_[c])
            logs = stats.norm.logpdf(X, model.means_[c], deviations).sum(axis=1)
        ours = model.predict_joint_log_proba(X)[:, c] - model.class_log_prior_[c]
        np.testing.assert_allclose(ours, logs, rtol=1e-9)


@each_kind
def test_explanations_add_up(options):
    """The terms of the features, the remainder and the prior are the joint log-probability."""
    X, y = measured()
    model = GaussianDiscriminant(**options).fit(X, y)
    queries = X[:6].copy()
    queries[3:, 1] = np.nan
    queries[5] = model.means_[0]

    explanations = model.explain(queries)

    together = [explanation.joint_log_proba for explanation in explanations]
    np.testing.assert_allclose(together, model.predict_joint_log_proba(queries), rtol=1e-9)
    assert explanations[3].features.tolist() == [0, 2]


def test_explanations_have_names():
    """Features are called as the columns of the data frame are."""
    X, y = measured()
    frame = pd.DataFrame(X, columns=["height", "weight", "age"])

    explanation = GaussianDiscriminant().fit(frame, y).explain(frame[:1])[0]

    assert explanation.features.tolist() == ["height", "weight", "age"]


@pytest.mark.parametrize("n_classes", [2, 3])
def test_linear_form(n_classes):
    """With a shared covariance the posterior is the logistic or softmax function of scores."""
    X, y = measured(n_classes=n_classes)
    model = GaussianDiscriminant().fit(X, y)
    scores = X @ model.coef_.T + model.intercept_
    if n_classes == 2:
        scores = np.hstack([np.zeros_like(scores), scores])

    posterior = np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True)

    np.testing.assert_allclose(posterior, model.predict_proba(X), rtol=1e-9)


def test_logistic_form_far_from_zero():
    """What two classes have in common costs the weights no digits."""
    X, y = measured(n_classes=2)
    X = np.round(X * 2**10) / 2**10  # so that moving them is exact
    here, there = (GaussianDiscriminant().fit(rows, y) for rows in (X, X + 1e9))

    np.testing.assert_allclose(there.coef_, here.coef_, rtol=1e-6)
    bias = here.intercept_ - 1e9 * there.coef_.sum()
    np.testing.assert_allclose(there.intercept_, bias, rtol=1e-12)


@each_kind
def test_rows_stand_alone(options):
    """A row has the same answer in any company, up to rounding."""
    X = measured()[0]
    X[::7, 2] = np.nan
    model = GaussianDiscriminant(**options).fit(*measured())

    alone = np.vstack([model.predict_joint_log_proba(row[np.newaxis]) for row in X])

    np.testing.assert_allclose(alone, model.predict_joint_log_proba(X), rtol=1e-12)
