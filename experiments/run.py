"""The command ``python -m experiments.run QUESTION``, run from the root of the repository."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks import messages

from experiments import (
    calibrated,
    calibrated_page,
    forged,
    near_texts,
    padded,
    page,
    projected,
    projected_page,
    settings_page,
    tables,
    tables_page,
    views,
)
from experiments.choices import SETTINGS
from experiments.compared import COMPARISONS
from experiments.judge import judge
from experiments.questions import QUESTIONS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from benchmarks.messages import Mail

    from experiments.choices import Setting
    from experiments.compared import Comparison
    from experiments.judge import Scores
    from experiments.questions import Question

FOLDS = 10
ALL: Mapping[str, Question | Setting | Comparison] = {**QUESTIONS, **SETTINGS, **COMPARISONS}

# What reads the data of a comparison, and what writes its tables.
SOURCES: Mapping[str, tuple[Any, Any]] = {
    "tables": (tables, tables_page),
    "calibration": (calibrated, calibrated_page),
    "random-projections": (projected, projected_page),
    "neighbours-of-texts": (near_texts, near_texts),
    "hidden-styles": (padded, padded),
    "forged-relays": (forged, forged),
}


def parse(arguments: list[str] | None = None) -> argparse.Namespace:
    """Read the options of the command."""
    parser = argparse.ArgumentParser(prog="python -m experiments.run", description=__doc__)
    parser.add_argument("question", nargs="+", choices=[*ALL, "all"])
    parser.add_argument(
        "--data",
        type=Path,
        default=os.environ.get("PRIORY_DATA") or None,
        help="folder of the corpora, as .tar.xz or unpacked (or PRIORY_DATA)",
    )
    parser.add_argument("--folds", type=int, default=FOLDS, help=f"default: {FOLDS}")
    parser.add_argument(
        "--write", action="store_true", help="also write the page, and keep its verdict"
    )
    return parser.parse_args(arguments)


def ask(question: Question, mail: list[Mail], n_folds: int) -> dict[str, dict[str, Scores]]:
    """Judge the variants of a question in each of its views."""
    return {
        view: {
            name: judge(mail, {**options, **more}, n_folds)
            for name, options in question.variants.items()
        }
        for view, more in question.views.items()
    }


def main(arguments: list[str] | None = None) -> None:
    """Print the pages of the named questions."""
    options = parse(arguments)
    names = list(ALL) if "all" in options.question else options.question
    mail = messages.load(options.data) if set(names) - set(COMPARISONS) else []
    for name in names:
        text = compare(name, options) if name in COMPARISONS else answer(name, mail, options)
        print(text, flush=True)
        if options.write:
            page.path(name, ALL[name]).write_text(text, encoding="utf-8")


def answer(name: str, mail: list[Mail], options: argparse.Namespace) -> str:
    """Write the page of a question about mail."""
    if not mail:
        sys.exit("There is no SpamAssassin corpus: name the folder where it lies with --data.")
    if name in QUESTIONS:
        question = QUESTIONS[name]
        return page.page(name, question, mail, ask(question, mail, options.folds))
    setting, data = SETTINGS[name], views.load(name, mail, options.data, options.folds)
    found = settings_page.tables(name, setting, data.trials)
    return page.assemble(name, setting, setting.text, data.text, found)


def compare(name: str, options: argparse.Namespace) -> str:
    """Write the page of a question about models of texts and tables."""
    source, writer = SOURCES[name]
    folds = min(options.folds, getattr(source, "MOST_FOLDS", options.folds))
    found = source.load(options.data)
    if not found:
        sys.exit("There are no tables: name the folder where tabular lies with --data.")
    text, written = writer.data(found, folds), writer.pages(found, folds)
    return page.assemble(name, COMPARISONS[name], COMPARISONS[name].text, text, written)


if __name__ == "__main__":
    main()
