"""``priory text words``: the most informative words of each label."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from priory._show import dump, number, plain, shown, spelled, table
from priory.cli.text._model import label_of, load_words

if TYPE_CHECKING:
    import argparse

    from priory.text import TellingWord

__all__ = ["OPTIONS", "add_arguments", "run", "words_table"]


OPTIONS = {"k": "--top", "min_count": "--min-count"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument("model", metavar="MODEL", help="model file written by `priory text fit`")
    parser.add_argument(
        "-n",
        "--top",
        dest="n",
        type=int,
        default=10,
        metavar="N",
        help="number of words for each label (default: %(default)s)",
    )
    parser.add_argument(
        "--by",
        choices=("log_ratio", "mutual_info"),
        default="log_ratio",
        help="rank by log-probability ratio to the other labels, or by mutual information with "
        "the label, which favours frequent words (default: %(default)s)",
    )
    parser.add_argument(
        "--min-count",
        type=int,
        default=1,
        metavar="N",
        help="ignore words with fewer occurrences (default: %(default)s)",
    )
    parser.add_argument("--label", metavar="LABEL", help="list the words of this label only")
    parser.add_argument("--json", action="store_true", help="write one JSON object")


def run(options: argparse.Namespace) -> int:
    """Print a table for each label."""
    model = load_words(options.model)
    words = model.words(options.n, by=options.by, min_count=options.min_count)
    chosen = words
    if options.label is not None:
        label = label_of(options.label, words)
        chosen = {label: words[label]}
    if options.json:
        dump({plain(label): list(map(_as_json, chosen[label])) for label in chosen})
    else:
        digits = 2 if options.by == "log_ratio" else 4
        tables = (words_table(label, found, digits) for label, found in chosen.items())
        print("\n\n".join(tables))
    return 0


def _as_json(telling: TellingWord) -> dict[str, Any]:
    counts = {plain(label): number(count) for label, count in telling.counts.items()}
    return {"word": telling.word, "weight": number(telling.weight), "counts": counts}


def words_table(label: Any, words: list[TellingWord], digits: int = 2) -> str:
    """Lay out the telling words of a label: how much they tell, and how often they occur.

    Parameters
    ----------
    label : object
        The label they speak for.
    words : list of TellingWord
        The words, as `TextClassifier.words` gives them.
    digits : int, default=2
        Those of weights that are shown behind the point.

    Returns
    -------
    str
        A table with a head.
    """
    rows = []
    for telling in words:
        inside = telling.counts[label]
        elsewhere = sum(telling.counts.values()) - inside
        weight = f"{telling.weight:.{digits}f}"
        rows.append([shown(telling.word), weight, f"{inside:g}", f"{elsewhere:g}"])
    return table([shown(spelled(label)), "weight", "count", "elsewhere"], rows)
