import sys

import numpy as np
import pandas as pd
import polars as pl
import pytest
from tests.errors import refused

from evidence.samples import of_row, of_text
from priory import MixedNB
from priory.evidence import to_frame


@pytest.mark.parametrize("explanation", [of_text(), of_row(), of_text(model="bernoulli")])
@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_columns_add_up(explanation, library):
    """The column of each class adds up to its joint log-probability, and weights to the odds."""
    frame = to_frame(explanation, library=library, against="news")

    scores = dict(zip(explanation.classes, explanation.joint_log_proba, strict=True))
    for label, score in scores.items():
        assert frame[f"contribution_{label}"].sum() == pytest.approx(score, abs=1e-12)
    odds = scores[explanation.label] - scores["news"]
    assert frame["weight"].sum() == pytest.approx(odds, abs=1e-12)


def test_of_text():
    """Of a text it has a row for each word, with count and places."""
    frame = of_text().to_frame()

    row = frame[frame["word"] == "cheap"].iloc[0]
    assert (row["term"], row["count"], row["places"]) == ("word", 2, [(0, 5), (7, 12)])
    assert frame["count"].dtype == np.int64


def test_of_row():
    """Of a row it has features as the model knows them."""
    frame = to_frame(of_row())

    assert frame["term"].tolist() == ["prior", "feature", "feature", "absent"]
    assert sorted(frame["feature"][1:3]) == [1, 2]


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_values_of_many_kinds(library):
    """Values of different kinds stand in one column."""
    X = pd.DataFrame({"a": [1.5, 2.5, 3.0, 2.0], "b": ["x", "y", "x", "y"]})
    explanation = MixedNB().fit(X, [0, 1, 0, 1]).explain(X)[0]

    frame = to_frame(explanation, library=library)

    assert len(frame) == 4
    assert "x" in list(frame["value"])


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_no_word_is_known(library):
    """Where no word is known, the prior speaks alone."""
    assert list(of_text("gnomes").to_frame(library=library)["term"]) == ["prior", "absent"]


def test_which_library(monkeypatch):
    """It is of pandas if that is there, else of polars."""
    row = of_row()
    assert isinstance(to_frame(row), pd.DataFrame)
    monkeypatch.setitem(sys.modules, "pandas", None)
    assert isinstance(to_frame(row), pl.DataFrame)
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(ImportError, match="pandas or polars"):
        to_frame(row)
    with pytest.raises(ImportError, match="pandas: install"):
        to_frame(row, library="pandas")


def test_no_such_library():
    """Other libraries are refused by name."""
    with refused("bad-parameter", parameter="library"):
        to_frame(of_row(), library="dask")
