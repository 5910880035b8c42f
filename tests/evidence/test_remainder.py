"""Explanations of models that are no sum over their features do not pretend to be one."""

import json

import pytest

from evidence.samples import of_row
from priory.evidence import to_frame, to_html, to_json, to_text


@pytest.fixture
def explanation():
    """Explain a row by a posterior predictive."""
    return of_row(estimate="predictive")


@pytest.mark.parametrize("form", [to_text, to_html])
def test_people_are_told(explanation, form):
    """Tables have a line for the remainder, and a sentence says what the numbers are."""
    shown = " ".join(form(explanation).split())

    assert "(remainder)" in shown
    assert "This model is no sum over its features" in shown
    assert "(remainder)" not in form(of_row())


def test_json(explanation):
    """JSON has the remainder, and says of which kind contributions are."""
    found = json.loads(to_json(explanation))

    assert found["kind"] == "leave-one-out"
    assert list(found["remainder"].values()) == explanation.remainder.tolist()
    assert "remainder" not in json.loads(to_json(of_row()))


def test_frame(explanation):
    """The columns of a data frame add up, with the remainder as its last row."""
    frame = to_frame(explanation)

    assert frame["term"].iloc[-1] == "remainder"
    assert frame["contribution_spam"].sum() == pytest.approx(explanation.joint_log_proba[2])
