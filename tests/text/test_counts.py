"""TextCounts: a value that adds up."""

import copy
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.errors import refused

import priory
from priory import TextClassifier, TextCounts
from priory.errors import InputError, InputTypeError
from priory.text.counts import adding
from priory.tokens import MailAnalyzer

labelled = st.lists(
    st.tuples(
        st.lists(st.sampled_from(["buy", "now", "cheap", "naïve", "Ωμέγα"])).map(" ".join),
        st.sampled_from(["spam", "ham", "work"]),
    ),
    min_size=1,
    max_size=8,
)


def counted(pairs, **parameters):
    """Count pairs of text and label."""
    texts, labels = zip(*pairs, strict=True)
    return TextClassifier(**parameters).fit(list(texts), list(labels)).counts_


SPAM = counted([("buy now, now", "spam"), ("buy pills", "spam")])
HAM = counted([("see you now", "ham")])


@given(labelled, labelled)
def test_a_sum_is_that_of_all_texts(one, other):
    """Counts add up to those of the texts together, whichever comes first."""
    assert counted(one) + counted(other) == counted(one + other)
    assert counted(other) + counted(one) == counted(one + other)


@given(labelled, labelled)
def test_what_was_added_can_be_taken_away(one, other):
    """Words and classes that only the other had leave with it."""
    assert counted(one + other) - counted(other) == counted(one)


@given(labelled)
def test_without_itself_nothing_is_left(pairs):
    """Counts without themselves have no words and no classes."""
    nothing = counted(pairs) - counted(pairs)
    assert (len(nothing), nothing.classes.tolist(), nothing.class_count.tolist()) == (0, [], [])
    assert nothing + counted(pairs) == counted(pairs) + nothing == counted(pairs)


@given(st.lists(labelled, min_size=1, max_size=6), st.integers(2, 4), st.sampled_from([0, 2**28]))
def test_merging_many_isadding_one_by_one(shards, most, room):
    """However many are merged at a time, and however little room there is."""
    counts = [counted(shard) for shard in shards]
    folded = counts[0]
    for more in counts[1:]:
        folded = folded + more
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(adding, "MOST", most)
        patch.setattr(adding, "ROOM", room)
        assert TextCounts.merge(iter(counts)) == folded
    assert folded == counted([pair for shard in shards for pair in shard])


def test_merging_does_not_wait_for_all(monkeypatch):
    """Counts that were added are let go before the last ones come."""
    monkeypatch.setattr(adding, "MOST", 4)
    alive, most = [0], [0]

    class Watched(TextCounts):
        def __init__(self):
            counts = counted([("buy", "spam")])
            super().__init__(*(getattr(counts, name) for name in counts.__slots__))
            alive[0] += 1
            most[0] = max(most[0], alive[0])

        def __del__(self):
            alive[0] -= 1

    assert TextCounts.merge(Watched() for _ in range(50)).class_count.tolist() == [50]
    assert most[0] <= 5


def test_what_cannot_be_merged():
    """Nothing, and what is no counts."""
    with refused("empty-input", InputError, parameter="counts"):
        TextCounts.merge([])
    with refused("incompatible-merge", InputTypeError, parameter="counts"):
        TextCounts.merge([SPAM, {}])
    for operation in ("__add__", "__sub__"):
        assert getattr(SPAM, operation)(5) is NotImplemented
    assert TextCounts.merge([SPAM]) is SPAM


@pytest.mark.parametrize("other", [{"lowercase": False}, {"analyzer": "char"}, {"analyzer": str}])
def test_other_words_are_refused(other):
    """Counts of other words are neither added nor taken away, and are not equal."""
    others = counted([("see", "ham")], **other)
    for operate in (
        lambda: SPAM + others,
        lambda: SPAM - others,
        lambda: TextCounts.merge([SPAM, others]),
    ):
        with refused("incompatible-merge", InputError):
            operate()
    assert counted([("see", "ham")]) != others


@pytest.mark.parametrize(
    ("pairs", "code", "place"),
    [
        ([("buy", "work")], "unknown-label", None),
        ([("pills pills", "spam")], "below-zero", "word 'pills' in class 'spam'"),
        ([("zebra", "spam")], "below-zero", "word 'zebra' in class 'spam'"),
        ([("", "spam")], "below-zero", "word 'buy' in class 'spam'"),
        ([("", "spam")] * 3, "below-zero", "class 'spam'"),
        ([("now", "spam")], "below-zero", "word 'now' in class 'spam'"),
    ],
)
def test_what_is_not_there_cannot_be_taken_away(pairs, code, place):
    """The refusal names the word and the class."""
    with refused(code, InputError, place=place):
        SPAM - counted(pairs)


def test_declared_classes():
    """They stay without texts, join in sums, and do not count for equality where they have some."""
    declared = TextClassifier().partial_fit(["buy"], ["spam"], classes=["spam", "work"]).counts_
    assert (declared + HAM).declared.tolist() == ["spam", "work"]
    assert (declared + HAM).classes.tolist() == ["ham", "spam", "work"]
    assert (declared - counted([("buy", "spam")])).classes.tolist() == ["spam", "work"]
    assert (counted([("buy", "spam")]) - declared).classes.tolist() == []
    twin = TextClassifier().partial_fit(["buy"], ["spam"], classes=["spam"]).counts_
    assert twin == counted([("buy", "spam")])
    assert declared != twin


