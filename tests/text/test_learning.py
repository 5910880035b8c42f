"""fit, partial_fit, forget and merge of TextClassifier."""

import copy
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.base import clone
from tests.errors import refused

from priory import TextClassifier, TextNeighbors
from priory.errors import InputError, InputTypeError

TEXTS = ["buy cheap pills", "buy now", "see you at lunch", "lunch now, lunch later?"]
LABELS = ["spam", "spam", "ham", "ham"]

labelled = st.lists(
    st.tuples(
        st.lists(st.sampled_from(["buy", "now", "cheap", "see you", "naïve", "Ωμέγα"])).map(
            " ".join
        ),
        st.sampled_from(["spam", "ham", "work"]),
    ),
    max_size=8,
)


def fitted(pairs, **parameters):
    """Fit a model to pairs of text and label."""
    return TextClassifier(**parameters).fit([t for t, _ in pairs], [label for _, label in pairs])


def state(model):
    """Return everything that was learned, as bytes and lists."""
    arrays = {name: array.tolist() for name, array in model.counts_.table.arrays().items()}
    return arrays, model.classes_.tolist(), model.class_count_.tolist()


@given(labelled.filter(bool), labelled)
def test_partial_fit_in_two_batches_is_fit(first, second):
    """Learning in batches leaves the same state as learning at once."""
    model = fitted(first).partial_fit([t for t, _ in second], [label for _, label in second])
    assert state(model) == state(fitted(first + second))


@given(labelled.filter(bool), labelled)
def test_forgetting_leaves_no_trace(kept, forgotten):
    """Words and classes that only forgotten texts had leave with them, bit for bit."""
    model = fitted(kept + forgotten)
    model.forget([t for t, _ in forgotten], [label for _, label in forgotten])
    assert state(model) == state(fitted(kept))


@given(labelled.filter(bool), labelled.filter(bool))
def test_merging_is_learning_both(one, other):
    """A merged model is that of all texts, and the other one stays as it is."""
    theirs = fitted(other)
    before = state(theirs)
    assert state(fitted(one).merge(theirs)) == state(fitted(one + other))
    assert state(theirs) == before


@pytest.mark.parametrize("ngram_range", [(1, 1), (1, 2)])
@pytest.mark.parametrize("analyzer", ["word", "char", "char_wb"])
def test_threads_do_not_change_bits(analyzer, ngram_range):
    """One thread and several leave the same state."""
    texts, labels = TEXTS * 3000, LABELS * 3000
    one, many = (
        TextClassifier(analyzer=analyzer, ngram_range=ngram_range, n_jobs=n).fit(texts, labels)
        for n in (1, 3)
    )
    assert state(one) == state(many)
    assert np.array_equal(one.predict_joint_log_proba(texts), many.predict_joint_log_proba(texts))


def test_forgetting_everything_leaves_nothing():
    """Without texts there are no words and no classes, and predicting says so."""
    model = TextClassifier().fit(TEXTS, LABELS).forget(TEXTS, LABELS)
    assert state(model)[1:] == ([], [])
    assert len(model.counts_.table) == 0
    with refused("no-classes"):
        model.predict(["buy"])
    assert state(model.partial_fit(TEXTS, LABELS)) == state(TextClassifier().fit(TEXTS, LABELS))


def test_declared_classes_stay():
    """A class that was declared is there without texts, and with probability 0."""
    model = TextClassifier().partial_fit(["buy"], ["spam"], classes=["ham", "spam"])
    assert model.classes_.tolist() == ["ham", "spam"]
    assert model.predict_proba(["buy now"]).tolist() == [[0, 1]]
    model.partial_fit([], [], classes=["work"]).forget(["buy"], ["spam"])
    assert model.classes_.tolist() == ["ham", "spam", "work"]


@pytest.mark.parametrize(
    ("texts", "labels", "code", "place"),
    [
        (["buy"], ["work"], "unknown-label", None),
        (["pills pills"], ["spam"], "below-zero", "word 'pills' in class 'spam'"),
        (["zebra"], ["spam"], "below-zero", "word 'zebra' in class 'spam'"),
        (["see", "you", "lunch"], ["ham"] * 3, "below-zero", "class 'ham'"),
        ([""], ["spam"], "below-zero", "word 'buy' in class 'spam'"),
    ],
)
def test_what_was_not_learned_cannot_be_forgotten(texts, labels, code, place):
    """The refusal names the place and leaves the model as it was."""
    model = TextClassifier().fit(TEXTS, LABELS)
    before = state(model)
    with refused(code, InputError, place=place, remedy=None) as caught:
        model.forget(texts, labels)
    assert caught.value.note.endswith("the model is unchanged")
    assert state(model) == before


