"""Colours, bars and tables for terminals, by rich; without rich commands print plain text."""

from __future__ import annotations

import math
import os
import sys
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from rich.console import Console, ConsoleOptions
    from rich.table import Table
    from rich.text import Text

__all__ = [
    "console",
    "fitted",
    "is_terminal",
    "joined",
    "label_style",
    "shade",
    "share_table",
    "text_table",
    "vote_table",
    "weight_table",
]

BAR = 16  # cells of the longest bar
NAME = 20  # cells that names keep, whatever stands beside them
DRAWN = "█│…"  # what bars and cut names are drawn with
WORDS = 4  # the column of the words that neighbours share
GAP = 2  # cells between columns
# The eyes of nearly everybody tell orange from blue; signs say the same. From pale to strong.
FOR = ("#fff3e0", "#ffe0b2", "#ffcc80", "#ffb74d", "#ff9800")
AGAINST = ("#e3f2fd", "#bbdefb", "#90caf9", "#64b5f6", "#42a5f5")
OTHER_LABEL = "bold cyan"


def is_terminal(name: str) -> bool:
    """Tell whether ``"stdout"`` or ``"stderr"`` is a terminal that can draw."""
    stream = getattr(sys, name)
    return stream is not None and stream.isatty() and os.environ.get("TERM") != "dumb"


def console(name: str = "stdout") -> Console | None:
    """Return what draws on a standard stream, if that is a terminal and rich is installed.

    Parameters
    ----------
    name : {"stdout", "stderr"}, default="stdout"
        The stream.

    Returns
    -------
    rich.console.Console or None
        It interprets nothing in the text it is given, and has no colours where ``NO_COLOR`` is set.
        None as well where standard output cannot encode bars: rich's own on standard error adapt.
    """
    if not is_terminal(name) or (name == "stdout" and not _can_draw()):
        return None
    try:
        from rich.console import Console  # noqa: PLC0415 (only terminals need it)
    except ImportError:
        return None
    width, height = _size()
    return Console(
        stderr=name == "stderr",
        width=width,
        height=height,
        markup=False,
        highlight=False,
        emoji=False,
    )


def _size() -> tuple[int | None, int | None]:
    """Return width and height where a variable has no number for one; rich finds others itself."""
    if all(map(_is_usable, ("COLUMNS", "LINES"))):
        return None, None
    from shutil import get_terminal_size  # noqa: PLC0415 (2 ms, and few need it)

    return get_terminal_size()  # both of them, or rich would read the variables all the same


def _is_usable(variable: str) -> bool:
    """Tell whether rich can read a variable: it takes all digits for numbers, such as ²."""
    word = os.environ.get(variable, "")
    return not word.isdigit() or (word.isdecimal() and int(word) > 0)


def _can_draw() -> bool:
    """Tell whether the encoding of standard output has what bars are drawn with."""
    try:
        DRAWN.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return False
    return True


def label_style(label: str, styles: Mapping[str, str]) -> str:
    """Return the style of a label: its own, or that of all others."""
    return styles.get(label, OTHER_LABEL)


def fitted(text: str, width: int) -> str:
    """Return a text that takes as many cells of a terminal: cut with an ellipsis, or padded."""
    from rich.cells import cell_len, set_cell_size  # noqa: PLC0415 (only terminals need it)

    if cell_len(text) <= width:
        return text + " " * (width - cell_len(text))
    return set_cell_size(text, width - 1) + "…" if width else ""


def text_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Table:
    """Lay out a table of texts, whose cells may have several lines.

    Parameters
    ----------
    head : sequence of str
        The names of the columns, with nothing that terminals obey.
    rows : sequence of sequences of str
        The cells, likewise, but for line feeds.

    Returns
    -------
    rich.table.Table
    """
    table = _table(head)
    for row in rows:
        table.add_row(*map(_text, row))
    return table


def share_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Table:
    """Lay out a table whose last column is a probability, with a bar for each.

    Parameters
    ----------
    head : sequence of str
        The names of the columns, with nothing that terminals obey.
    rows : sequence of sequences of str
        The cells, likewise.

    Returns
    -------
    rich.table.Table
    """
    table = _table((*head, ""))
    for row in rows:
        cells = round(float(row[-1]) * BAR)
        table.add_row(*map(_text, row), _text("█" * cells, "cyan"))
    return table


