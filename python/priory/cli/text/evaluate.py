"""``priory text evaluate``: how good text classifiers are, by folds or on a test file."""

from __future__ import annotations

import argparse
import warnings
from collections import Counter
from contextlib import closing
from typing import TYPE_CHECKING, Any

from priory._show import counted, dump, plain, shown, spelled, table
from priory.cli._data import Data, add_data_arguments
from priory.cli._errors import CommandError
from priory.cli._progress import Progress
from priory.cli.text._fit_arguments import MODELS, OPTIONS, REMEDIES, add_model_groups, unfitted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from priory.evaluate.texts import TextMeasures, TextTrial

__all__ = ["OPTIONS", "REMEDIES", "add_arguments", "run"]

FOLDS = 10
MOST_PAIRS = 5  # of labels that are confused

Labelled = tuple[list[str], list[Any]]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    add_data_arguments(parser, labelled=True)
    parser.add_argument(
        "--test", metavar="FILE", help="judge the texts of FILE by what DATA teaches, without folds"
    )
    parser.add_argument(
        "--folds", type=int, metavar="N", help=f"number of folds of DATA (default: {FOLDS})"
    )
    parser.add_argument(
        "--grouped", action="store_true", help="keep texts that are the same in one fold"
    )
    parser.add_argument(
        "--seed", type=int, default=0, metavar="N", help="shuffles the folds (default: 0)"
    )
    parser.add_argument(
        "--against",
        action="append",
        choices=MODELS,
        default=[],
        metavar="MODEL",
        help="compare with this model, too; repeatable",
    )
    parser.add_argument("--json", action="store_true", help="output a JSON report")
    add_model_groups(parser)


def run(options: argparse.Namespace) -> int:
    """Judge texts that the models have not learned, then measure."""
    if options.test is not None and options.folds is not None:
        raise CommandError("--folds has no effect with --test: remove one of them")
    if options.test is not None and options.grouped:
        raise CommandError("--grouped has no effect with --test: remove one of them")
    models = _models(options)
    trials = _trials(options, models)
    if options.json:
        dump(_report(options, trials))
    else:
        _print(trials)
    return 0


def _models(options: argparse.Namespace) -> dict[str, Any]:
    """Make the models; one that is compared takes the options that it knows."""
    models = {options.model: unfitted(options)}
    for name in options.against:
        if name in models:
            raise CommandError(f"--against {name}: this model is there already")
        models[name] = unfitted(argparse.Namespace(**vars(options) | {"model": name}))
    return models


def _trials(options: argparse.Namespace, models: dict[str, Any]) -> list[TextTrial]:
    from priory.evaluate.texts import cross_validate, hold_out  # noqa: PLC0415 (slow)

    texts, labels = _read(options, options.data)
    if len(set(labels)) == 1:
        only = shown(spelled(labels[0]))
        raise CommandError(f"{shown(options.data)}: only one class, {only}: add another label")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # texts without words are judged, too
        if options.test is not None:
            return hold_out(models, (texts, labels), _read(options, options.test))
        folds = FOLDS if options.folds is None else options.folds
        with Progress(folds, thing="fold") as bar:
            return cross_validate(
                models,
                texts,
                labels,
                folds=folds,
                seed=options.seed,
                is_grouped=options.grouped,
                on_fold=lambda done: bar.update(done, done),
            )


def _read(options: argparse.Namespace, path: str) -> Labelled:
    """Read all texts of a file, and their labels as text."""
    data = Data(argparse.Namespace(**vars(options) | {"data": path}))
    rows: list[tuple[str, str]] = []
    with closing(data.batches()) as batches:
        for batch in batches:
            rows += [(row.text, spelled(row.label)) for row in batch]
    data.report_bad()
    if not rows:
        raise CommandError(f"{data.name} has no rows to evaluate")
    return [text for text, _ in rows], [label for _, label in rows]


def _print(trials: Sequence[TextTrial]) -> None:
    """Print the measures of all models, what the first confuses, and how it compares."""
    from priory.evaluate.texts import compare_texts, confused  # noqa: PLC0415 (slow)

    first, *others = trials
    head = ["model", "accuracy", "macro-F1", "log loss", "ECE"]
    print(_said(first))
    if first.twins:
        print(_twins(first))
    print(table(head, [[one.model, *_cells(_measured(one))] for one in trials]))
    for pair, texts in confused(first)[:MOST_PAIRS]:
        print(f"{counted(texts, 'text')} of {shown(pair[0])} called {shown(pair[1])}")
    for other in others:
        won, tied, lost, p_value = compare_texts(first, other)
        print(
            f"{first.model} against {other.model}: right where the other is wrong "
            f"{won:,} times, the other way round {lost:,}, alike {tied:,} (p = {p_value:.2g})"
        )


def _said(trial: TextTrial) -> str:
    n_runs = len(set(trial.run.tolist()))
    how = f"{n_runs} folds" if n_runs > 1 else "the test file"
    return f"{counted(len(trial.truth), 'text')} judged, by {how}"


def _twins(trial: TextTrial) -> str:
    share = 100 * trial.twins / len(trial.truth)
    return (
        f"{trial.twins:,} of them ({share:.1f}%) had a twin, letter by letter, among what was "
        "learned. That flatters every model."
    )


def _measured(trial: TextTrial) -> TextMeasures:
    from priory.evaluate.texts import measure_texts  # noqa: PLC0415 (slow)

    return measure_texts(trial)


def _cells(measures: TextMeasures) -> list[str]:
    numbers = (measures.accuracy, measures.macro_f1, measures.log_loss, measures.ece)
    return ["-" if one is None else f"{one:.4f}" for one in numbers]


def _report(options: argparse.Namespace, trials: Sequence[TextTrial]) -> dict[str, Any]:
    from priory.evaluate.texts import compare_texts  # noqa: PLC0415 (slow)

    first, *others = trials
    pairs = Counter(zip(first.truth, first.predicted, strict=True))
    return {
        "data": options.data,
        "test": options.test,
        "texts": len(first.truth),
        "folds": len(set(first.run.tolist())) if options.test is None else None,
        "twins": first.twins,
        "models": {one.model: _as_json(_measured(one)) for one in trials},
        "confusion": [[*map(plain, pair), count] for pair, count in sorted(pairs.items())],
        "against": {other.model: compare_texts(first, other)._asdict() for other in others},
    }


def _as_json(measures: TextMeasures) -> dict[str, float | None]:
    names = ("accuracy", "macro_f1", "log_loss", "ece")
    return {name: getattr(measures, name) for name in names}
