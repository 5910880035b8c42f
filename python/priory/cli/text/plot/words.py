"""``priory text plot words``: word probabilities by label."""

from __future__ import annotations

from typing import TYPE_CHECKING

from priory.cli.text._model import load_words
from priory.cli.text.plot._figure import add_output, check_figure, write

if TYPE_CHECKING:
    import argparse

__all__ = ["OPTIONS", "REMEDIES", "add_arguments", "run"]

OPTIONS = {"words": "--top"}
REMEDIES = {"unsupported": "fit another --model"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument("model", metavar="MODEL", help="model file written by `priory text fit`")
    parser.add_argument(
        "-n",
        "--top",
        dest="n",
        type=int,
        default=20,
        metavar="N",
        help="number of words (default: %(default)s)",
    )
    parser.add_argument("--all", action="store_true", help="plot all words, without labels")
    add_output(parser)


def run(options: argparse.Namespace) -> int:
    """Draw the words of a model."""
    check_figure(options, options.model)
    model = load_words(options.model)
    from priory.evidence.plot import WordsDisplay  # noqa: PLC0415 (slow)

    chosen = "all" if options.all else options.n
    return write(WordsDisplay.from_estimator(model, words=chosen), options)
