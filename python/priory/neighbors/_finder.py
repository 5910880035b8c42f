"""The search among the training rows of a model, built lazily and cached."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from priory.errors import InputError
from priory.neighbors._projected import ProjectedSearch
from priory.neighbors._reading import refuse_other_kind
from priory.neighbors._rows import hold_strings, in_format_of, n_rows
from priory.neighbors._search_choice import check_for, search_for
from priory.neighbors._strings import STRING_METRICS, read_texts

if TYPE_CHECKING:
    from priory.neighbors._examples import Examples
    from priory.neighbors._fitted_projection import FittedProjection
    from priory.neighbors._kept import Kept
    from priory.neighbors._search import Found, Search
    from priory.neighbors._search_parameters import SearchParameters

__all__ = ["Finder"]


class Finder:
    """The search among examples, made when it is first asked for, and kept.

    Parameters
    ----------
    examples : Examples
        What was learned.
    how : SearchParameters
        The parameters. Like the examples they never change: others make another finder.
    """

    def __init__(self, examples: Examples, how: SearchParameters) -> None:
        self.examples, self.how = examples, how

    def suits(self, examples: Examples, how: SearchParameters) -> bool:
        """Whether this is the search among these examples with these parameters."""
        return examples is self.examples and self.how.same_as(how)

    @cached_property
    def search(self) -> Search:
        """What finds the nearest rows, after their projection, if there is one."""
        refuse_other_kind(self.how.metric, self.examples.frame)
        projection, rows = self.projection.fitted, self.examples.kept.all().rows
        if projection is None:
            return search_for(rows, self.how)
        return ProjectedSearch(rows, projection, lambda near: search_for(near, self.how))

    def nearest(self, queries: Any, k: int, n_jobs: int | None) -> Found:
        """Return the nearest rows of queries; None stands for the rows, each without itself."""
        kept = self.examples.kept.all().rows
        asked = kept if queries is None else queries
        _refuse_too_many(k, len(self.examples), n_rows(asked), without_self=queries is None)
        if queries is None:
            return _without_self(*self.search.nearest(kept, k + 1, n_jobs))
        if self.how.algorithm not in {"kd_tree", "ball_tree"} and self.how.metric != "precomputed":
            asked = in_format_of(queries, kept)
        return self.search.nearest(asked, k, n_jobs)

    @cached_property
    def projection(self) -> FittedProjection:
        """What projects rows."""
        return self.examples.projection.made_for(self.examples.kept, self.how)

    def projection_with(self, more: Kept) -> FittedProjection:
        """Return what projects rows when more come: where none are kept, it is made for those."""
        if len(self.examples):
            return self.projection
        return self.examples.projection.made_for(more, self.how)

    def refuse_misfits(self, more: Kept) -> None:
        """Refuse more rows, if some have no distance to those that are kept or to anything."""
        first = self.examples.kept.first.rows
        rows = in_format_of(more.all().rows, first)
        if not n_rows(rows):
            return
        if hold_strings(first) and n_rows(first) and self.how.metric in STRING_METRICS:
            read_texts(rows, "row", (str if isinstance(first[0], str) else bytes,))
        projection = self.projection_with(more).fitted
        if hold_strings(rows):
            search_for(rows, self.how)  # which sends them through functions of the user
        else:
            check_for(rows if projection is None else projection.transform(rows), self.how)


def _refuse_too_many(k: int, n: int, n_queries: int, *, without_self: bool) -> None:
    if k + without_self > n:
        sign = "<" if without_self else "<="
        raise InputError(
            f"Expected n_neighbors {sign} n_samples_fit, but n_neighbors = {k}, n_samples_fit = "
            f"{n}, n_samples = {n_queries}",
            code="too-few-rows",
            parameter="n_neighbors",
            remedy="decrease n_neighbors, or fit more rows",
        )


def _without_self(distances: Any, indices: Any) -> Found:
    """Drop each row from its own neighbours, or the last where it is not among them."""
    stays = indices != np.arange(len(indices))[:, None]
    stays[stays.all(axis=1), -1] = False
    shape = (len(indices), indices.shape[1] - 1)
    return distances[stays].reshape(shape), indices[stays].reshape(shape)
