"""RocDisplay: ROC curves."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from sklearn.metrics import auc, roc_curve

from priory.decision._confidence import log_odds_of
from priory.decision._labels import label_indices
from priory.decision._posterior import log_posterior
from priory.errors import InputError
from priory.evidence.plot._axes import (
    FEW,
    Display,
    colour,
    in_order,
    marker,
    place_of,
    spelled,
)

__all__ = ["RocDisplay"]

WORST = 3  # classes named of many


class RocDisplay(Display):
    """ROC curves, with the operating point that a decision chose on each.

    Two classes have one curve; more have one each, against all others, but for those that no row
    has. Of many classes the worst are named, and the others drawn in grey.

    Parameters
    ----------
    curves : list of tuple of (fpr, tpr)
        A curve for each name.
    points : list of tuple of (float, float) or None
        The operating point on each.
    names : list
        What each curve tells from all else.

    Attributes
    ----------
    ax_ : matplotlib Axes
        What is drawn on.
    figure_ : matplotlib Figure
        The figure of it.
    areas : ndarray of shape (n_curves,)
        The area under each.

    Examples
    --------
    >>> from sklearn.datasets import load_breast_cancer
    >>> from priory import GaussianNB
    >>> from priory.evidence.plot import RocDisplay
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> display = RocDisplay.from_estimator(GaussianNB().fit(X[::2], y[::2]), X[1::2], y[1::2])
    >>> display.areas.round(2)
    array([0.99])
    """

    def __init__(self, curves: Any, *, points: Any = None, names: Any) -> None:
        self.curves = curves
        self.points = points
        self.names = names
        self.areas = np.array([auc(*curve) for curve in curves])

    @classmethod
    def from_estimator(
        cls, model: Any, X: Any, y: Any, *, positive: Any = None, ax: Any = None
    ) -> Self:
        """Draw the curves of a classifier, and where its own `predict` stands on them.

        Parameters
        ----------
        model : classifier
            Fitted, with `predict_proba`. What `predict` decides, by costs or a threshold, is the
            operating point; what it refuses is decided for no class.
        X : array-like of shape (n_samples, n_features)
            Rows that it has not learned.
        y : array-like of shape (n_samples,)
            Their labels.
        positive : label, default=None
            The class of the curve; by default the second of two classes, and each of more.
        ax : matplotlib Axes, default=None
            Where to draw; by default on new axes.

        Returns
        -------
        RocDisplay
        """
        logs = log_posterior(model, X)
        return cls.from_predictions(
            y, logs, decisions=model.predict(X), classes=model.classes_, positive=positive, ax=ax
        )

    @classmethod
    def from_predictions(
        cls,
        y: Any,
        log_proba: Any,
        *,
        decisions: Any = None,
        classes: Any = None,
        positive: Any = None,
        ax: Any = None,
    ) -> Self:
        """Draw the curves of probabilities.

        Parameters
        ----------
        y : array-like of shape (n_samples,)
            The labels.
        log_proba : array-like of shape (n_samples, n_classes)
            The logarithms of probabilities, as `predict_log_proba` gives them.
        decisions : array-like of shape (n_samples,), default=None
            What was decided for each row.
        classes : array-like of shape (n_classes,), default=None
            The classes, in the order of the columns; by default the labels, sorted.
        positive : label, default=None
            The class of the curve; by default the second of two classes, and each of more.
        ax : matplotlib Axes, default=None
            Where to draw; by default on new axes.

        Returns
        -------
        RocDisplay
        """
        y, log_proba = np.asarray(y), np.asarray(log_proba, dtype=np.float64)
        classes = np.unique(y) if classes is None else np.asarray(classes)
        if log_proba.shape != (len(y), len(classes)):
            raise InputError(
                f"log_proba has shape {log_proba.shape}, but there are {len(y)} labels of "
                f"{len(classes)} classes",
                code="shape-mismatch",
                parameter="log_proba",
                remedy="pass one row per label and one column per class",
            )
        chosen = _drawable(y, classes, _chosen(classes, positive))
        curves = [roc_curve(y == classes[c], _scores(log_proba, c))[:2] for c in chosen]
        points = None
        if decisions is not None:
            points = [_point(y == classes[c], np.asarray(decisions) == classes[c]) for c in chosen]
        return cls(curves, points=points, names=classes[chosen]).plot(ax)

    def _inches(self) -> tuple[float, float]:
        return 5.6, 5.2

    def _draw(self, ax: Any) -> None:
        ax.plot([0, 1], [0, 1], color="0.7", linestyle=":", linewidth=1)
        named = list(range(len(self.curves)))
        if len(named) > FEW:
            named = in_order(-self.areas)[:WORST].tolist()
            self._in_grey(ax, [c for c in range(len(self.curves)) if c not in named])
        for place, c in enumerate(named):
            label = f"{spelled(self.names[c])} (area {self.areas[c]:.4f})"
            ax.plot(*self.curves[c], color=colour(place), label=label)
            if self.points is not None:
                mistaken, found = self.points[c]
                style = {"color": colour(place), "marker": marker(place), "linestyle": ""}
                label = f"as decided: {mistaken:.1%} mistaken, {found:.1%} found"
                ax.plot(mistaken, found, markersize=9, label=label, **style)
        ax.set(xlabel="share of all others mistaken for it", ylabel="share of the class found")
        ax.set(xlim=(-0.02, 1.02), ylim=(-0.02, 1.02), aspect="equal")
        ax.legend(loc="lower right")

    def _in_grey(self, ax: Any, others: list[int]) -> None:
        for c in others:
            ax.plot(*self.curves[c], color="0.75", linewidth=0.8)
        areas = self.areas[others]
        label = f"{len(others)} others (area {areas.min():.4f} to {areas.max():.4f})"
        ax.plot([], [], color="0.75", label=label)


def _chosen(classes: Any, positive: Any) -> Any:
    """Return the places of the classes that have a curve."""
    if positive is None:
        return np.array([1]) if len(classes) == 2 else np.arange(len(classes))  # noqa: PLR2004
    return np.array([place_of(classes, positive)])


def _drawable(y: Any, classes: Any, chosen: Any) -> Any:
    """Return the classes that some rows have and others have not: they alone have a curve."""
    counts = np.bincount(label_indices(y, classes), minlength=len(classes))
    drawable = chosen[(counts[chosen] > 0) & (counts[chosen] < len(y))]
    if not len(drawable):
        raise InputError(
            "a ROC curve needs both positive and negative rows",
            code="too-few-classes",
            parameter="y",
            remedy="add rows",
        )
    return drawable


def _scores(log_proba: Any, c: int) -> Any:
    """Return the log-odds of a class, as numbers that can be sorted."""
    return np.nan_to_num(log_odds_of(log_proba, c), posinf=1e308, neginf=-1e308)


def _point(is_class: Any, is_decided: Any) -> tuple[float, float]:
    """Return the shares of others mistaken and of the class found."""
    return (
        float(is_decided[~is_class].mean()) if (~is_class).any() else 0.0,
        float(is_decided[is_class].mean()) if is_class.any() else 0.0,
    )
