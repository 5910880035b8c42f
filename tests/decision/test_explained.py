"""Explanations of classifiers that change posteriors are about the posteriors that they give."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.frozen import FrozenEstimator

import priory
from priory import CalibratedClassifier, CostClassifier, PriorShiftClassifier, TextClassifier
from priory.naive_bayes.scores.posterior import normalized

RNG = np.random.default_rng(0)
y = RNG.choice(["a", "b", "c"], size=300, p=[0.6, 0.3, 0.1])
X = RNG.poisson(1.0 + 2 * (y[:, np.newaxis] == ["a", "b", "c"])).repeat(3, axis=1)
PRIOR = {"a": 0.1, "b": 0.2, "c": 0.7}
TEXTS = ["buy now cheap", "see you now", "buy you", "see me", "cheap now", "me and you"] * 5
LABELS = ["spam", "ham", "spam", "ham", "ham", "spam"] + ["spam", "ham"] * 12


AROUND = {
    "shift": lambda model: PriorShiftClassifier(model, PRIOR),
    "impossible": lambda model: PriorShiftClassifier(model, [0.5, 0.5, 0]),
    "temperature": CalibratedClassifier,
    "bias": lambda model: CalibratedClassifier(model, "bias"),
    "both": lambda model: PriorShiftClassifier(CalibratedClassifier(model, "bias"), PRIOR),
    "other way round": lambda model: CalibratedClassifier(PriorShiftClassifier(model, PRIOR)),
}
around = pytest.mark.parametrize("around", AROUND.values(), ids=AROUND)


def assert_explained(model, rows):
    """Compare what explanations say with the predictions."""
    explanations = model.explain(rows)
    joint = np.array([one.joint_log_proba for one in explanations])
    assert_allclose(normalized(joint), model.predict_log_proba(rows), atol=1e-9)
    shares = [one.probabilities for one in explanations]
    assert_allclose(shares, model.predict_proba(rows), atol=1e-9)
    assert_array_equal([one.label for one in explanations], model.predict(rows))


@around
@pytest.mark.parametrize(
    "inner",
    [
        priory.MultinomialNB(),
        priory.BernoulliNB(),
        priory.GaussianNB(),
        priory.ComplementNB(),
        priory.GaussianDiscriminant(shrinkage=0.5),
        priory.MultinomialNB(estimate="predictive"),
    ],
    ids=lambda inner: f"{type(inner).__name__} {inner.get_params().get('estimate', '')}",
)
def test_rows(around, inner):
    """The terms of each row add up to the posterior that is predicted, and so does the label."""
    model = around(inner).fit(X, y)
    assert_explained(model, X[:50])
    kinds = {one.kind for one in model.explain(X[:5])}
    assert kinds == {one.kind for one in inner.fit(X, y).explain(X[:5])}


def test_zeros():
    """What rules a class out counts as little as it does in calibrated probabilities."""
    holed = np.where((y == "c")[:, np.newaxis] & (np.arange(9) < 3), 0, X)
    model = CalibratedClassifier(priory.MultinomialNB(estimate="mle")).fit(holed, y)
    assert np.isneginf(model.estimator_.predict_joint_log_proba(X[:50])).any()
    assert_explained(model, X[:50])


def test_what_moves():
    """Another prior is a term of its own, and a temperature divides what features say."""
    inner = priory.MultinomialNB().fit(X, y)
    plain, moved = inner.explain(X[:1])[0], PriorShiftClassifier(inner, PRIOR).explain(X[:1])[0]
    assert_array_equal(moved.contributions, plain.contributions)
    assert_allclose(moved.prior, np.log([0.1, 0.2, 0.7]))
    model = CalibratedClassifier(FrozenEstimator(inner)).fit(X, y)
    cooled = model.explain(X[:1])[0]
    assert_allclose(cooled.contributions, plain.contributions / model.temperature_)


@pytest.mark.parametrize("prior", [[0.999, 0.001], [0.001, 0.999]])
def test_texts(prior):
    """A text is explained with its words, those first that speak for the class predicted."""
    model = PriorShiftClassifier(CalibratedClassifier(TextClassifier(), "bias"), prior)
    model.fit(TEXTS, LABELS)
    text = "Buy now, see you, you know"
    found = model.explain(text)
    assert_allclose(normalized(found.joint_log_proba[np.newaxis]), model.predict_log_proba([text]))
    assert found.label == model.predict([text])[0] == ["ham", "spam"][np.argmax(prior)]
    margins = found.contributions @ np.where(np.array(prior) > 0.5, 1, -1)
    assert_array_equal(margins, np.sort(margins)[::-1])
    assert found.text == text
    assert found.unknown == ["know"]
    assert dict(zip(found.features, found.values, strict=True))["you"] == 2
    assert "you" in found.to_text()


def test_steps_are_no_sums():
    """Isotonic regression is no sum of terms, so it has no explanation; nor has one around it."""
    model = CalibratedClassifier(priory.GaussianNB(), "isotonic", cv=2)
    for one in (model, CostClassifier(model), PriorShiftClassifier(model)):
        assert not hasattr(one, "explain")
        assert not hasattr(one.fit(X, y), "explain")
    model.set_params(method="temperature").fit(X, y).set_params(method="isotonic")
    assert_explained(model, X[:5])


@pytest.mark.parametrize("around", [PriorShiftClassifier, CalibratedClassifier])
@pytest.mark.parametrize(
    ("inner", "rows", "labels"),
    [(priory.KNeighborsClassifier(7), X, y), (priory.TextNeighbors(), TEXTS, LABELS)],
    ids=["rows", "texts"],
)
def test_votes_are_no_logarithms(around, inner, rows, labels):
    """Votes of neighbours are no sum of logarithms, so what changes posteriors cannot explain."""
    for inside in (inner, CostClassifier(inner), FrozenEstimator(inner.fit(rows, labels))):
        model = around(inside)
        assert not hasattr(model, "explain")
        with pytest.raises(AttributeError, match="no attribute 'explain'") as refusal:
            model.fit(rows, labels).explain(rows[:1])
        assert str(refusal.value.__cause__).startswith(type(inner).__name__)


def test_decisions_hand_neighbours_on():
    """A decision by the same probabilities explains by neighbours as the classifier inside does."""
    model = CostClassifier(priory.KNeighborsClassifier(7)).fit(X, y)
    assert_allclose(model.explain(X[:1])[0].probabilities, model.predict_proba(X[:1])[0])
