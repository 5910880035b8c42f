"""DensityDisplay: class-conditional densities of features."""

from __future__ import annotations

import warnings
from typing import Any, Self

import numpy as np
from sklearn.utils.validation import check_is_fitted

from priory.errors import InputError, InputTypeError
from priory.evidence.plot._axes import (
    FEW,
    Display,
    colour,
    feature_name,
    grid_of_axes,
    in_order,
    line_style,
    spelled,
)
from priory.evidence.plot._values import reach
from priory.naive_bayes import GaussianDiscriminant, GaussianNB, KernelNB

__all__ = ["DensityDisplay"]

POINTS = 400  # of a curve
MARGIN = 0.15  # beyond the data, of their range


class DensityDisplay(Display):
    """The class-conditional densities of measurements, a panel for each feature.

    The curves of few classes lie over each other; those of many stand one above the other, each on
    a base line of its own.

    Parameters
    ----------
    points : ndarray of shape (n_features, n_points)
        Values of each feature.
    densities : ndarray of shape (n_features, n_points, n_classes)
        Their densities given each class.
    classes : ndarray of shape (n_classes,)
        The classes.
    names : array-like of shape (n_features,)
        The features.

    Attributes
    ----------
    ax_ : matplotlib Axes
        The axes of the first panel.
    axes_ : ndarray of matplotlib Axes
        Those of all panels.
    figure_ : matplotlib Figure
        The figure of them.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from priory import GaussianNB
    >>> from priory.evidence.plot import DensityDisplay
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> display = DensityDisplay.from_estimator(GaussianNB().fit(X, y), X, features=2)
    >>> list(display.names)
    ['petal width (cm)', 'petal length (cm)']
    """

    axes_: Any

    def __init__(self, points: Any, densities: Any, *, classes: Any, names: Any) -> None:
        self.points = points
        self.densities = densities
        self.classes = classes
        self.names = names

    @classmethod
    def from_estimator(cls, model: Any, X: Any, *, features: Any = 6, ax: Any = None) -> Self:
        """Draw what a fitted model of measurements has learned.

        Parameters
        ----------
        model : GaussianNB, KernelNB or GaussianDiscriminant
            The model. Features that are not drawn are marginalised.
        X : array-like of shape (n_samples, n_features)
            Rows that say from where to where curves are drawn.
        features : int or list, default=6
            How many features, those first whose curves overlap least; or these, by name or number.
        ax : matplotlib Axes or array of them, default=None
            Where to draw, one for each feature; by default on new axes.

        Returns
        -------
        DensityDisplay
        """
        check_is_fitted(model)
        if not isinstance(model, GaussianNB | KernelNB | GaussianDiscriminant):
            raise InputTypeError(
                f"{type(model).__name__} has no densities of single features",
                code="unsupported",
                parameter="model",
                remedy="use GaussianNB, KernelNB or GaussianDiscriminant of priory",
            )
        if not np.iterable(features) and features < 1:
            raise InputError(
                f"features={features!r} is less than 1",
                code="bad-parameter",
                parameter="features",
                remedy="plot at least one feature",
            )
        names = getattr(model, "feature_names_in_", np.arange(model.n_features_in_))
        chosen = None if not np.iterable(features) else _places(names, features)
        points, densities = _curves(model, np.asarray(X, dtype=np.float64), chosen)
        if chosen is None:
            chosen = in_order(-_overlap(points, densities))[:features]
            points, densities = points[chosen], densities[chosen]
        names = np.asarray(names)[chosen]
        return cls(points, densities, classes=model.classes_, names=names).plot(ax)

    def plot(self, ax: Any = None) -> Self:
        """Draw.

        Parameters
        ----------
        ax : matplotlib Axes or array of them, default=None
            Where to draw, one for each feature; by default on new axes.

        Returns
        -------
        DensityDisplay
        """
        panels = self._panels(ax)
        draw = self._overlaid if len(self.classes) <= FEW else self._stacked
        for panel, place in zip(panels, range(len(self.names)), strict=True):
            draw(panel, place)
            panel.set_xlabel(feature_name(self.names[place]))
            panel.set_xlim(self.points[place][0], self.points[place][-1])
        if len(self.classes) <= FEW:
            panels[0].figure.legend(
                *panels[0].get_legend_handles_labels(), loc="outside upper center", ncols=4
            )
        self.axes_, self.ax_, self.figure_ = panels, panels[0], panels[0].figure
        return self

    def _panels(self, ax: Any) -> Any:
        n = len(self.names)
        if ax is None:
            columns = min(n, 3 if n > 4 else 2)  # noqa: PLR2004 (by looking at pictures)
            rows = -(-n // columns)
            height = 2.4 if len(self.classes) <= FEW else 1 + 0.25 * len(self.classes)
            panels = grid_of_axes(rows, columns, max(4.8, 3.2 * columns), 0.6 + rows * height)
            for spare in panels.flat[n:]:
                spare.remove()
            return panels.flat[:n]
        panels = np.atleast_1d(ax).ravel()
        if len(panels) != n:
            raise InputError(
                f"{n} features need {n} axes, not {len(panels)}",
                code="shape-mismatch",
                parameter="ax",
            )
        return panels

    def _overlaid(self, ax: Any, feature: int) -> None:
        for place, name in enumerate(self.classes):
            style = {"color": colour(place), "linestyle": line_style(place)}
            curve = self.densities[feature][:, place]
            ax.plot(self.points[feature], curve, label=spelled(name), **style)
        ax.set_ylim(bottom=0)
        ax.set_ylabel("density" if _is_first(ax) else "")

    def _stacked(self, ax: Any, feature: int) -> None:
        height = np.nanmax(self.densities[feature], axis=0)
        for place in range(len(self.classes)):
            base = len(self.classes) - 1 - place
            curve = base + 0.9 * self.densities[feature][:, place] / (height[place] or 1.0)
            ax.fill_between(self.points[feature], base, curve, color=colour(0), alpha=0.5, lw=0)
            ax.plot(self.points[feature], curve, color=colour(0), linewidth=0.8)
        ticks = np.arange(len(self.classes))[::-1]
        labels = [spelled(name) if _is_first(ax) else "" for name in self.classes]
        ax.set_yticks(ticks, labels, fontsize="small")
        ax.set_ylim(-0.1, len(self.classes))


def _is_first(ax: Any) -> bool:
    """Whether axes are the leftmost ones, which say what the others need not repeat."""
    place = ax.get_subplotspec()
    return place is None or bool(place.is_first_col())


def _places(names: Any, features: Any) -> Any:
    """Return the places of features that are named or numbered."""
    places = {name: place for place, name in enumerate(np.asarray(names).tolist())}
    places |= {place: place for place in range(len(names)) if place not in places}
    if unknown := [feature for feature in features if feature not in places]:
        raise InputError(
            f"the model has no feature {unknown[0]!r}",
            code="unknown-column",
            parameter="features",
        )
    return np.array([places[feature] for feature in features])


def _curves(model: Any, X: Any, chosen: Any) -> tuple[Any, Any]:
    """Return values of features and their densities."""
    if X.ndim != 2 or X.shape[1] != model.n_features_in_:  # noqa: PLR2004 (rows and columns)
        raise InputError(
            f"X has shape {X.shape}, but the model was fitted to {model.n_features_in_} columns",
            code="shape-mismatch",
            parameter="X",
        )
    features = np.arange(X.shape[1]) if chosen is None else chosen
    low, high = np.transpose([reach(X[:, feature], MARGIN) for feature in features])
    points = np.linspace(low, high, POINTS).T
    densities = [_density(model, f, at) for f, at in zip(features, points, strict=True)]
    return points, np.array(densities)


def _density(model: Any, feature: int, at: Any) -> Any:
    """Return p(x|c): rows of which all else is not observed have no other factor but the prior."""
    rows = np.full((len(at), model.n_features_in_), np.nan)
    rows[:, feature] = at
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "X does not have valid feature names")
        joint = model.predict_joint_log_proba(rows)
    return np.exp(joint - model.class_log_prior_)


def _overlap(points: Any, densities: Any) -> Any:
    """Return how much the curves of each feature have in common, 1 if they are all the same."""
    widths = np.gradient(points, axis=1)[:, :, np.newaxis]
    shares = densities * widths
    shares = shares / shares.sum(axis=1, keepdims=True)
    return 1 - (shares.max(axis=2).sum(axis=1) - 1) / max(1, densities.shape[2] - 1)
