"""Validation of the metric, projection and document-frequency limits of TextNeighbors."""

from __future__ import annotations

from numbers import Integral
from typing import Any

from priory._show import counted
from priory.errors import InputError
from priory.neighbors._compression import CompressionSearch
from priory.neighbors._metrics import OF_STRINGS, check_params, refuse_unknown
from priory.neighbors._projection import projection_for, refuse_other_metrics
from priory.neighbors._strings import StringSearch

__all__ = ["COUNTED", "METRICS", "check_comparison", "check_limits", "compares_words"]

WEIGHED = ("cosine", "euclidean")  # metrics of words weighed by tf-idf
COUNTED = ("jaccard", "jensenshannon", "kullback_leibler", "manhattan")  # metrics of counts
METRICS = (*WEIGHED, *COUNTED, *OF_STRINGS)


def compares_words(metric: Any) -> bool:
    """Whether a metric compares words, and not the texts as they are."""
    return not callable(metric) and metric not in OF_STRINGS


def check_comparison(model: Any) -> None:
    """Refuse invalid metrics, metric parameters, projections and document-frequency limits."""
    refuse_unknown(model.metric, METRICS, "texts")
    if not callable(model.metric):
        _check_metric_params(model.metric, model.metric_params or {})
    if model.projection is not None and not compares_words(model.metric):
        raise InputError(
            f"projection needs word vectors, but metric={model.metric!r} compares strings",
            code="bad-parameter",
            parameter="projection",
            remedy="use a metric of words such as 'cosine', or projection=None",
        )
    projection_for(model.projection)
    refuse_other_metrics(model.projection, model.metric)
    check_limits(model)


def _check_metric_params(metric: str, params: dict[str, Any]) -> None:
    if metric not in OF_STRINGS or metric == "ncd":
        check_params(metric, params, is_sparse=metric != "ncd")
    if metric == "ncd":
        CompressionSearch([], **params)
    elif metric in OF_STRINGS:
        known = {name: value for name, value in params.items() if name != "processor"}
        StringSearch([""], metric, **known)  # rapidfuzz knows what it takes


def check_limits(model: Any, n_texts: int | None = None) -> None:
    """Refuse min_df above max_df.

    Parameters
    ----------
    model : TextNeighbors
        The model.
    n_texts : int or None, default=None
        The number of its texts; None while more of them may come.
    """
    if not compares_words(model.metric):
        return
    low, high = model.min_df, model.max_df
    if n_texts is None and isinstance(low, Integral) != isinstance(high, Integral):
        return  # a number and a share: which is larger is still open
    if n_texts is not None:
        low, high = (
            limit if isinstance(limit, Integral) else limit * n_texts for limit in (low, high)
        )
    if low > high:
        of = "" if n_texts is None else f" of {counted(n_texts, 'text')}"
        raise InputError(
            f"{model.min_df!r} is above the upper limit of {model.max_df!r}{of}",
            code="crossed-limits",
            place="min_df",
            parameter="min_df",
            remedy="lower min_df or raise max_df",
        )
