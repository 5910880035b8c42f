"""``priory text plot evidence``: evidence for and against the label of a text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from priory.cli.text._model import label_of, load_words
from priory.cli.text.explain import read_text
from priory.cli.text.plot._figure import add_output, check_figure, write

if TYPE_CHECKING:
    import argparse

__all__ = ["OPTIONS", "add_arguments", "run"]

OPTIONS = {"n": "--top", "against": "--against", "explanation": "MODEL"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument("model", metavar="MODEL", help="model file written by `priory text fit`")
    parser.add_argument("text", metavar="TEXT", help="text, or - for stdin")
    parser.add_argument(
        "-n",
        "--top",
        dest="n",
        type=int,
        default=15,
        metavar="N",
        help="number of words (default: %(default)s)",
    )
    parser.add_argument(
        "--against",
        metavar="LABEL",
        help="label to compare with (default: the second most probable)",
    )
    add_output(parser)


def run(options: argparse.Namespace) -> int:
    """Draw what spoke."""
    check_figure(options, options.model)
    model = load_words(options.model)
    from priory.evidence.plot import EvidenceDisplay  # noqa: PLC0415 (slow)

    against = None if options.against is None else label_of(options.against, model.classes_)
    explanation = model.explain(read_text(options.text))
    display = EvidenceDisplay.from_explanation(explanation, against=against, n=options.n)
    return write(display, options)
