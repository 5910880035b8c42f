"""``priory text words``: the words that speak most for each label."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from priory._show import dump, number, plain, shown, spelled, table
from priory.cli._errors import CommandError
from priory.cli.text._model import complaints, label_of, load

if TYPE_CHECKING:
    import argparse

    from priory.text import TellingWord

__all__ = ["add_arguments", "run", "words_table"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument("model", metavar="MODEL", help="a file that `priory text fit` wrote")
    parser.add_argument(
        "-n", type=int, default=10, metavar="N", help="how many of each (default: %(default)s)"
    )
    parser.add_argument("--label", metavar="LABEL", help="show the words of this label only")
    parser.add_argument("--json", action="store_true", help="write one JSON object")


def run(options: argparse.Namespace) -> int:
    """Print a table for each label."""
    if options.n < 1:
        raise CommandError(f"-n must be 1 or more, not {options.n}")
    model = load(options.model)
    with complaints():
        words = model.words(options.n)
    chosen = words
    if options.label is not None:
        label = label_of(options.label, words)
        chosen = {label: words[label]}
    if options.json:
        dump({plain(label): list(map(_as_json, chosen[label])) for label in chosen})
    else:
        print("\n\n".join(words_table(label, found) for label, found in chosen.items()))
    return 0


def _as_json(telling: TellingWord) -> dict[str, Any]:
    counts = {plain(label): number(count) for label, count in telling.counts.items()}
    return {"word": telling.word, "weight": number(telling.weight), "counts": counts}


def words_table(label: Any, words: list[TellingWord]) -> str:
    """Lay out the telling words of a label: how much they tell, and how often they occur.

    Parameters
    ----------
    label : object
        The label they speak for.
    words : list of TellingWord
        The words, as `TextClassifier.words` gives them.

    Returns
    -------
    str
        A table with a head.
    """
    rows = []
    for telling in words:
        inside = telling.counts[label]
        elsewhere = sum(telling.counts.values()) - inside
        rows.append([shown(telling.word), f"{telling.weight:.2f}", f"{inside:g}", f"{elsewhere:g}"])
    return table([shown(spelled(label)), "weight", "count", "elsewhere"], rows)
