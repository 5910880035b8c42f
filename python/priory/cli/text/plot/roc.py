"""``priory text plot roc``: ROC curves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from priory.cli.text._model import label_of
from priory.cli.text.plot import _judged
from priory.cli.text.plot._figure import write

if TYPE_CHECKING:
    import argparse

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    _judged.add_arguments(parser)
    parser.add_argument("--positive", metavar="LABEL", help="plot the curve of this label only")


def run(options: argparse.Namespace) -> int:
    """Draw ROC curves, and where the model's own labels stand on them."""
    model, y, logs = _judged.judge(options)
    positive = None if options.positive is None else label_of(options.positive, model.classes_)
    from priory.evidence.plot import RocDisplay  # noqa: PLC0415 (slow)

    decisions = model.classes_[logs.argmax(axis=1)]
    display = RocDisplay.from_predictions(
        y, logs, decisions=decisions, classes=model.classes_, positive=positive
    )
    return write(display, options)
