"""How well the recipes for a table do, fold by fold, and how long they take."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.model_selection import StratifiedKFold

from experiments.recipes import their_product
from priory import CategoricalNB, GaussianNB, MixedNB

if TYPE_CHECKING:
    from collections.abc import Mapping

    from experiments.recipes import Recipe
    from experiments.tables import Table


@dataclass(frozen=True)
class Comparison:
    """A question about models of texts and tables: its number, which never changes; its text."""

    number: int
    text: str


COMPARISONS: Mapping[str, Comparison] = {
    "tables": Comparison(
        11,
        "Does a table with missing values and columns of several kinds have its model in one line, "
        "and is that as good as what scikit-learn's users build?\n\n"
        "Every variant is a function in `experiments/recipes.py`. Its lines are those of the "
        "function's body; imports are not counted. The first variant is the baseline.",
    ),
    "calibration": Comparison(
        12,
        "How far can the probabilities of Naive Bayes be relied on, as they are and calibrated in "
        "one line, and does calibration mend the estimate of a prior from rows without labels?",
    ),
    "random-projections": Comparison(
        13,
        "How many dimensions keep distances, beside what the Johnson-Lindenstrauss bound asks for, "
        "and when does projecting make nearest neighbours cheaper at the same accuracy?",
    ),
    "neighbours-of-texts": Comparison(
        14,
        "What should the nearest texts be near by, and how many should vote? Numbers are "
        "accuracies in per cent.",
    ),
    "hidden-styles": Comparison(
        15,
        "Does a spam pass for ham once ordinary words are added to it, where people see them and "
        "where styles keep them out of sight?\n\n"
        "The words are the 400 that most of the learned ham has in its text. They stand in a page "
        "of their own behind what the message has, in `experiments/padded.py`.",
    ),
    "forged-relays": Comparison(
        16,
        "What of the way of a message, as `Received` headers tell it, can be believed, and what is "
        "the rest worth?\n\n"
        "- all believed: `MailAnalyzer(trusted_relays=['0.0.0.0/0', '::/0'])`, where every relay "
        "is ours\n"
        "- by default: below the first host outside, nine hosts are claims of its network\n\n"
        "For the attack, one half is learned, and 250 caught spams of the other get 30 lines that "
        "name the relays which speak for ham most.",
    ),
}


@dataclass(frozen=True)
class Score:
    """The rows of one fold, how many were given to a wrong class, and the mean log loss."""

    n: int
    errors: int
    log_loss: float


def judge(recipe: Recipe, table: Table, n_folds: int, deal: int = 0) -> list[Score]:
    """Score a recipe in each of the folds; another deal is other folds."""
    dealt = StratifiedKFold(n_folds, shuffle=True, random_state=deal).split(table.X, table.y)
    return [scored(recipe(), table, learned, asked) for learned, asked in dealt]


def scored(model: Any, table: Table, learned: Any, asked: Any) -> Score:
    """Learn some rows of a table and score the model on others."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # bins that are too narrow for scikit-learn
        model.fit(table.X.iloc[learned], table.y[learned])
    log_proba = model.predict_log_proba(table.X.iloc[asked])
    own = np.searchsorted(model.classes_, table.y[asked])
    return Score(
        n=len(asked),
        errors=int(np.sum(log_proba.argmax(axis=1) != own)),
        log_loss=float(-np.mean(log_proba[np.arange(len(asked)), own])),
    )


def times(table: Table, rounds: int) -> dict[str, list[float]]:
    """Time `MixedNB`, its two parts and scikit-learn's product, in turn; seconds by name."""
    numbers = table.X.select_dtypes("number")
    categories = table.X.drop(columns=numbers.columns)
    works = {
        "MixedNB": (MixedNB(), table.X),
        "CategoricalNB of the categories": (CategoricalNB(), categories),
        "GaussianNB of the numbers": (GaussianNB(), numbers),
        "scikit-learn: impute, GaussianNB times CategoricalNB": (their_product(), table.X),
    }
    found: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(rounds):
        for name, (model, X) in works.items():
            found[name].append(seconds(model, X, table.y))
    return found


def seconds(model: Any, X: Any, y: Any) -> float:
    """Time learning rows and predicting them."""
    start = perf_counter()
    model.fit(X, y).predict(X)
    return perf_counter() - start


def parts_together(found: Mapping[str, list[float]]) -> float:
    """Return the sum of the parts' median times."""
    return sum(median(found[name]) for name in list(found)[1:3])
