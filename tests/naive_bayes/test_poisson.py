import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse, stats
from scipy.special import expit, gammaln, softmax
from tests.errors import refused

from naive_bayes.samples import LABELS, MAILS, assert_same, counted, state
from priory import MultinomialNB, PoissonNB

seeds = st.integers(0, 2**32 - 1)
PRIORS = {
    "numbers": (1.7, 0.3),
    "vectors": (np.linspace(1, 3, 7), np.linspace(0.1, 2, 7)),
    "matrices": (np.linspace(1, 5, 21).reshape(3, 7), np.linspace(1, 2, 21).reshape(3, 7)),
}
ESTIMATES = ("mean", "map", "mle", "predictive")
each_exposure = pytest.mark.parametrize("exposure", [None, "length"])


def sums(X, y, exposure):
    """Return the sums of each class, and the rows or the length over which they were counted."""
    members = [X[y == label] for label in np.unique(y)]
    counts = np.array([rows.sum(axis=0) for rows in members])
    total = [rows.sum() if exposure else len(rows) for rows in members]
    return counts, np.array(total)[:, np.newaxis]


@each_exposure
@pytest.mark.parametrize("prior", PRIORS)
@pytest.mark.parametrize("estimate", ESTIMATES)
def test_rates(prior, estimate, exposure):
    """Each estimate is the formula of the gamma posterior, for a prior of any shape."""
    X, y = counted()
    alpha, beta = PRIORS[prior]
    counts, total = sums(X, y, exposure)
    expected = {
        "mean": (counts + alpha) / (total + beta),
        "map": (counts + alpha - 1) / (total + beta),
        "mle": counts / total,
        "predictive": (counts + alpha) / (total + beta),
    }

    model = PoissonNB(alpha=alpha, beta=beta, estimate=estimate, exposure=exposure).fit(X, y)

    np.testing.assert_allclose(model.rate_, expected[estimate], rtol=1e-13)


@each_exposure
@given(seeds, st.floats(0.05, 5), st.floats(0.05, 5))
def test_poisson(exposure, seed, alpha, beta):
    """The joint log-probabilities are those of independent Poisson counts, log x! included."""
    X, y = counted(seed=seed)
    model = PoissonNB(alpha=alpha, beta=beta, exposure=exposure).fit(X, y)
    exposures = X.sum(axis=1, keepdims=True) if exposure else 1
    expected = [
        stats.poisson.logpmf(X, exposures * rate).sum(axis=1) + prior
        for rate, prior in zip(model.rate_, model.class_log_prior_, strict=True)
    ]

    joint = model.predict_joint_log_proba(X)

    np.testing.assert_allclose(joint, np.transpose(expected), rtol=1e-10, atol=1e-10)


@each_exposure
@pytest.mark.parametrize("prior", PRIORS)
@given(seeds)
def test_negative_binomial(exposure, prior, seed):
    """The posterior predictive is negative binomial."""
    X, y = counted(seed=seed)
    alpha, beta = PRIORS[prior]
    model = PoissonNB(alpha=alpha, beta=beta, exposure=exposure, estimate="predictive").fit(X, y)
    counts, total = sums(X, y, exposure)
    shape, rate = np.broadcast_arrays(counts + alpha, total + beta)
    queries = X[X.sum(axis=1) > 0]  # SciPy has no counts without exposure
    exposures = queries.sum(axis=1, keepdims=True) if exposure else 1
    expected = [
        stats.nbinom.logpmf(queries, n, b / (b + exposures)).sum(axis=1) + log_prior
        for n, b, log_prior in zip(shape, rate, model.class_log_prior_, strict=True)
    ]

    joint = model.predict_joint_log_proba(queries)

    np.testing.assert_allclose(joint, np.transpose(expected), rtol=1e-9, atol=1e-9)


def test_few_rows_say_less():
    """Of one row the predictive is less sure than the mean; of many it is as sure."""
    once = PoissonNB().fit([[9], [1]], ["many", "few"])
    often = PoissonNB().fit([[9], [1]], ["many", "few"], [10**6, 10**6])

    unsure, sure = (
        model.set_params(estimate="predictive").predict_proba([[9]]) for model in (once, often)
    )

    assert unsure[0, 0] > 100 * once.set_params(estimate="mean").predict_proba([[9]])[0, 0]
    mean = often.set_params(estimate="mean").predict_proba([[9]])
    np.testing.assert_allclose(sure, mean, rtol=1e-3)


