import numpy as np
import pytest
from numpy.testing import assert_allclose
from sklearn.naive_bayes import BernoulliNB as SklearnBernoulliNB
from tests.errors import refused

from priory import CategoricalNB, MultinomialNB, TextClassifier
from priory.errors import InputTypeError
from priory.evidence.plot import WordsDisplay

TEXTS = ["win win now", "win the prize", "see the river", "the river now"]
LABELS = ["spam", "spam", "ham", "ham"]


def counts_of(n_classes, n_words=30):
    """Return counts in which each class has words of its own."""
    rng = np.random.default_rng(0)
    y = np.arange(10 * n_classes) % n_classes
    return rng.poisson(rng.gamma(0.2, 2.0, (n_classes, n_words))[y]), y


def test_the_most_telling_words_are_named():
    """A word that tells the classes apart comes before one that does not."""
    model = TextClassifier().fit(TEXTS, LABELS)
    display = WordsDisplay.from_estimator(model, words=2)
    assert list(display.names) == ["river", "win"]  # of ham, of spam
    assert [label.get_text() for label in display.ax_.get_yticklabels()] == list(display.names)


def test_probabilities_are_the_model_s():
    """What is drawn is the probability of each word in each class."""
    model = TextClassifier().fit(TEXTS, LABELS)
    display = WordsDisplay.from_estimator(model, words=["the", "win"])
    # Of 6 words of spam with 6 known words: one "the", three "win"; of 6 of ham: two, none.
    assert_allclose(display.probabilities, [[3 / 12, 1 / 12], [2 / 12, 4 / 12]])
    assert display.ax_.get_legend() is not None


def test_each_class_has_its_words():
    """Words come from every class in turn, so that with many classes each has some."""
    counts = np.kron(np.eye(12, dtype=int), np.ones((5, 2), dtype=int)) * 9
    counts = np.column_stack([counts, np.full(60, 100)])  # and one word is frequent everywhere
    model = MultinomialNB().fit(counts, np.repeat(np.arange(12), 5))
    display = WordsDisplay.from_estimator(model, words=12)
    assert display.probabilities.argmax(axis=0).tolist() == list(range(12))


def test_more_classes_than_colours_are_shaded():
    """Many classes are drawn as a field of shades, named along both sides."""
    model = MultinomialNB().fit(*counts_of(20))
    display = WordsDisplay.from_estimator(model, words=10)
    assert display.ax_.get_legend() is None
    assert display.ax_.images[0].get_array().shape == (10, 20)
    assert len(display.ax_.get_xticklabels()) == 20


@pytest.mark.parametrize("n_classes", [2, 20])
def test_all_words_are_curves(n_classes):
    """All words of a large vocabulary are lines, on a base line for each class."""
    model = MultinomialNB().fit(*counts_of(n_classes, 100))
    display = WordsDisplay.from_estimator(model, words="all")
    assert len(display.ax_.collections) == n_classes
    assert len(display.ax_.get_yticks()) == n_classes


def test_scikit_learn_s_models_serve():
    """Any model with `feature_log_prob_` can be drawn, with names that are given."""
    model = SklearnBernoulliNB().fit(*counts_of(2, 3))
    display = WordsDisplay.from_estimator(model, names=["a", "b", "c"])
    assert sorted(display.names) == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("words", "code", "parameter"),
    [
        (0, "bad-parameter", "words"),
        ("some", "bad-parameter", "words"),
        (["prizes"], "unknown-word", "words"),
    ],
)
def test_bad_words(words, code, parameter):
    """Words that are not there, and numbers that are none, are refused."""
    model = TextClassifier().fit(TEXTS, LABELS)
    with refused(code, parameter=parameter):
        WordsDisplay.from_estimator(model, words=words)


def test_wrong_names_and_models():
    """Names of another number, and models without words, are refused."""
    with refused("shape-mismatch", parameter="names"):
        WordsDisplay.from_estimator(MultinomialNB().fit(*counts_of(2, 3)), names=["a", "b"])
    categories = CategoricalNB().fit([[0], [1]], [0, 1])
    with refused("unsupported", InputTypeError, parameter="model"):
        WordsDisplay.from_estimator(categories)
    complement = TextClassifier(model="complement").fit(TEXTS, LABELS)
    with refused("unsupported", InputTypeError, parameter="model"):
        WordsDisplay.from_estimator(complement)
