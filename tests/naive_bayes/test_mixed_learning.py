import copy
import pickle

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.exceptions import NotFittedError
from sklearn.feature_extraction import text
from sklearn.pipeline import make_pipeline
from tests.errors import refused

from naive_bayes.mixed_samples import COINS_AND_DICE, LABELS, MAILS, OF_MAIL, TWO_COINS, assert_same
from naive_bayes.samples import counted
from priory import (
    BernoulliNB,
    CountVectorizer,
    Discretizer,
    MixedNB,
    MultinomialNB,
    TfidfTransformer,
    TfidfVectorizer,
)
from priory.errors import InputTypeError

cuts = st.lists(st.integers(1, 39), max_size=6, unique=True).map(sorted)


@given(cuts)
def test_batches(places):
    """Learning in any batches is learning at once."""
    X, y = counted()
    model = MixedNB(COINS_AND_DICE)

    for rows, labels in zip(np.split(X, places), np.split(y, places), strict=True):
        model.partial_fit(rows, labels, classes=np.unique(y))

    assert_same(model, MixedNB(COINS_AND_DICE).fit(X, y))


@given(st.integers(1, 39))
def test_learn_forget_merge(n):
    """What is forgotten was never there, and two models merged are one of all rows."""
    X, y = counted()
    first = MixedNB(COINS_AND_DICE).fit(X[:n], y[:n])
    second = MixedNB(COINS_AND_DICE).fit(X[n:], y[n:])
    whole = MixedNB(COINS_AND_DICE).fit(X, y)

    forgotten = MixedNB(COINS_AND_DICE).fit(X, y).forget(X[n:], y[n:])

    assert_same(forgotten, first)
    assert_same(first.merge(second), whole)


def test_new_class():
    """A label first seen in a later batch becomes a class in all parts."""
    X, y = counted(n_classes=4)
    old = y != "list"

    model = MixedNB(COINS_AND_DICE).fit(X[old], y[old]).partial_fit(X[~old], y[~old])

    assert_same(model, MixedNB(COINS_AND_DICE).fit(X, y))


def test_declared_class():
    """A class without rows has probability 0, and with a prior of its own what smoothing gives."""
    X, y = counted(n_classes=2)
    classes = ["ham", "list", "news"]
    model = MixedNB(TWO_COINS).partial_fit(X, y, classes=classes)

    assert model.predict_proba(X)[:, 2].tolist() == [0] * len(X)
    uniform = model.set_params(fit_prior=False).predict_joint_log_proba(X)[:, 2]
    np.testing.assert_allclose(uniform, np.log(1 / 3) + 7 * np.log(1 / 2))


def test_weights():
    """Weight 2 is the row twice, and weight 0 is no row."""
    X, y = counted()
    weights = np.arange(len(X)) % 3
    repeated = np.repeat(np.arange(len(X)), weights)

    weighted = MixedNB(COINS_AND_DICE).fit(X, y, sample_weight=weights)

    assert_same(weighted, MixedNB(COINS_AND_DICE).fit(X[repeated], y[repeated]))


def test_forget_is_whole():
    """If one part cannot forget a row, no part does."""
    X = np.array([[1, 5], [1, 3], [0, 2]])
    model = MixedNB([("coin", BernoulliNB(), [0]), ("die", MultinomialNB(), [1])])
    model.fit(X, [0, 0, 1])
    before = pickle.dumps(model)

    with refused("below-zero", place="column 1, class 0"):
        model.forget([[1, 9]], [0])  # the coin could, the die cannot

    assert pickle.dumps(model) == before


def test_learning_is_whole():
    """If one part cannot learn a batch, no part does, and the error names the table's column."""
    X = np.array([[1, 5, 2], [1, 3, 2], [0, 2, 1]])
    model = MixedNB([("coin", BernoulliNB(), [0]), ("dice", MultinomialNB(), [1, 2])])
    model.fit(X, [0, 0, 1])
    before = pickle.dumps(model)

    with refused("negative-value", parameter="X", place="row 1, column 2"):
        model.partial_fit([[1, 1, 1], [1, 1, -1]], [0, 1])

    assert pickle.dumps(model) == before


