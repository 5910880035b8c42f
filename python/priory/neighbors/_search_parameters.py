"""The estimator parameters that a search depends on."""

from __future__ import annotations

from dataclasses import dataclass
from operator import attrgetter, is_
from typing import Any, Self

__all__ = ["SearchParameters"]

_plain = attrgetter("metric", "p", "algorithm", "leaf_size", "projection", "random_state")


@dataclass(frozen=True, slots=True, eq=False)
class SearchParameters:
    """A snapshot of the parameters; later changes to ``metric_params`` do not affect it."""

    metric: Any
    p: float | None
    algorithm: str
    leaf_size: int
    projection: Any
    random_state: Any
    metric_params: dict[str, Any]
    n_jobs: int | None

    @classmethod
    def of(cls, model: Any) -> Self:
        """Take the parameters of a model."""
        params = dict(model.metric_params or {})
        metric, p, algorithm, leaf_size, projection, random_state = _plain(model)
        return cls(metric, p, algorithm, leaf_size, projection, random_state, params, model.n_jobs)

    def same_as(self, other: Self) -> bool:
        """Whether both have the same objects; how many threads there are changes no answer."""
        is_same = all(map(is_, _plain(self), _plain(other)))
        return is_same and self.has_params(other.metric_params)

    def has_params(self, params: dict[str, Any]) -> bool:
        """Whether the parameters of the metric are these objects."""
        mine = self.metric_params
        return mine.keys() == params.keys() and all(mine[name] is params[name] for name in mine)
