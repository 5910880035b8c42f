"""Classifiers of different features of the same cases, combined."""

import pickle

import numpy as np
import pandas as pd
import polars as pl
import pytest
import sklearn.naive_bayes as theirs
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import csr_array
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.exceptions import NotFittedError
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, cross_validate
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from tests.errors import refused
from variants import parametrize_with_checks

from decision.fusion_samples import CLASSES, LEFT, RIGHT, RNG, X, fitted, halves, y
from priory import (
    CalibratedClassifier,
    FusionClassifier,
    GaussianNB,
    MixedNB,
    MultinomialNB,
    PriorShiftClassifier,
    TextClassifier,
)


@parametrize_with_checks(
    [
        FusionClassifier([("all", GaussianNB(), slice(None)), ("first", GaussianNB(), [0])]),
        FusionClassifier([("all", LogisticRegression(), slice(None))], weights=[0.5]),
    ]
)
def test_scikit_learn_checks(estimator, check):
    """It conducts itself as scikit-learn's classifiers do."""
    check(estimator)


def test_worked_by_hand():
    """Two sources with the odds 3 and 2 and the prior odds 1/4 make the odds 3 * 2 * 4."""
    source = GaussianNB().fit([[0.0], [1.0]] * 2, ["no", "yes"] * 2)
    log = [np.log([[0.25, 0.75]]), np.log([[1 / 3, 2 / 3]])]
    sources = [Says(one, source.classes_, [0.8, 0.2]) for one in log]
    model = FusionClassifier([("one", sources[0], [0]), ("two", sources[1], [0])])
    odds = 3 * 2 * 4
    assert_allclose(model.predict_proba([[0.0]]), [[1 / (1 + odds), odds / (1 + odds)]])
    weighted = model.predict_proba([[0.0]], weights={"two": 0.5})
    odds = (1 / 4) * (3 * 4) * (2 * 4) ** 0.5
    assert_allclose(weighted, [[1 / (1 + odds), odds / (1 + odds)]])


class Says(ClassifierMixin, BaseEstimator):
    """A fitted classifier that says what it was told to."""

    def __init__(self, log_proba, classes, prior):
        self.log_proba, self.classes_, self.class_prior_ = log_proba, classes, prior

    def fit(self, X, y):
        """Learn nothing."""

    def predict_log_proba(self, X):
        """Say it for each row."""
        return np.repeat(self.log_proba, len(X), axis=0)


@pytest.mark.parametrize(
    "estimator", [GaussianNB(), theirs.GaussianNB(), GaussianNB(priors=[0.2, 0.3, 0.5])]
)
def test_halves_make_the_whole(estimator):
    """Gaussian Naive Bayes of two halves of the columns, fused, is that of all columns."""
    estimator = clone(estimator).set_params(var_smoothing=0)
    fused, whole = halves(estimator).fit(X, y), clone(estimator).fit(X, y)
    far = np.vstack([X, 30 * X])
    assert_allclose(fused.predict_log_proba(far), whole.predict_log_proba(far), atol=1e-9)
    assert_array_equal(fused.predict(far), whole.predict(far))
    assert_allclose(fused.class_log_prior_, np.log(whole.class_prior_))


def test_multinomial_halves():
    """Multinomial Naive Bayes of two halves, fused, is a MixedNB of both."""
    counts = RNG.poisson(1 + np.abs(X))
    fused = halves(MultinomialNB()).fit(counts, y)
    parts = [("left", MultinomialNB(), LEFT), ("right", MultinomialNB(), RIGHT)]
    mixed = MixedNB(parts).fit(counts, y)
    assert_allclose(fused.predict_log_proba(counts), mixed.predict_log_proba(counts), atol=1e-9)
    sparse = halves(MultinomialNB()).fit(csr_array(counts), y)
    assert_allclose(sparse.predict_proba(csr_array(counts)), mixed.predict_proba(counts))


