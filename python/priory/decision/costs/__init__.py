"""Cost-sensitive classification: minimum expected cost decisions."""

from priory.decision.costs.classifier import CostClassifier

__all__ = ["CostClassifier"]
