"""RegionsDisplay: decision regions of a classifier of two features."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from sklearn.base import is_regressor

from priory.errors import InputTypeError
from priory.evidence.plot._axes import Display
from priory.evidence.plot._plane import Plane, shades

__all__ = ["RegionsDisplay"]

PALE = 0.35  # so that points are seen on it


class RegionsDisplay(Display):
    """The decision regions of a classifier of two features, with the points that it learned.

    A region that is white is none of a class: there the classifier refuses. With more classes than
    colours each region is named.

    Parameters
    ----------
    places : ndarray of shape (resolution, resolution)
        For each cell of a grid, upwards and to the right, the place of its label in `labels`.
    plane : Plane
        Where the grid is, and the points.
    labels : list
        The classes, and behind them whatever else was answered.
    n_classes : int
        How many of them are classes.

    Attributes
    ----------
    ax_ : matplotlib Axes
        What is drawn on.
    figure_ : matplotlib Figure
        The figure of it.
    image_ : matplotlib AxesImage
        The regions.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from priory import GaussianNB
    >>> from priory.evidence.plot import RegionsDisplay
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> petals = X[["petal length (cm)", "petal width (cm)"]]
    >>> display = RegionsDisplay.from_estimator(GaussianNB().fit(petals, y), petals, y)
    """

    image_: Any

    def __init__(self, places: Any, *, plane: Any, labels: Any, n_classes: int) -> None:
        self.places = places
        self.plane = plane
        self.labels = labels
        self.n_classes = n_classes

    @classmethod
    def from_estimator(
        cls,
        model: Any,
        X: Any,
        y: Any,
        *,
        limits: Any = None,
        resolution: int = 200,
        ax: Any = None,
    ) -> Self:
        """Draw what a classifier answers.

        Parameters
        ----------
        model : classifier
            Fitted to two features, with `predict`.
        X : array-like of shape (n_samples, 2)
            The points, as it has learned them.
        y : array-like of shape (n_samples,)
            Their labels.
        limits : array-like of shape (2, 2), default=None
            From where to where each feature is drawn; by default a little beyond the points.
        resolution : int, default=200
            How many cells the grid has along each side.
        ax : matplotlib Axes, default=None
            Where to draw; by default on new axes.

        Returns
        -------
        RegionsDisplay
        """
        plane = Plane.of(model, X, y, limits)
        if is_regressor(model):
            raise InputTypeError(
                f"{type(model).__name__} is not a classifier, so it has no decision regions",
                code="unsupported",
                parameter="model",
            )
        answers = np.asarray(model.predict(plane.grid(X, resolution))).ravel().tolist()
        classes = getattr(model, "classes_", np.unique(plane.y))
        labels = list(dict.fromkeys([*classes.tolist(), *plane.y.tolist(), *answers]))
        place = {label: place for place, label in enumerate(labels)}
        places = np.array([place[answer] for answer in answers]).reshape(resolution, resolution)
        return cls(places, plane=plane, labels=labels, n_classes=len(classes)).plot(ax)

    def _draw(self, ax: Any) -> None:
        colours = shades(len(self.labels), self.n_classes, PALE)
        self.image_ = self.plane.image(ax, colours[self.places])
        self.plane.borders(ax, self.places, self.labels)
        self.plane.points(ax, self.labels, self.n_classes)
