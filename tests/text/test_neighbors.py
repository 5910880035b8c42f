"""TextNeighbors: what is near, and who votes."""

import copy
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.distance import jensenshannon
from scipy.stats import entropy
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.neighbors import KNeighborsClassifier

from priory import CountVectorizer, TextNeighbors, TfidfVectorizer, sample
from priory.tokens import MailAnalyzer

TEXTS, LABELS = sample.messages()
NEW = ["Win a free phone now", "See you at the station at noon", "phone me", "free free money"]
MAILS = [
    b"Subject: lunch?\n\nSee you at noon?",
    b"Subject: cheap pills\n\nBuy now!",
    b"Subject: Re: lunch?\n\nAt noon it is.",
]
OF_RARE = {"analyzer": MailAnalyzer(), "min_df": 99}

labelled = st.lists(
    st.tuples(
        st.lists(st.sampled_from(["buy", "now", "cheap", "see you", "naïve", "Ωμέγα"])).map(
            " ".join
        ),
        st.sampled_from(["spam", "ham", "work"]),
        st.sampled_from([0.5, 1.0, 2.0]),
    ),
    max_size=8,
)


def fitted(rows, **parameters):
    """Fit a model to texts with their labels and weights."""
    return TextNeighbors(**parameters).fit(*columns(rows))


def columns(rows):
    """Return the texts, the labels and the weights of rows."""
    texts, labels, weights = zip(*rows, strict=True) if rows else ((), (), ())
    return list(texts), list(labels), list(weights)


def learn(model, rows):
    """Learn rows with their weights."""
    texts, labels, weights = columns(rows)
    return model.partial_fit(texts, labels, sample_weight=weights)


def state(model):
    """Return everything that was learned."""
    lists = (model.classes_, model.texts_, model.labels_, model.weights_)
    return [each.tolist() for each in lists]


@given(labelled.filter(bool), labelled)
def test_partial_fit_in_two_batches_is_fit(first, second):
    """Learning in batches leaves the same texts as learning at once."""
    assert state(learn(fitted(first), second)) == state(fitted(first + second))


@given(labelled.filter(bool), labelled)
def test_forgetting_leaves_no_trace(kept, forgotten):
    """To learn and then to forget is nothing, also where texts were learned twice."""
    assert state(fitted(kept + forgotten).forget(*columns(forgotten))) == state(fitted(kept))


@given(labelled.filter(bool), labelled.filter(bool))
def test_merging_is_learning_both(one, other):
    """A merged model is that of all texts, and the other one stays as it is."""
    theirs = fitted(other)
    before = state(theirs)

    assert state(fitted(one).merge(theirs)) == state(fitted(one + other))
    assert state(theirs) == before


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


@given(st.lists(st.sampled_from([*NEW, "", "xyzzy"]), max_size=6))
@pytest.mark.filterwarnings("ignore:row:RuntimeWarning")
def test_one_text_is_a_batch_of_one(texts):
    """A text gets the same answer in any company, bit for bit."""
    model = TextNeighbors(weights="distance").fit(TEXTS, LABELS)

    alone = [model.predict_proba([text])[0].tolist() for text in texts]

    assert model.predict_proba(texts).tolist() == alone


def test_threads_do_not_change_bits():
    """One thread and several give the same answers."""
    one, many = (TextNeighbors(n_jobs=n).fit(TEXTS, LABELS).predict_proba(NEW) for n in (1, 3))

    assert np.array_equal(one, many)


def test_parameters_change_after_fit():
    """A model with other parameters answers as one that was made with them."""
    changed = TextNeighbors().fit(TEXTS, LABELS)
    changed.predict(NEW)
    changed.set_params(n_neighbors=3, metric="manhattan", alpha=0.5, min_df=2)
    made = clone(changed).fit(TEXTS, LABELS)

    assert np.array_equal(changed.predict_proba(NEW), made.predict_proba(NEW))


@pytest.mark.parametrize(
    "parameters", [{"stem": "english"}, {"analyzer": "char"}, {"ngram_range": (1, 2)}], ids=str
)
def test_words_may_not_change(parameters):
    """Parameters that make words are fixed by fit."""
    model = TextNeighbors().fit(TEXTS, LABELS).set_params(**parameters)

    with pytest.raises(ValueError, match="parameters that make words have changed since fit"):
        model.predict(NEW)


def test_weights_multiply_votes():
    """Of two neighbours the one that weighs more wins, and the other one without weight."""
    model = TextNeighbors(2).fit(["buy now", "buy here"], ["a", "b"], sample_weight=[1, 3])

    assert model.predict_proba(["buy"]).tolist() == [[0.25, 0.75]]
    assert model.explain("buy").probabilities.tolist() == [0.25, 0.75]


