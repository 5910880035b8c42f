"""ReliabilityDisplay: reliability diagram (calibration curve)."""

from __future__ import annotations

from typing import Any, Self

import numpy as np

from priory.decision import reliability
from priory.evidence.plot._axes import Display, colour, marker, spelled

__all__ = ["ReliabilityDisplay"]


class ReliabilityDisplay(Display):
    """The reliability diagram: of the rows that were given a label this surely, how many have it.

    Marks on the diagonal are believable; below it a classifier is too sure of itself. On new
    axes the bars behind are the share of rows that it was so sure of.

    Parameters
    ----------
    measured : Reliability
        What `priory.decision.reliability` returned.
    name : str, default=None
        The name of the classifier, for the legend.

    Attributes
    ----------
    ax_ : matplotlib Axes
        What is drawn on.
    figure_ : matplotlib Figure
        The figure of it.

    Examples
    --------
    >>> from sklearn.datasets import load_breast_cancer
    >>> from priory import GaussianNB
    >>> from priory.evidence.plot import ReliabilityDisplay
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> model = GaussianNB().fit(X[::2], y[::2])
    >>> display = ReliabilityDisplay.from_estimator(model, X[1::2], y[1::2])
    """

    def __init__(self, measured: Any, *, name: str | None = None) -> None:
        self.measured = measured
        self.name = name

    @classmethod
    def from_estimator(
        cls, model: Any, X: Any, y: Any, *, bins: int = 10, name: str | None = None, ax: Any = None
    ) -> Self:
        """Draw how reliable a classifier is.

        Parameters
        ----------
        model : classifier
            Fitted, with `predict_proba`.
        X : array-like of shape (n_samples, n_features)
            Rows that it has not learned.
        y : array-like of shape (n_samples,)
            Their labels.
        bins : int, default=10
            Into how many parts the probabilities are divided.
        name : str, default=None
            Its name in the legend; by default its class.
        ax : matplotlib Axes, default=None
            Where to draw; several classifiers may share axes. By default on new axes.

        Returns
        -------
        ReliabilityDisplay
        """
        name = type(model).__name__ if name is None else name
        return cls.from_predictions(
            y, model.predict_proba(X), classes=model.classes_, bins=bins, name=name, ax=ax
        )

    @classmethod
    def from_predictions(
        cls,
        y: Any,
        proba: Any,
        *,
        classes: Any = None,
        bins: int = 10,
        name: str | None = None,
        ax: Any = None,
    ) -> Self:
        """Draw how reliable probabilities are.

        Parameters
        ----------
        y : array-like of shape (n_samples,)
            The labels.
        proba : array-like of shape (n_samples, n_classes)
            The probabilities.
        classes : array-like of shape (n_classes,), default=None
            The classes, in the order of the columns; by default the labels, sorted.
        bins : int, default=10
            Into how many parts the probabilities are divided.
        name : str, default=None
            A name for the legend.
        ax : matplotlib Axes, default=None
            Where to draw; by default on new axes.

        Returns
        -------
        ReliabilityDisplay
        """
        return cls(reliability(y, proba, classes=classes, bins=bins), name=name).plot(ax)

    def _inches(self) -> tuple[float, float]:
        return 5.6, 5.2

    def _draw_behind(self, ax: Any) -> None:
        bins = self.measured.top
        ax.bar(
            bins.edges[:-1],
            bins.count / bins.count.sum(),
            np.diff(bins.edges),
            align="edge",
            color="0.88",
            edgecolor="white",
            label="share of the rows",
        )

    def _draw(self, ax: Any) -> None:
        bins = self.measured.top
        if not any(line.get_label() == "as sure as right" for line in ax.lines):
            ax.plot([0, 1], [0, 1], color="0.5", linestyle=":", label="as sure as right")
        place = sum(line.get_marker() not in {"None", "", None} for line in ax.lines)
        name = f"{spelled(self.name or 'classifier')} (ECE {self.measured.ece:.3f})"
        ax.plot(bins.confidence, bins.right, color=colour(place), marker=marker(place), label=name)
        ax.set(xlabel="probability of the label given", ylabel="share of the rows that have it")
        ax.set(xlim=(-0.02, 1.02), ylim=(-0.02, 1.02), aspect="equal")
        ax.legend(loc="upper left")
