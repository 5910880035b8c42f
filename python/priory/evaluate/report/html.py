"""Reports as one HTML page: no script, nothing from elsewhere, and all of mail escaped."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from priory._page import TAIL, escaped, page_head
from priory.evaluate.report import _figures
from priory.evaluate.report._rows import comparison_rows, confusion_rows, measure_rows
from priory.evaluate.report._style import PAGE
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
from priory.mailfilter.settings import UNSURE

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from priory.evaluate.report._figures import Figure
    from priory.evaluate.report._rows import Cell
    from priory.evaluate.report.report import Clue, Labelled, Mistake, Report, Result

__all__ = ["to_html"]

MOST_GROUPS, MOST_COPIES = 20, 10  # of conflicts that are named
LONGEST = 200  # characters of what a message says: anybody may have written it
SPAM, HAM = "spam", "ham"  # the colours


def to_html(report: Report) -> str:
    """Lay out a report as a page.

    Everything that comes from mail is escaped, what would turn text around or is not seen is
    spelled out, and the page forbids browsers to run or load anything.

    Parameters
    ----------
    report : Report
        The report.

    Returns
    -------
    str
        A whole page. What the report does not have is left out.
    """
    parts = [
        page_head(f"Priory: {report.title}", PAGE),
        _opening(report),
        _section("Measures", _measures(report)),
        _section("Comparison", _comparisons(report)),
        _section("Spam caught and good mail lost", _drawn(_figures.roc(report))),
        _section("Scores", _drawn(_figures.scores(report))),
        _section("Are the probabilities right?", _drawn(_figures.reliability(report))),
        _section("Learning", _drawn(_figures.learning(report))),
        _section("Verdicts", *(_confusion(one, report.spam) for one in report.results)),
        _section("The same text, different classes", _conflicts(report)),
        _section("The worst mistakes", *(_mistake(one, report.spam) for one in report.mistakes)),
        TAIL,
    ]
    return "".join(parts)


def _opening(report: Report) -> str:
    parts = [f"<h1>{escaped(report.title)}</h1>\n"]
    for result in report.results:
        whose = f"<b>{escaped(result.name)}</b>: " if len(report.results) > 1 else ""
        parts.append(f'<p class="lede">{whose}{escaped(headline(result.measures))}</p>\n')
    said = (partial_note(report), *failure_notes(report), untaught_note(report), twins_note(report))
    parts += [f'<p class="note" role="note">{escaped(note)}</p>\n' for note in said if note]
    parts.append(f'<p class="about">{escaped(about(report))}</p>\n')
    return "".join(parts)


def _section(title: str, *parts: str) -> str:
    """Return a section, or nothing where it would be empty."""
    body = "".join(parts)
    return f"<section>\n<h2>{escaped(title)}</h2>\n{body}</section>\n" if body else ""


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table of cells that are markup; the first of each row names it."""
    top = "".join(f'<th scope="col">{name}</th>' for name in head)
    lines = "".join(
        f'<tr><th scope="row">{first}</th>{"".join(cells)}</tr>\n' for first, *cells in rows
    )
    return (
        f'<div class="wide"><table>\n<thead><tr>{top}</tr></thead>\n'
        f"<tbody>\n{lines}</tbody>\n</table></div>\n"
    )


def _number(text: str) -> str:
    return f"<td>{escaped(text)}</td>"


def _measures(report: Report) -> str:
    rows = measure_rows(report)
    if not rows:
        return ""
    head = ["measure", *(escaped(result.name) for result in report.results), ""]
    lines = [
        [
            escaped(row.name),
            *map(_measure, row.cells),
            f'<td class="meaning">{escaped(row.meaning)}</td>',
        ]
        for row in rows
    ]
    has_intervals = any(result.intervals for result in report.results)
    said = f"Below each number: its {report.level:.0%} interval. {intervals_note(report)}".strip()
    said = said if has_intervals else intervals_note(report)
    below = f"<p>{escaped(said)}</p>\n" if said else ""
    return _table(head, lines) + below


def _measure(cell: Cell) -> str:
    interval = f"<small>{escaped(cell.interval)}</small>" if cell.interval else ""
    return f"<td>{escaped(cell.value)}{interval}</td>"


def _comparisons(report: Report) -> str:
    head, rows = comparison_rows(report)
    lines = [[*map(escaped, row[:1]), *map(_number, row[1:])] for row in rows]
    said = (
        f"<p>{escaped(comparison_note(report).capitalize())}. {escaped(sides_note(report))}</p>\n"
    )
    return _table(head, lines) + said if rows else ""


def _drawn(figure: Figure) -> str:
    charts = "\n".join(figure.charts)
    caption = f"<figcaption>{escaped(figure.caption)}</figcaption>"
    return (
        f'<figure>\n<div class="row">\n{charts}\n</div>\n{caption}\n</figure>\n' if charts else ""
    )


def _confusion(result: Result, spam: str) -> str:
    if not result.confusion:
        return ""
    head, rows = confusion_rows(result, spam)
    lines = [[escaped(truth), *map(_number, counts)] for truth, *counts in rows]
    what = f"{escaped(result.name)}: classes down, verdicts across."
    return f"<p>{what}</p>\n{_table([*map(escaped, head)], lines)}"


def _conflicts(report: Report) -> str:
    groups, said = report.listed(MOST_GROUPS), conflicts_note(report)
    if not said:
        return ""
    items = [_named(group, report.spam) for group in groups]
    n_more = len(report.conflicts) - len(groups)
    items += [f"{n_more:,} more groups"] if items and n_more else []
    listed = "".join(f"<li>{item}</li>\n" for item in items)
    return f"<p>{escaped(said)}</p>\n" + (f"<ul>\n{listed}</ul>\n" if listed else "")


def _named(group: Sequence[Labelled], spam: str) -> str:
    more = f" and {len(group) - MOST_COPIES:,} more" if len(group) > MOST_COPIES else ""
    named = (
        f"{_class(one.label, spam)} <code>{escaped(one.place)}</code>"
        for one in group[:MOST_COPIES]
    )
    return ", ".join(named) + more


def _mistake(mistake: Mistake, spam: str) -> str:
    share = mistake.probability
    how_sure = "" if share is None else f", probability of spam {share:.4f}"
    how_sure += f", {escaped(mistake.start)} learned" if mistake.start else ""
    lines = [
        f"{_class(mistake.truth, spam)} taken for {_class(mistake.verdict, spam)}{how_sure}",
        f"From: {_cut(mistake.sender)}" if mistake.sender else "",
        f"Subject: {_cut(mistake.subject)}" if mistake.subject else "",
        f"<code>{escaped(mistake.place)}</code>",
        "".join(map(_clue, mistake.evidence)),
    ]
    body = "".join(f"<p>{line}</p>\n" for line in lines if line)
    # Nothing in the command is spelled out again: a shell must be given it as it is.
    return f"<article>\n{body}<pre><code>{escape(mistake.command)}</code></pre>\n</article>\n"


def _class(name: str, spam: str) -> str:
    color = SPAM if name == spam else "" if name == UNSURE else HAM
    return f'<b class="{color}">{escaped(name)}</b>'


def _clue(clue: Clue) -> str:
    color = SPAM if clue.weight > 0 else HAM
    return f'<span class="clue {color}">{_cut(clue.token)} {clue.weight:+.2f}</span>'


def _cut(text: str) -> str:
    return escaped(text if len(text) <= LONGEST else f"{text[:LONGEST]}...")