def test_contributions_add_up():
    """The prior and what each source adds make the log posterior, up to a constant."""
    model = halves(weights=[1, 0.5]).fit(X, y)
    terms = model.contributions(X)
    assert terms.shape == (200, 2, 3)
    left = model.named_estimators_["left"]
    expected = left.predict_log_proba(X[:, LEFT]) - left.class_log_prior_
    assert_allclose(terms[:, 0], expected)
    scores = model.class_log_prior_ + terms.sum(axis=1)
    scores -= np.logaddexp.reduce(scores, axis=1, keepdims=True)
    assert_allclose(model.predict_log_proba(X), scores)


def test_fitted_classifiers_need_no_fit():
    """Classifiers that were fitted alone are fused as they are, also in a dict of rows."""
    left, right = fitted()
    expected = halves().fit(X, y).predict_proba(X)
    columns = FusionClassifier([("left", left, LEFT), ("right", right, RIGHT)])
    assert_allclose(columns.predict_proba(X), expected)
    assert_allclose(columns.predict_proba(pd.DataFrame(X)), expected)
    by_name = FusionClassifier([("left", left), ("right", right)])
    assert_allclose(by_name.predict_proba({"right": X[:, RIGHT], "left": X[:, LEFT]}), expected)
    with pytest.raises(NotFittedError):
        FusionClassifier([("left", left, LEFT), ("right", GaussianNB(), RIGHT)]).predict(X)


def test_a_source_that_sees_nothing():
    """Where all columns of a source are missing, the others decide, with the whole's prior."""
    holed = X.copy()
    holed[::3, 2:] = np.nan
    for estimator in (GaussianNB(), LogisticRegression()):
        model = halves(estimator).fit(X, y)
        left = PriorShiftClassifier(model.named_estimators_["left"], np.exp(model.class_log_prior_))
        left.set_params(train_prior=np.exp(model._fitted.log_prior_of_source(0)))
        found = model.predict_proba(holed)
        assert_allclose(found[::3], left.predict_proba(holed[::3, :2]))
        assert_allclose(found[1::3], model.predict_proba(X)[1::3])
    assert_array_equal(model.contributions(holed)[::3, 1], 0)
    assert_allclose(model.predict_proba(np.full((1, 4), np.nan)), np.exp([model.class_log_prior_]))


def test_weights_by_row():
    """Weights may be given for one prediction, by row and source, as an array or by name."""
    model = halves().fit(X, y)
    mask = RNG.integers(2, size=(200, 2)).astype(float)
    holed = X.copy()
    holed[mask[:, 0] == 0, :2] = np.nan
    holed[mask[:, 1] == 0, 2:] = np.nan
    expected = model.predict_proba(holed)
    assert_allclose(model.predict_proba(X, weights=mask), expected)
    by_name = {"left": mask[:, 0], "right": mask[:, 1]}
    assert_allclose(model.predict_proba(X, weights=by_name), expected)
    assert_array_equal(model.predict(X, weights=mask), CLASSES[expected.argmax(axis=1)])
    only = model.set_params(weights={"right": 0}).predict_proba(X)
    assert_allclose(only, model.named_estimators_["left"].predict_proba(X[:, LEFT]))


def test_orders_and_priors_of_their_own():
    """Sources with other orders of classes and other priors have their own divided out."""
    backwards = Backwards(GaussianNB(priors=[0.2, 0.3, 0.5]).fit(X[:, RIGHT], y))
    left, _ = fitted()
    prior = np.array([0.1, 0.6, 0.3])
    model = FusionClassifier([("left", left, LEFT), ("right", backwards, RIGHT)], prior=prior)
    whole = GaussianNB(priors=prior).fit(X, y)
    assert_allclose(model.predict_log_proba(X), whole.predict_log_proba(X), atol=1e-6)
    with refused("unknown-prior", parameter="prior"):
        model.set_params(prior=None).predict(X)


class Backwards(ClassifierMixin, BaseEstimator):
    """A fitted classifier whose classes stand the other way round."""

    def __init__(self, model):
        self.model, self.classes_ = model, model.classes_[::-1]
        self.class_prior_ = model.class_prior_[::-1]

    def fit(self, X, y):
        """Learn nothing."""

    def predict_log_proba(self, X):
        """Answer the other way round."""
        return self.model.predict_log_proba(X)[:, ::-1]


