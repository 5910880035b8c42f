"""``priory evaluate``: what filters would have done with one's mail; nothing is changed."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING

from priory._show import counted, dump
from priory.cli import INTERRUPTED
from priory.cli._ended import clean_end
from priory.cli._output import check_output, writer
from priory.cli._parser import MISTAKE
from priory.cli.evaluate._arguments import OPTIONS, REMEDIES, add_arguments, check
from priory.cli.evaluate._bars import shown_progress
from priory.cli.evaluate._drawing import write_report
from priory.cli.evaluate._duplicates import find_duplicates
from priory.cli.evaluate._filters import filters_of
from priory.cli.evaluate._messages import read_messages
from priory.cli.evaluate._plans import plans_of
from priory.cli.evaluate._suspects import run_suspects
from priory.cli.mail._paths import complain
from priory.cli.mailfilter._config import read_config
from priory.evaluate.gather import gather
from priory.evaluate.mistakes import WorstMistakes
from priory.evaluate.outcomes import Trial
from priory.evaluate.report import to_html, to_json
from priory.evaluate.trial import run as run_trial

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence
    from typing import Any

    from priory.evaluate.filters import PrioryFilter
    from priory.evaluate.outcomes import Filter, LabelledMessage
    from priory.evaluate.plan import Plan
    from priory.evaluate.report import Report
    from priory.mailfilter.settings import Settings

__all__ = ["OPTIONS", "REMEDIES", "add_arguments", "run"]


def run(options: argparse.Namespace) -> int:
    """Let filters go through a protocol, and report what they did."""
    began = time.monotonic()
    check(options)
    settings = read_config(options).settings
    if options.html is not None:
        check_output(options.html, option="--html", thing="page")
    with clean_end(), filters_of(options, settings) as filters:
        messages = read_messages(options, settings.spam)
        if options.suspects:
            return run_suspects(options, messages, settings)
        return _report(options, settings, messages, filters, began)


def _report(
    options: argparse.Namespace,
    settings: Settings,
    messages: Sequence[LabelledMessage],
    filters: tuple[PrioryFilter, Sequence[Filter]],
    began: float,
) -> int:
    own, others = filters
    plans = plans_of(options, messages, settings)
    worst = WorstMistakes(own, settings, options.mistakes)
    trials = _try(plans, messages, (own, *others), worst)
    found = find_duplicates(messages, trials)
    report = _gathered(
        _title(messages),
        [trial for _, trial in trials],
        settings,
        options.resamples,
        mistakes=worst.found,
        twins=found.twins,
        conflicts=found.conflicts,
        seed=options.seed,
    )
    if not report.results:  # Ctrl-C came before there was anything to tell
        raise KeyboardInterrupt
    duration = time.monotonic() - began
    _write(replace(report, duration=duration, most_conflicts=options.mistakes), options)
    if found.is_partial or not report.has_intervals:
        return INTERRUPTED
    return MISTAKE if report.failures else 0


def _try(
    plans: Sequence[Plan],
    messages: Sequence[LabelledMessage],
    filters: Sequence[Filter],
    worst: WorstMistakes,
) -> list[tuple[Plan, Trial]]:
    """Run all filters by all plans; after Ctrl-C, those that follow judge nothing.

    A filter that fails ends its own trial alone.
    """
    trials: list[tuple[Plan, Trial]] = []
    is_partial = False
    for plan, one in product(plans, filters):
        name = f"{one.name}, {plan.start}" if plan.start else one.name
        trial = Trial(name, plan.name, (), is_partial=True)
        if not is_partial:
            look = worst if one is filters[0] else None
            worst.start = plan.start
            with shown_progress(name) as progress:
                trial = run_trial(plan, messages, one, progress=progress, on_judged=look)
            is_partial = trial.is_partial and not trial.failure
        trials.append((plan, replace(trial, filter=name)))
    return trials


def _gathered(
    title: str,
    trials: Sequence[Trial],
    settings: Settings,
    resamples: int,
    **rest: Any,
) -> Report:
    """Gather the report; after Ctrl-C, without what takes long."""
    try:
        with shown_progress("intervals", "resample") as progress:
            return gather(title, trials, settings, resamples=resamples, progress=progress, **rest)
    except KeyboardInterrupt:
        complain("interrupted: intervals were not computed")
        return gather(title, trials, settings, resamples=0, **rest)


def _title(messages: Sequence[LabelledMessage]) -> str:
    numbers = sorted(Counter(message.label for message in messages).items())
    parts = ", ".join(f"{number:,} {label}" for label, number in numbers)
    return f"{counted(len(messages), 'message')}: {parts}"


def _write(report: Report, options: argparse.Namespace) -> None:
    if options.html is not None:
        with writer(options.html, private=True) as out:  # it has subjects and senders
            out.write(to_html(report))
    if options.json:
        dump(to_json(report, with_outcomes=options.outcomes))
    else:
        write_report(report)
