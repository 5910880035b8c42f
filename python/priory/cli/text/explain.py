"""``priory text explain``: a prediction with the evidence for and against it."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

from priory.cli._errors import CommandError
from priory.cli._file import File
from priory.cli._output import check_output, writer
from priory.cli._terminal import console
from priory.cli.text._model import UNDECIDED, check_against, is_of_neighbors, label_of, load

if TYPE_CHECKING:
    import argparse

__all__ = ["OPTIONS", "add_arguments", "read_text", "run"]

OPTIONS = {"n": "--top", "against": "--against"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument("model", metavar="MODEL", help="model file written by `priory text fit`")
    parser.add_argument("text", metavar="TEXT", help="text, or - for stdin")
    parser.add_argument(
        "-n",
        "--top",
        dest="n",
        type=int,
        default=20,
        metavar="N",
        help="number of words, or of neighbours with knn, strongest first (default: %(default)s)",
    )
    parser.add_argument(
        "--against",
        metavar="LABEL",
        help="label to compare with (default: the second most probable)",
    )
    parser.add_argument(
        "--json", action="store_true", help="output one JSON object with all words or neighbours"
    )
    parser.add_argument(
        "--html",
        metavar="FILE",
        help="write an HTML page with highlighted words or nearest neighbours; - is stdout",
    )


def run(options: argparse.Namespace) -> int:
    """Explain one text."""
    if options.n < 0:
        raise CommandError(f"--top must be 0 or more, not {options.n}")
    if options.html is not None and options.json:
        raise CommandError("--html and --json are mutually exclusive: remove one")
    if options.html not in (None, "-"):
        read = [options.model, "-"] if options.text == "-" else [options.model]
        check_output(options.html, *read, option="--html", thing="page")
    model: Any = load(options.model)
    against = _against(options, model)
    explanation = model.explain(read_text(options.text))
    check_against(against.get("against"), explanation)
    if options.html is not None:
        page = explanation.to_html(n=options.n, **against)
        with writer(None if options.html == "-" else options.html, private=True) as out:
            out.write(page)
    elif options.json:
        print(explanation.to_json(**against))
    elif is_of_neighbors(model):
        _print_neighbors(explanation, options.n)
    else:
        _print(explanation, options.n, against)
    return 0


def _against(options: argparse.Namespace, model: Any) -> dict[str, Any]:
    """Return the label that another is held against, if anybody named one."""
    if options.against is None:
        return {}
    if is_of_neighbors(model):
        raise CommandError(
            f"--against has no effect with {options.model}, which is a k-NN model: remove it"
        )
    return {"against": label_of(options.against, model.classes_)}


def _print_neighbors(explanation: Any, n: int) -> None:
    out = console()
    if out is None:
        print(explanation.to_text(n=n))
    else:
        from priory.cli.text._drawing import draw_neighbors  # noqa: PLC0415 (only terminals)

        draw_neighbors(explanation, out, n)


def _print(explanation: Any, n: int, against: dict[str, Any]) -> None:
    if explanation.label is None:
        print(f"No label: {UNDECIDED}\n")
    out = console()
    if out is None or len(explanation.classes) == 1:
        print(explanation.to_text(n=n, color=_is_colored(), **against))
    else:
        from priory.cli.text._drawing import draw  # noqa: PLC0415 (only terminals need it)

        draw(explanation, out, n, **against)


def _is_colored() -> bool:
    """Tell whether whoever looks has colours, and wants them (https://no-color.org)."""
    wanted = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return wanted and sys.stdout.isatty()


def read_text(word: str) -> str:
    """Return the text that is meant: the word itself, or all of standard input."""
    if word != "-":
        return word
    with File(word) as file:
        content = file.whole()
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        number = content.count(b"\n", 0, error.start) + 1
        raise CommandError(f"standard input, line {number}: not valid UTF-8") from error
