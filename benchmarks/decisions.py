"""Posteriors become decisions: what deciding costs beside the posterior itself."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.case import Case, Stage
from benchmarks.corpora import QUICK
from benchmarks.data import Data
from benchmarks.decisions_posterior import CLASSES, COSTS

if TYPE_CHECKING:
    from benchmarks.case import Outcome
    from benchmarks.corpora import Corpora

ROWS, COLUMNS = 1_000_000, 10
TOLERANCE = 1e-9


@cache
def measurements(_: Corpora, quick: bool) -> Data:
    """Draw measurements of classes that overlap."""
    random = np.random.default_rng(0)
    y = random.integers(0, CLASSES, ROWS // QUICK if quick else ROWS)
    means = random.normal(size=(CLASSES, COLUMNS))
    X = means[y] + 2 * random.normal(size=(len(y), COLUMNS))
    return Data(X, y, X)


def difference(ours: Outcome, theirs: Outcome, _: Data) -> str:
    """Say how many of our decisions are not the cheapest by the posterior."""
    expected = np.exp(theirs[1]) @ COSTS
    decided = expected[np.arange(len(expected)), ours[1]]
    n_dear = int(np.sum(decided > expected.min(axis=1) + TOLERANCE))
    return f"{n_dear} of {len(expected)} decisions cost more than another one" if n_dear else ""


STAGE = Stage(
    peers={"posterior": "benchmarks.decisions_posterior"},
    own="benchmarks.decisions_priory",
    cases=tuple(
        Case(
            name, estimator, "predict", "measurements", {1: target, 2: None}, fit_on="measurements"
        )
        for name, estimator, target in (
            ("decide", "CostClassifier", 0.5),
            ("decide-alone", "Decision", 2),
        )
    ),
    data={"measurements": measurements},
    difference=difference,
    alike="cheapest by the",
    note=(
        f"Decisions by a matrix of costs on {ROWS:,} rows of {COLUMNS} drawn measurements in "
        f"{CLASSES} classes, beside the posterior alone: predict_log_proba of priory's GaussianNB. "
        "CostClassifier computes it and decides; Decision gets it and decides."
    ),
)
