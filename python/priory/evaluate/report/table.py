"""Reports for the terminal: tables as rows of text, which commands draw, or as plain text."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from priory._show import cut, shown, table
from priory.evaluate.report._rows import comparison_rows, confusion_rows, measure_rows
from priory.evaluate.report._words import (
    about,
    comparison_note,
    conflicts_note,
    failure_notes,
    headline,
    intervals_note,
    partial_note,
    sides_note,
    twins_note,
    untaught_note,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from priory.evaluate.report.report import Labelled, Mistake, Report

__all__ = ["Table", "conflicts", "mistakes", "notes", "tables", "to_text"]

MOST_GROUPS, MOST_COPIES = 10, 4  # of conflicts that are named


class Table(NamedTuple):
    """A table: nothing in it is obeyed by terminals.

    Attributes
    ----------
    title : str
        What it shows.
    head : list of str
        The names of its columns.
    rows : list of list of str
        Its cells.
    """

    title: str
    head: list[str]
    rows: list[list[str]]


def notes(report: Report) -> list[str]:
    """Return what a report says before its tables, a sentence each.

    Parameters
    ----------
    report : Report
        The report.

    Returns
    -------
    list of str
        What happened to the mail, by filter, and what must be known to believe it.
    """
    several = len(report.results) > 1
    said = [(result.name, headline(result.measures)) for result in report.results]
    lines = [f"{name}: {text}" if several else text for name, text in said if text]
    lines += [partial_note(report), *failure_notes(report)]
    lines += [untaught_note(report), twins_note(report), conflicts_note(report)]
    lines += [sides_note(report), intervals_note(report)]
    return [shown(line) for line in lines if line]


def tables(report: Report) -> list[Table]:
    """Return the tables of a report; those that would be empty are left out.

    Parameters
    ----------
    report : Report
        The report.

    Returns
    -------
    list of Table
        Measures, comparisons, and the confusion of each filter.
    """
    found = [_measures(report), _comparisons(report)]
    found += [
        _table(f"Verdicts of {result.name}", *confusion_rows(result, report.spam))
        for result in report.results
        if result.confusion
    ]
    return [one for one in found if one.rows]


def mistakes(report: Report) -> list[tuple[str, str]]:
    """Return the mistakes, the worst first, and with each the command that corrects it.

    Parameters
    ----------
    report : Report
        The report.

    Returns
    -------
    list of (str, str)
        What happened to which message, and a line for a shell.
    """
    return [(_mistake(mistake), mistake.command) for mistake in report.mistakes]


def conflicts(report: Report) -> list[str]:
    """Return the places of messages that are the same and have different classes.

    Parameters
    ----------
    report : Report
        The report.

    Returns
    -------
    list of str
        A line for each text, and not too many.
    """
    lines = [_conflict(group) for group in report.listed(MOST_GROUPS)]
    n_more = len(report.conflicts) - len(lines)
    return [*lines, f"and {n_more:,} more, see --json"] if lines and n_more else lines


def to_text(report: Report) -> str:
    """Lay out a report as plain text.

    Parameters
    ----------
    report : Report
        The report.

    Returns
    -------
    str
        Text of several lines, without a line feed at the end.
    """
    parts = ["\n".join([shown(report.title), shown(about(report))]), "\n".join(notes(report))]
    parts += [f"{one.title}\n{table(one.head, one.rows)}" for one in tables(report)]
    if listed := conflicts(report):
        parts.append("\n".join(["The same text, different classes", *listed]))
    if report.mistakes:
        pairs = (f"{said}\n    {command}" for said, command in mistakes(report))
        parts.append("\n".join(["The worst mistakes, and what corrects them", *pairs]))
    return "\n\n".join(part for part in parts if part)


def _table(title: str, head: Iterable[str], rows: Iterable[Iterable[str]]) -> Table:
    return Table(shown(title), [*map(shown, head)], [[*map(shown, row)] for row in rows])


def _measures(report: Report) -> Table:
    names = [result.name for result in report.results]
    rows: Sequence[Sequence[str]] = [
        [row.name, *map(str, row.cells)] for row in measure_rows(report)
    ]
    has_intervals = any(result.intervals for result in report.results)
    title = f"Measures [with {report.level:.0%} intervals]" if has_intervals else "Measures"
    return _table(title, ["measure", *names], rows)


def _comparisons(report: Report) -> Table:
    return _table(f"Comparison [{comparison_note(report)}]", *comparison_rows(report))


def _mistake(one: Mistake) -> str:
    known = "" if one.probability is None else f"P(spam) {one.probability:.4f}"
    details = ", ".join(filter(None, [known, f"{one.start} learned" if one.start else ""]))
    happened = f"{shown(one.truth)} taken for {shown(one.verdict)}"
    happened += f" ({shown(details)})" if details else ""
    return ": ".join(filter(None, [happened, cut(one.sender), cut(one.subject)]))


def _conflict(group: Sequence[Labelled]) -> str:
    named = [shown(f"{one.label} {one.place}") for one in group[:MOST_COPIES]]
    n_more = len(group) - len(named)
    return ", ".join([*named, f"{n_more:,} more"] if n_more else named)
