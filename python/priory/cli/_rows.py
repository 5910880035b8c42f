"""Rows of text and label with their location, and readers for plain lines and JSON Lines."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from priory._show import shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from priory.cli._file import File

__all__ = [
    "Bad",
    "Layout",
    "Row",
    "good_or_bad",
    "is_unicode",
    "read_json",
    "read_lines",
    "undecodable",
]

ONE_A_LINE = "write one JSON object per line (`jq -c '.[]'` makes them of an array)"


class Row(NamedTuple):
    """A text, its label (empty where none is wanted), and where it stands."""

    text: str
    label: str
    file: str
    line: int


class Bad(NamedTuple):
    """Why a row is not one, where it stands, and what to do."""

    why: str
    file: str
    line: int
    remedy: str = "correct it"

    def __str__(self) -> str:
        return shown(f"{self.file}, line {self.line}: {self.why}")


@dataclass(frozen=True, slots=True)
class Layout:
    """How rows are written: `label` is None where no labels are wanted."""

    text: str
    label: str | None
    header: bool = True
    delimiter: str = ","
    encoding: str = "utf-8"


def undecodable(layout: Layout, file: str, line: int) -> Bad:
    """Return a row whose bytes are not in the encoding."""
    return Bad(f"not valid {layout.encoding.upper()}", file, line, "set --encoding")


def good_or_bad(text: str, label: str, where: tuple[str, int], layout: Layout) -> Row | Bad:
    """Check what all formats share."""
    if not (is_unicode(text) and is_unicode(label)):
        return undecodable(layout, *where)
    if layout.label is not None and not label.strip():
        return Bad("the label is blank", *where)
    return Row(text, label, *where)


def read_lines(file: File, layout: Layout) -> Iterator[Row | Bad]:
    """Read each line as a text, an empty one too."""
    for number, line in enumerate(file.lines(layout.encoding, "\n"), start=1):
        bare = line.removesuffix("\n").removesuffix("\r")
        yield good_or_bad(bare, "", (file.name, number), layout)


def read_json(file: File, layout: Layout) -> Iterator[Row | Bad]:
    """Read each line that is not blank as a JSON object."""
    for number, line in enumerate(file.lines(layout.encoding, "\n"), start=1):
        if not line.isspace():
            yield _from_json(line, (file.name, number), layout)


def _from_json(line: str, where: tuple[str, int], layout: Layout) -> Row | Bad:
    if not is_unicode(line):
        return undecodable(layout, *where)
    try:
        found = json.loads(line)
    except (ValueError, RecursionError) as error:
        return Bad(f"broken JSON ({error})", *where, ONE_A_LINE)
    if not isinstance(found, dict):
        return Bad("not an object", *where, ONE_A_LINE)
    try:
        text = _value(found, layout.text, str)
        label = "" if layout.label is None else _value(found, layout.label, str | int)
    except ValueError as error:
        return Bad(str(error), *where)
    return good_or_bad(text, label, where, layout)


def _value(found: dict[str, Any], name: str, kind: Any) -> str:
    """Return a value of an object as a string; an integer or a boolean is spelled as in JSON."""
    value = found.get(name)
    if value is None:
        raise ValueError(f"{name!r} is missing")
    if not isinstance(value, kind):
        wanted = "a string" if kind is str else "a string or an integer"
        raise ValueError(f"{name!r} must be {wanted}, not {json.dumps(value)[:40]}")
    spelled = value if isinstance(value, str) else json.dumps(value)
    if not is_unicode(spelled):
        raise ValueError(f"{name!r} contains a lone surrogate")
    return spelled


def is_unicode(text: str) -> bool:
    """Tell whether a text has no lone surrogates, which stand for bytes that are no text."""
    if text.isascii():
        return True
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
