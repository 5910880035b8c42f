"""Explanations as log-odds: the weight of each feature for one class against another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from priory._show import plain, spelled
from priory.errors import InputError, InputTypeError

if TYPE_CHECKING:
    from priory.naive_bayes import Explanation

__all__ = ["Odds"]

MOST_LABELS = 20  # named in a message


@dataclass(frozen=True, slots=True, eq=False)
class Odds:
    """The terms of an explanation for one class against another.

    Attributes
    ----------
    explanation : Explanation
        The terms.
    ranked : list of int
        The places of the classes, the most probable first.
    pair : list of int
        The places of the class that is spoken for and of the one it is held against, if any.
    weights : ndarray of shape (n_present,)
        How far each feature speaks for the one against the other.
    order : ndarray of shape (n_present,)
        The features, those that speak most for the class first.
    """

    explanation: Explanation
    ranked: list[int]
    pair: list[int]
    weights: Any
    order: Any

    @classmethod
    def of(cls, explanation: Explanation, against: Any = None) -> Self:
        """Hold the most probable class against a class by its label, or against the next one.

        If that label is the most probable one itself, the next class is held against it.
        """
        if isinstance(explanation, list):
            raise InputTypeError(
                "this is a list of explanations, one per row",
                code="wrong-type",
                parameter="explanation",
                remedy="pass a single one, such as explain(X)[0]",
            )
        scores = explanation.joint_log_proba
        # A class of which nothing is known comes last.
        ranked = np.argsort(-np.where(np.isnan(scores), -np.inf, scores), kind="stable").tolist()
        pair = ranked[:2]
        if against is not None:
            reference = _place(explanation.classes, against)
            pair = [*[c for c in ranked if c != reference][:1], reference]
        weights = difference(explanation.contributions, pair)
        return cls(explanation, ranked, pair, weights, np.argsort(-weights, kind="stable"))

    @property
    def names(self) -> list[str]:
        """The labels of the pair."""
        return [spelled(self.explanation.classes[c]) for c in self.pair]

    def strongest(self, n: int) -> tuple[list[int], list[int]]:
        """Return the features that speak loudest, for or against, in order, and all others."""
        if n < 0:
            raise InputError(
                f"must be 0 or more, not {n!r}",
                code="bad-parameter",
                place="n",
                parameter="n",
            )
        loudest = set(np.argsort(-np.abs(self.weights[self.order]), kind="stable")[:n].tolist())
        parts: tuple[list[int], list[int]] = ([], [])
        for place, feature in enumerate(self.order.tolist()):
            parts[place not in loudest].append(feature)
        return parts


def difference(terms: Any, pair: list[int]) -> Any:
    """Return how far terms speak for the first of a pair; 0 where both are ruled out alike."""
    if len(pair) == 1:
        return np.zeros(np.shape(terms)[:-1])
    with np.errstate(invalid="ignore"):
        apart = terms[..., pair[0]] - terms[..., pair[1]]
    return np.where(np.isnan(apart), 0.0, apart)


def _place(classes: Any, label: Any) -> int:
    labels = classes.tolist()
    if len(labels) == 1:
        raise InputError(
            f"the only class is {labels[0]!r}",
            code="too-few-classes",
            place="against",
            parameter="against",
        )
    if plain(label) not in labels:
        more = ", ..." if len(labels) > MOST_LABELS else ""
        there = ", ".join(map(repr, labels[:MOST_LABELS]))
        raise InputError(
            f"{plain(label)!r} is not one of the classes {there}{more}",
            code="unknown-label",
            place="against",
            parameter="against",
        )
    return labels.index(plain(label))
