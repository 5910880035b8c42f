"""Outcomes to measure: made by hand, drawn by hypothesis, and as a filter's are."""

import math
import random

from hypothesis import strategies as st

from priory.evaluate.outcomes import Outcome, Trial

INFINITY = float("inf")
TRUTHS = ("ham", "spam", "work")
VERDICTS = (*TRUTHS, "unsure")


def said(truth="ham", verdict="ham", score=0.0, probability=None, *, run=0, learned=0, place=""):
    """Return one outcome, of which most does not matter."""
    return Outcome(place, truth, verdict, score, probability, run, learned)


def scored(ham=(), spam=()):
    """Return outcomes of ham and of spam with these scores."""
    return [said("ham", score=s) for s in ham] + [said("spam", score=s) for s in spam]


def stated(ham=(), spam=()):
    """Return outcomes of ham and of spam with these probabilities."""
    of_ham = [said("ham", probability=p) for p in ham]
    return of_ham + [said("spam", probability=p) for p in spam]


# Few different values, so that ties are common, and the ends.
scores = st.sampled_from([-INFINITY, -2.0, -1.0, 0.0, 1.0, 2.0, INFINITY]) | st.floats(-3, 3)
probabilities = st.sampled_from([0.0, 0.2, 0.5, 0.8, 1.0]) | st.floats(0, 1)
outcomes = st.lists(
    st.builds(
        said,
        truth=st.sampled_from(TRUTHS),
        verdict=st.sampled_from(VERDICTS),
        score=scores,
        probability=st.none() | probabilities,
        run=st.integers(0, 3),
        learned=st.integers(0, 9),
    ),
    min_size=1,
    max_size=30,
)


def stream(n, seed=0, runs=10):
    """Return the outcomes of a filter that is good, but not perfect."""
    draw = random.Random(seed)  # noqa: S311 (not for secrets)
    found = []
    for place in range(n):
        truth = TRUTHS[place % 2]
        odds = draw.gauss(4 if truth == "spam" else -4, 3)
        probability = 1 / (1 + math.exp(-odds))
        verdict = "spam" if probability > 0.95 else "ham" if probability < 0.2 else "unsure"
        where = {"run": place % runs, "learned": place, "place": f"box#{place}"}
        found.append(said(truth, verdict, odds, probability, **where))
    return found


def trial(outcomes, name="a", *, is_partial=False):
    """Return a trial of these outcomes."""
    return Trial(name, "folds", tuple(outcomes), is_partial)
