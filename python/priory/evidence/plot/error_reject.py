"""ErrorRejectDisplay: error-reject curve."""

from __future__ import annotations

from typing import Any, Self

import numpy as np

from priory.decision import error_reject_curve
from priory.decision._posterior import log_posterior
from priory.evidence.plot._axes import Display, colour, marker, spelled

__all__ = ["ErrorRejectDisplay"]


class ErrorRejectDisplay(Display):
    """The error-reject curve: the errors among the answers, by the share of rows refused.

    Parameters
    ----------
    curve : ErrorRejectCurve
        What `priory.error_reject_curve` returned.
    point : tuple of (float, float) or None, default=None
        What was chosen: the share refused, and the error of the answers.
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
    >>> from sklearn.datasets import load_digits
    >>> from priory import BernoulliNB
    >>> from priory.evidence.plot import ErrorRejectDisplay
    >>> X, y = load_digits(return_X_y=True)
    >>> model = BernoulliNB(binarize=8).fit(X[::2], y[::2])
    >>> display = ErrorRejectDisplay.from_estimator(model, X[1::2], y[1::2])
    """

    def __init__(self, curve: Any, *, point: Any = None, name: str | None = None) -> None:
        self.curve = curve
        self.point = point
        self.name = name

    @classmethod
    def from_estimator(
        cls,
        model: Any,
        X: Any,
        y: Any,
        *,
        by: str = "log_odds",
        name: str | None = None,
        ax: Any = None,
    ) -> Self:
        """Draw the curve of a classifier, and what it refuses itself if it does.

        Parameters
        ----------
        model : classifier
            Fitted, with `predict_proba`.
        X : array-like of shape (n_samples, n_features)
            Rows that it has not learned.
        y : array-like of shape (n_samples,)
            Their labels.
        by : {"level", "margin", "log_odds"}, default="log_odds"
            By what rows are refused, as for `error_reject_curve`. Logarithms of odds tell rows
            apart to which Naive Bayes gives the probability 1.
        name : str, default=None
            Its name in the legend; by default its class.
        ax : matplotlib Axes, default=None
            Where to draw; several classifiers may share axes. By default on new axes.

        Returns
        -------
        ErrorRejectDisplay
        """
        return cls.from_predictions(
            y,
            log_posterior(model, X),
            classes=model.classes_,
            decisions=model.predict(X),
            by=by,
            name=type(model).__name__ if name is None else name,
            ax=ax,
        )

    @classmethod
    def from_predictions(
        cls,
        y: Any,
        log_proba: Any,
        *,
        classes: Any = None,
        decisions: Any = None,
        by: str = "log_odds",
        name: str | None = None,
        ax: Any = None,
    ) -> Self:
        """Draw the curve of probabilities.

        Parameters
        ----------
        y : array-like of shape (n_samples,)
            The labels.
        log_proba : array-like of shape (n_samples, n_classes)
            The logarithms of probabilities, as `predict_log_proba` gives them.
        classes : array-like of shape (n_classes,), default=None
            The classes, in the order of the columns; by default the labels, sorted.
        decisions : array-like of shape (n_samples,), default=None
            What was decided; whatever is no class is a refusal.
        by : {"level", "margin", "log_odds"}, default="log_odds"
            By what rows are refused, as for `error_reject_curve`.
        name : str, default=None
            A name for the legend.
        ax : matplotlib Axes, default=None
            Where to draw; by default on new axes.

        Returns
        -------
        ErrorRejectDisplay
        """
        curve = error_reject_curve(y, log_proba, classes=classes, by=by, log=True)
        point = None if decisions is None else _point(y, decisions, classes)
        return cls(curve, point=point, name=name).plot(ax)

    def _draw(self, ax: Any) -> None:
        place = sum(line.get_drawstyle() == "steps-post" for line in ax.lines)
        ax.plot(
            self.curve.rejected,
            self.curve.errors,
            drawstyle="steps-post",
            color=colour(place),
            label=f"{spelled(self.name or 'classifier')}, by {self.curve.by.replace('_', '-')}",
        )
        if self.point is not None:
            style = {"color": colour(place), "marker": marker(place), "linestyle": ""}
            label = f"as decided: {self.point[0]:.1%} refused, {self.point[1]:.2%} wrong"
            ax.plot(*self.point, markersize=9, label=label, **style)
        ax.set(xlabel="share refused", ylabel="share wrong of the rest", xlim=(-0.02, 1.02))
        ax.set_ylim(bottom=0)
        ax.legend()


def _point(y: Any, decisions: Any, classes: Any) -> tuple[float, float] | None:
    """Return the share refused and the error of the rest, if anything was refused and not all."""
    y, decisions = np.asarray(y), np.asarray(decisions)
    known = set(np.unique(y).tolist() if classes is None else np.asarray(classes).tolist())
    answered = np.array([decision in known for decision in decisions.tolist()])
    if answered.all() or not answered.any():
        return None
    return float(1 - answered.mean()), float((decisions != y)[answered].mean())
