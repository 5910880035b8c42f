"""Feature ranking: the most discriminative features by log ratio or mutual information."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.special import xlogy

from priory.errors import InputError, InputTypeError

__all__ = [
    "BY",
    "TellingFeature",
    "above_others",
    "best_of",
    "log_ratios",
    "mutual_information",
    "telling_features",
]

BY = ("log_ratio", "mutual_info")


@dataclass(frozen=True, slots=True)
class TellingFeature:
    """A feature that speaks for a class.

    Attributes
    ----------
    feature : object
        Its name, or its column.
    weight : float
        How much it tells.
    counts : dict
        How often it was counted in each class.
    """

    feature: Any
    weight: float
    counts: dict[Any, float]


def telling_features(
    model: Any, names: Any = None, n: int = 10, *, by: str = "log_ratio", min_count: float = 1
) -> dict[Any, list[TellingFeature]]:
    """Return the most telling features of each class, with their counts.

    Parameters
    ----------
    model : classifier
        A fitted `MultinomialNB`, `BernoulliNB`, `ComplementNB` or `PoissonNB`, or one of
        scikit-learn's with ``feature_count_`` and ``feature_log_prob_``. For texts there is
        `TextClassifier.words`.
    names : array-like of shape (n_features,), default=None
        What features are called, as ``vectorizer.get_feature_names_out()``; by default as in the
        data frame that the model was fitted on, or by their columns.
    n : int, default=10
        How many of each class.
    by : {"log_ratio", "mutual_info"}, default="log_ratio"
        The logarithm of a feature's probability in the class over its mean probability in the
        others (of `ComplementNB`, by how much its weight is above their mean); or the mutual
        information, in nats, of the feature and whether the class is this one, of features that are
        more frequent there than elsewhere. Rare features can have large ratios, but little
        information.
    min_count : float, default=1
        Features that were counted less often, in all classes together, are left out.

    Returns
    -------
    dict from label to list of TellingFeature
        The most telling first.

    Examples
    --------
    >>> from priory import CountVectorizer, MultinomialNB, sample
    >>> from priory.evidence import telling_features
    >>> texts, labels = sample.messages()
    >>> vectorizer = CountVectorizer()
    >>> model = MultinomialNB().fit(vectorizer.fit_transform(texts), labels)
    >>> names = vectorizer.get_feature_names_out()
    >>> for word in telling_features(model, names, 2, by="mutual_info")["spam"]:
    ...     print(word.feature, round(word.weight, 4), word.counts)
    now 0.0129 {'ham': 0.0, 'spam': 10.0}
    free 0.0086 {'ham': 1.0, 'spam': 10.0}
    """
    counts, totals, ratios = _read(model)
    names = _names(model, names, len(counts))
    weights = mutual_information(counts, totals) if by == "mutual_info" else ratios
    frequent = np.flatnonzero(counts.sum(axis=1) >= min_count)
    labels = model.classes_.tolist()
    found: dict[Any, list[TellingFeature]] = {}
    for label, best, of_best in best_of(weights[frequent], labels, n, by):
        places = frequent[best]
        rows = (dict(zip(labels, row, strict=True)) for row in counts[places].tolist())
        found[label] = list(map(TellingFeature, names[places].tolist(), of_best, rows))
    return found


def best_of(weights: Any, labels: list[Any], n: int, by: str) -> list[tuple[Any, Any, list[float]]]:
    """Return for each class the places of its most telling features, and their weights."""
    if n < 1:
        raise InputError(
            f"must be 1 or more, not {n!r}",
            code="bad-parameter",
            place="n",
            parameter="n",
        )
    if by not in BY:
        raise InputError(
            f"must be one of {', '.join(map(repr, BY))}, not {by!r}",
            code="bad-parameter",
            place="by",
            parameter="by",
        )
    found = []
    for column, label in enumerate(labels):
        best = np.argsort(-weights[:, column], kind="stable")[:n]
        if by == "mutual_info":
            best = best[weights[best, column] > 0]
        found.append((label, best, weights[best, column].tolist()))
    return found


def log_ratios(logs: Any) -> Any:
    """Return the logarithm of each probability in a class over its mean in the others.

    Parameters
    ----------
    logs : ndarray of shape (n_features, n_classes)
        The logarithms of the probabilities.

    Returns
    -------
    ndarray of shape (n_features, n_classes)
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        return logs - (np.log(_means_of_others(np.exp(logs))) if logs.shape[1] > 1 else 0.0)


