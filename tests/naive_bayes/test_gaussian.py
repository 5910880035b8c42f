"""GaussianNB: what it answers. How it learns is in test_gaussian_learning."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import sparse, stats
from sklearn import naive_bayes as sklearn_naive_bayes
from tests.errors import refused

from naive_bayes.samples import measured
from priory import GaussianNB


def joint(X, model):
    """Add up the logarithms of the densities, one by one, of what is observed."""
    expected = np.tile(model.class_log_prior_, (len(X), 1))
    for i, j in np.argwhere(~np.isnan(X)):
        expected[i] += stats.norm.logpdf(X[i, j], model.theta_[:, j], np.sqrt(model.var_[:, j]))
    return expected


seeds = st.integers(0, 2**32 - 1)


@given(seeds, st.integers(1, 5), st.sampled_from([1e-9, 0, 0.1]))
def test_scikit_learn(seed, n_classes, smoothing):
    """Complete rows give scikit-learn's parameters and posteriors."""
    X, y = measured(n_classes=n_classes, seed=seed)
    assume(smoothing or np.unique(y, return_counts=True)[1].min() > 1)  # one row has no variance
    queries = 2 * measured(seed=seed + 1)[0]
    ours = GaussianNB(var_smoothing=smoothing).fit(X, y)
    theirs = sklearn_naive_bayes.GaussianNB(var_smoothing=smoothing).fit(X, y)

    for name in ("class_count_", "class_prior_", "theta_", "var_", "epsilon_"):
        np.testing.assert_allclose(getattr(ours, name), getattr(theirs, name), rtol=1e-9)
    for method in ("predict_joint_log_proba", "predict_log_proba", "predict_proba"):
        mine, other = (getattr(model, method)(queries) for model in (ours, theirs))
        np.testing.assert_allclose(mine, other, rtol=1e-9, atol=1e-9)
    assert ours.predict(queries).tolist() == theirs.predict(queries).tolist()


@pytest.mark.parametrize("far", [0, 1e6, -1e9])
@pytest.mark.parametrize("apart", [0, 1e5])
def test_far_from_zero(far, apart):
    """Variances keep their digits wherever the data are, and however far classes are apart."""
    X, y = measured(300)
    moved = X + far + apart * (y == "ham")[:, np.newaxis]
    ours = GaussianNB(var_smoothing=0).fit(moved, y)
    theirs = sklearn_naive_bayes.GaussianNB(var_smoothing=0).fit(moved, y)

    np.testing.assert_allclose(ours.var_, theirs.var_, rtol=1e-9)
    np.testing.assert_allclose(ours.theta_, theirs.theta_, rtol=1e-12)


@given(seeds, st.floats(0, 0.9))
def test_missing(seed, share):
    """What is not observed is left out: of means, of variances, and of the posterior."""
    X, y = measured(missing=share, seed=seed)
    model = GaussianNB().fit(X, y)
    frame = pd.DataFrame(X).groupby(y)

    np.testing.assert_array_equal(model.observed_count_, frame.count())
    np.testing.assert_allclose(model.theta_, frame.mean(), rtol=1e-9)
    np.testing.assert_allclose(model.var_ - model.epsilon_, frame.var(ddof=0), atol=1e-9)
    largest = np.nanmax([pd.DataFrame(X).var(ddof=0).max(), 0])
    np.testing.assert_allclose(model.epsilon_, 1e-9 * largest, rtol=1e-9)
    if not np.isnan(model.theta_).any():
        scores = model.predict_joint_log_proba(X)
        np.testing.assert_allclose(scores, joint(X, model), rtol=1e-9)


def test_nothing_observed():
    """A row of NaN alone is judged by the prior, exactly, dense or sparse."""
    X, y = measured(missing=0.2)
    model = GaussianNB().fit(X, y)
    unknown = np.full((1, X.shape[1]), np.nan)

    for row in (unknown, sparse.csr_matrix(unknown)):
        np.testing.assert_array_equal(model.predict_joint_log_proba(row)[0], model.class_log_prior_)


@pytest.mark.parametrize("kind", [sparse.csr_matrix, sparse.csc_array, sparse.coo_matrix])
@pytest.mark.parametrize("estimate", ["mle", "predictive"])
@pytest.mark.parametrize("dense_first", [True, False])
def test_sparse(kind, estimate, dense_first):
    """Zeros are values, whether a sparse matrix holds them or not."""
    X, y = measured(200, missing=0.1)
    X[np.random.default_rng(1).random(X.shape) < 0.6] = 0
    whole = GaussianNB(estimate=estimate).fit(X, y)
    model = GaussianNB(estimate=estimate)
    model.partial_fit(X[:50] if dense_first else kind(X[:50]), y[:50], np.unique(y))

    model.partial_fit(kind(X[50:]), y[50:])

    for name in ("theta_", "var_", "observed_count_"):
        np.testing.assert_allclose(getattr(model, name), getattr(whole, name), rtol=1e-12)
    expected = whole.predict_joint_log_proba(X)
    np.testing.assert_allclose(model.predict_joint_log_proba(kind(X)), expected, rtol=1e-12)


