"""Classifier fusion: combined posteriors of classifiers that see different features."""

from priory.decision.fusion.classifier import FusionClassifier

__all__ = ["FusionClassifier"]