@pytest.mark.parametrize(
    ("texts", "labels", "expected"),
    [
        ("one string", ["a"], refused("single-string", parameter="X")),
        ([None], ["a"], refused("missing-value", place="document 0")),
        ([5], ["a"], refused("wrong-type", InputTypeError, place="document 0")),
        (["a b"], ["a", "b"], refused("shape-mismatch", parameter="y")),
        (["a", "b"], ["a"], refused("shape-mismatch", parameter="y")),
        (["a b"], [None], refused("missing-value", parameter="y", place="row 0")),
        (["a b"], [float("nan")], refused("missing-value", parameter="y", place="row 0")),
        (["a b"], None, refused("missing-target", parameter="y")),
        (["a b"], [[1, 2]], pytest.raises(ValueError, match="1d")),
    ],
)
def test_bad_input_changes_nothing(texts, labels, expected):
    """A failing call leaves a fitted model as it was."""
    model = TextClassifier().fit(TEXTS, LABELS)
    before = state(model)
    for learn in (model.fit, model.partial_fit, model.forget):
        with expected:
            learn(texts, labels)
        assert state(model) == before


@pytest.mark.parametrize("labels", [[1, 1, 0, 0], [True, True, False, False], ["é", "é", "", ""]])
def test_labels_of_any_type(labels):
    """Labels come back as they went in."""
    model = TextClassifier().fit(TEXTS, labels)
    assert model.predict(TEXTS).tolist() == labels


def test_a_class_that_comes_later():
    """A new label in partial_fit is a new class, wherever it sorts."""
    model = TextClassifier().fit(TEXTS, LABELS).partial_fit(["meeting at noon"], ["job"])
    assert model.classes_.tolist() == ["ham", "job", "spam"]
    assert model.predict(["noon meeting", "buy pills"]).tolist() == ["job", "spam"]


def test_models_of_other_words_do_not_merge():
    """Merging refuses what was counted differently."""
    model = TextClassifier().fit(TEXTS, LABELS)
    with refused("incompatible-merge", InputError):
        model.merge(TextClassifier(lowercase=False).fit(TEXTS, LABELS))
    with refused("incompatible-merge", InputTypeError, parameter="other"):
        model.merge({})


def test_words_may_not_change_after_fit():
    """A changed analyser is refused until the model is fitted again."""
    model = TextClassifier().fit(TEXTS, LABELS).set_params(lowercase=False)
    with refused("changed-since-fit"):
        model.predict(TEXTS)
    with refused("changed-since-fit"):
        model.partial_fit(TEXTS, LABELS)
    assert model.set_params(lowercase=True).predict(["buy"]).tolist() == ["spam"]


def test_copies_and_pickles_are_models_of_their_own():
    """A copy answers alike, a clone is unfitted, and changing a copy leaves the model alone."""
    model = TextClassifier().fit(TEXTS, LABELS)
    scores = model.predict_joint_log_proba(TEXTS)
    for twin in (copy.copy(model), copy.deepcopy(model), pickle.loads(pickle.dumps(model))):  # noqa: S301
        assert np.array_equal(twin.predict_joint_log_proba(TEXTS), scores)
        twin.set_params(alpha=5.0).predict(TEXTS)
        twin.partial_fit(["lunch"], ["spam"])
    assert np.array_equal(model.predict_joint_log_proba(TEXTS), scores)
    assert not hasattr(clone(model), "classes_")


def test_a_callable_makes_the_words():
    """A Python analyser counts as the built-in one does."""
    model = TextClassifier(analyzer=str.split).fit(TEXTS, LABELS)
    assert model.predict(["pills lunch lunch"]).tolist() == ["ham"]
    assert "later?" in model.vocabulary()
    assert model.forget(TEXTS[:1], LABELS[:1]).class_count_.tolist() == [2, 1]


def test_there_must_be_texts():
    """A first fit without texts is refused; declared classes are enough for partial_fit."""
    with refused("empty-input", InputError, parameter="X"):
        TextClassifier().fit([], [])
    assert len(TextClassifier().partial_fit([], [], classes=["a"]).classes_) == 1


def test_labels_do_not_end_with_nul():
    """NumPy would take two such labels for one."""
    with refused("bad-label", parameter="y"):
        TextClassifier().fit(["buy", "see"], ["a", "a\0"])


@pytest.mark.parametrize("n_labels", [1, 3])
def test_labels_of_a_generator(n_labels):
    """Texts that cannot be counted before are counted while they are read."""
    with refused("shape-mismatch", parameter="y"):
        TextClassifier().fit((text for text in ["buy now", "see you"]), ["a"] * n_labels)


def test_undecodable_text():
    """Bytes in another encoding are refused with the number of their document."""
    for read in (TextClassifier().fit, TextNeighbors(n_neighbors=1).fit):
        with refused(
            "bad-encoding", InputError, place="document 1", parameter="encoding"
        ) as caught:
            read(["buy", b"caf\xe9 au lait"], ["a", "b"])
        assert isinstance(caught.value, UnicodeDecodeError)
        copied = pickle.loads(pickle.dumps(caught.value))  # noqa: S301
        assert (str(copied), copied.code) == (str(caught.value), "bad-encoding")


@pytest.mark.parametrize("parameters", [{"k": 0}, {"min_count": -1}])
def test_impossible_numbers_of_words(parameters):
    """Numbers of words that mean nothing are refused."""
    model = TextClassifier().fit(TEXTS, LABELS)
    with refused("bad-parameter", parameter=next(iter(parameters))):
        model.words(**parameters)
