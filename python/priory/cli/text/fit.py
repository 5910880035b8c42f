"""``priory text fit``: train a text classifier and save it."""

from __future__ import annotations

import sys
from contextlib import closing
from typing import TYPE_CHECKING, Any

from priory._show import counted, dump, path_text, plain, shown, spelled
from priory.cli._data import Data
from priory.cli._errors import CommandError
from priory.cli._output import check_output
from priory.cli.text._fit_arguments import OPTIONS, REMEDIES, add_arguments, unfitted
from priory.cli.text._model import has_words, is_of_neighbors

if TYPE_CHECKING:
    import argparse

__all__ = ["OPTIONS", "REMEDIES", "add_arguments", "run"]

MOST_LABELS = 10  # named in the report


def run(options: argparse.Namespace) -> int:
    """Learn batch by batch, then write the model."""
    data = Data(options)
    check_output(options.output, options.data)
    model = unfitted(options)
    with closing(data.batches()) as batches:
        for batch in batches:
            model.partial_fit([row.text for row in batch], [row.label for row in batch])
    data.report_bad()
    if not data.n_rows:
        raise CommandError(f"{data.name} has no rows to learn from")
    if is_of_neighbors(model):
        model.predict_proba([])  # refuses what no prediction could use
    model.save(options.output)
    if not model.n_words_ and has_words(model):
        print(f"priory: {_wordless(model)}", file=sys.stderr)
    if len(model.classes_) == 1:
        only = shown(spelled(model.classes_[0]))
        print(f"priory: only one class, {only}: add texts with another label", file=sys.stderr)
    _report(model, data, options)
    return 0


def _wordless(model: Any) -> str:
    """Say what a model without words does, and how it gets some."""
    remedy = "check the texts, --analyzer, --ngrams and --stop-words"
    if (model.min_df, model.max_df) != (1, 1.0):
        limits = f"--min-df {model.min_df} and --max-df {model.max_df}"
        remedy = f"lower --min-df or raise --max-df ({limits})"
    return f"the model has no words, so it gives every text the same label: {remedy}"


def _report(model: Any, data: Data, options: argparse.Namespace) -> None:
    """Say what was learned."""
    counts = list(zip(model.classes_, map(int, model.class_count_), strict=True))
    if options.json:
        dump(
            {
                "model": path_text(options.output),
                "texts": data.n_rows,
                "classes": {plain(label): count for label, count in counts},
                "words": int(model.n_words_) if has_words(model) else None,
                "bad_rows": data.n_bad,
            }
        )
        return
    classes = ", ".join(f"{count:,} {shown(spelled(label))}" for label, count in counts)
    if len(counts) > MOST_LABELS:
        classes = f"{len(counts):,} labels"
    words = f", {counted(model.n_words_, 'word')}" if has_words(model) else ""
    print(f"{shown(options.output)}: {counted(data.n_rows, 'text')} ({classes}){words}")
