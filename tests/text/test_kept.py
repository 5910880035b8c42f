"""TextNeighbors: texts come, go and merge."""

import copy
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.errors import refused

from priory import TextNeighbors, sample
from priory.errors import InputError, InputTypeError

TEXTS, LABELS = sample.messages()
NEW = ["Win a free phone now", "See you at the station at noon", "phone me", "free free money"]
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


@pytest.mark.parametrize(
    "parameters", [{"stem": "english"}, {"analyzer": "char"}, {"ngram_range": (1, 2)}], ids=str
)
def test_words_may_not_change(parameters):
    """Parameters that make words are fixed by fit."""
    model = TextNeighbors().fit(TEXTS, LABELS).set_params(**parameters)

    with refused("changed-since-fit"):
        model.predict(NEW)


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


def test_forgetting_what_was_not_learned():
    """Another text, label, weight or number of times is refused by name, and nothing changes."""
    model = TextNeighbors().fit(TEXTS, LABELS)
    before = state(model)
    for texts, labels, weights, code, place in (
        (["never learned"], ["spam"], None, "not-learned", "row 0"),
        ([TEXTS[0]], ["spam"], None, "not-learned", "row 0"),
        ([TEXTS[1], TEXTS[0]], [LABELS[1], LABELS[0]], [1, 2], "not-learned", "row 1"),
        ([TEXTS[0]] * 2, [LABELS[0]] * 2, None, "not-learned", "row 1"),
        ([TEXTS[0]], ["work"], None, "unknown-label", None),
    ):
        with refused(code, place=place):
            model.forget(texts, labels, weights)
        assert state(model) == before


def test_forgetting_everything_leaves_nothing():
    """Without texts there are no classes, predicting says so, and the model can learn again."""
    model = TextNeighbors(1).fit(TEXTS, LABELS).forget(TEXTS, LABELS)

    assert state(model) == [[], [], [], []]
    with refused("no-classes", InputError):
        model.predict(NEW)
    assert model.partial_fit(["buy"], ["a"]).predict(["buy"]).tolist() == ["a"]


def test_others_are_not_merged():
    """Models of other words and of other kinds are refused, and nothing changes."""
    model = TextNeighbors().fit(TEXTS, LABELS)
    before = state(model)
    with refused("incompatible-merge", InputError):
        model.merge(TextNeighbors(analyzer="char").fit(TEXTS, LABELS))
    with refused("incompatible-merge", InputTypeError, parameter="other"):
        model.merge({})
    assert state(model) == before
