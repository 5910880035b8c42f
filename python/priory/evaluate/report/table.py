"""Reports for the terminal: tables as rows of text, which commands draw, or as plain text."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from priory._show import cut, shown, table
from priory.evaluate.report._rows import comparison_rows, confusion_rows, measure_rows
from priory.evaluate.report._words import about, duplicates_note, headline, partial_note

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from priory.evaluate.report.report import Mistake, Report

__all__ = ["Table", "corrections", "notes", "tables", "to_text"]


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
    lines += [partial_note(report), duplicates_note(report)]
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
        Measures, comparisons, confusion of each filter, mistakes.
    """
    found = [_measures(report), _comparisons(report)]
    found += [
        _table(f"Verdicts of {result.name}", *confusion_rows(result, report.spam))
        for result in report.results
        if result.confusion
    ]
    found.append(_mistakes(report))
    return [one for one in found if one.rows]


def corrections(report: Report) -> list[str]:
    """Return the commands that correct the mistakes, the worst first.

    Parameters
    ----------
    report : Report
        The report.

    Returns
    -------
    list of str
        Lines for a shell.
    """
    return [mistake.command for mistake in report.mistakes]


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
    if report.mistakes:
        parts.append("\n".join(["To correct the mistakes:", *corrections(report)]))
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
    return _table("Comparison", *comparison_rows(report))


def _mistakes(report: Report) -> Table:
    head = ["is", "taken for", "P(spam)", "from", "subject"]
    return _table("The worst mistakes", head, map(_mistake, report.mistakes))


def _mistake(one: Mistake) -> list[str]:
    share = "-" if one.probability is None else f"{one.probability:.4f}"
    return [one.truth, one.verdict, share, cut(one.sender), cut(one.subject)]
