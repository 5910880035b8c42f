"""The one table of distances: what each compares, and what finds neighbours by it."""

from __future__ import annotations

import warnings
from difflib import get_close_matches
from functools import partial
from typing import TYPE_CHECKING, Any

from scipy import sparse
from sklearn.neighbors import VALID_METRICS

from priory.neighbors._callable import CallableSearch
from priory.neighbors._compression import CompressionSearch
from priory.neighbors._delegated import (
    PairwiseSearch,
    PrecomputedSearch,
    TreeSearch,
)
from priory.neighbors._dense import DENSE, DenseSearch, check_dense
from priory.neighbors._rows import hold_strings
from priory.neighbors._sparse import SparseSearch, check_smoothing, check_sparse
from priory.neighbors._strings import STRING_METRICS, StringSearch

if TYPE_CHECKING:
    from collections.abc import Iterable

    from priory.neighbors._search import Search

__all__ = [
    "METRICS",
    "OF_BOTH",
    "OF_STRINGS",
    "algorithm_for",
    "check_for",
    "check_params",
    "check_search",
    "effective_metric",
    "refuse_unknown",
    "search_for",
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

# Where trees are quicker than to look at all rows: in few columns, and if the core is what looks
# at the rows, in very few columns of many rows.
FEW_COLUMNS, VERY_FEW_COLUMNS, MANY_ROWS = 15, 5, 10_000


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


def algorithm_for(rows: Any, algorithm: str, metric: Any, params: dict[str, Any]) -> str:
    """Return how the neighbours are found: "kd_tree", "ball_tree" or "brute"."""
    if _is_no_metric(metric, params):
        if algorithm in {"kd_tree", "ball_tree"}:
            raise ValueError(
                f'algorithm="{algorithm}" does not support 0 < p < 1 for the Minkowski metric. To '
                'resolve this problem either set p >= 1 or algorithm="brute".'
            )
        return "brute"
    if sparse.issparse(rows) or metric == "precomputed" or hold_strings(rows):
        return "brute"
    if algorithm != "auto":
        return algorithm
    if not callable(metric) and metric not in VALID_METRICS["brute"] and metric not in SPARSE:
        return "ball_tree"
    if metric not in VALID_METRICS["kd_tree"] or params.get("w") is not None:
        return "brute"
    n_rows, n_columns = rows.shape
    most = VERY_FEW_COLUMNS if metric in DENSE else FEW_COLUMNS
    pays = n_columns <= most and (n_rows >= MANY_ROWS or metric not in DENSE)
    return "kd_tree" if pays else "brute"


def _is_no_metric(metric: Any, params: dict[str, Any]) -> bool:
    """Whether two sides of a triangle may be shorter than the third."""
    return bool(metric == "minkowski" and params["p"] < 1)


def refuse_unknown(metric: Any, known: Iterable[str] | None = None, things: str = "rows") -> None:
    """Refuse a name that no distance has, and say which one may be meant."""
    names = sorted({*NAMES, *OF_STRINGS} if known is None else known)
    if callable(metric) or metric in names:
        return
    near = get_close_matches(metric, names, n=1)
    meant = f"; did you mean {near[0]!r}?" if near else "."
    raise ValueError(
        f"metric={metric!r} is no distance{meant} There are {', '.join(names)}, and any function "
        f"of two {things}"
    )


def check_search(estimator: Any) -> None:
    """Say at fit what scikit-learn says there about parameters that do not go together."""
    refuse_unknown(estimator.metric)
    params = estimator.metric_params or {}
    if "p" in params and estimator.p is not None:
        warnings.warn(
            "Parameter p is found in metric_params. The corresponding parameter from __init__ is "
            "ignored.",
            SyntaxWarning,
            stacklevel=4,
        )
    metric, params = effective_metric(estimator.metric, estimator.p, estimator.metric_params)
    if _is_no_metric(metric, params) and estimator.algorithm in {"auto", "brute"}:
        warnings.warn(
            "Mind that for 0 < p < 1, Minkowski metrics are not distance metrics. Continuing the "
            "execution with `algorithm='brute'`.",
            UserWarning,
            stacklevel=4,
        )


def check_for(rows: Any, estimator: Any) -> None:
    """Refuse rows of numbers that the search would refuse, without making it."""
    metric, _ = _chosen(rows, estimator)
    if metric in (SPARSE if sparse.issparse(rows) else AS_SPARSE):
        check_sparse(sparse.csr_array(rows), metric)
    elif metric in DENSE:
        check_dense(rows, metric)


def _chosen(rows: Any, estimator: Any) -> tuple[Any, dict[str, Any]]:
    """Return the distance and its parameters, if they go together with each other and the rows."""
    refuse_unknown(estimator.metric)
    metric, params = effective_metric(estimator.metric, estimator.p, estimator.metric_params)
    if callable(metric) or metric == "precomputed":
        return metric, params
    if hold_strings(rows):
        if metric not in OF_STRINGS:
            raise ValueError(
                f"metric={metric!r} compares numbers, but strings were learned; those that compare "
                f"strings: {', '.join(OF_STRINGS)}"
            )
    elif metric in OF_STRINGS.keys() - OF_BOTH:
        raise ValueError(f"metric={metric!r} compares strings, but rows of numbers were learned")
    elif sparse.issparse(rows) and metric not in SPARSE:
        raise ValueError(
            f"Metric '{metric}' not valid for sparse input. Use one of {sorted(SPARSE)}, a "
            "function of two rows, or X.toarray()."
        )
    if metric == "ncd" or not hold_strings(rows):  # rapidfuzz knows what it takes
        check_params(metric, params, is_sparse=sparse.issparse(rows))
    return metric, params


def check_params(metric: str, params: dict[str, Any], *, is_sparse: bool) -> None:
    """Refuse parameters that the distance does not take."""
    by_core = is_sparse or metric in DENSE | AS_SPARSE
    known = PARAMETERS.get(metric, () if by_core else ("w",))
    unknown = [name for name in params if name not in known]
    if unknown:
        hint = '; weights "w" go with metric="minkowski"' if unknown[0] == "w" else ""
        raise ValueError(
            f"metric_params has {unknown[0]!r}, but metric={metric!r} takes "
            f"{' and '.join(map(repr, known)) or 'no parameters'}{hint}"
        )
    if "smoothing" in params:
        check_smoothing(params["smoothing"])


def search_for(rows: Any, estimator: Any) -> Search:
    """Return what finds the neighbours of queries among rows."""
    metric, params = _chosen(rows, estimator)
    if metric == "precomputed":
        return PrecomputedSearch(rows)
    if hold_strings(rows):
        return _search_of_strings(rows, metric, params)
    algorithm = algorithm_for(rows, estimator.algorithm, metric, params)
    if sparse.issparse(rows) and estimator.algorithm in {"kd_tree", "ball_tree"}:
        warnings.warn(
            "cannot use tree with sparse input: using brute force", UserWarning, stacklevel=5
        )
    if algorithm == "brute":
        return _search_of_all(rows, metric, params)
    if not callable(metric) and metric not in VALID_METRICS[algorithm]:
        valid = sorted(set(METRICS) & set(VALID_METRICS[algorithm]))
        raise ValueError(
            f"Metric '{metric}' not valid for algorithm={algorithm!r}, which has {valid}. Use "
            'algorithm="auto" or "brute".'
        )
    look_at_all = partial(_search_of_all, rows, metric, params)
    return TreeSearch(rows, metric, params, algorithm, estimator.leaf_size, look_at_all=look_at_all)


def _search_of_all(rows: Any, metric: Any, params: dict[str, Any]) -> Search:
    """Return what looks at all rows of numbers."""
    if callable(metric):
        return CallableSearch(rows, metric, **params)
    if metric in (SPARSE if sparse.issparse(rows) else AS_SPARSE):
        return InSparseForm(rows, metric, params)
    if metric in DENSE:
        return DenseSearch(rows, metric, **params)
    return PairwiseSearch(rows, metric, params)


def _search_of_strings(rows: Any, metric: Any, params: dict[str, Any]) -> Search:
    """Return what finds the neighbours of strings."""
    if callable(metric):
        return CallableSearch(rows, metric, **params)
    if metric == "ncd":
        return CompressionSearch(rows, **params)
    return StringSearch(rows, metric, **params)


class InSparseForm:
    """Rows and queries that the core gets as sparse ones, whatever they are."""

    def __init__(self, rows: Any, metric: Any, params: dict[str, Any]) -> None:
        self._search = SparseSearch(sparse.csr_array(rows), metric, **params)

    def nearest(self, queries: Any, k: int, n_jobs: int | None) -> Any:
        """Return the nearest rows."""
        return self._search.nearest(sparse.csr_array(queries), k, n_jobs)
