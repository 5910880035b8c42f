"""Validate the parameter ``projection`` and build its transformer."""

from __future__ import annotations

from numbers import Integral, Real
from typing import Any

from sklearn.base import clone
from sklearn.random_projection import SparseRandomProjection

from priory.errors import InputError, InputTypeError
from priory.neighbors.random_projection import GaussianRandomProjection

__all__ = ["projection_for", "refuse_other_metrics"]

CHOICES = (
    "a number of dimensions, an eps between 0 and 1, 'gaussian', 'sparse', a transformer or None"
)

# What a random projection keeps, up to a share.
METRICS = ("euclidean", "sqeuclidean", "cosine")


def refuse_other_metrics(projection: Any, metric: Any) -> None:
    """Refuse a random projection of rows whose distances it would not keep."""
    if isinstance(projection, str | Real) and not callable(metric) and metric not in METRICS:
        raise InputError(
            f"the random projection={projection!r} does not preserve metric={metric!r}",
            code="incompatible-parameters",
            parameter="projection",
            remedy=f"choose one of {', '.join(METRICS)}, leave the projection out, or pass a "
            "transformer that suits the metric",
        )


def projection_for(projection: Any, random_state: Any = None, n_jobs: int | None = -1) -> Any:
    """Return an unfitted transformer for what a user gave as projection.

    Parameters
    ----------
    projection : None, int, float, {"gaussian", "sparse"} or transformer
        A number of dimensions, or how far squared distances may be off, from which the number of
        rows in `fit` makes a number of dimensions by the Johnson-Lindenstrauss bound; 0.1 for a
        name.
        A transformer is cloned.
    random_state : int, RandomState or None
        That of the random numbers.
    n_jobs : int or None
        The threads that project.

    Returns
    -------
    transformer or None
        None if rows are searched as they are.
    """
    if projection is None:
        return None
    if isinstance(projection, str):
        return _named(projection, random_state, n_jobs)
    if isinstance(projection, Real):
        return _sized(projection, random_state, n_jobs)
    if isinstance(projection, type) or not all(
        hasattr(projection, method) for method in ("fit", "transform", "get_params")
    ):
        raise InputTypeError(
            f"projection must be {CHOICES}, not {projection!r}",
            code="bad-parameter",
            parameter="projection",
        )
    return clone(projection)


def _named(name: str, random_state: Any, n_jobs: int | None) -> Any:
    """Return a projection by its name, to the dimensions that the bound says."""
    if name == "gaussian":
        return GaussianRandomProjection(random_state=random_state, n_jobs=n_jobs)
    if name == "sparse":
        return SparseRandomProjection(dense_output=True, random_state=random_state)
    raise _refused(name)


def _sized(size: Any, random_state: Any, n_jobs: int | None) -> Any:
    """Return a Gaussian projection to so many dimensions, or with so small an error."""
    projection = GaussianRandomProjection(random_state=random_state, n_jobs=n_jobs)
    if isinstance(size, Integral) and not isinstance(size, bool) and int(size) > 0:
        return projection.set_params(n_components=int(size))
    if not isinstance(size, Integral) and 0 < size < 1:
        return projection.set_params(eps=float(size))
    raise _refused(size)


def _refused(projection: Any) -> InputError:
    return InputError(
        f"projection must be {CHOICES}, not {projection!r}",
        code="bad-parameter",
        parameter="projection",
    )
