"""The DATA argument and its options: rows in batches of bounded size."""

from __future__ import annotations

import argparse
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from priory.cli._errors import CommandError
from priory.cli._file import File, text_encoding
from priory.cli._folder import count_files, read_folder
from priory.cli._progress import Progress
from priory.cli._rows import Bad, Layout, Row, read_json, read_lines
from priory.cli._tables import read_csv, read_tsv

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

__all__ = ["Data", "add_data_arguments"]

READERS = {"csv": read_csv, "tsv": read_tsv, "jsonl": read_json, "lines": read_lines}
SUFFIXES = {
    ".csv": "csv",
    ".tsv": "tsv",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".json": "jsonl",
    ".txt": "lines",
}
MOST_ROWS = 50_000
MOST_CHARACTERS = 2**24


def add_data_arguments(parser: argparse.ArgumentParser, *, labelled: bool) -> None:
    """Add the argument DATA and the options that say how to read it."""
    formats = [name for name in READERS if name != "lines" or not labelled]
    kinds = "CSV, TSV or JSON Lines file, a folder, or - for stdin"
    parser.add_argument("data", metavar="DATA", help=kinds)
    parser.add_argument(
        "--format",
        choices=formats,
        help="format of DATA (default: by file extension"
        + (")" if labelled else "; lines for stdin)"),
    )
    parser.add_argument("--text", metavar="COLUMN", help="text column (default: text)")
    if labelled:
        parser.add_argument("--label", metavar="COLUMN", help="label column (default: label)")
    parser.add_argument(
        "--no-header",
        action="store_true",
        help="no header line in the input"
        + ("" if labelled else " and output")
        + "; columns are numbers from 1",
    )
    parser.add_argument(
        "--delimiter",
        type=_delimiter,
        default=",",
        metavar="CHARACTER",
        help="CSV delimiter, such as ';' or 'tab' (default: ',')",
    )
    parser.add_argument(
        "--encoding",
        type=text_encoding,
        default="utf-8",
        help="encoding of DATA (default: %(default)s)",
    )
    parser.add_argument(
        "--skip-bad",
        action="store_true",
        help="skip invalid rows and report their number, instead of stopping at the first",
    )


def _delimiter(word: str) -> str:
    delimiter = {"tab": "\t", r"\t": "\t"}.get(word, word)
    if len(delimiter) != 1 or delimiter in '"\r\n':
        raise argparse.ArgumentTypeError(f"must be one character, or tab, not {word!r}")
    return delimiter


class Data:
    """The rows of DATA, read once.

    Parameters
    ----------
    options : argparse.Namespace
        What `add_data_arguments` has parsed.
    """

    def __init__(self, options: argparse.Namespace) -> None:
        self.path: str = options.data
        self.name = _name(options)
        self.n_rows = 0
        self.n_bad = 0
        self._first_bad: Bad | None = None
        self._skips_bad: bool = options.skip_bad
        if not self.path:
            raise CommandError("empty DATA: name a file or a folder")
        if self.path != "-" and not Path(self.path).exists():
            raise CommandError(f"cannot read {self.path}: no such file or folder")
        self.is_folder = options.format is None and Path(self.path).is_dir()
        self._format = "folder" if self.is_folder else _format(options)
        self._layout = _layout(options, self._format)

    def batches(self, *, bar: bool = True) -> Generator[list[Row]]:
        """Read the rows, some thousands at a time; show how far it is, unless told not to."""
        if self.is_folder:
            size = partial(count_files, self.path)
            with Progress(size, is_wanted=bar, thing="file") as progress:
                rows = progress.each(read_folder(self.path, self._layout))
                yield from self._batches(rows)
            return
        with File(self.path) as file, Progress(file.size, is_wanted=bar) as progress:
            for batch in self._batches(READERS[self._format](file, self._layout)):
                progress.update(file.position, self.n_rows)
                yield batch
            file.check_unchanged()

    def report_bad(self) -> None:
        """Say on standard error how many rows were left out."""
        if self.n_bad:
            rows = "1 bad row" if self.n_bad == 1 else f"{self.n_bad} bad rows, the first"
            print(f"priory: left out {rows}: {self._first_bad}", file=sys.stderr)

    def _batches(self, rows: Iterator[Row | Bad]) -> Iterator[list[Row]]:
        batch: list[Row] = []
        n_characters = 0
        for row in self._good(rows):
            batch.append(row)
            n_characters += len(row.text)
            if len(batch) >= MOST_ROWS or n_characters >= MOST_CHARACTERS:
                self.n_rows += len(batch)
                yield batch
                batch, n_characters = [], 0
        if batch:
            self.n_rows += len(batch)
            yield batch

    def _good(self, rows: Iterator[Row | Bad]) -> Iterator[Row]:
        for row in rows:
            if isinstance(row, Row):
                yield row
            elif self._skips_bad:
                self.n_bad += 1
                self._first_bad = self._first_bad or row
            else:
                raise CommandError(f"{row}: {row.remedy}, or skip such rows with --skip-bad")


def _format(options: argparse.Namespace) -> str:
    """Say how a file is to be read: as asked, or as its name tells."""
    labelled = hasattr(options, "label")
    by_name = "lines" if options.data == "-" else SUFFIXES.get(Path(options.data).suffix.lower())
    found = options.format or by_name
    if found is None or (found == "lines" and labelled):
        raise CommandError(f"cannot tell the format of {_name(options)}: set --format")
    return str(found)


def _name(options: argparse.Namespace) -> str:
    return "standard input" if options.data == "-" else str(options.data)


def _layout(options: argparse.Namespace, form: str) -> Layout:
    """Say where text and label stand, and refuse options that mean nothing here."""
    columns = {"--text": options.text}
    if hasattr(options, "label"):
        columns["--label"] = options.label
    if form not in {"csv", "tsv", "jsonl"} and any(columns.values()):
        raise CommandError(
            f"--text and --label name columns, and {_name(options)} has none: remove them, or "
            "name the --format"
        )
    if options.no_header and form not in {"csv", "tsv"}:
        raise CommandError(f"--no-header is for CSV and TSV, and {_name(options)} is neither")
    if options.no_header and not all(columns.values()):
        raise CommandError(f"without a header, give the numbers of columns: {', '.join(columns)}")
    text = options.text or "text"
    label = (options.label or "label") if "--label" in columns else None
    if text == label:
        raise CommandError(f"--text and --label are the same column {text!r}: name two columns")
    return Layout(
        text=text,
        label=label,
        header=not options.no_header,
        delimiter=options.delimiter,
        encoding=options.encoding,
    )
