"""How values are shown: in tables, in cells between tabs, and as JSON."""

from __future__ import annotations

import json
import math
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, TextIO

__all__ = [
    "cell",
    "counted",
    "cut",
    "dump",
    "json_line",
    "number",
    "path_text",
    "plain",
    "ranked_classes",
    "shown",
    "spelled",
    "table",
]

MOST_CLASSES = 5  # of a table that names those one by one
LONGEST = 60  # characters of a feature or a value

# What turns the direction of text around, breaks lines, or is not seen at all; but for the
# joiners, by which emoji and words of some languages are written.
_UNSEEN = (0xAD, 0x61C, 0x200B, 0x200E, 0x200F, *range(0x2028, 0x202F), *range(0x2060, 0x2070))
_UNSEEN += (0xFEFF, *range(0xFFF9, 0xFFFC), *range(0xE0000, 0xE0080))
# What Python makes of bytes in the names of files that are not UTF-8.
_STRAY = {0xDC00 + byte: f"\\x{byte:02x}" for byte in range(0x80, 0x100)}


@cache
def _controls() -> dict[int, str]:
    """Return how to spell out what terminals obey or do not show, and stray bytes."""
    controls = {code: f"\\x{code:02x}" for code in (*range(0x20), *range(0x7F, 0xA0))}
    controls |= {ord("\t"): "\\t", ord("\n"): "\\n", ord("\r"): "\\r"}
    controls |= {code: chr(code).encode("unicode_escape").decode() for code in _UNSEEN}
    return controls | _STRAY


def dump(value: Any, out: TextIO | None = None) -> None:
    """Write a value as one line of JSON."""
    print(json_line(value), file=out)


def json_line(value: Any) -> str:
    """Return a value as one line of JSON, in ASCII, whatever the terminal can show."""
    # DEL is ASCII, so JSON lets it pass.
    return json.dumps(value, allow_nan=False).replace("\x7f", "\\u007f")


def number(value: float) -> float | str:
    """Return a number as JSON can hold it: infinities and NaN become strings."""
    value = float(value)
    return value if math.isfinite(value) else str(value)


def plain(label: Any) -> Any:
    """Return a label as a plain object of Python, which JSON can hold."""
    return label.item() if hasattr(label, "item") else label


def spelled(label: Any) -> str:
    """Return a label as it is shown; where there is none, nothing."""
    return "" if label is None else str(plain(label))


def cell(value: object) -> str:
    """Return a value for a tab-separated table: it breaks neither cells nor lines."""
    return f"{value:.6g}" if isinstance(value, float) else shown(str(value))


def shown(text: str) -> str:
    """Return a text with what terminals obey or do not show, and stray bytes, spelled out."""
    if text.isprintable():  # most are, and it is quick
        return text
    # Surrogates that are no stray bytes can be written nowhere.
    return text.translate(_controls()).encode("utf-8", "backslashreplace").decode("utf-8")


def path_text(path: str) -> str:
    """Return the name of a file as JSON can hold it: bytes that are not UTF-8 are spelled out."""
    return path if path.isascii() else path.translate(_STRAY)


def counted(n: int, thing: str) -> str:
    """Return a number of things in words: one of them has no plural."""
    return f"{n:,} {thing}" if n == 1 else f"{n:,} {thing}s"


def ranked_classes(
    explanation: Any, ranked: list[int], also: Sequence[int] = ()
) -> tuple[list[str], list[list[str]]]:
    """Return the head and the rows of a table of the best classes, and of some others."""
    names, shares = explanation.classes, explanation.probabilities
    named = ranked[:MOST_CLASSES]
    named += [c for c in also if c not in named]
    rows = [[cut(spelled(names[c])), f"{shares[c]:.4f}"] for c in named]
    if others := [c for c in ranked if c not in named]:
        rows.append([f"{len(others)} others", f"{sum(float(shares[c]) for c in others):.4f}"])
    return ["label", "probability"], rows


def cut(text: str) -> str:
    """Return a text on one line, and not too much of it."""
    return shown(text if len(text) <= LONGEST else f"{text[:LONGEST]}...")


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Lay out a table: the first column to the left, numbers to the right."""
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    lines = []
    for row in (head, *rows):
        first = f"{row[0]:<{widths[0]}}"
        rest = (f"{value:>{width}}" for value, width in zip(row[1:], widths[1:], strict=True))
        lines.append("  ".join((first, *rest)).rstrip())
    return "\n".join(lines)
