import numpy as np
import pytest
from tests.errors import refused

from evidence.samples import of_row, of_text
from priory import MultinomialNB, TextClassifier
from priory.evidence import to_json, to_text
from priory.evidence._odds import Odds
from priory.naive_bayes import Explanation


def names(odds):
    """Return which class is held against which."""
    return odds.names


def test_runner_up():
    """The most probable class is held against the next one."""
    explanation = of_text()
    first, second, _ = explanation.classes[np.argsort(-explanation.probabilities)]

    assert names(Odds.of(explanation)) == [first, second]


@pytest.mark.parametrize("explanation", [of_text(), of_row()])
def test_against(explanation):
    """Any class can be the reference, and what is summed is the log-odds against it."""
    odds = Odds.of(explanation, "news")

    scores = dict(zip(explanation.classes, explanation.joint_log_proba, strict=True))
    prior = dict(zip(explanation.classes, explanation.prior, strict=True))
    assert names(odds) == ["spam", "news"]
    total = prior["spam"] - prior["news"] + odds.weights.sum()
    assert total == pytest.approx(scores["spam"] - scores["news"], abs=1e-12)
    assert (np.diff(odds.weights[odds.order]) <= 0).all()


def test_against_the_best():
    """If the reference is the most probable class, the next one is held against it."""
    assert names(Odds.of(of_text(), "spam")) == ["ham", "spam"]


def test_numbers_as_labels():
    """A label may be a number of NumPy's as well as of Python's."""
    model = MultinomialNB().fit([[1, 0], [0, 1]], [1, 2])

    (explanation,) = model.explain([[1, 0]])

    assert names(Odds.of(explanation, np.int64(2))) == names(Odds.of(explanation, 2)) == ["1", "2"]


def test_no_such_class():
    """A reference that is no class is refused, with those that there are."""
    with refused("unknown-label", parameter="against"):
        to_text(of_text(), against="eggs")


def test_one_class():
    """Where there is one class only, nothing is held against another."""
    explanation = TextClassifier().fit(["buy now"], ["spam"]).explain("buy")

    assert names(Odds.of(explanation)) == ["spam"]
    assert "difference" not in to_text(explanation)
    assert '"against": null' in to_json(explanation)
    with refused("too-few-classes", parameter="against"):
        to_text(explanation, against="spam")


def test_ruled_out_alike():
    """A word that rules both classes out speaks for neither, and the sum is not known."""
    classes, zero = np.array(["x", "y"]), np.zeros(2)
    terms = np.full((2, 2), -np.inf)

    both = Explanation(classes, np.arange(2), np.ones(2), terms, zero, zero)

    assert Odds.of(both).weights.tolist() == [0, 0]
    assert to_text(both).splitlines()[-1].split() == ["(sum)", "-inf", "-inf", "nan"]


def test_too_few():
    """A number below zero is refused."""
    with refused("bad-parameter", parameter="n"):
        to_text(of_text(), n=-1)


def test_strongest():
    """The loudest are chosen whether they speak for or against, and stay in their order."""
    odds = Odds.of(of_text("buy cheap pills now lunch"))

    strongest, others = odds.strongest(2)

    loud = np.abs(odds.weights)
    assert min(loud[strongest]) >= max(loud[others])
    assert sorted([*strongest, *others]) == list(range(5))
    assert odds.strongest(9)[1] == []
