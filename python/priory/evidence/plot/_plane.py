"""Grid over two features: where a model is evaluated, and its training points.

scikit-learn's DecisionBoundaryDisplay does not serve: it goes one unit beyond the data whatever
their range, has other parameters from version to version, and draws a vector for each cell.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from scipy.ndimage import distance_transform_edt

from priory.errors import InputError
from priory.evidence.plot._axes import FEW, colour, feature_name, marker, shade, spelled
from priory.evidence.plot._values import asked, limits_of, read_table

__all__ = ["Plane", "shades"]

BEYOND = "white"  # of what is no class: a refusal


@dataclass(frozen=True, eq=False)
class Plane:
    """A grid over two features, and rows of data with their labels.

    Parameters
    ----------
    X : ndarray of shape (n_samples, 2)
        The rows of the points.
    y : ndarray of shape (n_samples,)
        Their labels.
    limits : ndarray of shape (2, 2)
        From where to where each feature goes.
    names : list of length 2
        The features.
    """

    X: Any
    y: Any
    limits: Any
    names: Any

    @classmethod
    def of(cls, model: Any, X: Any, y: Any, limits: Any) -> Self:
        """Take the points of data; the plane goes a little beyond them, or as it is told."""
        rows, names = read_table(model, X, 2)
        if isinstance(getattr(model, "classes_", None), list):
            raise InputError(
                f"{type(model).__name__} is a multi-output classifier",
                code="unsupported",
                parameter="model",
                remedy="fit it to one label per row",
            )
        y = np.asarray(y)
        if y.shape != (len(rows),):
            raise InputError(
                f"y has shape {y.shape}, but X has {len(rows)} rows",
                code="shape-mismatch",
                parameter="y",
                remedy="pass one label per row",
            )
        return cls(rows, y, limits_of(rows, limits), names)

    def grid(self, X: Any, resolution: int) -> Any:
        """Return the middles of the cells, a row each, as a table of the kind that X is."""
        if resolution < 2:  # noqa: PLR2004 (or there is no border)
            raise InputError(
                f"resolution={resolution!r} is less than 2",
                code="bad-parameter",
                parameter="resolution",
                remedy="pass at least two cells per axis",
            )
        first, second = np.meshgrid(*(self.middles(axis, resolution) for axis in (0, 1)))
        return asked(X, np.column_stack([first.ravel(), second.ravel()]))

    def middles(self, axis: int, resolution: int) -> Any:
        """Return the middles of the cells along one side."""
        low, high = self.limits[axis]
        edges = np.linspace(low, high, resolution + 1)
        return edges[:-1] + np.diff(edges) / 2

    def image(self, ax: Any, cells: Any, **style: Any) -> Any:
        """Draw the cells, and name the axes."""
        extent = self.limits.ravel()
        style = {"origin": "lower", "aspect": "auto", "interpolation": "nearest", **style}
        image = ax.imshow(cells, extent=extent, **style)
        ax.set(xlabel=feature_name(self.names[0]), ylabel=feature_name(self.names[1]))
        return image

    def borders(self, ax: Any, places: Any, classes: list[Any]) -> None:
        """Draw lines between classes, and name the fields of more than there are colours."""
        first, second = (self.middles(axis, len(places)) for axis in (0, 1))
        for place in np.unique(places):
            inside = places == place
            if inside.all():
                continue
            ax.contour(first, second, inside, levels=[0.5], colors="0.2", linewidths=0.8)
        if len(classes) <= FEW:
            return
        for place in np.unique(places):
            depth = distance_transform_edt(np.pad(places == place, 1))[1:-1, 1:-1]
            row, column = np.unravel_index(depth.argmax(), depth.shape)
            where = first[column], second[row]
            text = ax.text(*where, spelled(classes[place]), ha="center", va="center", zorder=4)
            text.set_bbox({"facecolor": "white", "alpha": 0.8, "linewidth": 0, "pad": 1.5})

    def points(self, ax: Any, classes: list[Any], n_classes: int) -> None:
        """Draw the points of each class, with a legend beside the axes."""
        size = float(np.clip(9000 / len(self.y), 9, 36))
        for place, name in enumerate(classes):
            rows = self.X[[label == name for label in self.y.tolist()]]
            style = {"color": colour(place), "marker": marker(place), "edgecolor": "0.1"}
            if place >= n_classes:
                style |= {"color": BEYOND, "marker": "s"}
            label = spelled(name)
            ax.scatter(*rows.T, s=size, linewidth=0.5, label=label, zorder=3, **style)
        ax.set(xlim=self.limits[0], ylim=self.limits[1])
        legend = ax.legend(loc="upper left", bbox_to_anchor=(1.01, 1), borderaxespad=0)
        legend.set_title(self._outside())
        for handle in legend.legend_handles:
            handle.set_sizes([36])

    def _outside(self) -> str | None:
        low, high = self.limits.T
        is_shown = (np.clip(self.X, low, high) == self.X).all(axis=1)
        return None if is_shown.all() else f"{(~is_shown).sum()} not shown"


def shades(n_labels: int, n_classes: int, strength: float) -> Any:
    """Return a pale colour for each class, and white for what is none."""
    return np.array(
        [shade(place, strength if place < n_classes else 0) for place in range(n_labels)]
    )
