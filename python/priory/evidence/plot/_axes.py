"""Display base class: matplotlib axes, and colour-blind safe colours."""

from __future__ import annotations

from numbers import Integral
from typing import Any, Self

import numpy as np

from priory.errors import InputError

__all__ = [
    "FEW",
    "Display",
    "colour",
    "feature_name",
    "grid_of_axes",
    "in_order",
    "line_style",
    "marker",
    "place_of",
    "shade",
    "spelled",
]

FEW = 8  # colours that can be told apart; more classes are drawn in another way

# The palette of Okabe and Ito, without its yellow, which is hard to see on white.
_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#000000", "#999999")
_MARKERS = "osD^vPX*"
_STYLES = ("-", "--", "-.", ":")
LONGEST_NAME = 24


class Display:
    """What all pictures have, by scikit-learn's convention."""

    ax_: Any
    figure_: Any

    def plot(self, ax: Any = None) -> Self:
        """Draw.

        Parameters
        ----------
        ax : matplotlib Axes, default=None
            Where to draw; by default on new axes.

        Returns
        -------
        Display
            The same object, with its axes.
        """
        if ax is None:
            ax = _new(*self._inches()).subplots()
            self._draw_behind(ax)
        self.ax_, self.figure_ = ax, ax.figure
        self._draw(ax)
        return self

    def _inches(self) -> tuple[float, float]:
        """Return the width and height of a new figure."""
        return 6.4, 4.8

    def _draw(self, ax: Any) -> None:
        """Draw on axes, which others may have drawn on."""
        raise NotImplementedError

    def _draw_behind(self, ax: Any) -> None:
        """Draw what stands on new axes only, which one display has for itself."""


def grid_of_axes(n_rows: int, n_columns: int, width: float, height: float, **shared: Any) -> Any:
    """Return new axes in rows and columns."""
    return _new(width, height).subplots(n_rows, n_columns, squeeze=False, **shared)


def _new(width: float, height: float) -> Any:
    try:
        from matplotlib import pyplot as plt  # noqa: PLC0415 (only those who draw need it)
    except ImportError as missing:
        raise ImportError(
            "plots need matplotlib: install it with `pip install priory[plot]`"
        ) from missing
    return plt.figure(figsize=(width, height), layout="constrained")


def colour(place: int) -> str:
    """Return the colour of the class at a place."""
    return _COLOURS[place % FEW]


def shade(place: int, strength: float) -> Any:
    """Return the colour of the class at a place, mixed with white, as red, green and blue."""
    full = np.array(list(bytes.fromhex(colour(place)[1:]))) / 255
    return 1 - strength * (1 - full)


def marker(place: int) -> str:
    """Return the mark of the class at a place, so that colour is never alone.

    Classes of the same colour have different marks.
    """
    return _MARKERS[(place + place // FEW) % FEW]


def line_style(place: int) -> str:
    """Return the dashes of the curve at a place, for the same reason."""
    return _STYLES[(place + place // FEW) % len(_STYLES)]


def place_of(classes: Any, positive: Any) -> int:
    """Return the place of the class that was chosen."""
    if positive not in classes.tolist():
        raise InputError(
            f"positive={positive!r} is not a class; the classes are {classes.tolist()}",
            code="unknown-label",
            parameter="positive",
        )
    return int(classes.tolist().index(positive))


def feature_name(name: Any) -> str:
    """Return the name of a feature as it stands beside an axis; some have numbers only."""
    return f"feature {name}" if isinstance(name, Integral) else spelled(name)


def spelled(name: Any) -> str:
    """Return a name as it stands beside an axis: one line, not too long, no formulas."""
    letters = " ".join(str(name).split())
    text = "".join(one if one.isprintable() else "\N{REPLACEMENT CHARACTER}" for one in letters)
    text = text if len(text) <= LONGEST_NAME else f"{text[: LONGEST_NAME - 1]}…"
    text = f"\N{ZERO WIDTH SPACE}{text}" if text.startswith("_") else text  # or it is left out
    return text.replace("$", r"\$")  # matplotlib reads what stands between dollars as a formula


def in_order(values: Any) -> Any:
    """Return the places of values, the largest first, the first of equals first."""
    return np.argsort(-np.asarray(values), kind="stable")
