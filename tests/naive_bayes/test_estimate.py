import numpy as np
import pytest
from tests.errors import refused

from naive_bayes.samples import FAMILIES, LABELS, MAILS, counted, each_distribution, each_family
from priory import (
    BernoulliNB,
    CategoricalNB,
    ComplementNB,
    GaussianDiscriminant,
    GaussianNB,
    KernelNB,
    MixedNB,
    MultinomialNB,
    PoissonNB,
    TextClassifier,
    TruncatedCountNB,
)
from priory.naive_bayes.scores.estimate import class_log_prior, log_ratio, pseudo_counts

DISCRETE = [*FAMILIES, CategoricalNB, PoissonNB, TruncatedCountNB]
# Those whose `estimate`, if they have one, is that of densities.
MEASURED = [GaussianDiscriminant, GaussianNB, KernelNB, MixedNB]

ALPHAS = {
    "number": 1.7,
    "integer": 2,
    "NumPy number": np.float32(1.5),
    "list": [1.0, 2.0, 3.0, 1.5, 1.0, 4.0, 1.25],
    "vector": np.linspace(1, 3, 7),
    "matrix": np.linspace(1, 5, 21).reshape(3, 7),
}


def expected(family, X, y, alpha, estimate):
    """Return the class-conditional probabilities by the formulas of the books."""
    added = {"mean": np.asarray(alpha), "map": np.asarray(alpha) - 1.0, "mle": 0.0}[estimate]
    added = np.broadcast_to(added, (3, X.shape[1]))
    members = [X[y == label] for label in np.unique(y)]
    if family is BernoulliNB:
        counts = np.array([(rows > 0).sum(axis=0) for rows in members])
        totals = np.array([[len(rows)] for rows in members]) + 2 * added
    else:
        counts = np.array([rows.sum(axis=0) for rows in members])
        totals = (counts + added).sum(axis=1, keepdims=True)
    return (counts + added) / totals


@each_distribution
@pytest.mark.parametrize("estimate", ["mean", "map", "mle"])
@pytest.mark.parametrize("alpha", ALPHAS)
def test_formulas(family, alpha, estimate):
    """Each estimate is the books' formula, for a prior of any shape."""
    X, y = counted()
    model = family(alpha=ALPHAS[alpha], estimate=estimate).fit(X, y)

    probabilities = np.exp(model.feature_log_prob_)

    np.testing.assert_allclose(
        probabilities, expected(family, X, y, ALPHAS[alpha], estimate), rtol=1e-13
    )
    if family is MultinomialNB:
        np.testing.assert_allclose(probabilities.sum(axis=1), 1, rtol=1e-13)


@each_family
def test_map_of_two_is_mean_of_one(family):
    """The mode under alpha 2 is the mean under alpha 1: both are Laplace's."""
    X, y = counted()
    laplace = family(alpha=1).fit(X, y).predict_proba(X)

    np.testing.assert_array_equal(
        family(alpha=2, estimate="map").fit(X, y).predict_proba(X), laplace
    )


@each_family
def test_map_of_one_is_mle(family):
    """The mode under a uniform prior is the maximum-likelihood estimate, as is the mean under 0."""
    X, y = counted()
    mle = family(estimate="mle").fit(X, y).feature_log_prob_

    for parameters in ({"alpha": 1, "estimate": "map"}, {"alpha": 0}):
        np.testing.assert_array_equal(family(**parameters).fit(X, y).feature_log_prob_, mle)


@each_family
@pytest.mark.parametrize("alpha", [0.99, 0, [1, 1, 0.5]])
def test_map_below_one(family, alpha):
    """Below 1 the posterior has no mode inside: an error that says what to do."""
    with refused("no-mode", parameter="alpha"):
        family(alpha=alpha, estimate="map").fit(MAILS, LABELS)


@each_family
@pytest.mark.parametrize(
    ("alpha", "expected"),
    [
        (-1, refused("bad-parameter", parameter="alpha")),
        (np.nan, refused("bad-parameter", parameter="alpha")),
        (np.inf, refused("bad-parameter", parameter="alpha")),
        ("one", refused("bad-parameter", parameter="alpha")),
        ([1, 1, -1], refused("bad-parameter", parameter="alpha")),
        ([1, 1, np.nan], refused("bad-parameter", parameter="alpha")),
        ([1, 1], refused("shape-mismatch", parameter="alpha")),
        ([[1, 1, 1]], refused("shape-mismatch", parameter="alpha")),
        ([[1, 1, 1]] * 3, refused("shape-mismatch", parameter="alpha")),
    ],
)
def test_bad_alpha(family, alpha, expected):
    """A prior that is none, or that does not fit the table, is refused in fit."""
    with expected:
        family(alpha=alpha).fit(MAILS, LABELS)


def test_force_alpha():
    """Without force_alpha a prior near 0 is raised, with a warning; with it, it is used."""
    with pytest.warns(UserWarning, match="alpha too small"):
        raised = pseudo_counts([0.0, 1.0], "mean", 2, 2, force_alpha=False)

    assert raised.tolist() == [1e-10, 1]
    assert pseudo_counts(0.0, "mean", 2, 2) == 0
    assert pseudo_counts(0.0, "mle", 2, 2, force_alpha=False) == 0