def test_wide_sparse():
    """A matrix that would not fit into memory is read without its zeros."""
    X = sparse.random(100, 10**5, 1e-4, "csr", random_state=1)
    y = np.arange(100) % 2
    model = GaussianNB().fit(X, y)
    some = slice(0, 500)
    ours, theirs = model.theta_[:, some], [X[y == c, some].mean(axis=0).A1 for c in (0, 1)]

    np.testing.assert_allclose(ours, theirs, rtol=1e-12)
    assert model.predict(X).tolist() == GaussianNB().fit(X.toarray(), y).predict(X).tolist()


@given(seeds, st.floats(0.01, 20), st.booleans())
def test_predictive(seed, weight, given_prior):
    """The posterior predictive is Student's distribution, as SciPy computes it."""
    X, y = measured(missing=0.3, seed=seed)
    prior = {"prior_mean": 1.5, "prior_var": [0.5, 1, 2, 4]} if given_prior else {}
    model = GaussianNB(estimate="predictive", prior_count=weight, **prior).fit(X, y)
    expected = np.tile(model.class_log_prior_, (len(X), 1))
    frame = pd.DataFrame(X)
    for j in range(X.shape[1]):
        m0 = prior["prior_mean"] if prior else frame[j].mean()
        v0 = prior["prior_var"][j] if prior else frame[j].var(ddof=0) + model.epsilon_
        for c, label in enumerate(model.classes_):
            x = frame[j][y == label].dropna().to_numpy()
            # Murphy, "Conjugate Bayesian analysis of the Gaussian distribution", in alpha and beta.
            n, mean = len(x), x.mean() if len(x) else 0.0
            kappa, alpha = weight + n, (weight + n) / 2
            beta = weight * v0 / 2 + np.sum((x - mean) ** 2) / 2
            beta += weight * n * (mean - m0) ** 2 / (2 * kappa)
            location, scale = (weight * m0 + n * mean) / kappa, beta * (kappa + 1) / (alpha * kappa)
            terms = stats.t.logpdf(X[:, j], 2 * alpha, location, np.sqrt(scale))
            expected[:, c] += np.nan_to_num(terms)

    np.testing.assert_allclose(model.predict_joint_log_proba(X), expected, rtol=1e-9, atol=1e-9)


def test_predictive_of_many_rows():
    """With ever more rows the predictive becomes the plug-in, and no digits are lost."""
    X, y = measured(60)
    weights = np.full(60, 1e9)
    plug_in = GaussianNB().fit(X, y, weights).predict_joint_log_proba(X)
    predictive = GaussianNB(estimate="predictive").fit(X, y, weights).predict_joint_log_proba(X)

    np.testing.assert_allclose(predictive, plug_in, rtol=1e-6)


@pytest.mark.parametrize("estimate", ["mle", "predictive"])
@pytest.mark.parametrize("kind", [np.asarray, sparse.csr_matrix])
def test_explain(estimate, kind):
    """Each observed feature has its term, zeros too, and all add up to the joint probability."""
    X, y = measured(missing=0.2)
    X[3] = [0, 1, np.nan, -1]
    model = GaussianNB(estimate=estimate).fit(X, y)
    explanations = model.explain(kind(X))
    scores = [explanation.joint_log_proba for explanation in explanations]

    np.testing.assert_allclose(scores, model.predict_joint_log_proba(X), rtol=1e-9)
    assert explanations[3].features.tolist() == ([0, 1, 3] if kind is np.asarray else [1, 3])
    assert explanations[3].values.tolist() == ([0, 1, -1] if kind is np.asarray else [1, -1])  # noqa: PD011


@pytest.mark.parametrize("estimate", ["mle", "predictive"])
def test_zeros_are_explained(estimate):
    """The zeros of a sparse row, stored or not, stand together where dense ones stand alone."""
    X, y = measured()
    X[:, 1:] = np.where(X[:, 1:] > 1, X[:, 1:], 0)
    stored = sparse.csr_matrix(X)
    stored.data[:5] = 0
    model = GaussianNB(estimate=estimate, var_smoothing=0.1).fit(X, y)

    pairs = zip(model.explain(stored), model.explain(stored.toarray()), strict=True)

    for row, dense in pairs:
        is_zero = dense.values == 0  # noqa: PD011 (no pandas)
        assert is_zero.any() or not row.absent.any()
        np.testing.assert_allclose(row.absent, dense.contributions[is_zero].sum(axis=0), rtol=1e-12)
        np.testing.assert_array_equal(row.contributions, dense.contributions[~is_zero])
        np.testing.assert_allclose(row.joint_log_proba, dense.joint_log_proba, rtol=1e-12)
    scores = [row.joint_log_proba for row in model.explain(stored)]
    np.testing.assert_allclose(scores, model.predict_joint_log_proba(stored), rtol=1e-9)


