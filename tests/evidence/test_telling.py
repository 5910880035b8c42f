import numpy as np
import pandas as pd
import pytest
from naive_bayes.samples import LABELS, MAILS, counted
from sklearn import naive_bayes
from sklearn.metrics import mutual_info_score
from tests.errors import refused

from priory import BernoulliNB, ComplementNB, GaussianNB, MultinomialNB, PoissonNB, TextClassifier
from priory.errors import InputTypeError
from priory.evidence import telling_features

TEXTS = ["buy buy cheap", "buy now", "see you now", "you and you", "lunch"]
KINDS = ["spam", "spam", "ham", "ham", "news"]


def is_more_frequent(here, kind):
    """Tell whether something is more frequent in a class than elsewhere."""
    return here[kind].mean() > here[~kind].mean()


def test_words_by_mutual_information():
    """A word that speaks for a class has the mutual information of its presence and the class."""
    model = TextClassifier().fit(TEXTS, KINDS)

    found = model.words(99, by="mutual_info")

    y = np.array(KINDS)
    for label, telling in found.items():
        expected = {}
        for word in model.vocabulary():
            here = np.array([word in text.split() for text in TEXTS])
            if is_more_frequent(here, y == label):
                expected[word] = mutual_info_score(here, y == label)
        assert {word.word: word.weight for word in telling} == pytest.approx(expected, abs=1e-12)
        weights = [word.weight for word in telling]
        assert weights == sorted(weights, reverse=True)


def test_words_have_counts():
    """Counts are occurrences in each class, however words are ranked."""
    (word,) = TextClassifier().fit(TEXTS, KINDS).words(1, by="mutual_info")["spam"]

    assert (word.word, word.counts) == ("buy", {"ham": 0, "news": 0, "spam": 3})


@pytest.mark.parametrize("by", ["log_ratio", "mutual_info"])
def test_rare_words(by):
    """Words that occur too rarely are left out."""
    found = TextClassifier().fit(TEXTS, KINDS).words(99, by=by, min_count=3)

    assert {word.word for telling in found.values() for word in telling} == {"buy", "you"}


@pytest.mark.parametrize("by", ["log_ratio", "mutual_info"])
def test_texts_as_matrices(by):
    """The words of a text model are the features of a Bernoulli model over the same texts."""
    texts = TextClassifier(model="bernoulli").fit(TEXTS, KINDS)
    names = texts.vocabulary()
    X = np.array([[word in text.split() for word in names] for text in TEXTS], dtype=float)

    found = telling_features(BernoulliNB().fit(X, KINDS), names, 99, by=by)

    for label, telling in texts.words(99, by=by).items():
        weights = {one.feature: one.weight for one in found[label]}
        assert weights == pytest.approx({word.word: word.weight for word in telling})


def test_positions():
    """Where words are drawn position by position, a position is this word or another."""
    X, y = counted()

    found = telling_features(MultinomialNB().fit(X, y), n=99, by="mutual_info")

    position_class = np.repeat(y, X.sum(axis=1))
    position_word = np.concatenate([np.repeat(np.arange(7), row) for row in X])
    for label, telling in found.items():
        expected = {
            word: mutual_info_score(position_word == word, position_class == label)
            for word in range(7)
            if is_more_frequent(position_word == word, position_class == label)
        }
        assert {one.feature: one.weight for one in telling} == pytest.approx(expected, abs=1e-12)


def test_log_ratio():
    """The ratio is that of a probability to the mean of the others."""
    model = MultinomialNB().fit(MAILS, LABELS)

    ham, spam = np.exp(model.feature_log_prob_)
    (best,) = telling_features(model, n=1)["spam"]
    assert best.feature == 0
    assert best.weight == pytest.approx(np.log(spam / ham).max())
    assert best.counts == {"ham": 0, "spam": 2}


@pytest.mark.parametrize("model", [ComplementNB(), PoissonNB(), BernoulliNB(), MultinomialNB()])
def test_models(model):
    """All models that count features by class tell them, under the names of their columns."""
    frame = pd.DataFrame(MAILS, columns=["buy", "cheap", "now"])

    found = telling_features(model.fit(frame, LABELS), n=1)

    assert found["spam"][0].feature == "buy"


@pytest.mark.parametrize("name", ["MultinomialNB", "BernoulliNB", "ComplementNB"])
def test_scikit_learn(name):
    """Models of scikit-learn have what it takes."""
    X, y = counted()
    ours, theirs = (
        telling_features(getattr(library, name)().fit(X, y), by="mutual_info")
        for library in (__import__("priory"), naive_bayes)
    )

    assert ours == theirs


def test_not_observed():
    """Rows in which a feature was not observed are not counted for it."""
    X = np.array([[1, 1.0], [1, np.nan], [0, 0], [0, 1]])
    model = BernoulliNB().fit(X, LABELS)

    found = telling_features(model, by="mutual_info")["spam"]

    expected = mutual_info_score([1, 0, 1], [1, 0, 0])
    assert {one.feature: one.weight for one in found}[1] == pytest.approx(expected)


@pytest.mark.parametrize(
    ("arguments", "code", "parameter"),
    [
        ({"by": "luck"}, "bad-parameter", "by"),
        ({"n": 0}, "bad-parameter", "n"),
        ({"names": ["a"]}, "shape-mismatch", "names"),
    ],
)
def test_mistakes(arguments, code, parameter):
    """What means nothing is refused, with what would."""
    with refused(code, parameter=parameter):
        telling_features(MultinomialNB().fit(MAILS, LABELS), **arguments)


@pytest.mark.parametrize(
    "model", [GaussianNB().fit(MAILS, LABELS), TextClassifier().fit(TEXTS, KINDS)]
)
def test_other_models(model):
    """Models without counts by feature are refused, and the error says what to do."""
    with refused("unsupported", InputTypeError, parameter="model"):
        telling_features(model)


def test_words_refuse():
    """The words of a text model are ranked by what is known to rank."""
    with refused("bad-parameter", parameter="by"):
        TextClassifier().fit(TEXTS, KINDS).words(by="luck")
