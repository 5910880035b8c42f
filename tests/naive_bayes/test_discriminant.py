import copy
import pickle

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse, stats

from naive_bayes.measured import assert_close, measured
from naive_bayes.samples import state
from priory import GaussianDiscriminant

KINDS = (
    {},
    {"covariance": "full"},
    {"covariance": "diagonal"},
    {"shrinkage": "auto"},
    {"covariance": "full", "shrinkage": 0.2, "ddof": 1},
    {"covariance": "full", "estimate": "predictive"},
    {"covariance": "diagonal", "estimate": "predictive"},
    {"estimate": "predictive"},
)
each_kind = pytest.mark.parametrize("options", KINDS, ids=str)
seeds = st.integers(0, 2**32 - 1)


@each_kind
@given(seeds, st.lists(st.integers(1, 59), max_size=4, unique=True).map(sorted))
def test_batches(options, seed, places):
    """Learning in any batches is learning at once, up to rounding."""
    X, y = measured(seed=seed)
    model = GaussianDiscriminant(**options)

    for rows, labels in zip(np.split(X, places), np.split(y, places), strict=True):
        model.partial_fit(rows, labels, classes=np.unique(y))

    assert_close(model, GaussianDiscriminant(**options).fit(X, y), X, 1e-7)


@each_kind
@given(seeds)
def test_forget(options, seed):
    """To learn A and B and to forget B is to learn A, classes that only B had included."""
    X, y = measured(n_classes=4, seed=seed)
    kept = (np.arange(len(X)) < 40) & (y != "list")

    model = GaussianDiscriminant(**options).fit(X, y).forget(X[~kept], y[~kept])

    assert model.classes_.tolist() == ["ham", "news", "spam"]
    assert_close(model, GaussianDiscriminant(**options).fit(X[kept], y[kept]), X, 1e-6)


@each_kind
@given(seeds)
def test_merge(options, seed):
    """Models that began apart, and so have other shifts, merge to the model of all rows."""
    X, y = measured(seed=seed)
    one, other = (
        GaussianDiscriminant(**options).fit(X[half], y[half])
        for half in (slice(30), slice(30, None))
    )

    assert_close(one.merge(other), GaussianDiscriminant(**options).fit(X, y), X, 1e-6)


@given(seeds)
def test_missing_values_are_learned_where_features_are_alone(seed):
    """With variances alone, a feature learns from the rows that have it, forgets and merges so."""
    X, y = measured(seed=seed, missing=0.2)
    model = GaussianDiscriminant(covariance="diagonal").fit(X, y)

    for c, label in enumerate(model.classes_):
        rows = X[y == label]
        np.testing.assert_allclose(model.means_[c], np.nanmean(rows, axis=0), atol=1e-12)
        np.testing.assert_allclose(model.covariance_[c], np.nanvar(rows, axis=0), rtol=1e-9)
    halves = [GaussianDiscriminant(covariance="diagonal").fit(X[i::2], y[i::2]) for i in (0, 1)]
    assert_close(halves[0].merge(halves[1]), model, X, 1e-6)
    half = GaussianDiscriminant(covariance="diagonal").fit(X[::2], y[::2])
    np.testing.assert_allclose(model.forget(X[1::2], y[1::2]).means_, half.means_, atol=1e-9)


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
    """The terms of the features, the constant and the prior are the joint log-probability."""
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


@pytest.mark.parametrize("options", [{"covariance": "full"}, {"estimate": "predictive"}])
def test_no_linear_form(options):
    """Where scores are not linear there are no weights, and the error says why."""
    model = GaussianDiscriminant(**options).fit(*measured())

    assert not hasattr(model, "coef_")
    with pytest.raises(AttributeError, match="only a shared covariance"):
        _ = model.intercept_


@each_kind
@given(seeds)
def test_weights(options, seed):
    """Weight 2 is the row twice, and weight 0 is no row."""
    X, y = measured(seed=seed)
    weights = np.arange(len(X)) % 3
    weights[:6] = 1
    repeated = np.repeat(np.arange(len(X)), weights)

    model = GaussianDiscriminant(**options).fit(X, y, weights)

    assert_close(model, GaussianDiscriminant(**options).fit(X[repeated], y[repeated]), X, 1e-7)


