"""Format explanations of neighbours as text tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from priory._show import cut, ranked_classes, spelled, table

if TYPE_CHECKING:
    from priory.neighbors.explanation import NeighborExplanation, RegressionExplanation

__all__ = ["averaged", "votes", "which"]


def votes(explanation: NeighborExplanation, n: int) -> str:
    """Lay out the classes, the neighbours that voted for the label, and those that did not."""
    ranked = np.argsort(-explanation.probabilities, kind="stable").tolist()
    sections = [table(*ranked_classes(explanation, ranked))]
    shown = cut(spelled(explanation.label))
    is_own = explanation.labels == explanation.classes[ranked[0]]
    titles = {True: f"{shown}, because of", False: f"Not {shown}:"}
    for wanted, title in titles.items():
        places = np.flatnonzero(is_own == wanted).tolist()
        if places:
            told = which(len(places), len(is_own), "row")
            rows = _voters(explanation, places, n, prior=wanted)
            sections.append(f"{title} {told}:\n{table(*rows)}")
    return "\n\n".join(sections)


def _voters(
    explanation: NeighborExplanation, places: list[int], n: int, *, prior: bool
) -> tuple[list[str], list[list[str]]]:
    """Return the table of some neighbours, of which those are shown that are among the nearest."""
    seen = [place for place in places if place < n]
    rows = [
        [
            str(explanation.indices[place]),
            cut(spelled(explanation.labels[place])),
            f"{explanation.distances[place]:.4f}",
            f"{explanation.votes[place]:.4f}",
        ]
        for place in seen
    ]
    if unseen := places[len(seen) :]:
        rows.append([f"({len(unseen)} more)", "", "", f"{explanation.votes[unseen].sum():.4f}"])
    if prior and explanation.prior.any():
        added = explanation.prior[explanation.probabilities.argmax()]
        rows.append(["(prior)", "", "", f"{added:.4f}"])
    return ["row", "label", "distance", "vote"], rows


def averaged(explanation: RegressionExplanation, n: int) -> str:
    """Lay out the prediction, and the neighbours whose values average to it."""
    values, weights = explanation.values, explanation.weights
    columns = values.reshape(len(values), -1)
    outputs = [f"value {j}" for j in range(columns.shape[1])] if values.ndim > 1 else ["value"]
    rows = [
        [str(index), f"{distance:.4f}", f"{weight:.4f}", *(f"{value:g}" for value in of_row)]
        for index, distance, weight, of_row in zip(
            explanation.indices[:n], explanation.distances, weights, columns, strict=False
        )
    ]
    if (unseen := len(columns) - len(rows)) > 0:
        rows.append([f"({unseen} more)", "", f"{weights[n:].sum():.4f}", *[""] * len(outputs)])
    rows.append(["(average)", "", "", *(f"{value:g}" for value in weights @ columns)])
    told = which(len(columns), len(columns), "row")
    return f"The average of {told}:\n{table(['row', 'distance', 'weight', *outputs], rows)}"


def which(some: int, near: int, thing: str) -> str:
    """Say how many of the neighbours these are.

    >>> which(1, 1, "row"), which(3, 3, "row"), which(2, 3, "text")
    ('the nearest row', 'the 3 nearest rows', '2 of the 3 nearest texts')
    """
    if near == 1:
        return f"the nearest {thing}"
    return f"{f'{some} of ' * (some < near)}the {near} nearest {thing}s"