def test_log_ratio():
    """Zero of something is minus infinity, and zero of nothing is not known."""
    ratios = log_ratio(np.array([1.0, 0.0, 0.0]), np.array([2.0, 2.0, 0.0]))

    assert ratios[:2].tolist() == [np.log(1) - np.log(2), -np.inf]
    assert np.isnan(ratios[2])


def test_log_ratio_in_its_place():
    """A table that is its own output holds the result, to the bit, and nothing else is made."""
    table, totals = np.array([[1.0, 0.0, 3.0], [2.0, 5.0, 0.0]]), np.array([[4.0], [7.0]])
    expected = log_ratio(table, totals)

    assert log_ratio(table, totals, out=table) is table
    assert table.tobytes() == expected.tobytes()


@each_family
def test_counts_stay(family):
    """What is computed in place is never a count."""
    X, y = counted()
    model = family(alpha=0).fit(X, y)
    before = model.feature_count_.copy()

    with np.errstate(all="ignore"):
        model.predict_joint_log_proba(X)

    np.testing.assert_array_equal(model.feature_count_, before)


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize(
    ("parameters", "expected"),
    [
        ({}, [0.25, 0.75]),
        ({"fit_prior": False}, [0.5, 0.5]),
        ({"class_prior": [0.9, 0.1]}, [0.9, 0.1]),
        ({"class_prior": (1, 0), "fit_prior": False}, [1, 0]),
    ],
)
def test_class_prior(family, parameters, expected):
    """The prior is the classes' shares, uniform, or the one given."""
    model = family(**parameters).fit(MAILS, ["ham", "spam", "spam", "spam"])

    np.testing.assert_allclose(np.exp(model.class_log_prior_), expected, rtol=1e-15)


@pytest.mark.parametrize(
    ("prior", "expected"),
    [
        ([0.5, 0.3, 0.2], refused("shape-mismatch", parameter="class_prior")),
        ([[0.5, 0.5]] * 2, refused("shape-mismatch", parameter="class_prior")),
        ([-1, 2], refused("bad-parameter", parameter="class_prior")),
        ([np.nan, 1], refused("bad-parameter", parameter="class_prior")),
        ([np.inf, 1], refused("bad-parameter", parameter="class_prior")),
    ],
)
def test_bad_class_prior(prior, expected):
    """A prior of another shape, or with entries that are no probabilities, is refused."""
    with expected:
        class_log_prior(np.ones(2), prior, fit_prior=True)


@each_family
def test_class_prior_of_grown_model(family):
    """A given prior does not fit a model that grew: predict says so, and a new one mends it."""
    model = family(class_prior=[0.5, 0.5]).fit(MAILS, LABELS).partial_fit(MAILS[:1], ["news"])

    with refused("shape-mismatch", parameter="class_prior"):
        model.predict(MAILS)

    assert model.set_params(class_prior=[0, 1, 0]).predict(MAILS).tolist() == ["news"] * 4


@pytest.mark.parametrize("family", DISCRETE)
@pytest.mark.parametrize(
    ("parameters", "expected"),
    [
        ({"prior_alpha": 1}, [2 / 6, 4 / 6]),
        ({"prior_alpha": 2, "estimate": "map"}, [2 / 6, 4 / 6]),
        ({"prior_alpha": [1, 2.5]}, [2 / 7.5, 5.5 / 7.5]),
        ({"prior_alpha": 9, "estimate": "mle"}, [0.25, 0.75]),
        ({"prior_alpha": 0}, [0.25, 0.75]),
        ({"prior_alpha": None, "estimate": "map"}, [0.25, 0.75]),
        ({"prior_alpha": 1, "fit_prior": False}, [0.5, 0.5]),
        ({"prior_alpha": 1, "class_prior": [0.9, 0.1]}, [0.9, 0.1]),
    ],
)
def test_prior_of_the_class_prior(family, parameters, expected):
    """The class prior has a Dirichlet prior of its own: its mean, its mode, or no use for it."""
    model = family().fit(MAILS, ["ham", "spam", "spam", "spam"]).set_params(**parameters)

    np.testing.assert_allclose(np.exp(model.class_log_prior_), expected, rtol=1e-14)


@pytest.mark.parametrize("family", [f for f in DISCRETE if f is not ComplementNB])
def test_prior_of_the_class_prior_that_predicts(family):
    """Beside a posterior predictive the class prior is the mean of its posterior."""
    model = family().fit(MAILS, ["ham", "spam", "spam", "spam"])

    model.set_params(prior_alpha=[1, 2.5], estimate="predictive")

    np.testing.assert_allclose(np.exp(model.class_log_prior_), [2 / 7.5, 5.5 / 7.5], rtol=1e-14)


