"""Reports on terminals: sentences are wrapped, and tables are as wide as there is room."""

from __future__ import annotations

from typing import TYPE_CHECKING

from priory._show import shown
from priory.cli._terminal import console, joined, text_table
from priory.evaluate.report import to_text
from priory.evaluate.report._words import about
from priory.evaluate.report.table import conflicts, mistakes, notes, tables

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import Console

    from priory.evaluate.report import Report
    from priory.evaluate.report.table import Table

__all__ = ["write_pairs", "write_report"]

GAP = 2  # cells between columns
FIRST = 24  # cells that the first column keeps: names of measures have no more


def write_report(report: Report) -> None:
    """Write a report: drawn on a terminal, else as plain text."""
    out = console()
    if out is None:
        print(to_text(report))
        return
    out.print(joined([(shown(report.title), "bold")]))
    out.print(joined([(shown(about(report)), "dim")]))
    for note in notes(report):
        out.print()
        out.print(joined([(note, "")]))
    for one in tables(report):
        _draw_table(out, one)
    _draw_lines(out, "The same text, different classes", conflicts(report))
    _draw_pairs(out, "The worst mistakes, and what corrects them", mistakes(report))


def write_pairs(lines: Sequence[str], title: str, pairs: Sequence[tuple[str, str]]) -> None:
    """Write sentences, and then under a title what is said of messages, each with a command."""
    out = console()
    if out is not None:
        for line in lines:
            out.print(joined([(line, "")]))
        _draw_pairs(out, title, pairs)
        return
    print("\n".join(lines))
    if pairs:
        print(f"\n{title}")
    for said, command in pairs:
        print(f"{said}\n    {command}")


def _draw_table(out: Console, one: Table) -> None:
    _draw_title(out, one.title)
    for number, (head, rows) in enumerate(_fitting(one, out.width)):
        if number:
            out.print()
        out.print(text_table(head, rows))


def _fitting(one: Table, width: int) -> Iterator[tuple[list[str], list[list[str]]]]:
    """Put intervals below, and cut what is still too wide into tables with the first column."""
    rows, columns = one.rows, list(range(1, len(one.head)))
    if _width(one.head, rows, [0, *columns]) > width:
        rows = [[cell.replace(" [", "\n[") for cell in row] for row in rows]
    while columns:
        some = [0, columns.pop(0)]
        while columns and _width(one.head, rows, [*some, columns[0]]) <= width:
            some.append(columns.pop(0))
        yield [one.head[i] for i in some], [[row[i] for i in some] for row in rows]


def _width(head: Sequence[str], rows: Sequence[Sequence[str]], columns: Sequence[int]) -> int:
    from rich.cells import cell_len  # noqa: PLC0415 (only terminals need it)

    widest = (
        max(cell_len(line) for row in (head, *rows) for line in row[i].split("\n")) for i in columns
    )
    first, *others = widest
    return min(first, FIRST) + sum(others) + GAP * (len(columns) - 1)


def _draw_lines(out: Console, title: str, lines: Sequence[str]) -> None:
    if lines:
        _draw_title(out, title)
    for line in lines:
        out.print(joined([(line, "")]))


def _draw_title(out: Console, title: str) -> None:
    out.print()
    out.print(joined([(title, "bold")]))


def _draw_pairs(out: Console, title: str, pairs: Sequence[tuple[str, str]]) -> None:
    if pairs:
        _draw_title(out, title)
    for said, command in pairs:
        out.print(joined([(said, "")]))
        # The terminal breaks the line, so that it can be copied as one.
        out.print(joined([(f"    {command}", "cyan")]), soft_wrap=True)
