"""The projection fitted on the first rows; it does not change when more rows come."""

from __future__ import annotations

from dataclasses import dataclass, replace
from numbers import Integral
from typing import TYPE_CHECKING, Any, Self

from sklearn.utils import check_random_state

from priory.errors import InputError
from priory.neighbors._metrics import effective_metric
from priory.neighbors._projection import projection_for, refuse_other_metrics
from priory.neighbors._rows import hold_strings

if TYPE_CHECKING:
    from priory.neighbors._kept import Kept
    from priory.neighbors._search_parameters import SearchParameters

__all__ = ["FittedProjection"]


@dataclass(frozen=True, eq=False)
class FittedProjection:
    """A fitted projection, with the parameters it was made from.

    Attributes
    ----------
    seed : int
        Drawn when the first rows come, so that a model answers the same when it comes back from a
        file.
    asked : tuple or None
        The parameters ``projection`` and ``random_state``.
    fitted : transformer or None
        What projects rows.
    """

    seed: int = 0
    asked: tuple[Any, Any] | None = None
    fitted: Any = None

    @classmethod
    def drawn(cls, how: SearchParameters) -> Self:
        """Return no projection yet, but the seed for it, if there is to be one."""
        if how.projection is None:
            return cls()
        return cls(check_random_state(how.random_state).randint(2**31 - 1))

    def made_for(self, kept: Kept, how: SearchParameters) -> Self:
        """Return the projection that parameters ask for: this one, if they asked for it."""
        if how.projection is None:
            return self if self.asked is None else replace(self, asked=None, fitted=None)
        _refuse_rows(kept.first.rows, how)
        asked = how.projection, how.random_state
        if asked == self.asked:
            return self
        given = isinstance(how.random_state, Integral)
        seed = how.random_state if given else self.seed
        projection = projection_for(how.projection, seed, how.n_jobs)
        if hasattr(projection, "set_output"):
            projection.set_output(transform="default")  # and no data frame
        return replace(self, asked=asked, fitted=projection.fit(kept.all().rows))


def _refuse_rows(rows: Any, how: SearchParameters) -> None:
    """Refuse rows that cannot be projected, and distances that a projection does not keep."""
    if how.metric == "precomputed":
        raise InputError(
            "projection cannot be combined with metric='precomputed', which has no rows",
            code="incompatible-parameters",
            parameter="projection",
        )
    if hold_strings(rows):
        raise InputError(
            "projection needs rows of numbers, not strings",
            code="unsupported",
            parameter="projection",
        )
    refuse_other_metrics(how.projection, effective_metric(how.metric, how.p, how.metric_params)[0])
