"""Search in the space of a fitted projection."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from priory.neighbors._search import Search

__all__ = ["ProjectedSearch"]


class ProjectedSearch:
    """Rows that are searched in the space that a fitted projection makes of them."""

    def __init__(self, rows: Any, projection: Any, search: Callable[[Any], Search]) -> None:
        self._projection = projection
        self._search = search(projection.transform(rows))

    def nearest(self, queries: Any, k: int, n_jobs: int | None) -> Any:
        """Return the rows that are nearest after the projection, by distances there."""
        return self._search.nearest(self._projection.transform(queries), k, n_jobs)