def test_parameters_change_after_fit():
    """What the moments hold can be read in another way without learning again."""
    X, y = measured()
    model = GaussianDiscriminant(shrinkage="auto").fit(X, y)

    for options in KINDS:
        fresh = GaussianDiscriminant(**options).fit(X, y)
        model.set_params(**fresh.get_params())
        assert_close(model, fresh, X)
        model.partial_fit(X, y).forget(X, y)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({"covariance": "diagonal"}, {"covariance": "full"}),
        ({}, {"shrinkage": "auto"}),
    ],
)
def test_moments_that_were_not_kept(before, after):
    """What needs moments that were not kept says so, and does not answer."""
    X, y = measured()
    model = GaussianDiscriminant(**before).fit(X, y).set_params(**after)

    for ask in (model.predict, lambda X: model.partial_fit(X, y)):
        with pytest.raises(ValueError, match="more moments than were kept since fit: fit again"):
            ask(X)


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


def test_class_without_rows():
    """A declared class without rows has probability 0; if it is given a prior, that is an error."""
    X, y = measured()
    for options in KINDS:
        model = GaussianDiscriminant(**options).partial_fit(X, y, [*np.unique(y), "zoo"])

        assert model.predict_proba(X)[:, 3].tolist() == [0] * len(X)
        with pytest.raises(ValueError, match="class 'zoo' has no rows, but a prior"):
            model.set_params(fit_prior=False).predict(X)


@each_kind
def test_rows_that_were_not_learned(options):
    """What would leave a count or a variance below zero cannot be forgotten."""
    X, y = measured()
    model = GaussianDiscriminant(**options).fit(X, y)
    before = state(model)

    for rows, labels in ((X[:1] + 100, y[:1]), (np.repeat(X, 2, axis=0), np.repeat(y, 2))):
        with pytest.raises(ValueError, match="would fall below zero"):
            model.forget(rows, labels)

    assert state(model) == before


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


def test_sparse_matrix():
    """A sparse matrix is refused: zeros are values here, and the covariance is dense."""
    X, y = measured()

    with pytest.raises(TypeError, match=r"dense data is required"):
        GaussianDiscriminant().fit(sparse.csr_matrix(X), y)


def test_new_class():
    """A label first seen in a later batch becomes a class."""
    X, y = measured()
    old = y != "list"

    model = GaussianDiscriminant().fit(X[old], y[old]).partial_fit(X[~old], y[~old])

    assert_close(model, GaussianDiscriminant().fit(X, y), X)


def test_far_from_zero():
    """Sums are taken from a shift, so an offset common to all rows costs no digits."""
    X, y = measured()
    model = GaussianDiscriminant(covariance="full").fit(X + 1e6, y)

    expected = GaussianDiscriminant(covariance="full").fit(X, y).predict_log_proba(X)

    np.testing.assert_allclose(model.predict_log_proba(X + 1e6), expected, atol=1e-6)


@each_kind
def test_rows_stand_alone(options):
    """A row has the same answer in any company, up to rounding."""
    X = measured()[0]
    X[::7, 2] = np.nan
    model = GaussianDiscriminant(**options).fit(*measured())

    alone = np.vstack([model.predict_joint_log_proba(row[np.newaxis]) for row in X])

    np.testing.assert_allclose(alone, model.predict_joint_log_proba(X), rtol=1e-12)


@pytest.mark.parametrize("copied", [copy.copy, lambda model: pickle.loads(pickle.dumps(model))])  # noqa: S301
def test_copies(copied):
    """A copy learns by itself, and the first model does not change."""
    X, y = measured()
    model = GaussianDiscriminant().fit(X, y)
    before = state(model)

    other = copied(model).partial_fit(X, y)

    assert state(model) == before
    assert other.class_count_.tolist() == (2 * model.class_count_).tolist()
