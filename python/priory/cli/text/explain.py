"""``priory text explain``: a verdict, and everything that speaks for it and against it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from priory.cli._errors import CommandError
from priory.cli._file import File
from priory.cli._show import dump
from priory.cli.text._evidence import as_json, report
from priory.cli.text._model import complaints, load

if TYPE_CHECKING:
    import argparse

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument("model", metavar="MODEL", help="a file that `priory text fit` wrote")
    parser.add_argument("text", metavar="TEXT", help="the text, or - for standard input")
    parser.add_argument(
        "-n",
        type=int,
        default=20,
        metavar="N",
        help="how many words are shown, the strongest first (default: %(default)s)",
    )
    parser.add_argument("--json", action="store_true", help="write one JSON object, with all words")


def run(options: argparse.Namespace) -> int:
    """Explain one text."""
    if options.n < 0:
        raise CommandError(f"-n must be 0 or more, not {options.n}")
    model = load(options.model)
    with complaints():
        explanation = model.explain(_text(options.text))
    if options.json:
        dump(as_json(explanation))
    else:
        print(report(explanation, options.n))
    return 0


def _text(word: str) -> str:
    """Return the text that is meant: the word itself, or all of standard input."""
    if word != "-":
        return word
    with File(word) as file:
        content = file.whole()
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        number = content.count(b"\n", 0, error.start) + 1
        raise CommandError(f"standard input, line {number}: bytes that are not utf-8") from error
