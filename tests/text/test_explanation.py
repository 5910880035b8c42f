"""What explanations say adds up and stands where they say."""

import pickle
import re
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.errors import refused

from priory import TextClassifier, sample
from priory.errors import InputTypeError

TEXTS, LABELS = sample.messages()
SPECS = [
    {},
    {"model": "bernoulli"},
    {"estimate": "mle"},
    {"model": "bernoulli", "estimate": "mle"},
    {"model": "boolean"},
    {"model": "complement"},
    {"model": "complement", "estimate": "mle", "class_prior": [0.3, 0.7]},
    {"ngram_range": (1, 2), "stop_words": "english", "stem": "english"},
    {"analyzer": "char_wb", "ngram_range": (2, 4)},
    {"domain_features": ["money", "capitals"], "phrases": ["call me"]},
    {"min_df": 2, "max_features": 40, "rank_by": "chi2"},
    {"analyzer": str.split},
]


@pytest.mark.parametrize("parameters", SPECS, ids=str)
def test_terms_add_up(parameters):
    """Prior, absent words and contributions sum to the joint log-probability."""
    model = TextClassifier(**parameters).fit(TEXTS, LABELS)
    for text in TEXTS[:9]:
        explanation = model.explain(text)
        expected = model.predict_joint_log_proba([text])[0]
        np.testing.assert_allclose(explanation.joint_log_proba, expected, rtol=1e-12)
        if np.isfinite(expected).any():
            assert explanation.label == model.predict([text])[0]
            np.testing.assert_allclose(explanation.probabilities, model.predict_proba([text])[0])


@given(st.text(alphabet="Buy nowÉİß.,!", max_size=40))
def test_places_show_the_words(text):
    """Each place shows what the word was made of, as often as it is counted."""
    model = TextClassifier().fit(["buy now", "see you now"], ["spam", "ham"])
    explanation = model.explain(text)
    for evidence in explanation.evidence:
        assert len(evidence.places) == evidence.count
        assert {text[a:b].lower() for a, b in evidence.places} == {evidence.word}
    seen = {evidence.word for evidence in explanation.evidence}
    assert seen.isdisjoint(explanation.unknown)


@pytest.mark.parametrize("text", ["Buy now, see now!", "nothing"])
def test_evidence_is_a_sequence(text):
    """Evidence of words looked at one by one, in a slice, or all at once is the same."""
    found = TextClassifier().fit(["buy now", "see you now"], ["spam", "ham"]).explain(text).evidence
    listed = list(found)
    for some in ([found[i] for i in range(len(found))], found[:], list(reversed(found))[::-1]):
        assert list(map(repr, some)) == list(map(repr, listed))
    assert repr(found) == repr(listed)
    assert repr(found[-1:]) == repr(listed[-1:])
    with pytest.raises(IndexError):
        found[len(found)]


def test_the_strongest_word_comes_first():
    """Evidence is ordered by how much it speaks for the label against the next one."""
    model = TextClassifier().fit(TEXTS, LABELS)
    explanation = model.explain("Free prize! See you at lunch, claim now")
    best = explanation.classes.tolist().index(explanation.label)
    margins = [
        word.contributions[best] - word.contributions[1 - best] for word in explanation.evidence
    ]
    assert margins == sorted(margins, reverse=True)


def test_unknown_words_are_named_once():
    """Words outside the vocabulary come in the order of the text."""
    model = TextClassifier().fit(["buy now"], ["spam"])
    assert model.explain("qwertz buy asdf qwertz").unknown == ["qwertz", "asdf"]


@given(st.lists(st.text("aé_£²µªßÿ·\xa0\x00’漢 ", max_size=6)))
def test_places_are_those_of_the_words(pieces):
    """Words stand where Python's pattern finds them, in few alphabets and in many."""
    text = "".join(pieces)
    model = TextClassifier(lowercase=False).fit([text, "some words"], ["a", "b"])

    found = {word: [] for word in re.findall(r"\w\w+", text)}
    for match in re.finditer(r"\w\w+", text):
        found[match[0]].append(match.span())

    explanation = model.explain(text)
    assert dict(zip(explanation.features.tolist(), explanation.places, strict=True)) == found


def test_any_character_may_be_in_a_word():
    """Words come out of the table as they were counted, whatever they are made of."""
    text = "ÿ\0\x7f漢\U0010ffff a"
    model = TextClassifier(analyzer="char", ngram_range=(1, 3)).fit([text, "b"], [1, 2])
    spans = combinations(range(len(text) + 1), 2)
    expected = {text[i:j] for i, j in spans if j - i <= 3}
    assert set(model.explain(text).features) == expected
    assert set(model.vocabulary()) == expected | {"b"}


def test_bytes_are_decoded():
    """A text may be bytes, and places are those of the decoded text."""
    model = TextClassifier().fit(["naïve"], ["a"])
    explanation = model.explain("so naïve".encode())
    assert explanation.evidence[0].places == [(3, 8)]
    with refused("missing-value", place="document 0"):
        model.explain(None)
    with refused("wrong-type", InputTypeError, place="document 0"):
        model.explain(5)


def test_a_class_without_texts_is_ruled_out():
    """Nothing is known of its words, but its prior is 0."""
    model = TextClassifier(estimate="mle").partial_fit(["buy"], ["spam"], classes=["ham", "spam"])
    assert model.explain("buy").joint_log_proba.tolist() == [-np.inf, 0]
    assert model.predict_joint_log_proba(["buy"]).tolist() == [[-np.inf, 0]]


def test_a_mapped_model_explains_the_same(tmp_path):
    """A model that looks words up one by one, and one that was read whole, agree."""
    whole = TextClassifier().fit(TEXTS, LABELS)
    whole.save(tmp_path / "model")
    mapped = TextClassifier.load(tmp_path / "model")
    mapped._derived()._asked = -(10**9)  # so that it is not read for these few texts

    for text in TEXTS[:9]:
        one, other = whole.explain(text), mapped.explain(text)
        assert one.features.tolist() == other.features.tolist()
        assert one.values.tolist() == other.values.tolist()
        np.testing.assert_allclose(one.contributions, other.contributions, rtol=1e-14)
        assert (one.places, one.unknown) == (other.places, other.unknown)
    assert "_scorer" not in vars(mapped._derived())


@pytest.mark.parametrize("parameters", SPECS[:-1], ids=str)
def test_explanations_can_be_kept(parameters):
    """An explanation survives pickling, whether its places were asked for or not."""
    explanation = TextClassifier(**parameters).fit(TEXTS, LABELS).explain(TEXTS[0])

    kept = pickle.loads(pickle.dumps(explanation))  # noqa: S301

    assert str(kept) == str(explanation)
    assert kept.places == explanation.places


def test_an_empty_model_explains_nothing():
    """Where every text was forgotten, explain says so as predict does."""
    model = TextClassifier().fit(["buy"], ["spam"]).forget(["buy"], ["spam"])
    with refused("no-classes"):
        model.explain("buy")