def test_failed_fit():
    """A fit that fails leaves what was learned before, and a new model unfitted."""
    model, fresh = MixedNB(TWO_COINS), MixedNB(TWO_COINS)
    X, y = counted()
    before = pickle.dumps(model.fit(X, y))

    with refused("infinite-value", parameter="X", place="row 0, column 5"):
        model.fit(np.where(np.arange(7) == 5, np.inf, X), y)
    with refused("shape-mismatch", parameter="y"):
        fresh.fit(X, y[:3])

    assert pickle.dumps(model) == before
    with pytest.raises(NotFittedError):
        fresh.predict(X)


def test_merge_strangers():
    """Models that do not count the same things are not merged, and nothing is changed."""
    model = MixedNB(OF_MAIL).fit(MAILS, LABELS)
    before = pickle.dumps(model)
    links = ("links", (Discretizer([0, 2, 9]), MultinomialNB()), ["links"])
    other = MixedNB([*OF_MAIL[:2], links]).fit(MAILS, LABELS)

    with refused("incompatible-merge", parameter="families", place="part 'links'"):
        model.merge(other)
    with refused("incompatible-merge", parameter="families"):
        model.merge(MixedNB(OF_MAIL[:1]).fit(MAILS, LABELS))
    with refused("incompatible-merge", parameter="other"):
        model.merge(MixedNB([("a", BernoulliNB(), [0])]).fit([[1], [0]], [0, 1]))
    with refused("incompatible-merge", kind=InputTypeError, parameter="other"):
        model.merge(BernoulliNB())

    assert pickle.dumps(model) == before


def test_merge_other_vocabularies():
    """Texts counted over vocabularies that were found apart do not add up."""
    words = [("words", (CountVectorizer(), MultinomialNB()), "subject")]
    model = MixedNB(words).fit(MAILS[:2], LABELS[:2])

    assert model.merge(MixedNB(words).fit(MAILS[:2], LABELS[:2])).class_count_.tolist() == [2, 2]
    with refused("incompatible-merge", parameter="families", place="part 'words'"):
        model.merge(MixedNB(words).fit(MAILS[2:], LABELS[2:]))


def test_copies_learn_apart():
    """A copy that learns leaves the model alone."""
    model = MixedNB(OF_MAIL).fit(MAILS, LABELS)
    before = pickle.dumps(model)

    copy.copy(model).partial_fit(MAILS, LABELS)

    assert pickle.dumps(model) == before


def test_parts_agree_on_what_is_left():
    """A class whose weights are nothing but rounding leaves all parts, or none."""
    X = pd.DataFrame({"n": [1.0] * 4 + [5.0], "w": list("aaaab")})
    weights = [0.2, 0.4, 0.3, 0.1, 1.0]  # of which the first four are a little more than 1
    model = MixedNB().fit(X, list("yyyyn"), weights).forget(X[:1], ["y"])

    assert [part.family.classes_.tolist() for part in model.parts_] == [["n"], ["n"]]
    assert_same(model, MixedNB().fit(X[4:], ["n"]))


TFIDF = {
    "priory": TfidfVectorizer(),
    "scikit-learn": text.TfidfVectorizer(),
    "pipeline": make_pipeline(CountVectorizer(), TfidfTransformer()),
}


@pytest.mark.parametrize("step", TFIDF.values(), ids=TFIDF)
def test_merge_of_other_weights(step):
    """Words that are weighed otherwise do not add up; with the same weights they do."""
    tables = [["buy now", "see now"], ["buy now", "buy see"], ["buy now", "see now"]]
    families = [("words", (step, MultinomialNB()), "t")]
    one, other, same = (MixedNB(families).fit(pd.DataFrame({"t": t}), [0, 1]) for t in tables)

    with refused("incompatible-merge", parameter="families", place="part 'words'"):
        one.merge(other)
    assert one.merge(same).class_count_.tolist() == [2, 2]
