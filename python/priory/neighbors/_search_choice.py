"""Choose the search algorithm for a metric, its parameters and the type of rows."""

from __future__ import annotations

import warnings
from functools import partial
from typing import TYPE_CHECKING, Any

from scipy import sparse
from sklearn.neighbors import VALID_METRICS

from priory._sklearn import SklearnError
from priory.errors import InputError
from priory.neighbors._callable import CallableSearch
from priory.neighbors._compression import CompressionSearch
from priory.neighbors._dense import DENSE, DenseSearch, check_dense
from priory.neighbors._metrics import (
    AS_SPARSE,
    METRICS,
    OF_BOTH,
    OF_STRINGS,
    SPARSE,
    check_params,
    effective_metric,
    refuse_unknown,
)
from priory.neighbors._pairwise import PairwiseSearch, PrecomputedSearch
from priory.neighbors._rows import hold_strings
from priory.neighbors._sparse import AsSparseSearch, check_sparse
from priory.neighbors._strings import StringSearch
from priory.neighbors._tree import TreeSearch

if TYPE_CHECKING:
    from priory.neighbors._search import Search

__all__ = ["algorithm_for", "check_for", "check_search", "search_for"]

# Where trees are quicker than to look at all rows: in few columns, and if the core is what looks
# at the rows, in very few columns of many rows.
FEW_COLUMNS, VERY_FEW_COLUMNS, MANY_ROWS = 15, 5, 10_000


def algorithm_for(rows: Any, algorithm: str, metric: Any, params: dict[str, Any]) -> str:
    """Return how the neighbours are found: "kd_tree", "ball_tree" or "brute"."""
    if _is_no_metric(metric, params):
        if algorithm in {"kd_tree", "ball_tree"}:
            what = f'algorithm="{algorithm}" does not support 0 < p < 1 for the Minkowski metric'
            remedy = 'either set p >= 1 or algorithm="brute"'
            raise SklearnError(
                what,
                text=f"{what}. To resolve this problem {remedy}.",
                code="incompatible-parameters",
                parameter="algorithm",
                remedy=remedy,
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
    """Whether the triangle inequality does not hold."""
    return bool(metric == "minkowski" and params["p"] < 1)


def check_search(estimator: Any) -> None:
    """Say at fit what scikit-learn says there about parameters that do not go together."""
    refuse_unknown(estimator.metric)
    params = estimator.metric_params or {}
    if "p" in params and estimator.p is not None:
        warnings.warn(
            "Parameter p is found in metric_params. The corresponding parameter from __init__ is "
            "ignored.",
            SyntaxWarning,
            stacklevel=5,
        )
    metric, params = effective_metric(estimator.metric, estimator.p, estimator.metric_params)
    if _is_no_metric(metric, params) and estimator.algorithm in {"auto", "brute"}:
        warnings.warn(
            "Mind that for 0 < p < 1, Minkowski metrics are not distance metrics. Continuing the "
            "execution with `algorithm='brute'`.",
            UserWarning,
            stacklevel=5,
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
            raise InputError(
                f"metric={metric!r} compares numbers, but the model was fitted on strings",
                code="metric-mismatch",
                parameter="metric",
                remedy=f"choose a string metric, one of {', '.join(OF_STRINGS)}",
            )
    elif metric in OF_STRINGS.keys() - OF_BOTH:
        raise InputError(
            f"metric={metric!r} compares strings, but the model was fitted on numbers",
            code="metric-mismatch",
            parameter="metric",
            remedy="choose a numeric metric",
        )
    elif sparse.issparse(rows) and metric not in SPARSE:
        raise InputError(
            f"Metric '{metric}' not valid for sparse input",
            code="metric-mismatch",
            parameter="metric",
            remedy=f"use one of {sorted(SPARSE)}, a function of two rows, or X.toarray()",
        )
    if metric == "ncd" or not hold_strings(rows):  # rapidfuzz knows what it takes
        check_params(metric, params, is_sparse=sparse.issparse(rows))
    return metric, params


def search_for(rows: Any, estimator: Any) -> Search:
    """Return the search among rows by the metric of an estimator."""
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
        raise InputError(
            f"Metric '{metric}' not valid for algorithm={algorithm!r}, which has {valid}",
            code="incompatible-parameters",
            parameter="algorithm",
            remedy='use algorithm="auto" or "brute"',
        )
    look_at_all = partial(_search_of_all, rows, metric, params)
    return TreeSearch(rows, metric, params, algorithm, estimator.leaf_size, look_at_all=look_at_all)


def _search_of_all(rows: Any, metric: Any, params: dict[str, Any]) -> Search:
    """Return the brute-force search among rows of numbers."""
    if callable(metric):
        return CallableSearch(rows, metric, **params)
    if metric in (SPARSE if sparse.issparse(rows) else AS_SPARSE):
        return AsSparseSearch(rows, metric, params)
    if metric in DENSE:
        return DenseSearch(rows, metric, **params)
    return PairwiseSearch(rows, metric, params)


def _search_of_strings(rows: Any, metric: Any, params: dict[str, Any]) -> Search:
    """Return the search among strings."""
    if callable(metric):
        return CallableSearch(rows, metric, **params)
    if metric == "ncd":
        return CompressionSearch(rows, **params)
    return StringSearch(rows, metric, **params)
