"""What a class never showed: a prior tells it; measurements have that of all classes together."""

import numpy as np
import pytest
from sklearn.base import clone

from naive_bayes.samples import counted
from priory import (
    BernoulliNB,
    CategoricalNB,
    GaussianDiscriminant,
    GaussianNB,
    KernelNB,
    MixedNB,
    PoissonNB,
    TruncatedCountNB,
)

POINTS = np.linspace(-2, 14, 161)  # among which are the numbers, so that nothing is shared out
# Those that go by the rows alone, and leave out single features that were not observed.
WITHOUT_PRIOR = (
    GaussianDiscriminant(covariance="diagonal"),
    GaussianDiscriminant(covariance="diagonal", estimate="predictive"),
    GaussianNB(),
    KernelNB(bandwidth=0.7, grid=POINTS),
)
WITH_PRIOR = (
    BernoulliNB(),
    CategoricalNB(min_categories=20),
    GaussianNB(estimate="predictive", prior_mean=1.0, prior_var=2.0),
    PoissonNB(),
    PoissonNB(estimate="predictive"),
    TruncatedCountNB(),
)


def named(model):
    """Return what a model is, without the points of its grid."""
    return repr(model).split("grid=")[0]


each_without_prior = pytest.mark.parametrize("model", WITHOUT_PRIOR, ids=named)
each_with_prior = pytest.mark.parametrize("model", WITH_PRIOR, ids=named)
each_model = pytest.mark.parametrize("model", WITHOUT_PRIOR + WITH_PRIOR, ids=named)


def with_a_gap(seed=0):
    """Draw counts and labels; those of one class lack a feature."""
    X, y = counted(60, 3, 3, seed)
    X = X.astype(float)
    X[y == "list", 1] = np.nan
    return X, y


def alone(model, queries, n_features=3):
    """Return the log-likelihood of a feature by class, where no other one is known."""
    rows = np.full((len(queries), n_features), np.nan)
    rows[:, 1] = queries
    return model.predict_joint_log_proba(rows) - model.class_log_prior_


def uniform(model, n_classes):
    """Give every class the same prior."""
    if isinstance(model, GaussianNB):
        return model.set_params(priors=np.full(n_classes, 1 / n_classes))
    return model.set_params(fit_prior=False)


@each_without_prior
def test_feature_that_a_class_never_showed(model):
    """Without a prior a class expects of a feature what the rows of all classes show."""
    X, y = with_a_gap()
    seen = X[~np.isnan(X[:, 1]), 1:2]
    queries = [0.0, 1.0, 2.0]

    learned = alone(clone(model).fit(X, y), queries)

    of_all = clone(model).fit(seen, ["any"] * len(seen))
    expected = of_all.predict_joint_log_proba(np.array(queries)[:, np.newaxis])[:, 0]
    np.testing.assert_allclose(learned[:, 1], expected, rtol=1e-8)  # smoothing looks at all


@each_with_prior
def test_feature_of_which_a_prior_tells(model):
    """With a prior a class expects of a feature what the prior says, whatever others show."""
    X, y = with_a_gap()
    others = X.copy()
    others[:, 1] = 5 - others[:, 1]

    mine, theirs = (alone(clone(model).fit(table, y), [0.0, 1.0]) for table in (X, others))

    np.testing.assert_allclose(mine[:, 1], theirs[:, 1], rtol=1e-12)
    assert not np.allclose(mine[:, 0], theirs[:, 0])


@each_model
def test_feature_that_nobody_showed(model):
    """A feature that no class ever showed says nothing about any class."""
    X, y = with_a_gap()
    X[:, 1] = np.nan
    queries = np.nan_to_num(X, nan=1.0)

    learned = clone(model).fit(X, y)

    without = clone(model).fit(np.delete(X, 1, axis=1), y)
    np.testing.assert_allclose(
        learned.predict_log_proba(queries),
        without.predict_log_proba(np.delete(queries, 1, axis=1)),
        rtol=1e-9,
    )
    explained = [explanation.joint_log_proba for explanation in learned.explain(queries)]
    np.testing.assert_allclose(explained, learned.predict_joint_log_proba(queries), rtol=1e-12)