def vote_table(
    head: Sequence[str], rows: Sequence[Sequence[str]], shares: Sequence[float | None]
) -> Table:
    """Lay out a table of neighbours: texts shaded by their votes, long ones cut.

    Parameters
    ----------
    head : sequence of str
        The names of the columns, with nothing that terminals obey.
    rows : sequence of sequences of str
        The cells, likewise.
    shares : sequence of float or None
        The vote of each row for the label, from -1 to 1; None for rows that are sums.

    Returns
    -------
    rich.table.Table
    """
    table = _table(head, elastic=(0, WORDS))
    for row, share in zip(rows, shares, strict=True):
        first, *rest = map(_text, row)
        first.stylize("dim" if share is None else shade(share))
        table.add_row(first, *rest)
    return table


def weight_table(head: Sequence[str], rows: Sequence[Sequence[str]], weight: int) -> WeightTable:
    """Lay out a table of evidence: names shaded by their weight, and a bar to its side.

    Where there is no room for all of it, the bars are left out, and then the last columns.

    Parameters
    ----------
    head : sequence of str
        The names of the columns, with nothing that terminals obey.
    rows : sequence of sequences of str
        The cells, likewise. Rows whose first cell is in parentheses are sums, and have no bar.
    weight : int
        The column of the weights, with their signs.

    Returns
    -------
    renderable of rich
    """
    return WeightTable(head, rows, weight)


class WeightTable(NamedTuple):
    """A table of evidence that rich draws as wide as it may be."""

    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    weight: int

    def __rich_console__(self, _: Console, options: ConsoleOptions) -> Iterator[Table]:
        columns, with_bar = self._fitting(options.max_width)
        names = [self.head[i] for i in columns]
        at = columns.index(self.weight) + 1
        table = _table((*names[:at], *([""] if with_bar else []), *names[at:]))
        single = [abs(_value(row[self.weight])) for row in self.rows if not _is_sum(row)]
        most = max((size for size in single if size < float("inf")), default=0.0) or 1.0
        for row in self.rows:
            share = None if _is_sum(row) else _value(row[self.weight]) / most
            cells = [_text(row[i]) for i in columns]
            cells[0].stylize(_sum_style(row is self.rows[-1]) if share is None else shade(share))
            bar = [_text("") if share is None else _bar(share)] if with_bar else []
            table.add_row(*cells[:at], *bar, *cells[at:])
        yield table

    def _fitting(self, width: int) -> tuple[list[int], bool]:
        """Return the columns that there is room for, and whether there is some for bars."""
        from rich.cells import cell_len  # noqa: PLC0415 (only terminals need it)

        widths = [max(map(cell_len, cells)) for cells in zip(self.head, *self.rows, strict=True)]
        widths[0] = min(widths[0], NAME)
        columns = list(range(len(widths)))
        left = width - sum(widths) - GAP * (len(widths) - 1)
        if left >= BAR + 1 + GAP:
            return columns, True
        for last in reversed(columns[1:]):
            if left < 0 and last != self.weight:
                columns.remove(last)
                left += widths[last] + GAP
        return columns, False


def _sum_style(is_last: bool) -> str:
    return "bold" if is_last else "dim"


def _is_sum(row: Sequence[str]) -> bool:
    return row[0].startswith("(") and row[0].endswith(")")


def _table(head: Sequence[str], elastic: Sequence[int] = (0,)) -> Table:
    """Make a table of which only some columns become narrower where there is no room."""
    from rich.table import Table  # noqa: PLC0415 (only terminals need it)

    table = Table(box=None, pad_edge=False, padding=(0, GAP, 0, 0), header_style="bold")
    for place, name in enumerate(head):
        if place in elastic:
            table.add_column(_text(name), overflow="ellipsis")
        else:
            table.add_column(_text(name), justify="right" if name else "left", no_wrap=True)
    return table


def joined(pieces: Iterable[tuple[str, str]]) -> Text:
    """Return pieces of a text, each with its style, as one text, which may take several lines."""
    from rich.text import Text  # noqa: PLC0415 (only terminals need it)

    return Text.assemble(*pieces)


def _text(text: str, style: str = "") -> Text:
    from rich.text import Text  # noqa: PLC0415 (only terminals need it)

    return Text(text, style, no_wrap=True)


def _value(cell: str) -> float:
    """Return a weight, of which nothing is drawn where it is no number."""
    value = float(cell)
    return 0.0 if math.isnan(value) else value


def shade(share: float) -> str:
    """Return the style of a word by what it says, from -1 to 1."""
    shades = FOR if share >= 0 else AGAINST
    level = int(min(abs(share), 0.99) * len(shades))
    return f"black on {shades[level]}"


def _bar(share: float) -> Text:
    """Draw a bar to the right of the middle, or to the left of it."""
    half = BAR // 2
    cells = round(min(abs(share), 1.0) * half)
    if share >= 0:
        return _text(f"{' ' * half}│{'█' * cells:<{half}}", FOR[-1])
    return _text(f"{'█' * cells:>{half}}│{' ' * half}", AGAINST[-1])
