from dataclasses import replace

import numpy as np
import pytest
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.metrics import accuracy_score, f1_score, log_loss
from sklearn.pipeline import make_pipeline
from sklearn.svm import LinearSVC

from priory import TextClassifier, TextNeighbors
from priory.errors import InputError
from priory.evaluate.curves import reliability
from priory.evaluate.outcomes import Outcome
from priory.evaluate.texts import (
    TextTrial,
    accuracy_interval,
    compare_texts,
    confused,
    cross_validate,
    hold_out,
    measure_texts,
)

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


def _said(n=60, seed=0):
    """Return a trial of few different confidences, so that ties are many."""
    chance = np.random.default_rng(seed)
    truth = chance.choice(["up", "down"], size=n).tolist()
    predicted = chance.choice(["up", "down"], size=n).tolist()
    sure = chance.choice([0.5, 0.7, 0.9], size=n)
    right = np.array(truth) == np.array(predicted)
    return TextTrial("a", truth, predicted, sure, np.where(right, sure, 1 - sure), np.zeros(n, int))


def test_the_order_of_texts_changes_no_measure():
    """Texts of the same confidence share a bin, however the rows are shuffled."""
    trial = _said()
    order = np.random.default_rng(1).permutation(len(trial.truth))
    shuffled = replace(
        trial,
        truth=[trial.truth[i] for i in order],
        predicted=[trial.predicted[i] for i in order],
        confidence=trial.confidence[order],
        likelihood=trial.likelihood[order],
    )

    one, other = measure_texts(trial), measure_texts(shuffled)
    assert one.ece == pytest.approx(other.ece, rel=1e-12)
    assert one.log_loss == pytest.approx(other.log_loss, rel=1e-12)


def test_the_calibration_error_is_that_of_mail():
    """Confidence and being right have the error that a probability of spam and spam have."""
    trial = _said()
    pairs = zip(trial.is_right, trial.confidence, strict=True)
    mail = [Outcome("", "spam" if right else "ham", "", 0, p, 0, 0) for right, p in pairs]
    bins = reliability(mail, "spam")

    gaps = [abs(one.mean_probability - one.spam_share) * one.messages for one in bins]
    assert measure_texts(trial).ece == pytest.approx(sum(gaps) / len(mail))


def test_two_models_on_the_same_texts():
    """Texts that one model alone has right decide, by McNemar's exact test."""
    one = replace(_said(), predicted=_said().truth)
    other = replace(one, predicted=["up"] * 60)

    found = compare_texts(one, other)

    downs = one.truth.count("down")
    assert (found.won, found.tied, found.lost) == (downs, 60 - downs, 0)
    assert found.p_value == pytest.approx(2 * 0.5**downs)
    assert compare_texts(other, one).lost == downs


def test_different_texts_are_not_compared():
    """Trials of other texts, or of other folds, are refused."""
    one = _said()
    for other in (_said(seed=1), replace(one, run=np.arange(60))):
        with pytest.raises(InputError) as error:
            compare_texts(one, other)
        assert error.value.code == "different-messages"


def test_what_is_confused():
    """Mistakes are counted by label and what it was called, the most frequent first."""
    trial = replace(_said(4), truth=["a", "b", "b", "a"], predicted=["a", "a", "a", "c"])

    assert confused(trial) == [(("b", "a"), 2), (("a", "c"), 1)]


def test_accuracy_has_the_exact_interval():
    """No mistake among 24 is not certainty."""
    trial = replace(_said(24), predicted=_said(24).truth)

    low, high = accuracy_interval(measure_texts(trial))

    assert (round(low, 4), high) == (0.8575, 1.0)


def test_twins_are_counted():
    """Texts of which the same was learned are counted, and groups keep them in one fold."""
    texts = [f"good day {i // 3}" for i in range(30)] + [f"bad day {i}" for i in range(30)]
    labels = ["up"] * 30 + ["down"] * 30
    (apart,) = cross_validate({"nb": TextClassifier()}, texts, labels, folds=5)
    (kept,) = cross_validate({"nb": TextClassifier()}, texts, labels, folds=5, is_grouped=True)

    learned = [
        {text for text, run in zip(texts, apart.run, strict=True) if run != fold}
        for fold in range(5)
    ]
    twins = sum(text in learned[run] for text, run in zip(texts, apart.run, strict=True))
    assert apart.twins == twins > 20
    assert kept.twins == 0
    for group in range(10):
        assert len(set(kept.run[3 * group : 3 * group + 3])) == 1


def test_twins_of_a_test_set():
    """Texts of a test set that were learned are counted, too."""
    texts = ["good day", "bad day", "new day"]
    (trial,) = hold_out({"nb": TextClassifier()}, (texts[:2], ["up", "down"]), (texts, ["up"] * 3))

    assert trial.twins == 2
