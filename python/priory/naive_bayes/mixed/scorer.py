"""Log-likelihoods of mixed rows: the sum over the parts, plus one class prior."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from priory._memo import frozen
from priory.naive_bayes.scores.explanation import Explanation

if TYPE_CHECKING:
    from priory.naive_bayes.mixed.counts import PartCounts
    from priory.tables.frame import Frame

__all__ = ["MixedScorer"]


class MixedScorer:
    """Given the class, the parts are independent: their log-likelihoods add up."""

    def __init__(self, counts: PartCounts, prior: Any) -> None:
        self.counts, self.prior = counts, frozen(prior)

    def score(self, rows: Frame) -> Any:
        """Return the joint log-probability of each row and each class."""
        terms = [part.scores(rows) for part in self.counts.parts]
        total = self.prior + sum(terms[1:], start=terms[0])
        if not np.isfinite(total).all():
            # One factor of 0 makes the product 0, whatever is not known of the others.
            ruled_out = np.any([np.isneginf(term) for term in terms], axis=0)
            total[ruled_out | np.isneginf(self.prior)] = -np.inf
        return total

    def explain(self, rows: Frame) -> list[Explanation]:
        """Return the terms of each row, those of all parts together."""
        parts = self.counts.parts
        names = [_objects(part.features(rows)) for part in parts]
        of_parts = [part.explained(rows) for part in parts]
        return [self._joined(names, row) for row in zip(*of_parts, strict=True)]

    def _joined(self, names: list[Any], parts: tuple[Explanation, ...]) -> Explanation:
        """Return the explanation of one row out of those of the parts."""
        features = [
            one.features if one.features.dtype.kind in "OU" else own[one.features]
            for own, one in zip(names, parts, strict=True)
        ]
        remainders = [part.remainder for part in parts if part.remainder is not None]
        return Explanation(
            self.counts.classes,
            np.concatenate([np.asarray(part, dtype=object) for part in features]),
            np.concatenate([np.asarray(part.values, dtype=object) for part in parts]),
            np.vstack([part.contributions for part in parts]),
            np.sum([part.absent for part in parts], axis=0),
            self.prior,
            sum(remainders[1:], start=remainders[0]) if remainders else None,
        )


def _objects(names: list[Any]) -> Any:
    array = np.empty(len(names), dtype=object)
    array[:] = names
    return array
