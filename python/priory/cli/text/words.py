"""``priory text words``: the words that speak most for each label."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from priory.cli._errors import CommandError
from priory.cli._show import dump, number, shown, table
from priory.cli.text._model import complaints, load, plain, spelled

if TYPE_CHECKING:
    import argparse

    from priory.text import TellingWord

__all__ = ["add_arguments", "run", "words_table"]

MOST_LABELS = 20  # named in a message


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
    chosen = _choose(words, options.label)
    if options.json:
        dump({plain(label): list(map(_as_json, chosen[label])) for label in chosen})
    else:
        print("\n\n".join(words_table(label, found) for label, found in chosen.items()))
    return 0


def _choose(words: dict[Any, list[TellingWord]], name: str | None) -> dict[Any, list[TellingWord]]:
    if name is None:
        return words
    chosen = {label: found for label, found in words.items() if spelled(label) == name}
    if not chosen:
        there = ", ".join(map(spelled, list(words)[:MOST_LABELS]))
        raise CommandError(f"no label is {name!r}: there are {there}")
    return chosen


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
