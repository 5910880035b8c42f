"""From posterior to decision: costs, refusals, other priors, several sources, calibration."""

from priory.decision._em import PriorEstimate, estimate_prior
from priory.decision.prior_shift import PriorShiftClassifier, shift_prior

__all__ = ["PriorEstimate", "PriorShiftClassifier", "estimate_prior", "shift_prior"]
