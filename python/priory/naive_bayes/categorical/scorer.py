"""Log-likelihoods of categories, unseen ones included."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from priory._memo import frozen
from priory.naive_bayes.scores.scorer import LinearScorer

if TYPE_CHECKING:
    from priory.naive_bayes.categorical.counts import CategoryCounts
    from priory.naive_bayes.categorical.layout import Layout
    from priory.naive_bayes.categorical.rows import CategoryRows
    from priory.naive_bayes.scores.explanation import Explanation

__all__ = ["CategoryScorer"]


class CategoryScorer(LinearScorer):
    """Each feature of each class is a die, with a side for each category that is laid out."""

    counts: CategoryCounts

    def __init__(
        self, counts: CategoryCounts, prior: Any, pseudo_counts: Any, layout: Layout
    ) -> None:
        super().__init__(counts, prior)
        self.pseudo_counts, self.layout = pseudo_counts, layout

    @cached_property
    def present(self) -> Any:
        """The logarithm of P(category | class) of all categories, of unseen ones, too."""
        return frozen(self.layout.log_prob(self.counts["category"], self.pseudo_counts))

    def score(self, rows: CategoryRows) -> Any:
        """Return the joint log-probability of each row and each class."""
        return super().score(rows.encoded(self.counts.domains).laid_out(self.layout))

    def explain(self, rows: CategoryRows) -> list[Explanation]:
        """Return the terms of each row's joint log-probabilities."""
        each = rows.encoded(self.counts.domains).each(missing=self.layout.missing is not None)
        return [self.explain_row(columns, values) for columns, values in each]

    def explain_row(self, columns: Any, values: Any) -> Explanation:
        """Return what the categories of one row, which have codes, add to each class."""
        categories, codes = values
        places = self.layout.starts[columns] + self.layout.found(codes, columns)
        return self._explanation(columns, categories, self.present[:, places].T)
