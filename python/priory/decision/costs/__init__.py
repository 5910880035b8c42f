"""Costs become decisions: the one that is expected to cost least."""

from priory.decision.costs.classifier import CostClassifier

__all__ = ["CostClassifier"]
