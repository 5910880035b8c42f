"""An evaluation in words: what happened, how it was found out, and what speaks against it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from priory._show import counted
from priory.evaluate.report._rows import unbounded

if TYPE_CHECKING:
    from priory.evaluate.measures import Measures
    from priory.evaluate.report.report import Report

__all__ = [
    "about",
    "comparison_note",
    "conflicts_note",
    "failure_notes",
    "headline",
    "intervals_note",
    "partial_note",
    "sides_note",
    "twins_note",
    "untaught_note",
]

MINUTE, HOUR = 60, 3600


def headline(measures: Measures) -> str:
    """Say what happened to good mail and to spam.

    Parameters
    ----------
    measures : Measures
        The measures of a filter.

    Returns
    -------
    str
        One sentence, or none where there was no message.
    """
    m, parts = measures, []
    if m.ham:
        lost = f"{m.ham_lost:,} {'was' if m.ham_lost == 1 else 'were'} lost"
        parts.append(f"of {counted(m.ham, 'good letter')} {lost} and {m.ham_unsure:,} left unsure")
    if m.spam:
        missed = m.spam_missed + m.spam_unsure
        how = f": {m.spam_missed:,} called good and {m.spam_unsure:,} left unsure" if missed else ""
        was = "was" if missed == 1 else "were"
        parts.append(f"of {counted(m.spam, 'spam letter')} {missed:,} {was} not caught{how}")
    text = "; ".join(parts)
    return f"{text[:1].upper()}{text[1:]}." if text else ""


def about(report: Report) -> str:
    """Say by which protocols, on how much mail, and in what time."""
    protocols = dict.fromkeys(result.trial.protocol for result in report.results)
    judged = max((len(result.trial.outcomes) for result in report.results), default=0)
    parts = [*protocols, f"{counted(judged, 'message')} judged"]
    parts += [_duration(report.duration)] if report.duration is not None else []
    return "; ".join(part for part in parts if part)


def _duration(seconds: float) -> str:
    if seconds < MINUTE:
        return f"{seconds:.1f} seconds"
    if seconds < HOUR:
        return f"{seconds // MINUTE:.0f} min {seconds % MINUTE:.0f} s"
    return f"{seconds // HOUR:.0f} h {seconds % HOUR // MINUTE:.0f} min"


def partial_note(report: Report) -> str:
    """Say that the evaluation was interrupted, if it was."""
    failed = {failure.filter for failure in report.failures}
    cut = [result.name for result in report.results if result.trial.is_partial]
    cut = [name for name in (*cut, *report.unjudged) if name not in failed]
    if not cut:
        return ""
    n_filters = len(report.results) + len(report.unjudged)
    whose = f" ({', '.join(cut)})" if n_filters > 1 else ""
    return f"Partial: the evaluation was interrupted{whose}, so messages are missing."


def failure_notes(report: Report) -> list[str]:
    """Say of each filter that failed how far it came, and why it did not go on."""
    judged = {result.name: len(result.trial.outcomes) for result in report.results}
    return [
        f"Partial: {name} failed after {counted(judged.get(name, 0), 'message')}: {reason}"
        for name, reason in report.failures
    ]


def untaught_note(report: Report) -> str:
    """Say of filters that were never told anything that their verdicts say nothing."""
    whole = [one for one in report.results if one.trial.outcomes and not one.trial.is_partial]
    names = [one.name for one in whole if not any(said.learned for said in one.trial.outcomes)]
    if not names:
        return ""
    return (
        f"{', '.join(names)} learned nothing before the last message was judged, so these figures "
        "say nothing: a delay must be much shorter than the stream, and a share large enough."
    )


def twins_note(report: Report) -> str:
    """Say of how many messages a filter had learned the same, if of some; of filters the most."""
    found = [result.twins for result in report.results if result.twins is not None]
    most = max(found, key=lambda one: one.with_twin / max(one.judged, 1), default=None)
    if most is None or not most.with_twin:
        return ""
    up_to = "Up to " if len(set(found)) > 1 else ""
    share = 100 * most.with_twin / most.judged
    return (
        f"{up_to}{most.with_twin:,} of {counted(most.judged, 'message')} ({share:.1f}%) had a twin "
        "of the same text among what was learned before. That flatters every filter."
    )


def intervals_note(report: Report) -> str:
    """Say which measures have no interval, if some have none."""
    if not report.has_intervals:
        return "Without intervals: they were not computed."
    names = ", ".join(unbounded(report))
    why = "where nothing went wrong, or everything, resamples say nothing"
    return f"No interval for {names}: {why}." if names else ""


def comparison_note(report: Report) -> str:
    """Say what the columns of the comparisons are."""
    has_runs = any(found.runs > 1 for found in report.comparisons)
    runs = "won, tied, lost: runs; " if has_runs else ""
    return f"first, second: sums over all messages; {runs}p: of a paired test over messages"


def sides_note(report: Report) -> str:
    """Say that a filter knows no classes but two, where there are more."""
    found = [one.name for one in report.results if one.trial.is_two_class]
    truths = {truth for one in report.results for truth, _ in one.confusion}
    if not found or len(truths) <= 2:  # noqa: PLR2004 (spam and the rest)
        return ""
    know = "knows" if len(found) == 1 else "know"
    return (
        f"{', '.join(found)} {know} spam and the rest alone: comparisons with it count no "
        "mistakes among the rest, as the cost of a message does."
    )


def conflicts_note(report: Report) -> str:
    """Say that the same text stands in messages of different classes, if so."""
    n_texts = len(report.conflicts)
    if not n_texts:
        return ""
    stand = "stands" if n_texts == 1 else "stand"
    return (
        f"{counted(n_texts, 'text')} {stand} in messages of different classes, "
        "so some of these are most likely wrong."
    )
