import numpy as np
import pandas as pd
import pytest
from scipy import sparse

import priory.naive_bayes
from naive_bayes.measured import measured
from naive_bayes.samples import LABELS, MAILS, counted, each_family
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
    TruncatedCountNB,
)

ESTIMATES = (
    {},
    {"alpha": 0.1},
    {"estimate": "mle"},
    {"alpha": 0, "fit_prior": False},
    {"class_prior": [1, 0, 0]},
)
SUMS = (
    BernoulliNB(),
    BernoulliNB(estimate="predictive"),
    MultinomialNB(),
    MultinomialNB(alpha=0.3, class_prior=[0.2, 0.3, 0.5]),
    ComplementNB(),
    ComplementNB(norm=True),
    CategoricalNB(),
    PoissonNB(),
    PoissonNB(exposure="length"),
    PoissonNB(estimate="predictive"),
    PoissonNB(estimate="predictive", exposure="length"),
    TruncatedCountNB(K=3),
    GaussianNB(),
    GaussianNB(estimate="predictive"),
    KernelNB(),
    GaussianDiscriminant(covariance="diagonal"),
    GaussianDiscriminant(covariance="diagonal", estimate="predictive"),
    MixedNB(),
    MixedNB([("coins", BernoulliNB(), [0, 1]), ("dice", MultinomialNB(), slice(2, None))]),
)
NO_SUMS = (
    MultinomialNB(estimate="predictive"),
    GaussianDiscriminant(),
    GaussianDiscriminant(shrinkage=0.2),
    GaussianDiscriminant(covariance="full"),
    GaussianDiscriminant(estimate="predictive"),
    GaussianDiscriminant(covariance="full", estimate="predictive"),
)


@pytest.mark.parametrize("model", SUMS + NO_SUMS, ids=repr)
def test_all_models(model):
    """Of every model all terms add up to the joint log-probability; some say by a remainder."""
    X, y = counted(n_rows=80, n_features=4)

    explained = model.fit(X, y).explain(X)

    together = [explanation.joint_log_proba for explanation in explained]
    np.testing.assert_allclose(together, model.predict_joint_log_proba(X), rtol=0, atol=1e-9)
    kind = "leave-one-out" if model in NO_SUMS else "additive"
    assert {explanation.kind for explanation in explained} == {kind}


def test_no_model_is_left_out():
    """The list of models above has all that explain."""
    listed = {type(model).__name__ for model in SUMS + NO_SUMS}
    every = {name: getattr(priory.naive_bayes, name) for name in priory.naive_bayes.__all__}

    explaining = {name for name, model in every.items() if hasattr(model, "explain")}
    assert explaining - {"MultiLabelNB"} == listed  # which asks these, label by label


@pytest.mark.parametrize("model", NO_SUMS[1:], ids=repr)
def test_left_out_measurements(model):
    """A contribution is what the joint log-probability loses if the feature is not observed."""
    X, y = measured(n_features=4)
    model.fit(X, y)
    queries = X[:5]
    queries[1, 2] = np.nan

    for row, explanation in zip(queries, model.explain(queries), strict=True):
        without = np.repeat(row[np.newaxis], len(explanation.features), axis=0)
        without[np.arange(len(without)), explanation.features] = np.nan
        lost = model.predict_joint_log_proba([row]) - model.predict_joint_log_proba(without)
        np.testing.assert_allclose(explanation.contributions, lost, rtol=0, atol=1e-9)


@pytest.mark.parametrize("alpha", [1.0, 0.1])
def test_left_out_counts(alpha):
    """A contribution is what the joint log-probability loses if no such word is drawn."""
    X, y = counted()
    model = MultinomialNB(alpha=alpha, estimate="predictive").fit(X, y)

    for row, explanation in zip(X, model.explain(X), strict=True):
        without = np.repeat(row[np.newaxis], len(explanation.features), axis=0)
        without[np.arange(len(without)), explanation.features] = 0
        whole = model.predict_joint_log_proba([row])
        lost = whole - model.predict_joint_log_proba(without) if len(without) else np.empty((0, 3))
        np.testing.assert_allclose(explanation.contributions, lost, rtol=0, atol=1e-9)