def test_alpha_is_votes_beforehand():
    """Each class has so many more votes than its neighbours give it."""
    model = TextNeighbors(1, alpha=1).fit(["buy now", "see you"], ["spam", "ham"])

    assert model.predict_proba(["buy"]).tolist() == [[1 / 3, 2 / 3]]
    assert model.set_params(alpha=[0, 1]).predict_proba(["buy"]).tolist() == [[0, 1]]


def test_declared_classes_have_a_column():
    """A class without texts is known, and stays when texts are forgotten."""
    model = TextNeighbors(1).partial_fit(["buy", "see"], ["b", "c"], classes=["a", "b"])

    assert model.predict_proba(["buy"]).tolist() == [[0, 1, 0]]
    assert model.forget(["buy", "see"], ["b", "c"]).classes_.tolist() == ["a", "b"]


@pytest.mark.parametrize("labels", [[1, 0], [True, False], ["b", "é"], np.array(["x", ""], object)])
def test_labels_keep_their_type(labels):
    """Labels are answered as they were learned."""
    model = TextNeighbors(1).fit(["buy", "see"], labels)

    assert model.predict(["buy", "see"]).tolist() == list(labels)
    assert model.explain("see").label == labels[1]


def test_neighbours_of_the_texts_themselves():
    """Without texts, those that were learned are asked about, each without itself."""
    model = TextNeighbors(3).fit(TEXTS, LABELS)

    distances, indices = model.kneighbors()
    nearest = model.kneighbors(n_neighbors=1, return_distance=False)

    for i in (0, 17, 59):
        others = TextNeighbors(3).fit(TEXTS, LABELS).kneighbors([TEXTS[i]], 4)
        expected = [j for j in others[1][0].tolist() if j != i][:3]
        assert indices[i].tolist() == expected
    assert (distances >= 0).all()
    assert nearest.tolist() == indices[:, :1].tolist()


def test_fewer_neighbours_than_vote_may_be_asked_for():
    """How many vote does not matter to who asks for fewer, only to predictions."""
    model = TextNeighbors(9).fit(["buy now", "see you", "buy", "you"], list("abab"))

    assert model.kneighbors(["buy"], 2)[1].tolist() == [[2, 0]]
    with pytest.raises(ValueError, match="n_neighbors=9, but only 4 texts"):
        model.predict(["buy"])


def test_ties_go_to_the_first():
    """Of texts that are as near, the one that was learned first is nearer."""
    model = TextNeighbors(1).fit(["see", "buy", "buy"], ["a", "c", "b"])

    assert model.kneighbors(["buy"])[1].tolist() == [[1]]
    assert model.predict(["buy"]).tolist() == ["c"]
    assert model.set_params(n_neighbors=2).predict(["buy"]).tolist() == ["b"]


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
    with pytest.raises(ValueError, match="document 1 is missing"):
        TextNeighbors().fit(pa.array(["a", None]), ["a", "b"])
    assert TextNeighbors(missing="empty").fit(["a", None], [0, 1]).texts_.tolist() == ["a", ""]


def test_mail():
    """With an analyser of mail texts are messages, and stay bytes."""
    model = TextNeighbors(2, analyzer=MailAnalyzer()).fit(MAILS, ["ham", "spam", "ham"])

    explanation = model.explain(b"Subject: lunch\n\nNoon?")

    assert explanation.label == "ham"
    assert explanation.texts == [MAILS[2], MAILS[0]]
    assert "Re: lunch? At noon it is." in explanation.to_text()
    with pytest.raises(TypeError, match="a message must be bytes"):
        model.predict(["no bytes"])


def test_copies_are_of_their_own():
    """What a copy learns and forgets, the model does not; pickles answer alike."""
    model = TextNeighbors().fit(TEXTS, LABELS)
    before = state(model)
    copied = copy.copy(model)
    copied.partial_fit(["buy"], ["work"])

    assert state(model) == before
    assert state(pickle.loads(pickle.dumps(model))) == before  # noqa: S301
    assert np.array_equal(
        pickle.loads(pickle.dumps(model)).predict_proba(NEW),  # noqa: S301
        model.predict_proba(NEW),
    )


def test_predictions_change_nothing():
    """Predicting leaves no attribute behind."""
    model = TextNeighbors().fit(TEXTS, LABELS)
    before = set(vars(model))
    model.predict(NEW)

    assert set(vars(model)) == before


