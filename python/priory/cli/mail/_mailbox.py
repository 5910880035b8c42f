"""The argument PATH... of ``priory mail``: its options, and the choice of messages."""

from __future__ import annotations

from contextlib import closing
from dataclasses import fields
from typing import TYPE_CHECKING

from priory._show import counted, path_text, shown
from priory.cli._errors import CommandError
from priory.cli.mail._arguments import limit, numbers
from priory.cli.mail._paths import Mailboxes, add_path_arguments
from priory.mail import Limits
from priory.mail.entry import place_of
from priory.mail.mailbox import MAX_BYTES

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator
    from typing import Any

    from priory.mail import Entry

__all__ = ["Mailbox", "add_mailbox_arguments", "as_json", "heading"]

_REMEDIES = {"message-cut": "raise it with --limit message=BYTES"}


def add_mailbox_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the argument PATH and the options that say how to read it."""
    add_path_arguments(parser, is_optional=False)
    parser.add_argument(
        "--number",
        type=numbers,
        metavar="N,N-M",
        help="messages to read, counted from 1 over all PATHs, such as 3 or 1-10,20 or 100-",
    )
    parser.add_argument(
        "--limit",
        type=limit,
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="maximum size of what is read of a message, such as text=1000000; NAME is one of "
        f"{', '.join(field.name for field in fields(Limits))}; may be repeated",
    )
    parser.add_argument("--json", action="store_true", help="write JSON lines")


class Mailbox(Mailboxes):
    """The messages of all PATHs, or those of them that were chosen by their numbers.

    Parameters
    ----------
    options : argparse.Namespace
        What `add_mailbox_arguments` has parsed.
    """

    def __init__(self, options: argparse.Namespace) -> None:
        self.limits = Limits(**dict(options.limit))
        self._numbers = options.number
        # What is longer than the limit gets a mark, so as much must be read.
        max_bytes = max(MAX_BYTES, self.limits.message)
        super().__init__(options.path, options.kind, max_bytes=max_bytes, remedies=_REMEDIES)

    @property
    def exit_code(self) -> int:
        """The exit code: something that could not be read is a mistake of the input."""
        return 2 if self.n_faults else 0

    def messages(self, *, bar: bool) -> Iterator[tuple[int, Entry]]:
        """Read the chosen messages one by one, each with its number; report faults at once.

        Numbers are those of all messages that are read, or in PATH#7 those in that PATH.
        """
        n_chosen = 0
        with closing(self.read(bar=bar)) as entries:
            for number, entry in enumerate(entries, start=1):
                if self._numbers is None or number in self._numbers:
                    n_chosen += 1
                    yield self.number or number, entry
                if self._numbers is not None and self._numbers.are_below(number + 1):
                    return
        if self.n_read and not n_chosen:
            names = ", ".join(map(place_of, self.paths))
            has = "has" if len(self.paths) == 1 else "have"
            only = counted(self.n_read, "message")
            raise CommandError(f"{names} {has} only {only}: see --number")


def heading(number: int, entry: Entry) -> str:
    """Return a line that says where a message stands."""
    return f"#{number} {shown(entry.place)}"


def as_json(number: int, entry: Entry) -> dict[str, Any]:
    """Return where a message stands, for JSON."""
    return {"number": number, "file": path_text(entry.path), "offset": entry.offset}
