"""Plots as scikit-learn displays; they need matplotlib."""

from priory.evidence.plot.cost import CostDisplay
from priory.evidence.plot.densities import DensityDisplay
from priory.evidence.plot.error_reject import ErrorRejectDisplay
from priory.evidence.plot.evidence import EvidenceDisplay
from priory.evidence.plot.matrix import MatrixDisplay
from priory.evidence.plot.regions import RegionsDisplay
from priory.evidence.plot.regression import RegressionDisplay
from priory.evidence.plot.reliability import ReliabilityDisplay
from priory.evidence.plot.roc import RocDisplay
from priory.evidence.plot.shares import SharesDisplay
from priory.evidence.plot.words import WordsDisplay

__all__ = [
    "CostDisplay",
    "DensityDisplay",
    "ErrorRejectDisplay",
    "EvidenceDisplay",
    "MatrixDisplay",
    "RegionsDisplay",
    "RegressionDisplay",
    "ReliabilityDisplay",
    "RocDisplay",
    "SharesDisplay",
    "WordsDisplay",
]
