"""``priory text predict``: classify texts in input order."""

from __future__ import annotations

import math
import sys
import warnings
from collections import Counter
from contextlib import closing
from itertools import chain
from typing import TYPE_CHECKING, Any, TextIO

from priory._show import cell, counted, dump, number, path_text, plain, spelled
from priory.cli._data import Data, add_data_arguments
from priory.cli._output import check_output, writer
from priory.cli.text._model import UNDECIDED, load

if TYPE_CHECKING:
    import argparse

    from priory.cli._rows import Row

__all__ = ["OPTIONS", "add_arguments", "run"]

OPTIONS = {"n_jobs": "--jobs"}
UNLABELLED = f"{{}} no label: {UNDECIDED}"
ALONE = "{} no known words; class priors are used"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument("model", metavar="MODEL", help="model file written by `priory text fit`")
    add_data_arguments(parser, labelled=False)
    parser.add_argument(
        "--proba",
        action="store_true",
        help="output the probability of every label, not only of the predicted one",
    )
    parser.add_argument("-o", "--output", metavar="FILE", help="output file (default: stdout)")
    parser.add_argument("--json", action="store_true", help="output JSON Lines instead of TSV")
    parser.add_argument(
        "--jobs", type=int, default=-1, metavar="N", help="number of threads; -1 uses all cores"
    )


def run(options: argparse.Namespace) -> int:
    """Predict batch by batch."""
    data = Data(options)
    path = None if options.output == "-" else options.output
    if path is not None:
        check_output(path, options.data, options.model)
    model: Any = load(options.model).set_params(n_jobs=options.jobs)
    odd: Counter[str] = Counter()
    batches = data.batches(bar=path is not None or not sys.stdout.isatty())
    with writer(path) as out, closing(batches):
        verdicts = (_verdicts(model, batch, odd) for batch in batches)
        first = next(verdicts, [])  # what cannot be read gets no header either
        if not (options.json or options.no_header):
            print(*_head(model, data, options), sep="\t", file=out)
        for found in chain([first], verdicts):
            _write(model, found, data, options, out)
    data.report_bad()
    for why, n_rows in odd.items():
        if n_rows:
            have = f"{counted(n_rows, 'row')} {'has' if n_rows == 1 else 'have'}"
            print(f"priory: {why.format(have)}", file=sys.stderr)
    return 0


def _head(model: Any, data: Data, options: argparse.Namespace) -> list[str]:
    probabilities = map(spelled, model.classes_) if options.proba else ["probability"]
    return ["label", *map(cell, probabilities), *(["file"] if data.is_folder else [])]


def _write(
    model: Any,
    verdicts: list[tuple[Row, list[float]]],
    data: Data,
    options: argparse.Namespace,
    out: TextIO,
) -> None:
    """Write the verdicts on a batch."""
    labels = list(map(plain, model.classes_))
    for row, shares in verdicts:
        probability = max(shares)
        is_decided = not math.isnan(probability)
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


def _verdicts(model: Any, batch: list[Row], odd: Counter[str]) -> list[tuple[Row, list[float]]]:
    """Return each row of a batch with the probabilities of its labels, and count what is odd."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        shares = model.predict_proba([row.text for row in batch])
    for warning in caught:
        if not issubclass(warning.category, RuntimeWarning):  # what those say is counted
            warnings.warn(warning.message, stacklevel=1)
        odd[ALONE] += len(getattr(warning.message, "rows", ()))
    odd[UNLABELLED] += sum(map(math.isnan, shares.max(axis=1, initial=0.0)))
    return list(zip(batch, shares.tolist(), strict=True))
