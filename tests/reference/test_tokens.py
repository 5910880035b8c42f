"""The reference makes tokens as scikit-learn does, and as the vectors say."""

import json
import re
from pathlib import Path

import pytest
import snowballstemmer
from hypothesis import given
from hypothesis import strategies as st
from sklearn.feature_extraction.text import CountVectorizer

from priory import Analyzer
from priory import _reference as reference
from reference.samples import TEXTS, untimed

VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "tokens.json").read_text("utf-8"))
OWN_OPTIONS = {"stem", "domain_features", "phrases"}
NGRAM_RANGES = st.tuples(st.integers(1, 4), st.integers(0, 3)).map(lambda r: (r[0], sum(r)))
OPTIONS = st.fixed_dictionaries(
    {
        "analyzer": st.sampled_from(["word", "char", "char_wb"]),
        "ngram_range": NGRAM_RANGES,
        "lowercase": st.booleans(),
        "strip_accents": st.sampled_from([None, "unicode", "ascii"]),
        "stop_words": st.sampled_from([[], ["the", "of"]]),
    }
)


def title(vector):
    """Name a vector in the test report."""
    return f"{vector['why']}: {vector['note']}"


@pytest.mark.parametrize("vector", VECTORS, ids=title)
def test_vectors(vector):
    """The reference gives each vector's tokens, in the vector's order."""
    options = dict(vector["options"])
    if "stem" in options:
        options["stem"] = snowballstemmer.stemmer(options["stem"]).stemWord

    assert vector["expected"] == reference.tokenize(vector["input"], **options)


@pytest.mark.parametrize(
    "vector", [v for v in VECTORS if not OWN_OPTIONS & v["options"].keys()], ids=title
)
def test_vectors_are_sklearns(vector):
    """Where scikit-learn has the options, it gives each vector's tokens too."""
    analyze = CountVectorizer(**vector["options"]).build_analyzer()

    assert vector["expected"] == analyze(vector["input"])


def test_vectors_differ():
    """No two vectors ask the same question, and every one says why it is there."""
    questions = {json.dumps([vector["input"], vector["options"]]) for vector in VECTORS}

    assert len(VECTORS) == len(questions)
    assert all(vector["why"] and vector["note"] for vector in VECTORS)


@untimed
@given(TEXTS, OPTIONS)
def test_tokens(text, options):
    """Any text under any options becomes scikit-learn's tokens."""
    expected = CountVectorizer(**options).build_analyzer()(text)

    assert expected == reference.tokenize(text, **options)


def test_unknown_option():
    """A misspelt option is named, not ignored."""
    with pytest.raises(TypeError, match="ngrams"):
        reference.tokenize("buy now", ngrams=(1, 2))


@untimed
@given(st.text("012.,aé_ $"))
def test_numbers(text):
    """The possessive rule for numbers equals one that only looks ahead."""
    longest = r"(?<!\w)[0-9]+(?:[.,][0-9]+)*(?!\w|[.,][0-9])"
    expected = [f"number:{len(re.sub('[.,]', '', found))}" for found in re.findall(longest, text)]

    assert expected == reference.domain_features(text, ["numbers"])


def test_words_of_no_dictionary():
    """A word no dictionary has, such as "cs229", is a feature once it occurs."""
    assert reference.tokenize("CS229 deadline") == ["cs229", "deadline"]


@pytest.mark.parametrize("order", [1, -1])
def test_phrases_of_one_token(order):
    """Phrases that would have one token are one phrase: the first."""
    wanted = [["free", "money"], ["free_money"]][::order]
    text = "free_money free money free_money free_money free money"
    phrases = [" ".join(phrase) for phrase in wanted]

    tokens = reference.tokenize(text, phrases=phrases)

    assert Analyzer(phrases=phrases).tokenize(text) == tokens
    assert tokens.count("phrase:free_money") == (2 if order == 1 else 3)