@given(seeds)
def test_dice(seed):
    """By length and with maximum likelihood the posteriors are those of MultinomialNB."""
    X, y = counted(n_rows=100, seed=seed)
    poisson = PoissonNB(estimate="mle", exposure="length").fit(X, y)
    dice = MultinomialNB(estimate="mle").fit(X, y)

    np.testing.assert_allclose(poisson.predict_proba(X), dice.predict_proba(X), rtol=1e-9)


@each_exposure
@pytest.mark.parametrize("estimate", ESTIMATES)
def test_empty_row(exposure, estimate):
    """A row without counts says something of rates by row, and nothing of those by length."""
    X, y = counted()
    model = PoissonNB(estimate=estimate, exposure=exposure).fit(X, y)

    (joint,) = model.predict_joint_log_proba(np.zeros((1, 7)))

    assert (joint.tolist() == model.class_log_prior_.tolist()) is (exposure == "length")


@each_exposure
@pytest.mark.parametrize("estimate", ESTIMATES)
@pytest.mark.parametrize("kind", [np.asarray, sparse.csr_matrix, sparse.csc_array, pd.DataFrame])
def test_kinds(exposure, estimate, kind):
    """The same numbers have the same answers and explanations, whatever holds them."""
    X, y = counted()
    model = PoissonNB(estimate=estimate, exposure=exposure).fit(X, y)
    expected = model.predict_joint_log_proba(X)
    other = PoissonNB(estimate=estimate, exposure=exposure).fit(kind(X), y)

    assert_same(model, other)
    assert other.predict_joint_log_proba(kind(X)).tobytes() == expected.tobytes()
    explained = [each.joint_log_proba for each in other.explain(kind(X))]
    np.testing.assert_allclose(explained, expected, rtol=1e-12)


@each_exposure
def test_linear_form(exposure):
    """But for what all classes have in common, the joint log-probability is linear."""
    X, y = counted()
    model = PoissonNB(exposure=exposure).fit(X, y)
    scores = X @ model.coef_.T + model.intercept_
    two = PoissonNB(exposure=exposure).fit(X, y == "ham")

    np.testing.assert_allclose(softmax(scores, axis=1), model.predict_proba(X), rtol=1e-11)
    assert two.coef_.shape == (1, 7)
    logistic = expit(X @ two.coef_[0] + two.intercept_[0])
    np.testing.assert_allclose(logistic, two.predict_proba(X)[:, 1], rtol=1e-11)
    assert not hasattr(model.set_params(estimate="predictive"), "coef_")


@each_exposure
def test_rate_of_zero(exposure):
    """With maximum likelihood a count that a class never had rules it out, its absence does not."""
    X, y = [[1, 0], [2, 0], [1, 1]], ["a", "a", "b"]
    model = PoissonNB(estimate="mle", exposure=exposure).fit(X, y)

    assert model.predict_proba([[1, 1]]).tolist() == [[0, 1]]
    assert np.isfinite(model.predict_joint_log_proba([[1, 0]])).all()
    (explanation,) = model.explain([[1, 1]])
    assert explanation.joint_log_proba[0] == -np.inf
    assert not hasattr(model, "coef_")


def test_large_counts():
    """Counts of a million have the log-odds of a sum over a million factors."""
    X = [[10**6], [10**6 + 5000]]
    model = PoissonNB(beta=0, estimate="predictive").fit(X, ["a", "b"])
    n = 10**6 + 2500
    k = np.arange(n)
    first, second = (row[0] + 1 for row in X)  # the shapes of the posteriors, whose rates are 1
    odds = math.fsum(np.log((second + k) / (first + k))) + (second - first) * np.log(0.5)

    ((a, b),) = model.predict_joint_log_proba([[n]])

    assert abs(odds) < 1
    np.testing.assert_allclose(b - a, odds, atol=1e-7)


def test_changed_after_fit():
    """Prior and estimate take effect at once; the exposure is part of what was counted."""
    X, y = counted()
    model = PoissonNB().fit(X, y)
    model.predict(X)
    changes = {"alpha": 3, "beta": [1, 2, 3, 4, 5, 6, 7], "estimate": "predictive"}

    model.set_params(**changes)

    expected = PoissonNB(**changes).fit(X, y).predict_joint_log_proba(X)
    assert model.predict_joint_log_proba(X).tobytes() == expected.tobytes()
    model.set_params(exposure="length")
    for call in (model.predict, lambda X: model.partial_fit(X, y), lambda X: model.forget(X, y)):
        with refused("changed-parameter", parameter="exposure"):
            call(X)
    with refused("incompatible-merge", parameter="exposure"):
        model.fit(X, y).merge(PoissonNB().fit(X, y))