@pytest.mark.parametrize("family", MEASURED)
@pytest.mark.parametrize(
    ("prior_alpha", "expected"),
    [
        (None, [0.25, 0.75]),
        (0, [0.25, 0.75]),
        (1, [2 / 6, 4 / 6]),
        ([1, 2.5], [2 / 7.5, 5.5 / 7.5]),
    ],
)
def test_prior_of_the_class_prior_beside_densities(family, prior_alpha, expected):
    """Where densities are estimated by likelihood, the class prior is still the posterior mean."""
    model = family().fit(MAILS, ["ham", "spam", "spam", "spam"])

    model.set_params(prior_alpha=prior_alpha)

    np.testing.assert_allclose(np.exp(model.class_log_prior_), expected, rtol=1e-14)


@pytest.mark.parametrize("family", MEASURED)
def test_prior_of_the_class_prior_in_the_scores(family):
    """A row of which nothing was observed has the smoothed prior; a given prior goes first."""
    X = [[1.0, 2.0], [3.0, 1.5], [2.0, 2.5], [4.0, 0.0], [5.0, 1.0]]
    model = family(prior_alpha=2).fit(X, ["ham", "ham", "spam", "spam", "spam"])

    np.testing.assert_allclose(model.predict_proba([[np.nan, np.nan]]), [[4 / 9, 5 / 9]])

    given = "priors" if family is GaussianNB else "class_prior"
    model.set_params(**{given: [0.9, 0.1]})
    np.testing.assert_allclose(model.predict_proba([[np.nan, np.nan]]), [[0.9, 0.1]])


def test_complement_scores_have_no_prior():
    """A prior of the class prior shows in the prior of ComplementNB, which its scores ignore."""
    model = ComplementNB().fit(MAILS, ["ham", "spam", "spam", "spam"])
    without = model.predict_joint_log_proba(MAILS)

    np.testing.assert_array_equal(
        model.set_params(prior_alpha=7).predict_joint_log_proba(MAILS), without
    )


def test_declared_class_has_a_prior():
    """With a prior of its own, a class without a row is not ruled out."""
    model = BernoulliNB(prior_alpha=1).partial_fit(MAILS, LABELS, ["ham", "news", "spam"])

    np.testing.assert_allclose(np.exp(model.class_log_prior_), [3 / 7, 1 / 7, 3 / 7], rtol=1e-14)
    assert (model.predict_proba(MAILS) > 0).all()


@pytest.mark.parametrize("family", DISCRETE)
@pytest.mark.parametrize(
    ("parameters", "expected"),
    [
        ({"prior_alpha": -1}, refused("bad-parameter", parameter="prior_alpha")),
        ({"prior_alpha": "one"}, refused("bad-parameter", parameter="prior_alpha")),
        ({"prior_alpha": [1, -1]}, refused("bad-parameter", parameter="prior_alpha")),
        ({"prior_alpha": [1, np.nan]}, refused("bad-parameter", parameter="prior_alpha")),
        ({"prior_alpha": [1, 1, 1]}, refused("shape-mismatch", parameter="prior_alpha")),
        (
            {"prior_alpha": 0.5, "estimate": "map"},
            refused("no-mode", parameter="prior_alpha"),
        ),
    ],
)
def test_bad_prior_of_the_class_prior(family, parameters, expected):
    """A prior that is none is refused in fit, and nothing is learned."""
    model = family(**parameters)

    with expected:
        model.fit(MAILS, LABELS)

    assert not hasattr(model, "classes_")


@pytest.mark.parametrize("family", MEASURED)
@pytest.mark.parametrize(
    ("prior_alpha", "expected"),
    [
        (-1, refused("bad-parameter", parameter="prior_alpha")),
        ([1, np.nan], refused("bad-parameter", parameter="prior_alpha")),
        ([1, 1, 1], refused("shape-mismatch", parameter="prior_alpha")),
    ],
)
def test_bad_prior_of_the_class_prior_beside_densities(family, prior_alpha, expected):
    """A prior that is none is refused in fit, and nothing is learned."""
    model = family(prior_alpha=prior_alpha)

    with expected:
        model.fit(MAILS, LABELS)

    assert not hasattr(model, "classes_")


@pytest.mark.parametrize("family", [*DISCRETE, GaussianDiscriminant, GaussianNB, KernelNB, MixedNB])
def test_prior_by_class(family):
    """A prior is given by class, in any order; who leaves one out hears which there are."""
    X, y = counted(n_classes=2)
    name = "priors" if family is GaussianNB else "class_prior"
    model = family(**{name: [0.3, 0.7]}).fit(X, y)
    first, second = model.classes_.tolist()

    named = family(**{name: {second: 0.7, first: 0.3}}).fit(X, y)

    np.testing.assert_array_equal(named.class_log_prior_, model.class_log_prior_)
    with refused("unknown-label"):
        family(**{name: {first: 1.0}}).fit(X, y)


def test_prior_by_class_where_none_is_told():
    """A text model takes numbers alone, and says so."""
    with refused("unsupported", parameter="class_prior"):
        TextClassifier(class_prior={"a": 0.3, "b": 0.7}).fit(["x", "y"], ["a", "b"]).predict(["x"])
