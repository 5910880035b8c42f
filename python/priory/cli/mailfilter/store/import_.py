"""``priory store import``: read JSON lines or a bogofilter word list into a store."""

from __future__ import annotations

import os
import re
import sys
from contextlib import ExitStack, contextmanager, nullcontext
from typing import IO, TYPE_CHECKING

from priory.cli._errors import CommandError, remedy_of, render, render_os
from priory.cli._progress import Progress
from priory.cli.mailfilter._config import read_config
from priory.cli.mailfilter._settings import add_settings
from priory.cli.mailfilter.store._transaction import add
from priory.errors import InputError
from priory.mail.entry import place_of
from priory.mailfilter._interrupts import deferred
from priory.mailfilter.store import KINDS, StoreError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager

    from priory.mailfilter import Store
    from priory.mailfilter._merge import Merged

__all__ = ["add_arguments", "run"]

LONGEST = 2**28  # bytes of a line: what has no ends of lines is nothing that was exported
# What first lines look like, of which format they are, and what to do with those of another.
_LOOKS = (
    (re.compile(rb"\x1f\x8b"), None, "it is packed by gzip: unpack it first"),
    (re.compile(rb"SQLite format 3\0"), None, "it is a store: add it with `priory store merge`"),
    (re.compile(rb"\{"), "jsonl", "for JSON lines, say --format jsonl"),
    (
        re.compile(rb"[^ ]+ \d+ \d+( \d+)?\r?\n?\Z"),
        "bogofilter",
        "for a word list, say --format bogofilter",
    ),
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument(
        "file",
        nargs="?",
        default="-",
        metavar="FILE",
        help="input file (default: stdin)",
    )
    parser.add_argument(
        "--format",
        choices=KINDS,
        default=KINDS[0],
        help="input format: JSON lines of `priory store export`, or a word list of `bogoutil -d` "
        "(default: %(default)s)",
    )
    parser.add_argument("--json", action="store_true", help="write one JSON object")
    add_settings(parser, "store", "timeout", "spam", "ham")


def run(options: argparse.Namespace) -> int:
    """Add all lines, or none."""
    config, place = read_config(options), options.file
    classes = {"spam": config.get("spam"), "good": config.get("ham")}
    with _opened(place) as file, ExitStack() as stack:
        lines = Lines(file)
        # Who waits for lines can be broken off; what was read is added before Ctrl-C ends it.
        to_the_end = lines.read(lambda: stack.enter_context(deferred()))

        def take(store: Store) -> Merged:
            with _complaints(store, place, lambda: lines.hint(options.format)):
                return store.import_lines(to_the_end, options.format, **classes)

        add(config, take, place, is_json=options.json)
    return 0


@contextmanager
def _complaints(store: Store, place: str, hint: Callable[[], str]) -> Iterator[None]:
    """Say where lines come from that something is wrong with."""
    try:
        yield
    except InputError as error:
        what = f"{render(error)}: nothing was imported; {hint()}"
        raise CommandError(f"{place_of(place)}: {what}") from error
    except StoreError as error:
        if error.where == store.path:
            raise
        what = f"{error.what}: nothing was imported; {remedy_of(error)}"
        raise CommandError(f"{place_of(place)}: {what}") from error


def _opened(place: str) -> AbstractContextManager[IO[bytes]]:
    if place == "-":
        if sys.stdin is None:
            raise CommandError("standard input is closed: name a FILE")
        if sys.stdin.isatty():
            raise CommandError("there is nothing to read: name a FILE, or send lines in a pipe")
        return nullcontext(sys.stdin.buffer)
    try:
        return open(place, "rb")
    except OSError as error:
        raise CommandError(f"cannot read {render_os(error, repr(place))}") from error


class Lines:
    """The lines of a file, with a bar that shows how far they were read.

    Parameters
    ----------
    file : file
        The file, which may be a pipe.
    """

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._first = b""

    def read(self, at_end: Callable[[], object]) -> Iterator[bytes]:
        """Read them, and call a function when there are no more."""
        position = number = 0
        with Progress(_size(self._file), thing="line") as progress:
            while line := self._file.readline(LONGEST):
                self._first = self._first or line
                position, number = position + len(line), number + 1
                progress.update(position, number)
                yield line
        at_end()

    def hint(self, kind: str) -> str:
        """Say what to do with lines that look like something else, by the first of them."""
        for pattern, found, hint in _LOOKS:
            if found != kind and pattern.match(self._first):
                return hint
        return "export it anew"


def _size(file: IO[bytes]) -> int | None:
    try:
        return os.fstat(file.fileno()).st_size or None
    except OSError:  # a stream that is none of the system's
        return None
