"""``priory text plot words``: how probable words are, given each label."""

from __future__ import annotations

from typing import TYPE_CHECKING

from priory.cli.text._model import complaints, load_words
from priory.cli.text.plot._figure import add_output, check_figure, write

if TYPE_CHECKING:
    import argparse

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument("model", metavar="MODEL", help="a file that `priory text fit` wrote")
    parser.add_argument(
        "-n", type=int, default=20, metavar="N", help="how many words (default: %(default)s)"
    )
    parser.add_argument("--all", action="store_true", help="draw all words, without their names")
    add_output(parser)


def run(options: argparse.Namespace) -> int:
    """Draw the words of a model."""
    check_figure(options, options.model)
    model = load_words(options.model)
    from priory.evidence.plot import WordsDisplay  # noqa: PLC0415 (slow)

    with complaints():
        chosen = "all" if options.all else options.n
        return write(WordsDisplay.from_estimator(model, words=chosen), options)
