"""CostDisplay: cost curve over decision thresholds."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from scipy.special import logit

from priory.decision import cost_curve
from priory.decision._posterior import log_posterior
from priory.errors import InputError
from priory.evidence.plot._axes import Display, colour, spelled

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
        costs: Any = None,
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
        costs : array-like of shape (2, 2), dict or DataFrame, default=None
            What each decision costs for each true class, as for `CostClassifier`; by default its
            own, if the model is one.
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
        if costs is None and (costs := getattr(model, "costs", None)) is None:
            raise InputError(
                "costs is required",
                code="missing-parameter",
                parameter="costs",
                remedy="pass the cost of each decision for each true class",
            )
        logs = log_posterior(model, X)
        curve = cost_curve(y, logs, costs, classes=model.classes_, positive=positive, log=True)
        return cls(curve, name=type(model).__name__ if name is None else name).plot(ax)

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

    @property
    def _log_odds(self) -> Any:
        """The thresholds as log-odds; those of exactly 0 and 1 stand beside the others."""
        odds = self.curve.log_odds
        finite = odds[np.isfinite(odds)]
        low, high = (finite.min(), finite.max()) if len(finite) else (0.0, 0.0)
        return np.clip(odds, low - 1, high + 1)

    def _draw(self, ax: Any) -> None:
        place = sum(line.get_drawstyle() == "steps-pre" for line in ax.lines)
        style = {"drawstyle": "steps-pre", "color": colour(place)}
        ax.plot(self._log_odds, self.curve.costs, label=spelled(self.name or "classifier"), **style)
        threshold, cost = self.curve.best
        best = f"least: {cost:.3g} at the probability {min(threshold, 1):.3g}"
        at = self._log_odds[self.curve.costs.argmin()]
        ax.plot(at, cost, "o", color=colour(place), markersize=8, label=best)
        if place == 0 and 0 < self.curve.implied < 1:
            implied = f"implied by the costs: {self.curve.implied:.3g}"
            ax.axvline(logit(self.curve.implied), color="0.5", linestyle="--", label=implied)
        name = spelled(self.curve.positive)
        ax.set(xlabel=f"threshold for the log-odds of {name}", ylabel="mean cost of a decision")
        # What costs more than always the same decision is of no interest.
        highest = 1.3 * min(self.curve.costs[0], self.curve.costs[-1])
        if place == 0 and highest > 0:
            near = self._log_odds[self.curve.costs <= highest]
            ax.set_ylim(min(0.0, float(self.curve.costs.min())), highest)
            ax.set_xlim(near.min() - 1, near.max() + 1)
        ax.legend()