@pytest.mark.parametrize(
    "model",
    [
        *WITHOUT_PRIOR,
        GaussianDiscriminant(covariance="full"),
        GaussianDiscriminant(covariance="full", estimate="predictive"),
    ],
    ids=named,
)
def test_class_without_rows(model):
    """A declared class without rows is ruled out; given a prior, it is like all rows together."""
    X, y = counted(60, 3)
    learned = clone(model).partial_fit(X, y, classes=[*np.unique(y), "zoo"])

    assert learned.predict_proba(X)[:, 3].tolist() == [0] * len(X)
    uniform(learned, 4)

    of_all = clone(model).fit(X, ["any"] * len(X))
    likelihood = learned.predict_joint_log_proba(X) - learned.class_log_prior_
    expected = of_all.predict_joint_log_proba(X)[:, 0]
    np.testing.assert_allclose(likelihood[:, 3], expected, rtol=1e-9)
    assert learned.predict(X).tolist() == learned.classes_[likelihood.argmax(axis=1)].tolist()


def test_shared_covariance():
    """A class without rows stands at the mean of all rows, with the covariance that all share."""
    X, y = counted(60, 3)
    whole = GaussianDiscriminant().fit(X, y)

    model = GaussianDiscriminant(fit_prior=False).partial_fit(X, y, [*np.unique(y), "zoo"])

    np.testing.assert_allclose(model.means_[3], X.mean(axis=0))
    np.testing.assert_allclose(model.covariance_, whole.covariance_)
    assert np.isfinite(model.predict_joint_log_proba(X)).all()
    assert np.isfinite(model.set_params(estimate="predictive").predict_joint_log_proba(X)).all()


def test_nothing_was_ever_learned():
    """Declared classes of which all rows were forgotten are judged by a prior that is given."""
    X, y = counted(60, 3)
    for model in WITHOUT_PRIOR:
        empty = clone(model).partial_fit(X, y, classes=np.unique(y)).forget(X, y)

        posterior = uniform(empty, 3).predict_proba(X)

        np.testing.assert_allclose(posterior, 1 / 3)


def test_parts():
    """A part of a mixed model has the same rule as its family alone."""
    X, y = with_a_gap()
    queries = np.nan_to_num(X, nan=1.0)

    mixed = MixedNB([("numbers", GaussianNB(), [0, 1, 2])]).fit(X, y)

    np.testing.assert_allclose(
        mixed.predict_joint_log_proba(queries),
        GaussianNB().fit(X, y).predict_joint_log_proba(queries),
    )


@pytest.mark.parametrize("missing", [0.0, 0.3])
@pytest.mark.parametrize("model", [BernoulliNB(estimate="mle"), TruncatedCountNB(estimate="mle")])
def test_rounding_is_no_absence(model, missing):
    """A count of 0 that no row had is impossible, in whichever order fractions were summed."""
    random = np.random.default_rng(0)
    y = np.repeat(["a", "b"], 4)
    for _ in range(30):
        X = random.integers(1, 4, (8, 2)).astype(float)
        X[random.random(X.shape) < missing] = np.nan
        X[[0, 4]] = 1.0
        weights = random.choice([0.1, 0.2, 0.3, 0.7], 8)
        model.fit(X, y, weights).partial_fit(X, y, sample_weight=weights[::-1])

        absent = [explained.absent for explained in model.explain(np.zeros((1, 2)))]

        np.testing.assert_array_equal(absent, -np.inf)


def test_rounding_is_no_exposure():
    """A feature that was never observed has no rate, in whichever order lengths were summed."""
    random = np.random.default_rng(0)
    y = np.repeat(["a", "b"], 4)
    for _ in range(30):
        X = random.integers(0, 4, (8, 4)).astype(float)
        X[:, 0] = np.nan
        weights = random.choice([0.1, 0.2, 0.3, 0.7], 8)

        model = PoissonNB(estimate="mle", exposure="length").fit(X, y, weights)

        assert np.isnan(model.rate_[:, 0]).all()