def test_a_class_that_a_source_does_not_know():
    """A source says nothing about a class that it never saw, whether it has the name or not."""
    known = y != "c"
    left = GaussianNB().fit(X[:, LEFT], y)
    right = GaussianNB().fit(X[known][:, RIGHT], y[known])
    declared = GaussianNB().partial_fit(X[known][:, RIGHT], y[known], classes=CLASSES)
    prior = {"a": 0.5, "b": 0.3, "c": 0.2}
    for other in (right, declared):
        model = FusionClassifier([("left", left, LEFT), ("right", other, RIGHT)], prior=prior)
        assert_array_equal(model.classes_, CLASSES)
        terms = model.contributions(X)[:, 1]
        assert_array_equal(terms[:, 2], 0)
        assert_allclose(np.exp(terms[:, :2]) @ np.exp(right.class_log_prior_), 1)
    together = halves().fit(np.where((y == "c")[:, np.newaxis] & [0, 0, 1, 1], np.nan, X), y)
    assert_allclose(
        together.predict_proba(X),
        model.set_params(prior=np.exp(together.class_log_prior_)).predict_proba(X),
    )


def test_texts_and_numbers():
    """A column of texts and columns of numbers are fused, from frames and from dicts."""
    texts = ["buy now", "see you", "buy cheap", "you and me", "cheap", "me"] * 3
    labels = ["spam", "ham"] * 9
    numbers = np.column_stack([np.arange(18.0) % 2, np.arange(18.0)]) + RNG.normal(size=(18, 2))
    frame = pd.DataFrame(numbers, columns=["n", "m"]).assign(text=texts)
    frame.loc[0, "text"] = None
    parts = [("text", TextClassifier(), "text"), ("numbers", GaussianNB(), ["n", "m"])]
    model = FusionClassifier(parts).fit(frame, labels)
    by_name = FusionClassifier([part[:2] for part in parts])
    by_name.fit({"text": [None, *texts[1:]], "numbers": numbers}, labels)
    given = {"text": frame["text"].tolist(), "numbers": numbers}
    assert_allclose(model.predict_proba(frame), by_name.predict_proba(given))
    assert_array_equal(model.contributions(frame)[0, 0], 0)
    polars = FusionClassifier(parts).fit(pl.from_pandas(frame), labels)
    assert_allclose(polars.predict_proba(pl.from_pandas(frame)), model.predict_proba(frame))
    only = by_name.predict_proba({"numbers": numbers})
    assert_allclose(only, by_name.predict_proba(given, weights={"text": 0}))
    assert cross_validate(model, frame, labels, error_score="raise")["test_score"].min() >= 0


def test_it_nests():
    """Sources, parameters and the fusion itself take part in searches, pipelines and decisions."""
    model = halves(make_pipeline(StandardScaler(), GaussianNB()))
    search = GridSearchCV(
        model,
        {"weights": [[1, 1], [1, 0]], "left__gaussiannb__var_smoothing": [1e-9, 1.0]},
        error_score="raise",
    ).fit(X, y)
    assert search.best_params_["weights"] == [1, 1]
    around = PriorShiftClassifier(CalibratedClassifier(model), [0.2, 0.2, 0.6]).fit(X, y)
    assert_allclose(np.exp(around.class_log_prior_), [0.2, 0.2, 0.6])
    inside = halves(CalibratedClassifier(GaussianNB())).fit(X, y)
    assert inside.score(X, y) > 0.5
    of_fusions = FusionClassifier([("one", halves(), slice(None)), ("two", halves(), slice(None))])
    assert_allclose(
        of_fusions.set_params(weights=[0.5, 0.5]).fit(X, y).predict_proba(X),
        halves().fit(X, y).predict_proba(X),
    )
    again = pickle.loads(pickle.dumps(clone(inside).fit(X, y)))  # noqa: S301
    assert_allclose(again.predict_proba(X), inside.predict_proba(X))
    assert model.set_params(right=LogisticRegression()).fit(X, y).score(X, y) > 0.5
