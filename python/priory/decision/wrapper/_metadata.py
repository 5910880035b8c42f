"""Metadata as scikit-learn routes it: what `fit` and `partial_fit` hand on to those inside."""

from __future__ import annotations

from sklearn import get_config
from sklearn.utils.metadata_routing import MethodMapping

__all__ = ["handed_on", "is_routed"]


def is_routed() -> bool:
    """Tell whether scikit-learn is set to route metadata to those that request them."""
    return bool(get_config()["enable_metadata_routing"])


def handed_on() -> MethodMapping:
    """Return which methods hand metadata on, each to the one of the same name."""
    mapping = MethodMapping()
    for method in ("fit", "partial_fit"):
        mapping.add(caller=method, callee=method)
    return mapping
