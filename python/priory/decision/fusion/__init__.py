"""Fusion: classifiers that see different features of the same cases become one."""

from priory.decision.fusion.classifier import FusionClassifier

__all__ = ["FusionClassifier"]
