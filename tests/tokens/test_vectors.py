import json
from pathlib import Path

import pytest

from priory import Analyzer, CountVectorizer

VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "tokens.json").read_text("utf-8"))


def title(vector):
    """Name a vector in the test report."""
    return f"{vector['why']}: {vector['note']}"


def specification(options):
    """Turn the options of a vector into a specification."""
    spec = {("kind" if name == "analyzer" else name): value for name, value in options.items()}
    spec = {name: tuple(v) if isinstance(v, list) else v for name, v in spec.items()}
    return Analyzer(**spec | {"stop_words": frozenset(spec.get("stop_words", ()))})


def in_vectorizer(options):
    """Write the options of a vector as JSON could not."""
    return options | {"ngram_range": tuple(options.get("ngram_range", (1, 1)))}


@pytest.mark.parametrize("vector", VECTORS, ids=title)
def test_analyzer(vector):
    """The compiled analyser gives each vector's tokens, phrases and features in any order."""
    tokens = specification(vector["options"]).tokenize(vector["input"])

    assert sorted(vector["expected"]) == sorted(tokens)


@pytest.mark.parametrize("vector", VECTORS, ids=title)
def test_build_analyzer(vector):
    """The function that a vectorizer hands out gives each vector's tokens."""
    analyze = CountVectorizer(**in_vectorizer(vector["options"])).build_analyzer()

    assert sorted(vector["expected"]) == sorted(analyze(vector["input"]))


@pytest.mark.filterwarnings("ignore:Your stop_words may be inconsistent")
@pytest.mark.parametrize("vector", [v for v in VECTORS if v["expected"]], ids=title)
def test_learned(vector):
    """A vectorizer learns and counts each vector's tokens."""
    vectorizer = CountVectorizer(**in_vectorizer(vector["options"]))
    (row,) = vectorizer.fit_transform([vector["input"]]).toarray().tolist()
    names = vectorizer.get_feature_names_out().tolist()

    assert sorted(set(vector["expected"])) == names
    assert [vector["expected"].count(name) for name in names] == row


@pytest.mark.parametrize("vector", [v for v in VECTORS if v["expected"]], ids=title)
def test_counted(vector):
    """A vectorizer that knows a vector's tokens counts them, and no others."""
    vocabulary = sorted(set(vector["expected"]))
    options = in_vectorizer(vector["options"]) | {"vocabulary": vocabulary, "unk": True}
    (row,) = CountVectorizer(**options).transform([vector["input"]]).toarray().tolist()

    assert [*(vector["expected"].count(name) for name in vocabulary), 0] == row
