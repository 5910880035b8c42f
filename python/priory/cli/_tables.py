"""Read rows from CSV and TSV."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING

from priory._show import cut
from priory.cli._errors import CommandError
from priory.cli._file import LONGEST, UNDECODABLE, File
from priory.cli._rows import Bad, Layout, Row, good_or_bad

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["read_csv", "read_tsv"]

MOST_COLUMNS = 20  # named in a message
Record = tuple[int, "list[str] | str"]  # the line where it begins, and its fields or what is wrong


def read_csv(file: File, layout: Layout) -> Iterator[Row | Bad]:
    """Read comma-separated values, with quotes."""
    return _table(_csv_records(file, layout), file.name, layout)


def read_tsv(file: File, layout: Layout) -> Iterator[Row | Bad]:
    """Read tab-separated values: a tab always separates, and a quote is a character."""
    return _table(_tsv_records(file, layout), file.name, layout)


def _csv_records(file: File, layout: Layout) -> Iterator[Record]:
    csv.field_size_limit(LONGEST)
    lines = file.lines(layout.encoding, "")
    reader = csv.reader(lines, delimiter=layout.delimiter, strict=True)
    while True:
        number = reader.line_num + 1
        try:
            fields = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            yield number, f"broken CSV ({error}), such as a missing quote"
        else:
            if fields:
                yield number, fields


def _tsv_records(file: File, layout: Layout) -> Iterator[Record]:
    for number, line in enumerate(file.lines(layout.encoding, "\n"), start=1):
        if bare := line.removesuffix("\n").removesuffix("\r"):
            yield number, bare.split("\t")


def _table(records: Iterator[Record], name: str, layout: Layout) -> Iterator[Row | Bad]:
    """Take the columns of the text and of the label out of records, all of the same length."""
    number, first = next(records, (0, []))
    if isinstance(first, str):
        raise CommandError(f"{name}, line {number}: {first}")
    if not first:
        return
    text, label = _columns(first, name, layout)
    if not layout.header:
        yield good_or_bad(first[text], first[label], (name, number), layout)
    for number, fields in records:
        if isinstance(fields, str):
            yield Bad(fields, name, number)
        elif len(fields) != len(first):
            there = "the header" if layout.header else "the first row"
            why = f"the number of fields is {len(fields)}, and {there} has {len(first)}"
            yield Bad(why, name, number)
        else:
            yield good_or_bad(fields[text], fields[label], (name, number), layout)


def _columns(first: list[str], name: str, layout: Layout) -> tuple[int, int]:
    """Find the columns of the text and, if labels are wanted, of the label."""
    find = _named if layout.header else _numbered
    try:
        text = find(layout.text, "--text", first)
        return text, text if layout.label is None else find(layout.label, "--label", first)
    except ValueError as error:
        if any(UNDECODABLE in field or "\0" in field for field in first):
            why = f"the first line is not valid {layout.encoding}: set --encoding, such as utf-16"
            raise CommandError(f"{name}: {why}") from error
        raise CommandError(f"{name}: {error}") from error


def _named(column: str, option: str, header: list[str]) -> int:
    if header.count(column) == 1:
        return header.index(column)
    there = ", ".join(map(cut, header[:MOST_COLUMNS])) + ", ..." * (len(header) > MOST_COLUMNS)
    if column in header:
        raise ValueError(
            f"several columns {column!r} (columns: {there}): rename all but one, or remove the "
            "header and set --no-header"
        )
    raise ValueError(
        f"no column {column!r} (columns: {there}): set {option}, --delimiter or --no-header"
    )


def _numbered(column: str, option: str, first: list[str]) -> int:
    if column.isdecimal() and 1 <= int(column) <= len(first):
        return int(column) - 1
    raise ValueError(
        f"{option} must be a number from 1 to {len(first)}, since there is no header, not "
        f"{column!r}"
    )
