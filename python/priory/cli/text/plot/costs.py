"""``priory text plot costs``: mean cost by decision threshold."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from priory._show import plain
from priory.cli._errors import CommandError
from priory.cli.text._model import label_of
from priory.cli.text.plot import _judged
from priory.cli.text.plot._figure import write

if TYPE_CHECKING:
    import argparse

__all__ = ["OPTIONS", "add_arguments", "run"]

OPTIONS = {"costs": "--false-alarm, --miss"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    _judged.add_arguments(parser)
    parser.add_argument("--positive", metavar="LABEL", help="positive label (default: the second)")
    parser.add_argument(
        "--false-alarm",
        type=float,
        default=10.0,
        metavar="COST",
        help="cost of a false positive (default: %(default)s)",
    )
    parser.add_argument(
        "--miss",
        type=float,
        default=1.0,
        metavar="COST",
        help="cost of a false negative (default: %(default)s)",
    )


def _check(option: str, cost: float) -> None:
    """Refuse what is no cost."""
    if not (math.isfinite(cost) and cost >= 0):
        raise CommandError(f"{option}: must be a finite number of 0 or more, not {cost:g}")


def run(options: argparse.Namespace) -> int:
    """Draw the mean cost over the threshold."""
    _check("--false-alarm", options.false_alarm)
    _check("--miss", options.miss)
    model, y, logs = _judged.judge(options)
    labels = [plain(label) for label in model.classes_]
    if len(labels) != 2:  # noqa: PLR2004 (positive and negative)
        raise CommandError(f"a threshold is one of two labels, and the model has {len(labels)}")
    positive = labels[1] if options.positive is None else label_of(options.positive, labels)
    (negative,) = (label for label in labels if label != positive)
    costs = {(negative, positive): options.false_alarm, (positive, negative): options.miss}
    import numpy as np  # noqa: PLC0415 (slow)

    from priory.evidence.plot import CostDisplay  # noqa: PLC0415 (slow)

    display = CostDisplay.from_predictions(
        y, np.exp(logs), costs, classes=model.classes_, positive=positive, name="the model"
    )
    return write(display, options)
