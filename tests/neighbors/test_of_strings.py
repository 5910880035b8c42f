import pickle
import re
from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from scipy import sparse
from tests.errors import refused

from priory import KNeighborsClassifier, KNeighborsRegressor
from priory.neighbors._metrics import OF_STRINGS
from priory.neighbors._strings import STRING_METRICS

PAGE = Path(__file__).parents[2] / "docs" / "string-distances.md"
WORDS = ["cat", "cats", "cart", "dog", "dogs", "dig"]
KINDS = ["c", "c", "c", "d", "d", "d"]


def classifier(metric="levenshtein", **parameters):
    """Make a classifier of strings."""
    return KNeighborsClassifier(3, metric=metric, **parameters)


def test_page_describes():
    """The page has a row for each distance, with what the code says of it."""
    rows = dict(
        re.findall(r"(?m)^\| `(\w+)` \| (.*?)(?:, see below)? \|.*\|$", PAGE.read_text("utf-8"))
    )
    shares = {name for name in OF_STRINGS if name.startswith("normalized_")}

    assert rows == {name: said for name, said in OF_STRINGS.items() if name not in shares}
    assert {f"normalized_{name}" for name in rows} - shares == {
        "normalized_jaro",
        "normalized_jaro_winkler",
        "normalized_ncd",
    }


@pytest.mark.parametrize("metric", STRING_METRICS)
def test_every_metric(metric):
    """Strings that were learned are their own nearest neighbours, by every count and share."""
    model = KNeighborsClassifier(1, metric=metric).fit(WORDS, KINDS)

    assert model.predict(WORDS).tolist() == KINDS
    assert model.kneighbors(WORDS)[1].ravel().tolist() == list(range(6))


@pytest.mark.parametrize("form", [np.array, pd.Series, pl.Series, pa.array, tuple])
def test_columns(form):
    """A column of strings may come from anywhere."""
    model = classifier().fit(form(WORDS), KINDS)

    assert model.predict(form(["cut", "dot"])).tolist() == ["c", "d"]
    assert not hasattr(model, "n_features_in_")


def test_regression():
    """Numbers are predicted from strings, too."""
    model = KNeighborsRegressor(2, metric="levenshtein").fit(WORDS, range(6))

    assert model.predict(["cats!"]).tolist() == [0.5]


def test_learning():
    """Strings are learned in batches, forgotten and merged."""
    whole = classifier().fit(WORDS, KINDS)
    parts = classifier().fit(WORDS[:2], KINDS[:2]).partial_fit(["dog", "x"], ["d", "d"])
    parts.forget(["dog", "x"], ["d", "d"])
    parts.merge(classifier().fit(WORDS[2:], KINDS[2:]))

    for found, wanted in zip(parts.kneighbors(WORDS), whole.kneighbors(WORDS), strict=True):
        assert found.tolist() == wanted.tolist()


def test_pickles():
    """A model of strings comes back from a file."""
    model = classifier("jaro").fit(WORDS, KINDS)

    again = pickle.loads(pickle.dumps(model))  # noqa: S301 (our own)
    assert again.predict_proba(["cot"]).tolist() == model.predict_proba(["cot"]).tolist()


def test_parameters_reach_the_distance():
    """What is in metric_params reaches rapidfuzz, the compressor and a function."""
    for metric, params, expected in [
        ("levenshtein", {"weights": (7, 1, 1)}, 7),
        ("ncd", {"compressor": len}, 1),
        (lambda x, y, unit: (len(y) - len(x)) * unit, {"unit": 9}, 9),
    ]:
        model = KNeighborsClassifier(1, metric=metric, metric_params=params).fit(["ab"], ["c"])
        assert model.kneighbors(["a"])[0].tolist() == [[expected]]


def test_hamming_of_both():
    """The distance of Hamming counts characters of strings, and is a share of columns."""
    strings = KNeighborsClassifier(1, metric="hamming").fit(["10", "1"], [0, 1])
    numbers = KNeighborsClassifier(1, metric="hamming").fit([[1, 0], [1, 1]], [0, 1])

    assert strings.kneighbors(["01"])[0].tolist() == [[2]]
    assert numbers.kneighbors([[0, 1]])[0].tolist() == [[0.5]]


@pytest.mark.parametrize("form", [list, np.array, sparse.csr_array])
def test_functions_of_numbers(form):
    """An error of a function of rows of numbers says for which rows it was raised."""

    def inverse(x, y):
        return 1 / int((x * y).sum())

    model = KNeighborsClassifier(1, metric=inverse).fit(form([[1.0], [2.0]]), [0, 1])

    assert model.predict(form([[3.0]])).tolist() == [1]
    with pytest.raises(ZeroDivisionError) as error:
        model.predict(form([[3.0], [0.0]]))
    assert error.value.__notes__ == ["raised by metric(query 1, row 0)"]


def test_other_rows_are_refused():
    """Numbers where strings were learned, and strings where numbers were, are refused."""
    strings = classifier(lambda x, y: abs(len(x) - len(y))).fit(WORDS, KINDS)
    numbers = classifier("manhattan").fit([[1], [2], [3]], [0, 0, 1])

    with refused("metric-mismatch", parameter="X"):
        strings.predict(np.ones((1, 1)))
    with refused("metric-mismatch", parameter="X"):
        numbers.predict(["a"])
    with refused("metric-mismatch", parameter="X"):
        classifier().fit(np.ones((3, 1)), [0, 0, 1])
    with refused("missing-value", place="row 1"):
        classifier().fit(["a", None, "b"], [0, 0, 1])


def test_other_metrics_are_refused():
    """A model of strings cannot change to a distance of numbers, nor the other way."""
    strings = classifier().fit(WORDS, KINDS).set_params(metric="euclidean")
    numbers = classifier("euclidean").fit([[1], [2], [3]], [0, 0, 1]).set_params(metric="jaro")

    with refused("metric-mismatch", parameter="metric"):
        strings.predict(["cut"])
    with refused("metric-mismatch", parameter="metric"):
        numbers.predict([[1]])


def test_strings_are_not_projected():
    """There is no projection of strings."""
    with refused("unsupported", parameter="projection"):
        classifier(projection=5).fit(WORDS, KINDS)
