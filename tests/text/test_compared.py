"""TextNeighbors: what a distance compares."""

import numpy as np
import pytest
from scipy.spatial.distance import jensenshannon
from scipy.stats import entropy
from sklearn.neighbors import KNeighborsClassifier
from tests.errors import refused

from priory import CountVectorizer, TextNeighbors, TfidfVectorizer, sample
from priory.tokens import MailAnalyzer

TEXTS, LABELS = sample.messages()
NEW = ["Win a free phone now", "See you at the station at noon", "phone me", "free free money"]
MAILS = [
    b"Subject: lunch?\n\nSee you at noon?",
    b"Subject: cheap pills\n\nBuy now!",
    b"Subject: Re: lunch?\n\nAt noon it is.",
]


@pytest.mark.parametrize("metric", ["cosine", "euclidean"])
@pytest.mark.parametrize("weights", ["uniform", "distance"])
def test_weighed_words_are_those_of_tfidf(metric, weights):
    """Predictions are those of scikit-learn's classifier over tf-idf weights."""
    vectorizer = TfidfVectorizer(sublinear_tf=True)
    rows = vectorizer.fit_transform(TEXTS)
    expected = KNeighborsClassifier(3, weights=weights, metric=metric).fit(rows, LABELS)

    model = TextNeighbors(3, weights=weights, metric=metric).fit(TEXTS, LABELS)

    queries = vectorizer.transform(NEW)
    np.testing.assert_allclose(model.predict_proba(NEW), expected.predict_proba(queries), atol=1e-9)
    np.testing.assert_allclose(model.kneighbors(NEW)[0], expected.kneighbors(queries)[0], atol=1e-9)


def test_manhattan_compares_counts():
    """The distance is the sum of the differences of counts."""
    vectorizer = CountVectorizer()
    rows = vectorizer.fit_transform(TEXTS).toarray()
    query = vectorizer.transform(NEW[:1]).toarray()

    distances, places = TextNeighbors(metric="manhattan").fit(TEXTS, LABELS).kneighbors(NEW[:1])

    expected = np.abs(rows - query).sum(axis=1)
    assert distances[0].tolist() == np.sort(expected)[:5].tolist()
    assert distances[0].tolist() == expected[places[0]].tolist()


@pytest.mark.parametrize(
    ("metric", "distance"),
    [
        ("jaccard", lambda a, b: 1 - np.sum((a > 0) & (b > 0)) / np.sum((a > 0) | (b > 0))),
        ("jensenshannon", jensenshannon),
        ("kullback_leibler", lambda a, b: entropy(a, b + 0.001)),
    ],
)
def test_counts_of_words_are_compared(metric, distance):
    """Distances are those of the counts of the words in use, by definition."""
    vectorizer = CountVectorizer()
    rows = vectorizer.fit_transform(TEXTS).toarray()
    query = vectorizer.transform(NEW[:1]).toarray()[0]

    distances, places = TextNeighbors(metric=metric).fit(TEXTS, LABELS).kneighbors(NEW[:1])

    expected = np.array([distance(query, row) for row in rows])
    np.testing.assert_allclose(distances[0], np.sort(expected)[:5], rtol=1e-9)
    np.testing.assert_allclose(distances[0], expected[places[0]], rtol=1e-9)


def test_edit_distances_compare_texts():
    """Strings are compared as they are, case and punctuation included."""
    model = TextNeighbors(2, metric="levenshtein").fit(["buy!", "", "Buy now"], list("aab"))

    distances, places = model.kneighbors(["Buy", ""])

    assert distances.tolist() == [[2, 3], [0, 4]]
    assert places.tolist() == [[0, 1], [1, 0]]
    assert model.predict(["BUY NOW", ""]).tolist() == ["a", "a"]
    assert model.explain("").texts == ["", "buy!"]
    assert model.n_words_ == 0


@pytest.mark.parametrize("metric", ["ncd", "jaro_winkler", "normalized_indel"])
def test_strings_are_near_themselves(metric):
    """Whatever strings are compared by, nothing is nearer to a text than itself."""
    model = TextNeighbors(1, metric=metric).fit(TEXTS, range(len(TEXTS)))

    assert model.predict(TEXTS).tolist() == list(range(len(TEXTS)))


def test_any_function_of_two_texts():
    """A function gets the text and a learned one, in this order, and parameters."""
    seen = []

    def longer(text, learned, by=1):
        seen.append((text, learned))
        return max(len(learned) - len(text), 0) * by

    model = TextNeighbors(1, metric=longer, metric_params={"by": 3})
    model.fit(["buy", "see you"], ["a", "b"])

    assert model.kneighbors(["see"])[0].tolist() == [[0]]
    assert set(seen) == {("see", "buy"), ("see", "see you")}
    assert model.kneighbors(["x"])[0].tolist() == [[6]]


@pytest.mark.parametrize("metric", ["ncd", "levenshtein"])
def test_messages_as_strings(metric):
    """Messages are compared as bytes, if strings are what is compared."""
    model = TextNeighbors(1, metric=metric, analyzer=MailAnalyzer())

    assert model.fit(MAILS, list("abc")).predict(MAILS).tolist() == list("abc")


def test_min_df_leaves_words_out():
    """Words of few texts are no words in use."""
    model = TextNeighbors(min_df=2).fit(TEXTS, LABELS)
    vectorizer = TfidfVectorizer(sublinear_tf=True, min_df=2).fit(TEXTS)

    assert model.n_words_ == len(vectorizer.vocabulary_)


@pytest.mark.parametrize("make", [list, tuple, np.array, iter, lambda x: [t.encode() for t in x]])
def test_texts_of_any_kind(make):
    """Lists, arrays, generators and bytes are the same texts."""
    model = TextNeighbors().fit(make(TEXTS), LABELS)

    assert model.texts_.tolist() == TEXTS
    assert np.array_equal(
        model.predict_proba(make(NEW)), TextNeighbors().fit(TEXTS, LABELS).predict_proba(NEW)
    )


def test_columns_of_data_frames():
    """Columns of pandas, polars and Arrow are texts, and missing ones are named."""
    pd, pl, pa = map(pytest.importorskip, ("pandas", "polars", "pyarrow"))
    for column in (pd.Series(TEXTS), pl.Series(TEXTS), pa.array(TEXTS)):
        assert TextNeighbors().fit(column, LABELS).texts_.tolist() == TEXTS
    with refused("missing-value", place="document 1"):
        TextNeighbors().fit(pa.array(["a", None]), ["a", "b"])
    assert TextNeighbors(missing="empty").fit(["a", None], [0, 1]).texts_.tolist() == ["a", ""]
