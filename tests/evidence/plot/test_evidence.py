import numpy as np
import pytest
from matplotlib.colors import to_rgba
from numpy.testing import assert_allclose
from tests.errors import refused

from priory import GaussianNB, TextClassifier, sample
from priory.errors import InputTypeError
from priory.evidence.plot import EvidenceDisplay


@pytest.fixture
def explanation():
    """Explain a text by a model of the sample."""
    return TextClassifier().fit(*sample.messages()).explain("win a free prize and see the river")


@pytest.mark.parametrize("n", [2, 100])
def test_bars_add_up(explanation, n):
    """Whatever is named, the bars add up to the log-odds of the two labels."""
    display = EvidenceDisplay.from_explanation(explanation, n=n)
    best, other = np.sort(explanation.joint_log_proba)[::-1]
    assert_allclose(display.terms.sum(), best - other)
    assert (f"{best - other:+.2f}") in display.ax_.get_title()


def test_the_rest_is_one_bar(explanation):
    """Words that are not named stand together."""
    names = EvidenceDisplay.from_explanation(explanation, n=2).names
    assert names[-1] == f"({len(explanation.evidence) - 2} others)"


def test_against_a_class_of_three():
    """Rows are compared with the class that is named."""
    model = GaussianNB().fit([[0.0], [1.0], [4.0], [5.0], [9.0], [10.0]], [0, 0, 1, 1, 2, 2])
    (explanation,) = model.explain([[0.6]])
    display = EvidenceDisplay.from_explanation(explanation, against=2)
    joint = explanation.joint_log_proba
    assert (display.label, display.against) == (0, 2)
    assert display.names == ["feature 0"]
    assert_allclose(display.terms.sum(), joint[0] - joint[2])


def test_impossible_words_end_at_the_edge():
    """A word that a class never has decides alone, and its bar is as long as can be."""
    model = TextClassifier(estimate="mle").fit(["a1 b1", "b1 c1"], ["x", "y"])
    display = EvidenceDisplay.from_explanation(model.explain("a1 b1"))
    labels = [text.get_text() for text in display.ax_.texts]
    assert "+∞" in labels
    assert display.ax_.patches[0].get_facecolor() == to_rgba("#D55E00")  # what speaks for it
    display.figure_.canvas.draw()


def test_one_explanation_at_a_time():
    """Explanations of several rows are not one of a row."""
    model = GaussianNB().fit([[0.0], [1.0], [4.0], [5.0]], [0, 0, 1, 1])
    with refused("wrong-type", InputTypeError, parameter="explanation"):
        EvidenceDisplay.from_explanation(model.explain([[0.6]]))
