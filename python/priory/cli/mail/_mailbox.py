"""The argument PATH of the commands: its options, its messages, and what is wrong with it."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING

from priory._show import counted, path_text, shown
from priory.cli._errors import CommandError
from priory.cli._progress import Progress
from priory.cli.mail._arguments import limit, numbers
from priory.mail import Limits, NotMail, read_mailbox
from priory.mail.entry import place_of
from priory.mail.mailbox import KINDS, MAX_BYTES

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator
    from typing import Any

    from priory.mail import Entry, Fault

__all__ = ["Mailbox", "add_mailbox_arguments", "as_json", "heading"]

# What the library calls differently than the command line does.
_SPELLINGS = (
    (re.compile(r"\bkind='(\w+)' (?=reads )"), r"--kind \1 "),
    (re.compile(r"\bleave kind out\Z"), "leave --kind out"),
    (re.compile(r"\braise max_bytes\Z"), "raise it with --limit message=BYTES"),
)


def add_mailbox_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the argument PATH and the options that say how to read it."""
    parser.add_argument(
        "path",
        metavar="PATH",
        help="a message, an mbox, a Maildir, an MH folder, a folder of any of them, or - for "
        "standard input; packed by gzip or not",
    )
    parser.add_argument("--kind", choices=KINDS, help="what PATH is; by default it is looked at")
    parser.add_argument(
        "--number",
        type=numbers,
        metavar="N,N-M",
        help="only these messages, counted from 1, such as 3 or 1-10,20 or 100-",
    )
    parser.add_argument(
        "--limit",
        type=limit,
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="read at most so much of a message, as in text=1000000; the names are "
        f"{', '.join(Limits._fields)}; may be repeated",
    )
    parser.add_argument("--json", action="store_true", help="write JSON lines")


class Mailbox:
    """The messages of PATH, read once.

    Parameters
    ----------
    options : argparse.Namespace
        What `add_mailbox_arguments` has parsed.
    """

    def __init__(self, options: argparse.Namespace) -> None:
        if not options.path:
            raise CommandError('the name of PATH is empty: name a file or a folder, or "-"')
        self.limits = Limits(**dict(options.limit))
        self._path: str = options.path
        self._kind: str | None = options.kind
        self._numbers = options.number
        self._has_fault = False
        self._progress = Progress(None)

    @property
    def exit_code(self) -> int:
        """The exit code: something that could not be read is a mistake of the input."""
        return 2 if self._has_fault else 0

    def messages(self, *, bar: bool) -> Iterator[tuple[int, Entry]]:
        """Read the chosen messages one by one, each with its number; report faults at once."""
        number = n_chosen = 0
        with Progress(None, is_wanted=bar, thing="message") as self._progress:
            for number, entry in enumerate(self._entries(), start=1):
                self._progress.update(0, number)
                if self._numbers is None or number in self._numbers:
                    n_chosen += 1
                    yield number, entry
                if self._numbers is not None and self._numbers.are_below(number + 1):
                    return
        name = place_of(self._path)
        if number and not n_chosen:
            raise CommandError(f"{name} has only {counted(number, 'message')}: see --number")
        if not number and not self._has_fault:
            print(f"priory: {shown(name)} has no messages", file=sys.stderr)

    def _entries(self) -> Iterator[Entry]:
        # What is longer than the limit gets a mark, so as much must be read.
        max_bytes = max(MAX_BYTES, self.limits.message)
        try:
            return read_mailbox(self._path, self._kind, max_bytes=max_bytes, on_fault=self._report)
        except ValueError as error:
            raise CommandError(_spelled(str(error))) from error

    def _report(self, fault: Fault) -> None:
        self._has_fault = self._has_fault or not isinstance(fault, NotMail)
        self._progress.clear()
        print(f"priory: {shown(_spelled(str(fault)))}", file=sys.stderr)


def _spelled(message: str) -> str:
    """Return a message of the library in the words of the command line."""
    for pattern, words in _SPELLINGS:
        message = pattern.sub(words, message)
    return message


def heading(number: int, entry: Entry) -> str:
    """Return a line that says where a message stands."""
    return f"#{number} {shown(entry.place)}"


def as_json(number: int, entry: Entry) -> dict[str, Any]:
    """Return where a message stands, for JSON."""
    return {"number": number, "file": path_text(entry.path), "offset": entry.offset}
