"""Registry of metrics: names, aliases, input types and parameters."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from priory.errors import InputError
from priory.neighbors._dense import DENSE
from priory.neighbors._sparse import check_smoothing
from priory.neighbors._strings import STRING_METRICS

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = [
    "AS_SPARSE",
    "METRICS",
    "OF_BOTH",
    "OF_STRINGS",
    "SPARSE",
    "check_params",
    "effective_metric",
    "refuse_unknown",
]

# What each distance of numbers is. Names behind a slash are other names for it.
METRICS = {
    "minkowski / p": "the p-th root of the sum of abs(x - y) ** p, with `p` or weights `w`",
    "euclidean / l2": "the square root of the sum of squares, which is minkowski with p=2",
    "sqeuclidean": "the sum of squares",
    "manhattan / l1 / cityblock": "the sum of abs(x - y), which is minkowski with p=1",
    "chebyshev / infinity": "the largest abs(x - y)",
    "cosine": "1 - cos of the angle",
    "correlation": "1 - the correlation of the two rows",
    "canberra": "the sum of abs(x - y) / (abs(x) + abs(y))",
    "braycurtis": "the sum of abs(x - y) over the sum of abs(x) + abs(y)",
    "seuclidean": "euclidean with each square over a variance `V`",
    "mahalanobis": "euclidean under an inverse covariance `VI`",
    "haversine": "the angle between two points on a sphere, given as latitude and longitude",
    "nan_euclidean": "euclidean over what both rows have; NaN is missing",
    "hamming": "the share of columns that differ",
    "jaccard": "of the columns that are not 0 in either row, the share that is 0 in one",
    "dice": "the same with what is in both counted twice",
    "rogerstanimoto": "of rows as yes and no: differences counted twice",
    "russellrao": "of rows as yes and no: 1 - the share of columns that are yes in both",
    "sokalmichener": "of rows as yes and no: the same as rogerstanimoto",
    "sokalsneath": "of rows as yes and no: jaccard with differences counted twice",
    "yule": "of rows as yes and no: by the odds of agreement",
    "jensenshannon": "of counts: the square root of the Jensen-Shannon divergence, in nats",
    "kullback_leibler": "of counts: the divergence of the row from the query, in nats, with "
    "`smoothing` (0.001) added to each count of the row; not symmetric",
    "precomputed": "X is the matrix of distances, from each query to each row that was learned",
}
OF_STRINGS = {
    **STRING_METRICS,
    "ncd": "the normalised compression distance",
}
NAMES = {name: group.split(" / ")[0] for group in METRICS for name in group.split(" / ")}
OF_BOTH = METRICS.keys() & OF_STRINGS.keys()  # "hamming", which goes by what it gets
SPARSE = {"euclidean", "manhattan", "cosine", "jaccard", "jensenshannon", "kullback_leibler"}
# Distances that the core finds for dense rows in sparse form.
AS_SPARSE = {"jensenshannon", "kullback_leibler"}

# What `metric_params` may have for distances that take something else than weights of columns.
PARAMETERS = {
    "minkowski": ("p", "w"),
    "seuclidean": ("V",),
    "mahalanobis": ("V", "VI"),
    "nan_euclidean": ("missing_values",),
    "haversine": (),
    "sokalmichener": (),
    "kullback_leibler": ("smoothing",),
    "ncd": ("compressor",),
}


def effective_metric(
    metric: Any, p: float | None, metric_params: dict[str, Any] | None
) -> tuple[Any, dict[str, Any]]:
    """Return the distance that is meant, by its first name, and its parameters."""
    params = dict(metric_params or {})
    name = metric if callable(metric) else NAMES.get(metric, metric)
    if name != "minkowski":
        return name, params
    power = params.pop("p", 2 if p is None else p)
    special = {1: "manhattan", 2: "euclidean", float("inf"): "chebyshev"}.get(power)
    if special is not None and params.get("w") is None:
        return special, {}
    return name, {"p": power} | params


def refuse_unknown(metric: Any, known: Iterable[str] | None = None, things: str = "rows") -> None:
    """Refuse a name that no distance has, and say which one may be meant."""
    names = sorted({*NAMES, *OF_STRINGS} if known is None else known)
    if callable(metric) or metric in names:
        return
    near = get_close_matches(metric, names, n=1)
    meant = f"; did you mean {near[0]!r}?" if near else ""
    raise InputError(
        f"{metric!r} is not one of {', '.join(names)}{meant}",
        code="unknown-metric",
        place="metric",
        parameter="metric",
        remedy=f"choose one of them, or pass a function of two {things}",
    )


def check_params(metric: str, params: dict[str, Any], *, is_sparse: bool) -> None:
    """Refuse parameters that the distance does not take."""
    by_core = is_sparse or metric in DENSE | AS_SPARSE
    known = PARAMETERS.get(metric, () if by_core else ("w",))
    unknown = [name for name in params if name not in known]
    if unknown:
        hint = '; weights "w" go with metric="minkowski"' if unknown[0] == "w" else ""
        raise InputError(
            f"metric_params has {unknown[0]!r}, but metric={metric!r} takes "
            f"{' and '.join(map(repr, known)) or 'no parameters'}{hint}",
            code="bad-parameter",
            parameter="metric_params",
        )
    if "smoothing" in params:
        check_smoothing(params["smoothing"])
