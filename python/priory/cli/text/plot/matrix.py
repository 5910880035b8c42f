"""``priory text plot matrix``: the document-term matrix."""

from __future__ import annotations

from typing import TYPE_CHECKING

from priory.cli._data import add_data_arguments
from priory.cli.text.plot._figure import add_output, check_figure, write
from priory.cli.text.plot._judged import read_all

if TYPE_CHECKING:
    import argparse

__all__ = ["REMEDIES", "add_arguments", "run"]

REMEDIES = {"empty-vocabulary": "check the texts"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    add_data_arguments(parser, labelled=True)
    add_output(parser)


def run(options: argparse.Namespace) -> int:
    """Draw the words of labelled texts."""
    check_figure(options, options.data)
    texts, labels = read_all(options)
    from priory import CountVectorizer  # noqa: PLC0415 (slow)
    from priory.evidence.plot import MatrixDisplay  # noqa: PLC0415 (slow)

    counts = CountVectorizer().fit_transform(texts)
    return write(MatrixDisplay.from_matrix(counts, labels), options)
