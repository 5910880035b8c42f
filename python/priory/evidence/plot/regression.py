"""RegressionDisplay: regression curves of one feature, with the training points."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from sklearn.base import is_classifier

from priory.errors import InputError, InputTypeError
from priory.evidence.plot._axes import (
    Display,
    colour,
    feature_name,
    line_style,
    spelled,
)
from priory.evidence.plot._values import asked, limits_of, n_neighbors_of, read_table

__all__ = ["RegressionDisplay"]


class RegressionDisplay(Display):
    """The curves of regressors of one feature, with the points that they learned.

    Parameters
    ----------
    points : ndarray of shape (n_points,)
        Values of the feature.
    curves : ndarray of shape (n_curves, n_points)
        What each regressor answers for them.
    names : list of str
        The names of the curves, for the legend.
    X : ndarray of shape (n_samples,)
        The feature of the points.
    y : ndarray of shape (n_samples,)
        Their values.
    feature : str or int, default=0
        The name of the feature, or its number.
    target : str, default="value"
        What the values are.

    Attributes
    ----------
    ax_ : matplotlib Axes
        What is drawn on.
    figure_ : matplotlib Figure
        The figure of it.

    Examples
    --------
    >>> from sklearn.datasets import load_diabetes
    >>> from priory import KNeighborsRegressor
    >>> from priory.evidence.plot import RegressionDisplay
    >>> X, y = load_diabetes(return_X_y=True, as_frame=True)
    >>> models = [KNeighborsRegressor(k).fit(X[["bmi"]], y) for k in (7, 49)]
    >>> display = RegressionDisplay.from_estimator(models, X[["bmi"]], y)
    >>> display.names
    ['k = 7', 'k = 49']
    """

    def __init__(
        self,
        points: Any,
        curves: Any,
        *,
        names: Any,
        X: Any,
        y: Any,
        feature: Any = 0,
        target: str = "value",
    ) -> None:
        self.points = points
        self.curves = curves
        self.names = names
        self.X = X
        self.y = y
        self.feature = feature
        self.target = target

    @classmethod
    def from_estimator(
        cls,
        model: Any,
        X: Any,
        y: Any,
        *,
        names: Any = None,
        limits: Any = None,
        resolution: int = 1000,
        ax: Any = None,
    ) -> Self:
        """Draw what regressors answer.

        Parameters
        ----------
        model : regressor or list of them
            Fitted to one feature.
        X : array-like of shape (n_samples, 1)
            The points, as they have learned them.
        y : array-like of shape (n_samples,)
            Their values.
        names : list of str, default=None
            The names of the curves; by default the number of neighbours, or the class.
        limits : tuple of (float, float), default=None
            From where to where curves are drawn; by default a little beyond the points.
        resolution : int, default=1000
            At how many points.
        ax : matplotlib Axes, default=None
            Where to draw; by default on new axes.

        Returns
        -------
        RegressionDisplay
        """
        models = list(model) if isinstance(model, list | tuple) else [model]
        names = list(map(_name, models)) if names is None else list(names)
        if not models:
            raise InputError(
                "there is no regressor to plot",
                code="missing-parameter",
                parameter="model",
                remedy="pass a regressor or a list of regressors",
            )
        if len(names) != len(models):
            raise InputError(
                f"there are {len(names)} names for {len(models)} regressors",
                code="shape-mismatch",
                parameter="names",
                remedy="pass one name per regressor",
            )
        for one in models:
            rows, features = read_table(one, X, 1)
            if is_classifier(one):
                raise InputTypeError(
                    f"{type(one).__name__} is not a regressor, so it has no regression curve",
                    code="unsupported",
                    parameter="model",
                )
        target = getattr(y, "name", None) or "value"
        y = np.asarray(y, dtype=np.float64)
        if y.shape != (len(rows),):
            raise InputError(
                f"y has shape {y.shape}, but X has {len(rows)} rows",
                code="shape-mismatch",
                parameter="y",
                remedy="pass one number per row",
            )
        ((low, high),) = limits_of(rows, limits)
        points = np.linspace(low, high, resolution)
        curves = np.array([_curve(one, asked(X, points[:, np.newaxis])) for one in models])
        data = {"X": rows[:, 0], "y": y, "feature": features[0], "target": target}
        return cls(points, curves, names=names, **data).plot(ax)

    def _draw(self, ax: Any) -> None:
        size = float(np.clip(9000 / len(self.y), 9, 36))
        ax.scatter(self.X, self.y, s=size, color="0.6", edgecolor="0.3", linewidth=0.5)
        for place, (curve, name) in enumerate(zip(self.curves, self.names, strict=True)):
            style = {"color": colour(place), "linestyle": line_style(place)}
            ax.plot(self.points, curve, label=spelled(name), **style)
        ax.set(xlabel=feature_name(self.feature), xlim=(self.points[0], self.points[-1]))
        ax.set_ylabel(spelled(self.target))
        ax.legend(loc="upper left", bbox_to_anchor=(1.01, 1), borderaxespad=0)


def _name(model: Any) -> str:
    k = n_neighbors_of(model)
    return type(model).__name__ if k is None else f"k = {k}"


def _curve(model: Any, rows: Any) -> Any:
    """Return what a regressor answers, which must be one number for each row."""
    answers = np.asarray(model.predict(rows), dtype=np.float64)
    if answers.size != len(rows):
        raise InputError(
            f"{type(model).__name__} predicts {answers.size // len(rows)} values per row, "
            "but multi-output is not supported",
            code="unsupported",
            parameter="model",
            remedy="fit it to one target",
        )
    return answers.ravel()