@pytest.mark.parametrize(
    ("fit", "message"),
    [
        (lambda: TextNeighbors().fit([], []), "no texts to learn from"),
        (lambda: TextNeighbors().fit("text", ["a"]), "string object received"),
        (lambda: TextNeighbors().fit(["a b"], ["a", "b"]), "inconsistent numbers of samples"),
        (lambda: TextNeighbors().fit(["a b"], [None]), "None"),
        (lambda: TextNeighbors().fit([5], ["a"]), "document 0 is of type int"),
        (lambda: TextNeighbors(0).fit(TEXTS, LABELS), "n_neighbors"),
        (lambda: TextNeighbors(metric="nonsense").fit(TEXTS, LABELS), "'cosine'"),
        (lambda: TextNeighbors(alpha=-1).fit(TEXTS, LABELS).predict(NEW), "alpha"),
        (lambda: TextNeighbors().fit(TEXTS, LABELS, sample_weight=[-1] * 60), "Negative"),
        (lambda: TextNeighbors(61).fit(TEXTS, LABELS).predict(NEW), "only 60 texts"),
        (lambda: TextNeighbors().fit(TEXTS, LABELS).kneighbors(NEW, 61), "only 60 texts"),
        (lambda: TextNeighbors(2).fit(["buy", ""], [0, 1]).predict(NEW), "only 1 text that were"),
        (lambda: TextNeighbors(1).fit(["buy", ""], [0, 1]).kneighbors(), "row 1: no word"),
        (lambda: TextNeighbors(2).fit(["buy", "see"], [0, 1]).kneighbors(), "only 2 texts .* own"),
        (lambda: TextNeighbors(1, alpha=[-1, 2]).fit(TEXTS, LABELS).predict([""]), "alpha must"),
        (lambda: TextNeighbors(1, alpha=[1, 2, 3]).fit(TEXTS, LABELS).predict([""]), "2 classes"),
        (lambda: TextNeighbors(min_df=99).fit(TEXTS, LABELS).predict(NEW), "min_df"),
        (lambda: fitted([(mail, "a", 1) for mail in MAILS], **OF_RARE).predict(MAILS), "min_df"),
        (lambda: TextNeighbors(metric=lambda *_: np.nan).fit(TEXTS, LABELS).predict(NEW), "nan"),
        (
            lambda: TextNeighbors(metric="osa", projection=3).fit(TEXTS, LABELS).predict(NEW),
            "projection",
        ),
        (lambda: TextNeighbors(projection="x").fit(TEXTS, LABELS).predict(NEW), "projection"),
    ],
)
def test_mistakes(fit, message):
    """What cannot be learned or answered is an error that says why."""
    with pytest.raises((ValueError, TypeError), match=message):
        fit()


def test_forgetting_what_was_not_learned():
    """Another text, label, weight or number of times is refused by name, and nothing changes."""
    model = TextNeighbors().fit(TEXTS, LABELS)
    before = state(model)
    for texts, labels, weights, message in (
        (["never learned"], ["spam"], None, "row 0 was not learned"),
        ([TEXTS[0]], ["spam"], None, "row 0 was not learned"),
        ([TEXTS[1], TEXTS[0]], [LABELS[1], LABELS[0]], [1, 2], "row 1 was not learned"),
        ([TEXTS[0]] * 2, [LABELS[0]] * 2, None, "row 1 was not learned"),
        ([TEXTS[0]], ["work"], None, "the class 'work' was never learned"),
    ):
        with pytest.raises(ValueError, match=message):
            model.forget(texts, labels, weights)
        assert state(model) == before


def test_forgetting_everything_leaves_nothing():
    """Without texts there are no classes, predicting says so, and the model can learn again."""
    model = TextNeighbors(1).fit(TEXTS, LABELS).forget(TEXTS, LABELS)

    assert state(model) == [[], [], [], []]
    with pytest.raises(ValueError, match="everything was forgotten"):
        model.predict(NEW)
    assert model.partial_fit(["buy"], ["a"]).predict(["buy"]).tolist() == ["a"]


def test_others_are_not_merged():
    """Models of other words and of other kinds are refused, and nothing changes."""
    model = TextNeighbors().fit(TEXTS, LABELS)
    before = state(model)
    with pytest.raises(ValueError, match="do not take the same things for words"):
        model.merge(TextNeighbors(analyzer="char").fit(TEXTS, LABELS))
    with pytest.raises(TypeError, match="cannot merge a dict"):
        model.merge({})
    assert state(model) == before


def test_a_projection_is_the_same_each_time():
    """Answers follow from texts and parameters alone."""
    one, other = (TextNeighbors(projection=20).fit(TEXTS, LABELS) for _ in range(2))

    assert np.array_equal(one.kneighbors(NEW)[0], other.kneighbors(NEW)[0])
    assert not np.array_equal(
        one.kneighbors(NEW)[0], other.set_params(random_state=1).kneighbors(NEW)[0]
    )
    assert one.explain(NEW[0]).words == [{}] * 5


def test_unfitted():
    """A model that has learned nothing says so."""
    with pytest.raises(NotFittedError):
        TextNeighbors().predict(["buy"])