def test_equality_is_of_everything_that_was_counted():
    """Another word, class, count or kind of thing makes a difference."""
    assert counted([("buy now, now", "spam"), ("buy pills", "spam")]) == SPAM
    for pairs in (
        [("buy now", "spam"), ("buy pills", "spam")],
        [("buy now, now", "ham"), ("buy pills", "ham")],
        [("buy now, now", "spam"), ("buy mills", "spam")],
        [("buy now, now", "spam"), ("buy pills", "spam"), ("", "spam")],
    ):
        assert counted(pairs) != SPAM
    assert SPAM != "counts"
    assert counted([("a b", 1)]) != counted([("a b", "1")])
    with pytest.raises(TypeError, match="unhashable"):
        hash(SPAM)


def test_it_never_changes():
    """No field can be set, and no array written to."""
    with pytest.raises(AttributeError):
        SPAM.classes = None
    for array in (SPAM.classes, SPAM.class_count, SPAM.declared, *SPAM.table.arrays().values()):
        assert not array.flags.writeable


def test_it_says_what_it_is():
    """The number of words, texts and classes; a value, and not all of its arrays."""
    assert repr(SPAM + HAM) == "<TextCounts: 5 words in 3 texts of 2 classes>"
    assert len(SPAM) == 3
    assert SPAM.analyzer == TextClassifier().fit(["a"], ["b"]).analyzer_
    assert priory.TextCounts is TextCounts


def through_pickle(counts):
    """Pickle and unpickle."""
    return pickle.loads(pickle.dumps(counts))  # noqa: S301


@pytest.mark.parametrize("twin", [copy.copy, copy.deepcopy, through_pickle])
def test_copies_are_equal(twin):
    """Copies and pickles are the same counts, and cannot be written to either."""
    assert twin(SPAM) == SPAM
    assert not twin(SPAM).class_count.flags.writeable


def test_counts_too_large():
    """Sums that a count cannot hold are refused, and the word named."""
    many = TextCounts(
        SPAM.classes, np.array([2**52]), SPAM.table, SPAM.specification, SPAM.declared
    )
    with refused("too-large", InputError):
        many + many
    arrays = SPAM.table.arrays() | {"occurrences": np.full(3, 2**62)}
    often = TextCounts(
        SPAM.classes,
        SPAM.class_count,
        type(SPAM.table)(**arrays),
        SPAM.specification,
        SPAM.declared,
    )
    with refused("too-large", InputError, place="word 'buy' in class 'spam'"):
        often + often


def test_labels_that_do_not_mix():
    """Strings and numbers are no classes of one model."""
    with pytest.raises(ValueError, match="Mix of label input types"):
        SPAM + counted([("buy", 1)])
    with refused("unknown-label", InputError):
        SPAM - counted([("buy", 1)])


@pytest.mark.parametrize("parameters", [{}, {"model": "bernoulli", "alpha": 0.1, "min_df": 2}])
def test_a_model_of_counts_is_the_model(parameters):
    """It predicts as one that was fitted, learns on, and has these counts."""
    texts, labels = ["buy now", "buy pills now", "see you", "see you now"], ["a", "a", "b", "b"]
    fitted = TextClassifier(**parameters).fit(texts, labels)
    model = TextClassifier.from_counts(fitted.counts_, **parameters)
    assert model.counts_ is fitted.counts_
    assert model.get_params() == fitted.get_params()
    for each in (model, fitted):
        each.partial_fit(["buy lunch"], ["c"]).forget(texts[:1], labels[:1])
    assert model.counts_ == fitted.counts_
    scores = fitted.predict_joint_log_proba(texts)
    assert np.array_equal(model.predict_joint_log_proba(texts), scores)


@pytest.mark.parametrize(
    ("parameters", "settings"),
    [
        ({"ngram_range": (1, 2)}, "ngram_range=(1, 2) and (1, 1)"),
        ({"lowercase": False}, "lowercase=False and True"),
        ({"analyzer": str.split}, "None and Analyzer"),
        ({"analyzer": MailAnalyzer()}, "version='mail"),
    ],
)
def test_a_model_of_counts_wants_their_words(parameters, settings):
    """Parameters that make other words are refused by name."""
    with refused("analyzer-mismatch", InputError, parameter="counts") as caught:
        TextClassifier.from_counts(SPAM, **parameters)
    assert settings in caught.value.what


@pytest.mark.parametrize(
    ("parameters", "code"),
    [({"alpha": -1}, "bad-parameter"), ({"class_prior": [0.5, 0.5]}, "shape-mismatch")],
)
def test_a_model_of_counts_checks_its_parameters(parameters, code):
    """Impossible parameters are refused."""
    with refused(code, parameter=next(iter(parameters))):
        TextClassifier.from_counts(SPAM, **parameters)


def test_models_show_their_counts():
    """A fitted model has them, and what a model learns later does not change them."""
    model = TextClassifier().fit(["buy"], ["spam"])
    before = model.counts_
    model.partial_fit(["see"], ["ham"])
    assert before == counted([("buy", "spam")])
    assert model.counts_ == counted([("buy", "spam"), ("see", "ham")])
    assert not hasattr(TextClassifier(), "counts_")