@pytest.mark.parametrize("model", SUMS + NO_SUMS, ids=repr)
def test_verdicts(model):
    """An explanation knows the label and the probabilities that the model gives."""
    X, y = counted(n_rows=80, n_features=4)

    explained = model.fit(X, y).explain(X[:9])

    assert [explanation.label for explanation in explained] == model.predict(X[:9]).tolist()
    shares = [explanation.probabilities for explanation in explained]
    np.testing.assert_allclose(shares, model.predict_proba(X[:9]), rtol=1e-9)


def test_one_feature_is_a_sum():
    """Of a single feature nothing is left over."""
    X, y = measured(n_features=1)
    (one,) = GaussianDiscriminant(estimate="predictive").fit(X, y).explain(X[:1])
    (word,) = MultinomialNB(estimate="predictive").fit(MAILS, LABELS).explain([[0, 3, 0]])

    np.testing.assert_allclose(one.remainder, 0, atol=1e-12)
    np.testing.assert_allclose(word.remainder, 0, atol=1e-12)


@each_family
@pytest.mark.parametrize("parameters", ESTIMATES, ids=str)
@pytest.mark.parametrize("kind", [np.asarray, sparse.csr_matrix])
def test_terms_add_up(family, parameters, kind):
    """Prior, absences and contributions add up to the joint log-probability, zeros included."""
    X, y = counted(n_rows=12)
    model = family(**parameters).fit(X, y)
    queries = kind(np.vstack([X, np.zeros(7), np.full(7, 5)]).astype(int))

    explained = model.explain(queries)

    assert len(explained) == len(X) + 2
    np.testing.assert_allclose(
        [explanation.joint_log_proba for explanation in explained],
        model.predict_joint_log_proba(queries),
        rtol=1e-13,
    )


@each_family
def test_terms_of_a_class_without_rows(family):
    """A class without rows has prior 0, so its product is 0, though its factors are not known."""
    model = family(estimate="mle").partial_fit(MAILS, LABELS, classes=["ham", "news", "spam"])

    (explanation,) = model.explain(MAILS[:1])

    joint = model.predict_joint_log_proba(MAILS[:1])[0]
    assert joint[1] == -np.inf
    np.testing.assert_allclose(explanation.joint_log_proba, joint, rtol=1e-14)


def test_terms_of_counts():
    """In the multinomial model a word adds its log-probability for each time it occurs."""
    model = MultinomialNB().fit(MAILS, LABELS)

    (explanation,) = model.explain([[0, 2, 1]])

    assert explanation.classes.tolist() == ["ham", "spam"]
    assert explanation.features.tolist() == [1, 2]
    assert explanation.values.tolist() == [2, 1]  # noqa: PD011 (no pandas)
    expected = [2 * model.feature_log_prob_[:, 1], model.feature_log_prob_[:, 2]]
    np.testing.assert_array_equal(explanation.contributions, expected)
    assert explanation.absent.tolist() == [0, 0]
    assert explanation.prior.tolist() == np.log([0.5, 0.5]).tolist()


def test_terms_of_absences():
    """In the Bernoulli model the absent words speak, too: together, beside the present ones."""
    model = BernoulliNB().fit(MAILS, LABELS)

    (explanation,) = model.explain([[0, 2, 0]])

    assert explanation.values.tolist() == [1]  # noqa: PD011 (no pandas)
    np.testing.assert_array_equal(explanation.contributions, [model.feature_log_prob_[:, 1]])
    np.testing.assert_allclose(explanation.absent, np.log([0.75 * 0.5, 0.25 * 0.5]), rtol=1e-15)


@each_family
def test_names(family):
    """Features are called by their names where the model knows them."""
    frame = pd.DataFrame(MAILS, columns=["buy", "cheap", "now"])

    explanation = family().fit(frame, LABELS).explain(frame)[0]

    assert explanation.features.tolist() == ["buy", "cheap"]


def test_threshold():
    """What the threshold calls absent is absent from the explanation."""
    model = BernoulliNB(binarize=1.0).fit(MAILS * 2, LABELS)

    assert model.explain([[1, 2, 0.5]])[0].features.tolist() == [1]
