import datetime as dt
import json

import numpy as np
import pytest

from evidence.samples import of_row, of_text
from priory import GaussianNB
from priory.evidence import to_json
from priory.naive_bayes import Explanation


@pytest.mark.parametrize("explanation", [of_text(), of_row(), of_row(estimate="mle")])
def test_everything(explanation):
    """It has all terms, and they are those of the explanation."""
    found = json.loads(to_json(explanation, against="news"))

    labels = explanation.classes.tolist()
    assert found["label"] == explanation.label
    assert (found["of"], found["against"], found["kind"]) == ("spam", "news", "additive")
    for name in ("probabilities", "joint_log_proba", "prior", "absent"):
        assert [float(found[name][label]) for label in labels] == getattr(
            explanation, name
        ).tolist()
    entries = found["evidence"]
    weights = [float(entry["weight"]) for entry in entries]
    assert weights == sorted(weights, reverse=True)
    terms = sorted([float(entry["contributions"][label]) for label in labels] for entry in entries)
    assert terms == sorted(explanation.contributions.tolist())


def test_of_text():
    """Of a text it has the words, their counts and places, and those that are not known."""
    found = json.loads(of_text().to_json())

    entry = next(entry for entry in found["evidence"] if entry["word"] == "cheap")
    assert (entry["count"], entry["places"]) == (2, [[0, 5], [7, 12]])
    assert found["unknown"] == ["for", "gnomes"]


def test_of_row():
    """Of a row it has features and values."""
    found = json.loads(to_json(of_row()))

    assert {entry["feature"]: entry["value"] for entry in found["evidence"]} == {1: 2.0, 2: 1.0}
    assert "unknown" not in found


@pytest.mark.parametrize("text", ["cheap \x7f\x1b\u202e", "cheap \ud800", "cheap 日本"], ids=ascii)
def test_ascii(text):
    """It is one printable line of ASCII, whatever the text is."""
    line = to_json(of_text(text))

    assert line.isascii()
    assert line.isprintable()


def test_other_types():
    """Labels and values that JSON has no form for are spelled."""
    day = dt.date(2026, 1, 1)
    classes, zero = np.array([day, None], dtype=object), np.zeros(2)
    explanation = Explanation(classes, classes, classes, np.eye(2), zero, zero)

    found = json.loads(to_json(explanation))

    assert list(found["prior"]) == ["2026-01-01", "None"]
    assert found["evidence"][0]["value"] == "2026-01-01"
    assert found["evidence"][1]["value"] is None


def test_not_finite():
    """Numbers that JSON has not are strings."""
    model = GaussianNB().fit([[1.0], [2.0], [5.0], [6.0]], [0, 0, 1, 1])

    assert json.loads(to_json(model.explain([[float("nan")]])[0]))["evidence"] == []
    assert '"-inf"' in to_json(of_text("cheap", estimate="mle"))
