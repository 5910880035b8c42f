"""The rows of the tables of a report, as pages and terminals show them."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from priory.mailfilter.settings import UNSURE

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from priory.evaluate.comparison import Contest
    from priory.evaluate.report.report import Report, Result

    _Share: TypeAlias = tuple[str, str, str, str, str]
    _Measure: TypeAlias = tuple[str, str, Callable[[float], str], str]

__all__ = [
    "Cell",
    "Row",
    "comparison_rows",
    "confusion_rows",
    "measure_rows",
    "percent",
    "unbounded",
]

NONE = "-"  # where there is no number
DECIMALS = 6  # of percents, at most


class Cell(NamedTuple):
    """A measure of a filter, and its interval, where it has one."""

    value: str
    interval: str = ""

    def __str__(self) -> str:
        return f"{self.value} [{self.interval}]" if self.interval else self.value


class Row(NamedTuple):
    """A measure: its name, what it means, and a cell for each filter."""

    name: str
    meaning: str
    cells: tuple[Cell, ...]


def percent(value: float) -> str:
    """Return a percentage: two decimals, or as many as it takes to show two digits.

    >>> percent(6.129), percent(0.0344), percent(0.0)
    ('6.13%', '0.034%', '0%')
    """
    digits = 1 - math.floor(math.log10(value)) if value else 0
    return f"{value:.{min(max(digits, 2), DECIMALS)}f}%" if value else "0%"


def _small(value: float) -> str:
    return f"{value:.4f}"


def _p_value(value: float) -> str:
    """Return the p of a test, of which very small ones are all alike."""
    return "< 0.0001" if value < 0.0001 else f"{value:.4f}"  # noqa: PLR2004 (what four digits show)


# Fields of a number of messages, of their share in percent and of their total.
_SHARES: tuple[_Share, ...] = (
    ("ham_lost", "hm", "ham", "good mail lost", "called spam (hm%)"),
    ("ham_unsure", "hu", "ham", "good mail unsure", "left to the reader"),
    ("spam_missed", "sm", "spam", "spam missed", "called good mail (sm%)"),
    ("spam_unsure", "su", "spam", "spam unsure", "left to the reader"),
)
# Fields of other measures, of how pairs are ranked and of what verdicts are worth.
_RANKS: tuple[_Measure, ...] = (
    ("lam", "lam", percent, "the mean of hm% and sm% on a logistic scale"),
    ("roca", "1-ROCA", percent, "pairs of good mail and spam whose scores stand the wrong way"),
)
_WORTH: tuple[_Measure, ...] = (
    ("cost", "cost of a message", _small, "the mean, by the costs that are set"),
    ("log_loss", "log loss", _small, "how far probabilities are from the truth"),
    ("ece", "ECE", _small, "how far probabilities are from shares of spam (reliability)"),
)
_CONTESTS = (("cost", "cost"), ("ham_lost", "good mail lost"), ("spam_missed", "spam missed"))


def measure_rows(report: Report) -> list[Row]:
    """Return a row for each measure that a filter has, with a cell for each filter."""
    rows = [_share_row(report, share) for share in _SHARES]
    rows += [_number_row(report, *measure) for measure in _RANKS]
    rows += _rows_at(report)
    rows += [_number_row(report, *measure) for measure in _WORTH]
    rows += [_probability_row(report), _twins_row(report)]
    return [row for row in rows if any(cell.value != NONE for cell in row.cells)]


def _share_row(report: Report, what: _Share) -> Row:
    field, share, total, name, meaning = what

    def cell(result: Result) -> Cell:
        m = result.measures
        value = getattr(m, share)
        if value is None:
            return Cell(NONE)
        text = f"{getattr(m, field):,} of {getattr(m, total):,} ({percent(value)})"
        return Cell(text, _interval(result, share, percent))

    return Row(name, meaning, tuple(map(cell, report.results)))


def _number_row(
    report: Report, field: str, name: str, show: Callable[[float], str], meaning: str
) -> Row:
    def cell(result: Result) -> Cell:
        value = getattr(result.measures, field)
        return Cell(NONE) if value is None else Cell(show(value), _interval(result, field, show))

    return Row(name, meaning, tuple(map(cell, report.results)))


def _rows_at(report: Report) -> list[Row]:
    """Return a row for each share of good mail at which the spam that is missed was read off."""
    levels = {hm: None for result in report.results for hm, _ in result.measures.spam_missed_at}
    return [_row_at(report, level) for level in levels]


def _row_at(report: Report, level: float) -> Row:
    def cell(result: Result) -> Cell:
        value = dict(result.measures.spam_missed_at).get(level)
        interval = _interval(result, f"spam_missed_at_{level:g}", percent)
        return Cell(NONE) if value is None else Cell(percent(value), interval)

    meaning = f"by a threshold on the score that loses at most {level:g}% of good mail"
    return Row(f"spam missed at {level:g}% lost", meaning, tuple(map(cell, report.results)))


def _probability_row(report: Report) -> Row:
    """Return how many messages have a probability, where not all or none of them do."""

    def cell(result: Result) -> Cell:
        m = result.measures
        is_told = 0 < m.with_probability < m.ham + m.spam
        return Cell(f"{m.with_probability:,} of {m.ham + m.spam:,}" if is_told else NONE)

    meaning = "what log loss and ECE are about"
    return Row("with a probability", meaning, tuple(map(cell, report.results)))


def _twins_row(report: Report) -> Row:
    """Return how many messages were told before they were asked."""

    def cell(result: Result) -> Cell:
        if result.twins is None:
            return Cell(NONE)
        judged, with_twin = result.twins
        return Cell(f"{with_twin:,} of {judged:,} ({percent(100 * with_twin / judged)})")

    meaning = "the filter had learned a message of the same text before, which flatters it"
    return Row("twins learned", meaning, tuple(map(cell, report.results)))


def _interval(result: Result, field: str, show: Callable[[float], str]) -> str:
    ends = result.intervals.get(field)
    return f"{show(ends[0])} to {show(ends[1])}" if ends else ""


def unbounded(report: Report) -> list[str]:
    """Return the names of measures that have no interval where others of the filter have one."""
    bounded = replace(report, results=[one for one in report.results if one.intervals])
    rows = [_number_row(bounded, *measure) for measure in (*_RANKS, *_WORTH)]
    names = [row.name for row in rows if _is_unbounded(row)]
    return names + ["spam missed at a threshold"] * any(map(_is_unbounded, _rows_at(bounded)))


def _is_unbounded(row: Row) -> bool:
    return any(cell.value != NONE and not cell.interval for cell in row.cells)


def comparison_rows(report: Report) -> tuple[list[str], list[list[str]]]:
    """Return the head and the rows of all comparisons, a row for each measure.

    Of a single run there is nothing to win beside the sums.
    """
    has_runs = any(found.runs > 1 for found in report.comparisons)
    head = ["filters", "by", "first", "second", *["won", "tied", "lost"] * has_runs, "p"]
    rows = [
        [f"{found.one} against {found.other}", name, *_contest(getattr(found, field), has_runs)]
        for found in report.comparisons
        for field, name in _CONTESTS
    ]
    return head, rows


def _contest(found: Contest, has_runs: bool) -> list[str]:
    sums = (f"{value:,.1f}".removesuffix(".0") for value in (found.one, found.other))
    runs = (f"{count:,}" for count in (found.won, found.tied, found.lost) if has_runs)
    return [*sums, *runs, _p_value(found.p_value)]


def confusion_rows(result: Result, spam: str) -> tuple[list[str], list[list[str]]]:
    """Return the head and the rows of a confusion matrix: classes down, verdicts across."""
    truths = sorted({truth for truth, _ in result.confusion}, key=lambda name: (name == spam, name))
    verdicts = sorted(
        {*truths, *(verdict for _, verdict in result.confusion)},
        key=lambda name: (name == UNSURE, name == spam, name),
    )
    rows = [
        [truth, *(f"{result.confusion.get((truth, verdict), 0):,}" for verdict in verdicts)]
        for truth in truths
    ]
    return ["class", *verdicts], rows
