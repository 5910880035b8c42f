"""Probability calibration on held-out data."""

from priory.decision.calibration.classifier import CalibratedClassifier
from priory.decision.calibration.measures import Bins, Reliability, reliability

__all__ = ["Bins", "CalibratedClassifier", "Reliability", "reliability"]
