"""``priory evaluate``: what filters would have done with one's mail; nothing is changed."""

from __future__ import annotations

import time
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING

from priory._show import counted, dump
from priory.cli import INTERRUPTED
from priory.cli._output import check_output, writer
from priory.cli._progress import Progress
from priory.cli.evaluate._arguments import OPTIONS, REMEDIES, add_arguments, check
from priory.cli.evaluate._filters import filters_of
from priory.cli.evaluate._messages import read_messages
from priory.cli.evaluate._plans import plans_of, size_of
from priory.cli.evaluate._suspects import run_suspects
from priory.cli.mailfilter._config import read_config
from priory.evaluate.duplicates import text_keys
from priory.evaluate.gather import gather
from priory.evaluate.mistakes import WorstMistakes
from priory.evaluate.report import to_html, to_json, to_text
from priory.evaluate.trial import run as run_trial

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from priory.evaluate.outcomes import Filter, LabelledMessage, Trial
    from priory.evaluate.plan import Plan
    from priory.evaluate.report import Mistake, Report
    from priory.mailfilter.settings import Settings

__all__ = ["OPTIONS", "REMEDIES", "add_arguments", "run"]


def run(options: argparse.Namespace) -> int:
    """Let filters go through a protocol, and report what they did."""
    check(options)
    settings = read_config(options).settings
    if options.html is not None:
        check_output(options.html, option="--html")
    messages = read_messages(options)
    if options.suspects:
        return run_suspects(options, messages, settings)
    began = time.monotonic()
    trials, mistakes = _try(options, messages, settings)
    report = gather(
        _title(messages),
        trials,
        settings,
        mistakes=mistakes,
        duplicates=_duplicates(messages),
        duration=time.monotonic() - began,
        resamples=options.resamples,
        seed=options.seed,
    )
    _write(report, options)
    return INTERRUPTED if report.is_partial else 0


def _try(
    options: argparse.Namespace, messages: Sequence[LabelledMessage], settings: Settings
) -> tuple[list[Trial], list[Mistake]]:
    """Run all filters by all plans; after Ctrl-C, none that follow."""
    plans = plans_of(options, messages, settings)
    trials: list[Trial] = []
    with filters_of(options, settings) as (own, others):
        worst = WorstMistakes(own, settings, options.mistakes)
        for plan, one in product(plans, (own, *others)):
            look = worst if one is own else None
            trial = _run(plan, messages, one, look)
            if len(plans) > 1:
                trial = replace(trial, filter=f"{one.name}, {size_of(plan)}")
            trials.append(trial)
            if trial.is_partial:
                break
        return trials, worst.found


def _run(
    plan: Plan, messages: Sequence[LabelledMessage], one: Filter, look: WorstMistakes | None
) -> Trial:
    with Progress(plan.total, thing="message") as bar:

        def show(done: int, _: int) -> None:
            bar.update(done, done)

        return run_trial(plan, messages, one, progress=show, on_judged=look)


def _title(messages: Sequence[LabelledMessage]) -> str:
    labels = sorted({message.label for message in messages})
    numbers = ((sum(one.label == label for one in messages), label) for label in labels)
    parts = ", ".join(f"{number:,} {label}" for number, label in numbers)
    return f"{counted(len(messages), 'message')}: {parts}"


def _duplicates(messages: Sequence[LabelledMessage]) -> list[list[str]]:
    """Return the places of messages that say the same, a list for each such text."""
    groups: dict[bytes, list[str]] = {}
    for message, key in zip(messages, text_keys(messages), strict=True):
        groups.setdefault(key, []).append(message.place)
    return [places for places in groups.values() if len(places) > 1]


def _write(report: Report, options: argparse.Namespace) -> None:
    if options.html is not None:
        with writer(options.html, private=True) as out:  # it has subjects and senders
            out.write(to_html(report))
    if options.json:
        dump(to_json(report, with_outcomes=options.outcomes))
    else:
        print(to_text(report))
