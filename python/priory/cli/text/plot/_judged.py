"""Predictions for labelled texts, as the performance plots need them."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, Any

from priory._show import plain
from priory.cli._data import Data, add_data_arguments
from priory.cli._errors import CommandError
from priory.cli.text._model import label_of, load
from priory.cli.text.plot._figure import add_output, check_figure

if TYPE_CHECKING:
    import argparse

__all__ = ["add_arguments", "judge", "read_all"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the commands take that judge a model by labelled texts."""
    parser.add_argument("model", metavar="MODEL", help="model file written by `priory text fit`")
    add_data_arguments(parser, labelled=True)
    add_output(parser)


def judge(options: argparse.Namespace) -> tuple[Any, list[Any], Any]:
    """Return the model, the true labels, and the logarithms of the probabilities it gives."""
    check_figure(options, options.model, options.data)
    model = load(options.model)
    texts, names = read_all(options)
    known = {name: plain(label_of(name, model.classes_)) for name in dict.fromkeys(names)}
    return model, [known[name] for name in names], model.predict_log_proba(texts)


def read_all(options: argparse.Namespace) -> tuple[list[str], list[str]]:
    """Return all texts of DATA, and their labels."""
    data = Data(options)
    with closing(data.batches()) as batches:
        rows = [row for batch in batches for row in batch]
    data.report_bad()
    if not rows:
        raise CommandError(f"{data.name} has no rows to draw")
    return [row.text for row in rows], [row.label for row in rows]
