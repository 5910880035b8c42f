"""How values are shown: in tables, in cells between tabs, and as JSON."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["cell", "dump", "number", "shown", "table"]

_CONTROLS = {code: f"\\x{code:02x}" for code in (*range(0x20), *range(0x7F, 0xA0))}
_CONTROLS |= {ord("\t"): "\\t", ord("\n"): "\\n", ord("\r"): "\\r"}


def dump(value: Any, out: TextIO | None = None) -> None:
    """Write a value as one line of JSON, in ASCII, whatever the terminal can show."""
    print(json.dumps(value, allow_nan=False), file=out)


def number(value: float) -> float | str:
    """Return a number as JSON can hold it: infinities and NaN become strings."""
    value = float(value)
    return value if math.isfinite(value) else str(value)


def cell(value: object) -> str:
    """Return a value for a tab-separated table: it breaks neither cells nor lines."""
    return f"{value:.6g}" if isinstance(value, float) else shown(str(value))


def shown(text: str) -> str:
    """Return a text with its control characters spelled out, which terminals would obey."""
    return text.translate(_CONTROLS)


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Lay out a table: the first column to the left, numbers to the right."""
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    lines = []
    for row in (head, *rows):
        first = f"{row[0]:<{widths[0]}}"
        rest = (f"{value:>{width}}" for value, width in zip(row[1:], widths[1:], strict=True))
        lines.append("  ".join((first, *rest)).rstrip())
    return "\n".join(lines)
