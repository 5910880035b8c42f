"""Several labels a row: a model for each label."""

from priory.naive_bayes.multilabel.model import MultiLabelNB

__all__ = ["MultiLabelNB"]