@each_exposure
@given(seeds, st.integers(1, 39))
def test_learn_forget_merge(exposure, seed, place):
    """Rows come and go, with new classes, as if only those that are left had been learned."""
    X, y = counted(n_classes=5, seed=seed)
    first, rest = (X[:place], y[:place]), (X[place:], y[place:])

    def model():
        return PoissonNB(exposure=exposure)

    whole = model().fit(X, y)
    assert_same(model().fit(*first).partial_fit(*rest), whole)
    assert_same(model().fit(*first).merge(model().fit(*rest)), whole)
    assert_same(whole.forget(*rest), model().fit(*first))


@pytest.mark.parametrize(
    ("parameters", "expected"),
    [
        ({"beta": -1}, refused("bad-parameter", parameter="beta")),
        ({"beta": [1, 2]}, refused("shape-mismatch", parameter="beta")),
        ({"beta": [1, 2, -3]}, refused("bad-parameter", parameter="beta")),
        ({"beta": [[1, 2, 3]]}, refused("shape-mismatch", parameter="beta")),
        ({"alpha": 0.5, "estimate": "map"}, refused("no-mode", parameter="alpha")),
        ({"exposure": "time"}, refused("bad-parameter", parameter="exposure")),
    ],
)
def test_bad_parameters(parameters, expected):
    """A parameter that is none is refused in fit, and a fitted model stays as it was."""
    model = PoissonNB().fit(MAILS, LABELS)
    model.set_params(**parameters)
    before = state(model)

    with expected:
        model.fit(MAILS, LABELS)

    assert state(model) == before


def test_negative_count():
    """A negative count is named with its place and a remedy, and nothing is learned."""
    model = PoissonNB().fit(MAILS, LABELS)
    before = state(model)

    for call in (model.fit, model.partial_fit, model.forget):
        with refused("negative-value", parameter="X", place="row 0, column 2"):
            call([[1, 0, -1]], ["ham"])

    assert state(model) == before


def test_forgotten_rows_were_there():
    """Counts that were not learned cannot be forgotten."""
    with refused("below-zero", place="column 0, class 'ham'"):
        PoissonNB().fit(MAILS, LABELS).forget([[1, 0, 0]], ["ham"])


@pytest.mark.parametrize("part", [0, 0.5])
def test_counts_of_any_size(part):
    """Small, large and fractional counts have their factorials and rising factorials."""
    X = np.array([[15, 16, 17], [254, 255, 256], [1, 1000, 3]]) + part
    model = PoissonNB(alpha=2, estimate="predictive").fit(X, ["a", "a", "b"])
    shape, rate = model.feature_count_ + 2, model.class_count_[:, np.newaxis] + 1
    chance = 1 / (1 + rate)
    expected = [
        gammaln(X + r) - gammaln(r) - gammaln(X + 1) + X * np.log(p) + r * np.log1p(-p)
        for r, p in zip(shape, chance, strict=True)
    ]

    joint = model.predict_joint_log_proba(X) - model.class_log_prior_

    np.testing.assert_allclose(joint, np.sum(expected, axis=2).T, rtol=1e-9)
    rates = model.set_params(estimate="mean").rate_
    expected = [X * np.log(rate) - rate - gammaln(X + 1) for rate in rates]
    joint = model.predict_joint_log_proba(X) - model.class_log_prior_
    np.testing.assert_allclose(joint, np.sum(expected, axis=2).T, rtol=1e-9)


@pytest.mark.parametrize("estimate", ["mean", "mle", "predictive"])
def test_nothing_known(estimate):
    """Without a prior and without rows nothing is known of a class, unless its prior is 0."""
    model = PoissonNB(alpha=0, beta=0, estimate=estimate)
    model.partial_fit(MAILS, LABELS, classes=["ham", "news", "spam"])

    assert model.predict_joint_log_proba(MAILS)[:, 1].tolist() == [-np.inf] * 4
    model.set_params(fit_prior=False)
    assert np.isnan(model.predict_joint_log_proba(MAILS)[:, 1]).all()
