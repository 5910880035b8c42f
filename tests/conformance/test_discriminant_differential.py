"""Any measurements: our discriminant analysis answers as the installed scikit-learn's do."""

import inspect

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from naive_bayes.measured import measured
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis

from priory import GaussianDiscriminant

often = settings(max_examples=100)
problems = st.builds(
    measured,
    n_rows=st.integers(60, 200),
    n_features=st.integers(1, 6),
    n_classes=st.integers(2, 5),
    seed=st.integers(0, 2**32 - 1),
)
# Versions that can choose a solver divide by n, those before them by n - 1.
HAS_SOLVERS = "solver" in inspect.signature(QuadraticDiscriminantAnalysis).parameters
DDOF = 0 if HAS_SOLVERS else 1


def compare(ours, theirs, tolerance=1e-8):
    """Assert that numbers agree, relative to the largest of them."""
    theirs = np.asarray(theirs)
    scale = max(1.0, np.abs(theirs).max())
    np.testing.assert_allclose(ours, theirs, rtol=tolerance, atol=tolerance * scale)


@pytest.mark.parametrize("shrinkage", [None, 0.0, 0.3, 1.0, "auto"])
@often
@given(problems)
def test_linear(shrinkage, problem):
    """With a shared covariance it is LinearDiscriminantAnalysis, with any shrinkage."""
    X, y = problem
    theirs = LinearDiscriminantAnalysis(solver="lsqr", shrinkage=shrinkage).fit(X, y)
    ours = GaussianDiscriminant(shrinkage=shrinkage).fit(X, y)

    compare(ours.means_, theirs.means_)
    compare(ours.covariance_, theirs.covariance_)
    compare(ours.coef_, theirs.coef_)
    compare(ours.intercept_, theirs.intercept_)
    compare(ours.predict_proba(X), theirs.predict_proba(X))


@often
@given(problems)
def test_quadratic(problem):
    """With a covariance for each class it is QuadraticDiscriminantAnalysis."""
    X, y = problem
    theirs = QuadraticDiscriminantAnalysis(store_covariance=True, tol=0).fit(X, y)
    ours = GaussianDiscriminant(covariance="full", ddof=DDOF).fit(X, y)

    compare(ours.means_, theirs.means_)
    compare(ours.covariance_, theirs.covariance_)
    compare(ours.predict_log_proba(X), theirs.predict_log_proba(X))
    compare(ours.predict_proba(X), theirs.predict_proba(X))


@pytest.mark.skipif(not HAS_SOLVERS, reason="this scikit-learn shrinks no quadratic analysis")
@pytest.mark.parametrize("shrinkage", [0.3, 1.0, "auto"])
@often
@given(problems)
def test_shrunk_quadratic(shrinkage, problem):
    """Each class's covariance is shrunk as in QuadraticDiscriminantAnalysis."""
    X, y = problem
    theirs = QuadraticDiscriminantAnalysis(solver="eigen", shrinkage=shrinkage, tol=0).fit(X, y)
    ours = GaussianDiscriminant(covariance="full", shrinkage=shrinkage).fit(X, y)

    compare(ours.predict_log_proba(X), theirs.predict_log_proba(X))


@often
@given(problems)
def test_given_priors(problem):
    """Priors that are given weigh scikit-learn's covariances, and leave ours as they are."""
    X, y = problem
    n_classes = len(np.unique(y))
    priors = np.arange(1.0, n_classes + 1) / np.arange(1.0, n_classes + 1).sum()
    theirs = LinearDiscriminantAnalysis(solver="lsqr", priors=priors).fit(X, y)
    ours = GaussianDiscriminant(class_prior=priors).fit(X, y)
    by_rows = GaussianDiscriminant().fit(X, y)

    full = GaussianDiscriminant(covariance="full").fit(X, y).covariance_
    compare(theirs.covariance_, np.tensordot(priors, full, 1))
    np.testing.assert_array_equal(ours.covariance_, by_rows.covariance_)
    weighed = by_rows.predict_proba(X) * priors / np.exp(by_rows.class_log_prior_)
    compare(ours.predict_proba(X), weighed / weighed.sum(axis=1, keepdims=True))


@often
@given(problems)
def test_divided_by_less(problem):
    """With ddof=1 covariances are those that NumPy calls unbiased, and so is the pooled one."""
    X, y = problem
    full = GaussianDiscriminant(covariance="full", ddof=1).fit(X, y)
    groups = [X[y == label] for label in full.classes_]
    unbiased = [np.atleast_2d(np.cov(group.T)) for group in groups]
    degrees = np.array([len(group) - 1 for group in groups])

    compare(full.covariance_, unbiased)
    pooled = np.tensordot(degrees, unbiased, 1) / degrees.sum()
    compare(full.set_params(covariance="shared").covariance_, pooled)
