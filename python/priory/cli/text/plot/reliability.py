"""``priory text plot reliability``: a reliability diagram (calibration curve)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from priory.cli.text.plot._figure import write
from priory.cli.text.plot._judged import add_arguments, judge

if TYPE_CHECKING:
    import argparse

__all__ = ["add_arguments", "run"]


def run(options: argparse.Namespace) -> int:
    """Draw the curve of the model."""
    model, y, logs = judge(options)
    import numpy as np  # noqa: PLC0415 (slow)

    from priory.evidence.plot import ReliabilityDisplay  # noqa: PLC0415 (slow)

    display = ReliabilityDisplay.from_predictions(
        y, np.exp(logs), classes=model.classes_, name="the model"
    )
    return write(display, options)