def above_others(weights: Any) -> Any:
    """Return how far each weight of a class is above the mean of those of the others.

    Parameters
    ----------
    weights : ndarray of shape (n_features, n_classes)
        Weights that are no logarithms of probabilities in the class, such as those of
        `ComplementNB`.

    Returns
    -------
    ndarray of shape (n_features, n_classes)
    """
    with np.errstate(invalid="ignore"):
        return weights - (_means_of_others(weights) if weights.shape[1] > 1 else 0.0)


def _means_of_others(terms: Any) -> Any:
    """Return for each feature and class the mean over all other classes."""
    # The sums before a class and behind it: to take its own from all would cost digits.
    before, behind = np.zeros(terms.shape), np.zeros(terms.shape)
    before[:, 1:] = np.cumsum(terms[:, :-1], axis=1)
    behind[:, :-1] = np.cumsum(terms[:, :0:-1], axis=1)[:, ::-1]
    return (before + behind) / (terms.shape[1] - 1)


def mutual_information(counts: Any, totals: Any) -> Any:
    """Return the information of each feature on whether the class is one or another, in nats.

    Parameters
    ----------
    counts : ndarray of shape (n_features, n_classes)
        How often each feature was there in each class.
    totals : ndarray of shape (n_classes,) or (n_features, n_classes)
        How often it could have been.

    Returns
    -------
    ndarray of shape (n_features, n_classes)
        0 for features that are rarer in the class than elsewhere.
    """
    totals = np.broadcast_to(totals, counts.shape)
    all_counts, n = (each.sum(axis=1, keepdims=True) for each in (counts, totals))
    here, elsewhere = (counts, totals), (all_counts - counts, n - totals)
    information = np.zeros(counts.shape)
    with np.errstate(divide="ignore", invalid="ignore"):
        for there, size in (here, elsewhere):
            for part, of_all in ((there, all_counts), (size - there, n - all_counts)):
                terms = xlogy(part / n, part * n / (size * of_all))
                information += np.where(part > 0, terms, 0.0)
        speaks_for = counts / totals > elsewhere[0] / elsewhere[1]
    return np.where(speaks_for, np.maximum(information, 0.0), 0.0)


def _read(model: Any) -> tuple[Any, Any, Any]:
    """Return a model's counts, of how many they are, and how its shares compare."""
    counts = getattr(model, "feature_count_", None)
    logs = getattr(model, "feature_log_prob_", None)
    if logs is None and hasattr(model, "rate_"):
        with np.errstate(divide="ignore"):
            logs = np.log(model.rate_)
    if counts is None or logs is None or logs.shape != counts.shape:
        raise InputTypeError(
            f"{type(model).__name__} has no feature_count_ per class and feature",
            code="unsupported",
            parameter="model",
            remedy=(
                "use a fitted MultinomialNB, BernoulliNB, ComplementNB or PoissonNB; a "
                "TextClassifier has words()"
            ),
        )
    totals = counts.sum(axis=1, keepdims=True)
    if hasattr(model, "binarize"):  # rows are counted, of which some may lack the feature
        totals = model.class_count_[:, np.newaxis] - getattr(model, "missing_count_", 0.0)
    compare = above_others if hasattr(model, "norm") else log_ratios  # ComplementNB's are weights
    return counts.T, totals.T, compare(logs.T)


def _names(model: Any, names: Any, n_features: int) -> Any:
    if names is None:
        names = getattr(model, "feature_names_in_", np.arange(n_features))
    names = np.asarray(names)
    if names.shape != (n_features,):
        raise InputError(
            f"names has shape {names.shape}, but there are {n_features} features",
            code="shape-mismatch",
            parameter="names",
            remedy="pass one name per feature",
        )
    return names
