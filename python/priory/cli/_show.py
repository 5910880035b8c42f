"""How values are shown: in tables, in cells between tabs, and as JSON."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["cell", "counted", "dump", "number", "path_text", "shown", "table"]

_CONTROLS = {code: f"\\x{code:02x}" for code in (*range(0x20), *range(0x7F, 0xA0))}
_CONTROLS |= {ord("\t"): "\\t", ord("\n"): "\\n", ord("\r"): "\\r"}
# What Python makes of bytes in the names of files that are not UTF-8.
_STRAY = {0xDC00 + byte: f"\\x{byte:02x}" for byte in range(0x80, 0x100)}
_CONTROLS |= _STRAY


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
    """Return a text with control characters, which terminals obey, and stray bytes spelled out."""
    return text.translate(_CONTROLS)


def path_text(path: str) -> str:
    """Return the name of a file as JSON can hold it: bytes that are not UTF-8 are spelled out."""
    return path.translate(_STRAY)


def counted(n: int, thing: str) -> str:
    """Return a number of things in words: one of them has no plural."""
    return f"{n:,} {thing}" if n == 1 else f"{n:,} {thing}s"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Lay out a table: the first column to the left, numbers to the right."""
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    lines = []
    for row in (head, *rows):
        first = f"{row[0]:<{widths[0]}}"
        rest = (f"{value:>{width}}" for value, width in zip(row[1:], widths[1:], strict=True))
        lines.append("  ".join((first, *rest)).rstrip())
    return "\n".join(lines)
