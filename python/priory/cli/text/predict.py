"""``priory text predict``: a label for each text, in the order of the input."""

from __future__ import annotations

import math
import sys
import warnings
from contextlib import closing
from itertools import chain
from typing import TYPE_CHECKING, TextIO

from priory._show import cell, dump, number, path_text, plain, spelled
from priory.cli._data import Data, add_data_arguments
from priory.cli._output import check_output, writer
from priory.cli.text._model import UNDECIDED, complaints, load

if TYPE_CHECKING:
    import argparse

    from priory import TextClassifier
    from priory.cli._rows import Row

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument("model", metavar="MODEL", help="a file that `priory text fit` wrote")
    add_data_arguments(parser, labelled=False)
    parser.add_argument(
        "--proba",
        action="store_true",
        help="write the probability of every label, not only of the one that is given",
    )
    parser.add_argument(
        "-o", "--output", metavar="FILE", help="write to a file instead of standard output"
    )
    parser.add_argument("--json", action="store_true", help="write JSON lines instead of a table")
    parser.add_argument(
        "--jobs", type=int, default=-1, metavar="N", help="the number of threads; -1 is one a core"
    )


def run(options: argparse.Namespace) -> int:
    """Predict batch by batch."""
    data = Data(options)
    path = None if options.output == "-" else options.output
    if path is not None:
        check_output(path, options.data, options.model)
    model = load(options.model).set_params(n_jobs=options.jobs)
    n_undecided = 0
    batches = data.batches(bar=path is not None or not sys.stdout.isatty())
    with complaints(), writer(path) as out, closing(batches):
        verdicts = (_verdicts(model, batch) for batch in batches)
        first = next(verdicts, [])  # what cannot be read gets no header either
        if not (options.json or options.no_header):
            print(*_head(model, data, options), sep="\t", file=out)
        for found in chain([first], verdicts):
            n_undecided += _write(model, found, data, options, out)
    data.report_bad()
    if n_undecided:
        print(f"priory: no label for {n_undecided} of the rows: {UNDECIDED}", file=sys.stderr)
    return 0


def _head(model: TextClassifier, data: Data, options: argparse.Namespace) -> list[str]:
    probabilities = map(spelled, model.classes_) if options.proba else ["probability"]
    return ["label", *map(cell, probabilities), *(["file"] if data.is_folder else [])]


def _write(
    model: TextClassifier,
    verdicts: list[tuple[Row, list[float]]],
    data: Data,
    options: argparse.Namespace,
    out: TextIO,
) -> int:
    """Write the verdicts on a batch, and return how many texts got no label."""
    labels = list(map(plain, model.classes_))
    n_undecided = 0
    for row, shares in verdicts:
        probability = max(shares)
        is_decided = not math.isnan(probability)
        n_undecided += not is_decided
        label = labels[shares.index(probability)] if is_decided else None
        if options.json:
            record = {"label": label, "probability": number(probability)}
            if options.proba:
                record["probabilities"] = dict(zip(labels, map(number, shares), strict=True))
            dump({**record, "file": path_text(row.file), "line": row.line}, out)
        else:
            cells = [spelled(label), *(shares if options.proba else [probability])]
            cells += [row.file] if data.is_folder else []
            print(*map(cell, cells), sep="\t", file=out)
    return n_undecided


def _verdicts(model: TextClassifier, batch: list[Row]) -> list[tuple[Row, list[float]]]:
    """Return each row of a batch with the probabilities of its labels."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # texts without a label are counted
        shares = model.predict_proba([row.text for row in batch])
    return list(zip(batch, shares.tolist(), strict=True))
