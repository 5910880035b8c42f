"""SharesDisplay: heat map of the posterior, or neighbour share, of a class."""

from __future__ import annotations

from typing import Any, Self

import numpy as np

from priory.errors import InputTypeError
from priory.evidence.plot._axes import Display, place_of, shade, spelled
from priory.evidence.plot._plane import Plane
from priory.evidence.plot._values import n_neighbors_of

__all__ = ["SharesDisplay"]

WEAK, STRONG = 0.1, 0.6  # of the colour, from the smallest share to the largest
MOST_TICKS = 12
UNKNOWN = "not known"


class SharesDisplay(Display):
    """The share of a class among the neighbours of each point of a plane, with the training points.

    Where each neighbour has one vote, it is told as their number, from 0 to k; by other weights, or
    with another classifier, it is the probability. Lines part the regions of the classes. What a
    classifier does not know, which is NaN, stays white, and the legend says how much that is.

    Parameters
    ----------
    shares : ndarray of shape (resolution, resolution, n_classes)
        For each cell of a grid, upwards and to the right, the share of each class.
    plane : Plane
        Where the grid is, and the points.
    classes : ndarray of shape (n_classes,)
        The classes.
    positive : label, default=None
        The class whose share is drawn; by default the second of two classes, and of more the
        largest share, in the colour of its class.
    k : int, default=None
        The number of neighbours, if shares are numbers of them.

    Attributes
    ----------
    ax_ : matplotlib Axes
        What is drawn on.
    figure_ : matplotlib Figure
        The figure of it.
    image_ : matplotlib AxesImage
        The shares.
    colorbar_ : matplotlib Colorbar
        What the colours mean.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from priory import KNeighborsClassifier
    >>> from priory.evidence.plot import SharesDisplay
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> petals = X[["petal length (cm)", "petal width (cm)"]]
    >>> model = KNeighborsClassifier(7).fit(petals, y)
    >>> display = SharesDisplay.from_estimator(model, petals, y, positive=1)
    """

    image_: Any
    colorbar_: Any

    def __init__(
        self, shares: Any, *, plane: Any, classes: Any, positive: Any = None, k: int | None = None
    ) -> None:
        self.shares = shares
        self.plane = plane
        self.classes = classes
        self.positive = positive
        self.k = k

    @classmethod
    def from_estimator(
        cls,
        model: Any,
        X: Any,
        y: Any,
        *,
        positive: Any = None,
        limits: Any = None,
        resolution: int = 200,
        ax: Any = None,
    ) -> Self:
        """Draw the shares by which a classifier decides.

        Parameters
        ----------
        model : classifier
            Fitted to two features, with `predict_proba`.
        X : array-like of shape (n_samples, 2)
            The points, as it has learned them.
        y : array-like of shape (n_samples,)
            Their labels.
        positive : label, default=None
            The class whose share is drawn; by default the second of two classes, and of more the
            largest share, in the colour of its class.
        limits : array-like of shape (2, 2), default=None
            From where to where each feature is drawn; by default a little beyond the points.
        resolution : int, default=200
            How many cells the grid has along each side.
        ax : matplotlib Axes, default=None
            Where to draw; by default on new axes.

        Returns
        -------
        SharesDisplay
        """
        plane = Plane.of(model, X, y, limits)
        if not hasattr(model, "predict_proba"):
            raise InputTypeError(
                f"{type(model).__name__} has no predict_proba, so it has no posterior to plot",
                code="unsupported",
                parameter="model",
            )
        classes = np.asarray(model.classes_)
        if positive is not None:
            place_of(classes, positive)
        shares = model.predict_proba(plane.grid(X, resolution))
        k = _number(model, shares)
        shares = shares.reshape(resolution, resolution, len(classes))
        return cls(shares, plane=plane, classes=classes, positive=positive, k=k).plot(ax)

    def _inches(self) -> tuple[float, float]:
        return 6.4, 5.4

    def _draw(self, ax: Any) -> None:
        is_unknown = np.isnan(self.shares).any(axis=2)
        winners = np.where(is_unknown, len(self.classes), self.shares.argmax(axis=2))
        draw = self._largest if self._place is None else self._chosen
        self.image_, colours = draw(ax, winners)
        self.colorbar_ = ax.figure.colorbar(colours, ax=ax, location="bottom", label=self._label)
        if self.k is not None and self.k <= MOST_TICKS:
            self.colorbar_.set_ticks(np.arange(np.ceil(colours.norm.vmin), self.k + 1))
        classes = self.classes.tolist()
        self.plane.borders(ax, winners, [*classes, UNKNOWN])
        self.plane.points(ax, classes, len(classes))
        if is_unknown.any():
            legend = ax.get_legend()
            told = [legend.get_title().get_text(), f"{is_unknown.mean():.0%} {UNKNOWN} (white)"]
            legend.set_title("\n".join(filter(None, told)))

    @property
    def _place(self) -> int | None:
        """The place of the class that is drawn, if it is one."""
        if self.positive is not None:
            return place_of(self.classes, self.positive)
        return len(self.classes) - 1 if len(self.classes) <= 2 else None  # noqa: PLR2004

    @property
    def _label(self) -> str:
        of = "" if self._place is None else f" of class {spelled(self.classes[self._place])}"
        if self.k is None:
            return f"probability{of or ' of the label'}"
        return f"neighbours{of or ' that agree'}, of {self.k}"

    def _chosen(self, ax: Any, _: Any) -> tuple[Any, Any]:
        """Draw one class, from the colour of the only other one or from white."""
        place = self._place or 0
        ramp = [shade(place, 0), shade(place, STRONG)]
        if len(self.classes) == 2:  # noqa: PLR2004 (each end is a class)
            ramp = [shade(1 - place, STRONG), *ramp]
        values = self.shares[:, :, place] * (self.k or 1)
        image = self.plane.image(ax, values, **self._scale(ramp, 0))
        return image, image

    def _largest(self, ax: Any, winners: Any) -> tuple[Any, Any]:
        """Draw the largest share in the colour of its class, the stronger the larger."""
        from matplotlib.cm import ScalarMappable  # noqa: PLC0415 (only those who draw need it)

        least = 1 / len(self.classes)
        n = self.k or 1
        lowest = np.ceil(least * n) if self.k else least
        largest = np.nan_to_num(self.shares.max(axis=2))
        strengths = WEAK + (STRONG - WEAK) * (largest * n - lowest) / max(n - lowest, 1e-9)
        known = [shade(place, 1) for place in range(len(self.classes))]
        full = np.array([*known, shade(0, 0)])[winners]  # white is behind all classes
        image = self.plane.image(ax, 1 - strengths[:, :, np.newaxis] * (1 - full))
        ramp = [(1 - strength,) * 3 for strength in (WEAK, STRONG)]
        return image, ScalarMappable(**self._scale(ramp, lowest))

    def _scale(self, ramp: Any, lowest: float) -> dict[str, Any]:
        """Return the colours from the lowest share to the highest, in steps if it is a number."""
        from matplotlib.colors import (  # noqa: PLC0415 (only those who draw need it)
            LinearSegmentedColormap,
            Normalize,
        )

        if self.k is None:
            colours = LinearSegmentedColormap.from_list("shares", ramp)
            return {"cmap": colours, "norm": Normalize(lowest, 1)}
        steps = int(self.k - lowest) + 1
        colours = LinearSegmentedColormap.from_list("shares", ramp, N=steps)
        return {"cmap": colours, "norm": Normalize(lowest - 0.5, self.k + 0.5)}


def _number(model: Any, shares: Any) -> int | None:
    """Return the number of neighbours, if all shares are whole numbers of them."""
    k = n_neighbors_of(model)
    shares = shares[~np.isnan(shares).any(axis=1)]
    if k is None or not np.allclose(shares * k, np.rint(shares * k), atol=1e-6):
        return None
    return k
