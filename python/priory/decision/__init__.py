"""Decision theory on posteriors: costs, reject option, prior shift, fusion and calibration."""

from priory.decision.calibration import Bins, CalibratedClassifier, Reliability, reliability
from priory.decision.costs import CostClassifier
from priory.decision.curves import (
    CostCurve,
    ErrorRejectCurve,
    cost_curve,
    error_reject_curve,
    level_for_error,
)
from priory.decision.fusion import FusionClassifier
from priory.decision.prior_shift import PriorShiftClassifier
from priory.decision.priors.em import PriorEstimate, estimate_prior
from priory.decision.priors.shift import shift_prior
from priory.decision.reject import RejectClassifier
from priory.decision.threshold import ThresholdClassifier

__all__ = [
    "Bins",
    "CalibratedClassifier",
    "CostClassifier",
    "CostCurve",
    "ErrorRejectCurve",
    "FusionClassifier",
    "PriorEstimate",
    "PriorShiftClassifier",
    "RejectClassifier",
    "Reliability",
    "ThresholdClassifier",
    "cost_curve",
    "error_reject_curve",
    "estimate_prior",
    "level_for_error",
    "reliability",
    "shift_prior",
]
