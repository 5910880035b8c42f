"""Calibration: rows that were held out tell how sure a classifier may be."""

from priory.decision.calibration.classifier import CalibratedClassifier
from priory.decision.calibration.measures import Bins, Reliability, reliability

__all__ = ["Bins", "CalibratedClassifier", "Reliability", "reliability"]
