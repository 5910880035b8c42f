"""Naive Bayes for Python with a compiled core.

Names are loaded when first used: importing the package costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

    from priory import sample
    from priory.counts import (
        CountVectorizer,
        HashingVectorizer,
        TfidfTransformer,
        TfidfVectorizer,
    )
    from priory.decision import (
        CalibratedClassifier,
        CostClassifier,
        FusionClassifier,
        PriorShiftClassifier,
        RejectClassifier,
        ThresholdClassifier,
        cost_curve,
        error_reject_curve,
        estimate_prior,
        level_for_error,
        reliability,
        shift_prior,
    )
    from priory.mailfilter import MailFilter
    from priory.naive_bayes import (
        BernoulliNB,
        CategoricalNB,
        ComplementNB,
        Counts,
        GaussianDiscriminant,
        GaussianNB,
        KernelNB,
        MixedNB,
        MultiLabelNB,
        MultinomialNB,
        PoissonNB,
        TruncatedCountNB,
    )
    from priory.neighbors import (
        GaussianRandomProjection,
        KNeighborsClassifier,
        KNeighborsRegressor,
    )
    from priory.tables import Discretizer
    from priory.text import TextClassifier, TextCounts, TextNeighbors
    from priory.tokens import Analyzer

# Where each name lives.
_ROOMS = {
    "Analyzer": "tokens",
    "BernoulliNB": "naive_bayes",
    "CalibratedClassifier": "decision",
    "CategoricalNB": "naive_bayes",
    "ComplementNB": "naive_bayes",
    "CostClassifier": "decision",
    "CountVectorizer": "counts",
    "Counts": "naive_bayes",
    "Discretizer": "tables",
    "FusionClassifier": "decision",
    "GaussianDiscriminant": "naive_bayes",
    "GaussianNB": "naive_bayes",
    "GaussianRandomProjection": "neighbors",
    "HashingVectorizer": "counts",
    "KNeighborsClassifier": "neighbors",
    "KNeighborsRegressor": "neighbors",
    "KernelNB": "naive_bayes",
    "MailFilter": "mailfilter",
    "MixedNB": "naive_bayes",
    "MultiLabelNB": "naive_bayes",
    "MultinomialNB": "naive_bayes",
    "PoissonNB": "naive_bayes",
    "PriorShiftClassifier": "decision",
    "RejectClassifier": "decision",
    "TextClassifier": "text",
    "TextCounts": "text",
    "TextNeighbors": "text",
    "TfidfTransformer": "counts",
    "TfidfVectorizer": "counts",
    "ThresholdClassifier": "decision",
    "TruncatedCountNB": "naive_bayes",
    "cost_curve": "decision",
    "error_reject_curve": "decision",
    "estimate_prior": "decision",
    "level_for_error": "decision",
    "reliability": "decision",
    "shift_prior": "decision",
}

__all__ = [
    "Analyzer",
    "BernoulliNB",
    "CalibratedClassifier",
    "CategoricalNB",
    "ComplementNB",
    "CostClassifier",
    "CountVectorizer",
    "Counts",
    "Discretizer",
    "FusionClassifier",
    "GaussianDiscriminant",
    "GaussianNB",
    "GaussianRandomProjection",
    "HashingVectorizer",
    "KNeighborsClassifier",
    "KNeighborsRegressor",
    "KernelNB",
    "MailFilter",
    "MixedNB",
    "MultiLabelNB",
    "MultinomialNB",
    "PoissonNB",
    "PriorShiftClassifier",
    "RejectClassifier",
    "TextClassifier",
    "TextCounts",
    "TextNeighbors",
    "TfidfTransformer",
    "TfidfVectorizer",
    "ThresholdClassifier",
    "TruncatedCountNB",
    "cost_curve",
    "error_reject_curve",
    "estimate_prior",
    "level_for_error",
    "reliability",
    "sample",
    "shift_prior",
]
__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    if name == "sample":
        return import_module("priory.sample")
    if name not in _ROOMS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"priory.{_ROOMS[name]}"), name)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
