"""What decisions cost at each threshold."""

from __future__ import annotations

from typing import Any, Self

import numpy as np

from priory.decision import cost_curve
from priory.evidence.plot._axes import Display, axes, colour, spelled

__all__ = ["CostDisplay"]


class CostDisplay(Display):
    """The mean cost of decisions between two classes, by the threshold of the probability.

    One line is the threshold that the costs imply if the probabilities are right, the mark the
    one that cost least on these rows: they lie apart where probabilities are not reliable.

    Parameters
    ----------
    curve : CostCurve
        What `priory.cost_curve` returned.
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
    >>> from priory.evidence.plot import CostDisplay
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> model = GaussianNB().fit(X[::2], y[::2])
    >>> costs = [[0, 10], [1, 0]]  # a malignant tumour (0) that is taken for a benign one costs 10
    >>> display = CostDisplay.from_estimator(model, X[1::2], y[1::2], costs)
    """

    def __init__(self, curve: Any, *, name: str | None = None) -> None:
        self.curve = curve
        self.name = name

    @classmethod
    def from_estimator(
        cls,
        model: Any,
        X: Any,
        y: Any,
        costs: Any,
        *,
        positive: Any = None,
        name: str | None = None,
        ax: Any = None,
    ) -> Self:
        """Draw the curve of a classifier.

        Parameters
        ----------
        model : classifier
            Fitted, with `predict_proba`, of two classes.
        X : array-like of shape (n_samples, n_features)
            Rows that it has not learned.
        y : array-like of shape (n_samples,)
            Their labels.
        costs : array-like of shape (2, 2), dict or DataFrame
            What each decision costs for each true class, as for `CostClassifier`.
        positive : label, default=None
            The class that is decided from the threshold on; by default the second one.
        name : str, default=None
            Its name in the legend; by default its class.
        ax : matplotlib Axes, default=None
            Where to draw; several classifiers may share axes. By default on new axes.

        Returns
        -------
        CostDisplay
        """
        return cls.from_predictions(
            y,
            model.predict_proba(X),
            costs,
            classes=model.classes_,
            positive=positive,
            name=type(model).__name__ if name is None else name,
            ax=ax,
        )

    @classmethod
    def from_predictions(
        cls,
        y: Any,
        proba: Any,
        costs: Any,
        *,
        classes: Any = None,
        positive: Any = None,
        name: str | None = None,
        ax: Any = None,
    ) -> Self:
        """Draw the curve of probabilities.

        Parameters
        ----------
        y : array-like of shape (n_samples,)
            The labels.
        proba : array-like of shape (n_samples, 2)
            The probabilities.
        costs : array-like of shape (2, 2), dict or DataFrame
            What each decision costs for each true class, as for `CostClassifier`.
        classes : array-like of shape (2,), default=None
            The classes, in the order of the columns; by default the labels, sorted.
        positive : label, default=None
            The class that is decided from the threshold on; by default the second one.
        name : str, default=None
            A name for the legend.
        ax : matplotlib Axes, default=None
            Where to draw; by default on new axes.

        Returns
        -------
        CostDisplay
        """
        curve = cost_curve(y, proba, costs, classes=classes, positive=positive)
        return cls(curve, name=name).plot(ax)

    def plot(self, ax: Any = None) -> Self:
        """Draw.

        Parameters
        ----------
        ax : matplotlib Axes, default=None
            Where to draw; by default on new axes.

        Returns
        -------
        CostDisplay
        """
        ax = axes(ax)
        place = sum(line.get_drawstyle() == "steps-pre" for line in ax.lines)
        thresholds = np.clip(self.curve.thresholds, 0, 1)  # the last one is never reached
        style = {"drawstyle": "steps-pre", "color": colour(place)}
        ax.plot(thresholds, self.curve.costs, label=self.name or "classifier", **style)
        threshold, cost = self.curve.best
        best = f"least: {cost:.3g} at {min(threshold, 1):.3g}"
        ax.plot(min(threshold, 1), cost, "o", color=colour(place), markersize=8, label=best)
        if place == 0 and np.isfinite(self.curve.implied):
            implied = f"implied by the costs: {self.curve.implied:.3g}"
            ax.axvline(self.curve.implied, color="0.5", linestyle="--", label=implied)
        name = spelled(self.curve.positive)
        ax.set(xlabel=f"threshold for the probability of {name}", ylabel="mean cost of a decision")
        ax.set(xlim=(-0.02, 1.02))
        ax.set_ylim(bottom=min(0.0, float(self.curve.costs.min())))
        ax.legend()
        return self._drawn(ax)
