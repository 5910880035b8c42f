"""From posterior to decision: costs, refusals, other priors, several sources, calibration."""

from priory.decision._em import PriorEstimate, estimate_prior
from priory.decision._reliability import Bins, Reliability, reliability
from priory.decision.calibration import CalibratedClassifier
from priory.decision.fusion import FusionClassifier
from priory.decision.prior_shift import PriorShiftClassifier, shift_prior

__all__ = [
    "Bins",
    "CalibratedClassifier",
    "FusionClassifier",
    "PriorEstimate",
    "PriorShiftClassifier",
    "Reliability",
    "estimate_prior",
    "reliability",
    "shift_prior",
]
