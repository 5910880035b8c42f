"""Evaluation curves on labelled rows: error-reject and cost against threshold."""

from priory.decision.curves.cost import CostCurve, cost_curve
from priory.decision.curves.error_reject import (
    ErrorRejectCurve,
    error_reject_curve,
    level_for_error,
)

__all__ = [
    "CostCurve",
    "ErrorRejectCurve",
    "cost_curve",
    "error_reject_curve",
    "level_for_error",
]
