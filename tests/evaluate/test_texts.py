import numpy as np
import pytest
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.metrics import accuracy_score, f1_score, log_loss
from sklearn.pipeline import make_pipeline
from sklearn.svm import LinearSVC

from priory import TextClassifier, TextNeighbors
from priory.errors import InputError
from priory.evaluate.texts import cross_validate, hold_out, measure_texts

WORDS = {"up": ["good", "day", "sun"], "down": ["bad", "day", "rain"], "flat": ["dull", "day"]}


def _data(n=90, seed=0):
    chance = np.random.default_rng(seed)
    labels = chance.choice(list(WORDS), size=n).tolist()
    texts = [" ".join(chance.choice([*WORDS[one], "other"], size=4)) for one in labels]
    return texts, labels


def test_measures_are_those_of_scikit_learn():
    """Accuracy, macro-F1 and log loss are what scikit-learn computes on the same predictions."""
    train, (texts, labels) = _data(), _data(60, seed=1)
    (trial,) = hold_out({"nb": TextClassifier()}, train, (texts, labels))
    model = TextClassifier().fit(*train)
    predicted, measures = model.predict(texts), measure_texts(trial)
    assert measures.accuracy == accuracy_score(labels, predicted)
    assert measures.macro_f1 == pytest.approx(f1_score(labels, predicted, average="macro"))
    shares = model.predict_proba(texts)
    assert measures.log_loss == pytest.approx(log_loss(labels, shares, labels=model.classes_))


def test_each_text_is_judged_by_the_other_folds():
    """What is said of a text in a fold is what a model says that learned all other folds."""
    texts, labels = _data()
    (trial,) = cross_validate({"nb": TextClassifier()}, texts, labels, folds=5)
    for fold in range(5):
        train, test = np.flatnonzero(trial.run != fold), np.flatnonzero(trial.run == fold)
        model = TextClassifier().fit([texts[i] for i in train], [labels[i] for i in train])
        said = model.predict([texts[i] for i in test])
        assert [trial.predicted[i] for i in test] == said.tolist()


def test_folds_have_their_share_of_each_label():
    """Each fold has every label as often as any other, but for one text."""
    texts, labels = _data(200)
    (trial,) = cross_validate({"nb": TextClassifier()}, texts, labels, folds=7)
    for label in WORDS:
        of_it = np.array([one == label for one in labels])
        counts = np.bincount(trial.run[of_it], minlength=7)
        assert counts.max() - counts.min() <= 1
    sizes = np.bincount(trial.run, minlength=7)
    assert sizes.max() - sizes.min() <= 1


def test_calibration_error_by_hand():
    """In bins of equal mass, the error is the distance of confidence and accuracy."""
    texts, labels = _data(30)
    (trial,) = hold_out({"nb": TextClassifier()}, _data(), (texts, labels))
    order = sorted(range(30), key=lambda i: trial.confidence[i])
    gaps = []
    for start in range(0, 30, 2):
        pair = order[start : start + 2]
        sure = sum(trial.confidence[i] for i in pair) / 2
        right = sum(trial.truth[i] == trial.predicted[i] for i in pair) / 2
        gaps.append(abs(sure - right))
    assert measure_texts(trial).ece == pytest.approx(sum(gaps) / 15)


def test_models_are_judged_on_the_same_folds():
    """Two models are compared on the same folds, and left as they were."""
    texts, labels = _data()
    models = {"nb": TextClassifier(), "knn": TextNeighbors(n_neighbors=3)}
    one, other = cross_validate(models, texts, labels, folds=3)
    assert (one.model, other.model) == ("nb", "knn")
    assert (one.run == other.run).all()
    assert not hasattr(models["nb"], "classes_")


def test_labels_that_were_not_learned_have_no_probability():
    """A label that only the test set has is always wrong, and costs no infinite loss."""
    (trial,) = hold_out({"nb": TextClassifier()}, _data(), (["good day"], ["unheard"]))
    assert trial.likelihood.tolist() == [0.0]
    assert measure_texts(trial).log_loss == pytest.approx(-np.log(1e-15))


def test_models_without_probabilities_are_measured_by_their_labels():
    """A model without probabilities has accuracy and macro-F1, and no other measure."""
    texts, labels = _data()
    model = make_pipeline(CountVectorizer(), LinearSVC())
    (trial,) = cross_validate({"svm": model}, texts, labels, folds=3)
    found = measure_texts(trial)
    assert (trial.confidence, trial.likelihood, found.log_loss, found.ece) == (None,) * 4
    assert found.accuracy == accuracy_score(labels, trial.predicted)
    for fold in range(3):
        train, test = np.flatnonzero(trial.run != fold), np.flatnonzero(trial.run == fold)
        model.fit([texts[i] for i in train], [labels[i] for i in train])
        said = model.predict([texts[i] for i in test])
        assert [trial.predicted[i] for i in test] == said.tolist()


@pytest.mark.parametrize("folds", [1, 0, 91])
def test_impossible_folds_are_refused(folds):
    """Fewer than two folds, or more than there are texts, are a mistake."""
    with pytest.raises(InputError) as error:
        cross_validate({"nb": TextClassifier()}, *_data(), folds=folds)
    assert error.value.parameter == "folds"
