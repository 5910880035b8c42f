"""Which words are used, against scikit-learn's statistics."""

import numpy as np
import pytest
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.feature_selection import chi2, mutual_info_classif

from priory import TextClassifier, sample
from priory.text.scores.selection import RANKS

TEXTS, LABELS = sample.messages()
LABELS = [f"{label} {len(text) % 3}" for text, label in zip(TEXTS, LABELS, strict=True)]


@pytest.fixture(scope="module")
def matrix():
    """Count the sample."""
    return CountVectorizer().fit_transform(TEXTS)


@pytest.fixture(scope="module")
def model():
    """Fit a model of the sample with six classes."""
    return TextClassifier().fit(TEXTS, LABELS)


def test_chi2_is_scikit_learns(model, matrix):
    """The statistic of occurrences is that of sklearn.feature_selection.chi2."""
    ours = RANKS["chi2"](model.counts_.table, model.class_count_)
    np.testing.assert_allclose(ours, chi2(matrix, LABELS)[0], rtol=1e-12, atol=1e-12)


def test_mutual_information_is_scikit_learns(model, matrix):
    """The information of presence is that of mutual_info_classif."""
    ours = RANKS["mutual_info"](model.counts_.table, model.class_count_)
    expected = mutual_info_classif((matrix > 0).astype(int), LABELS, discrete_features=True)
    np.testing.assert_allclose(ours, expected, rtol=1e-9, atol=1e-12)


def test_a_word_in_every_text_tells_nothing():
    """Mutual information survives words that are never absent."""
    model = TextClassifier().fit(["now buy", "now see"], ["spam", "ham"])
    ranks = RANKS["mutual_info"](model.counts_.table, model.class_count_)
    np.testing.assert_allclose(ranks, [np.log(2), 0, np.log(2)], atol=1e-15)


def test_the_best_words_stay():
    """Top-k by frequency and by relevance differ; of equal words the first stays."""
    model = TextClassifier(max_features=1).fit(
        ["the cheap", "the cheap the", "the lunch", "the late lunch"], ["a", "a", "b", "b"]
    )
    assert model.vocabulary() == ["the"]
    assert model.set_params(rank_by="chi2").vocabulary() == ["cheap"]
    assert model.set_params(rank_by="mutual_info").vocabulary() == ["cheap"]


def test_no_words_left_is_an_answer():
    """Pruning may leave no word; then the prior decides."""
    model = TextClassifier(min_df=100).fit(["buy", "see", "see"], ["spam", "ham", "ham"])
    assert model.vocabulary() == []
    np.testing.assert_allclose(model.predict_proba(["buy"]), [[2 / 3, 1 / 3]])