def test_priors():
    """Priors are given or counted; they must be those of the classes, and may change after fit."""
    X, y = measured()
    model = GaussianNB(priors=[0.2, 0.3, 0.5]).fit(X, y)

    assert model.class_prior_.tolist() == [0.2, 0.3, 0.5]
    shares = model.set_params(priors=None).class_prior_
    np.testing.assert_allclose(shares, model.class_count_ / 40)
    for priors, expected in (
        ([0.5, 0.5], refused("shape-mismatch", parameter="priors")),
        ([0.2, 0.2, 0.2], refused("bad-parameter", parameter="priors")),
        ([-0.5, 0.5, 1], refused("bad-parameter", parameter="priors")),
    ):
        with expected:
            GaussianNB(priors=priors).fit(X, y)
        with expected:
            GaussianNB().fit(X, y).set_params(priors=priors).predict(X)


def test_parameters_change_after_fit():
    """Smoothing and estimate are no part of what was learned."""
    X, y = measured(missing=0.1)
    changes = {"var_smoothing": 0.1, "estimate": "predictive", "prior_count": 3, "prior_var": 2}
    model = GaussianNB().fit(X, y)

    for name, value in changes.items():
        model.set_params(**{name: value})
        fresh = GaussianNB(**model.get_params()).fit(X, y)
        np.testing.assert_array_equal(model.predict_proba(X), fresh.predict_proba(X))


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"prior_mean": [1, 2]}, refused("shape-mismatch", parameter="prior_mean")),
        ({"prior_mean": [1, 2, 3, np.inf]}, refused("bad-parameter", parameter="prior_mean")),
        ({"prior_var": [1, 2, 3, 0]}, refused("bad-parameter", parameter="prior_var")),
        ({"prior_count": 0}, refused("bad-parameter", parameter="prior_count")),
        ({"var_smoothing": -1}, refused("bad-parameter", parameter="var_smoothing")),
        ({"estimate": "mean"}, refused("bad-parameter", parameter="estimate")),
    ],
)
def test_bad_parameters(options, expected):
    """Parameters that mean nothing are refused in fit."""
    with expected:
        GaussianNB(**options).fit(*measured())


def test_no_variance():
    """A feature without variance is smoothed; if all are, the first is named with remedies."""
    model = GaussianNB().fit([[1, 5], [2, 5], [4, 5], [8, 5]], [0, 0, 1, 1])
    assert model.predict([[1, 5], [8, 5]]).tolist() == [0, 1]
    model.set_params(var_smoothing=0)

    with refused("zero-variance", parameter="var_smoothing", place="column 1, class 0"):
        model.predict([[1, 5]])
    model.set_params(estimate="predictive")
    with refused("zero-variance", parameter="prior_var", place="column 1, class 0"):
        model.predict([[1, 5]])
    assert model.set_params(prior_var=1).predict([[1, 5], [8, 5]]).tolist() == [0, 1]


def test_constant_within_classes():
    """A feature that is constant in each class has no variance there, to the bit."""
    y = np.arange(10_000) % 3
    model = GaussianNB().fit(np.column_stack([y * 0.1 + 1e3, np.sin(y)]), y)

    np.testing.assert_array_equal(model.var_, np.full((3, 2), model.epsilon_))


def test_one_class():
    """A single class is always the answer."""
    X, _ = measured()
    model = GaussianNB().fit(X, np.full(40, "only"))

    assert model.predict_proba(X).tolist() == [[1.0]] * 40


@pytest.mark.parametrize("kind", [np.asarray, sparse.csr_matrix, pd.DataFrame])
@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (np.inf, refused("infinite-value", parameter="X", place="row 2, column 1")),
        (-np.inf, refused("infinite-value", parameter="X", place="row 2, column 1")),
        (1e200, refused("too-large", parameter="X", place="row 2, column 1")),
    ],
)
def test_bad_numbers(kind, value, expected):
    """Infinite and huge numbers are named by row and column."""
    X, y = measured()
    X[2, 1] = value

    with expected:
        GaussianNB().fit(kind(X), y)
    with expected:
        GaussianNB().fit(X[3:], y[3:]).predict(X)


def test_nullable_columns():
    """What pandas knows as missing is missing."""
    X, y = measured(missing=0.2)
    frame = pd.DataFrame(X, columns=list("abcd"))
    model = GaussianNB().fit(frame.convert_dtypes(), y)

    np.testing.assert_array_equal(model.theta_, GaussianNB().fit(X, y).theta_)
    with refused("feature-names", parameter="X"):
        model.predict(frame[list("dcba")])


def test_rows_alone_and_together():
    """A row has the same score in any company, on any number of threads, bit for bit."""
    X, y = measured(60_000, missing=0.05)
    model = GaussianNB().fit(X, y)
    together = model.predict_joint_log_proba(X)
    alone = np.vstack([model.predict_joint_log_proba(X[i : i + 1]) for i in range(100)])

    assert together[:100].tobytes() == alone.tobytes()
