"""Multilabel classification by binary relevance: one classifier per label."""

from priory.naive_bayes.multilabel.model import MultiLabelNB

__all__ = ["MultiLabelNB"]
