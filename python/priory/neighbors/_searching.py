"""How kept rows are read and searched: by the metric, after the projection, if there is one."""

from __future__ import annotations

from numbers import Integral
from typing import TYPE_CHECKING, Any

from priory._derived import Derived
from priory.neighbors._metrics import (
    OF_BOTH,
    OF_STRINGS,
    algorithm_for,
    check_for,
    effective_metric,
    search_for,
)
from priory.neighbors._projected import ProjectedSearch
from priory.neighbors._projection import projection_for, refuse_other_metrics
from priory.neighbors._rows import (
    alike,
    are_strings,
    hold_strings,
    n_rows,
    read_numbers,
    read_precomputed,
    read_strings,
)
from priory.neighbors._strings import STRING_METRICS, read_texts

if TYPE_CHECKING:
    from priory.neighbors._kept import Kept
    from priory.neighbors._search import Search

__all__ = ["Searching"]

# Parameters that the search does not depend on.
_OF_ANSWERS = frozenset({"n_neighbors", "weights", "alpha", "n_jobs"})


class Searching(Derived):
    """Rows of the kind that a metric compares, and the search among them."""

    algorithm: str
    p: float | None
    metric: Any
    metric_params: dict[str, Any] | None
    n_jobs: int | None
    projection: Any
    random_state: Any
    _seed: int
    _kept: Kept
    _are_distances: bool
    _fixed: tuple[Any, Any]  # the parameters of the projection, and it

    def __setattr__(self, name: str, value: Any) -> None:
        search = self.__dict__.get("_derived", {}).get("search")
        super().__setattr__(name, value)
        if name in _OF_ANSWERS and search is not None:
            self._derived["search"] = search

    def _read(self, X: Any, *, reset: bool = False, copy: bool = False) -> Any:
        """Return rows of the kind that the metric compares; a copy, if they are to be kept."""
        if not reset:
            self._refuse_other_kind()
        if self.metric == "precomputed":
            return read_precomputed(self, X, reset=reset)
        if self._takes_strings(X) if reset else hold_strings(self._kept.first.rows):
            return read_strings(X)
        if isinstance(X, str | bytes) or are_strings(X):
            why = f"metric={self.metric!r} compares" if reset else "the rows that were learned are"
            raise ValueError(
                f"X holds strings, but {why} numbers: fit strings with a metric of strings, or "
                "give texts to priory.TextNeighbors"
            )
        nan = self.metric == "nan_euclidean"
        return read_numbers(self, X, reset=reset, copy=copy, nan=nan)

    def _refuse_other_kind(self) -> None:
        """Refuse a metric, set since fit, for which something else should have been learned."""
        if self._are_distances and self.metric != "precomputed":
            raise ValueError(
                f"metric={self.metric!r} compares rows, but distances were learned, with "
                "metric='precomputed': fit rows"
            )
        if self.metric == "precomputed" and not self._are_distances:
            raise ValueError(
                "metric='precomputed' takes distances, but rows were learned: fit the matrix of "
                "all distances, or choose another metric"
            )

    def _takes_strings(self, X: Any) -> bool:
        """Whether the first rows are to be strings: what compares both goes by what comes."""
        if callable(self.metric) or self.metric in OF_BOTH:
            return are_strings(X)
        return self.metric in OF_STRINGS

    def _refuse_misfits(self, rows: Any) -> None:
        """Refuse more rows, if some have no distance to those that are kept or to anything."""
        first = self._kept.first.rows
        rows = alike(rows, first)
        if hold_strings(first) and n_rows(first) and self.metric in STRING_METRICS:
            read_texts(rows, "row", (str if isinstance(first[0], str) else bytes,))
        if hold_strings(rows) and n_rows(rows):
            self._search_of(rows)  # which sends them through functions of the user
        elif n_rows(rows):
            projection = self._fitted_projection(rows)
            check_for(rows if projection is None else projection.transform(rows), self)

    def _search(self) -> Search:
        search, made_with = self._derive("search", self._new_search)
        if not _same_items(self.metric_params or {}, made_with):  # a key was set, not the parameter
            search, _ = self._derived["search"] = self._new_search()
        return search

    def _new_search(self) -> tuple[Search, dict[str, Any]]:
        self._refuse_other_kind()
        made_with = dict(self.metric_params or {})
        return self._search_of(self._kept.all().rows), made_with

    def _search_of(self, rows: Any) -> Search:
        """Return what finds the neighbours of queries among rows, after their projection."""
        projection = self._fitted_projection(rows)
        if projection is None:
            return search_for(rows, self)
        return ProjectedSearch(rows, projection, lambda projected: search_for(projected, self))

    def _fitted_projection(self, rows: Any) -> Any:
        """Return what projects rows: fitted to those that are kept, or to others without them.

        It stays what it is when more rows come, as long as its parameters do.
        """
        if self.projection is None:
            return None
        if self.metric == "precomputed":
            raise ValueError("projection: with metric='precomputed' there are no rows to project")
        if hold_strings(rows):
            raise ValueError("projection: strings cannot be projected, only rows of numbers can")
        refuse_other_metrics(self.projection, self.effective_metric_)
        asked, fitted = self.__dict__.get("_fixed", (None, None))
        if asked == (self.projection, self.random_state):
            return fitted
        given = isinstance(self.random_state, Integral)
        seed = self.random_state if given else self.__dict__.get("_seed", 0)
        projection = projection_for(self.projection, seed, self.n_jobs)
        if hasattr(projection, "set_output"):
            projection.set_output(transform="default")  # and no data frame
        return projection.fit(self._kept.all().rows if len(self._kept) else rows)

    @property
    def effective_metric_(self) -> Any:
        """The distance, by its first name: minkowski with p=2 is euclidean."""
        return effective_metric(self.metric, self.p, self.metric_params)[0]

    @property
    def effective_metric_params_(self) -> dict[str, Any]:
        """The parameters of the distance."""
        return effective_metric(self.metric, self.p, self.metric_params)[1]

    @property
    def _fit_method(self) -> str:
        """How neighbours are found; scikit-learn's name for it."""
        metric, params = effective_metric(self.metric, self.p, self.metric_params)
        return algorithm_for(self._kept.all().rows, self.algorithm, metric, params)


def _same_items(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether two dicts have the same objects under the same keys."""
    return one.keys() == other.keys() and all(one[name] is other[name] for name in one)
