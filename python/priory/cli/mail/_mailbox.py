"""The argument PATH... of ``priory mail``: its options, its messages and their faults."""

from __future__ import annotations

import sys
from dataclasses import fields
from functools import partial
from typing import TYPE_CHECKING

from priory._show import counted, path_text, shown
from priory.cli._errors import CommandError, render, render_os
from priory.cli._progress import Progress, mail_bytes
from priory.cli.mail._arguments import limit, numbers
from priory.errors import InputError
from priory.mail import Limits, NotMail, read_mailbox
from priory.mail.entry import place_of
from priory.mail.mailbox import KINDS, MAX_BYTES

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator
    from typing import Any

    from priory.mail import Entry, Fault

__all__ = ["Mailbox", "add_mailbox_arguments", "as_json", "heading"]

_REMEDIES = {"message-cut": "raise it with --limit message=BYTES"}


def add_mailbox_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the argument PATH and the options that say how to read it."""
    parser.add_argument(
        "path",
        nargs="+",
        metavar="PATH",
        help="a message, an mbox, a Maildir, an MH folder, a folder of any of them, or - for "
        "stdin; may be gzipped",
    )
    parser.add_argument("--kind", choices=KINDS, help="type of PATH (default: auto-detect)")
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


class Mailbox:
    """The messages of all PATHs, read once.

    Parameters
    ----------
    options : argparse.Namespace
        What `add_mailbox_arguments` has parsed.
    """

    def __init__(self, options: argparse.Namespace) -> None:
        if not all(options.path):
            raise CommandError('empty PATH: name a file or a folder, or "-"')
        self.limits = Limits(**dict(options.limit))
        self._paths: list[str] = options.path
        self._kind: str | None = options.kind
        self._numbers = options.number
        self._n_faults = 0

    @property
    def exit_code(self) -> int:
        """The exit code: something that could not be read is a mistake of the input."""
        return 2 if self._n_faults else 0

    def messages(self, *, bar: bool) -> Iterator[tuple[int, Entry]]:
        """Read the chosen messages one by one, each with its number; report faults at once."""
        number = n_chosen = n_bytes = 0
        size = partial(mail_bytes, self._paths)
        with Progress(size, is_wanted=bar, thing="message") as progress:
            for number, entry in enumerate(self._entries(), start=1):
                n_bytes += len(entry.raw)
                progress.update(n_bytes, number)
                if self._numbers is None or number in self._numbers:
                    n_chosen += 1
                    yield number, entry
                if self._numbers is not None and self._numbers.are_below(number + 1):
                    return
        if number and not n_chosen:
            names = ", ".join(map(place_of, self._paths))
            has = "has" if len(self._paths) == 1 else "have"
            raise CommandError(f"{names} {has} only {counted(number, 'message')}: see --number")

    def _entries(self) -> Iterator[Entry]:
        # What is longer than the limit gets a mark, so as much must be read.
        max_bytes = max(MAX_BYTES, self.limits.message)
        for path in self._paths:
            is_empty, before = True, self._n_faults
            try:
                entries = read_mailbox(path, self._kind, max_bytes=max_bytes, on_fault=self._report)
            except OSError as error:
                self._fault(render_os(error))
                continue
            except InputError as error:
                self._fault(render(error))
                continue
            for entry in entries:
                is_empty = False
                yield entry
            if is_empty and self._n_faults == before:
                self._complain(f"{place_of(path)} has no messages")

    def _report(self, fault: Fault) -> None:
        if isinstance(fault, NotMail):
            self._complain(render(fault, _REMEDIES))
        else:
            self._fault(render(fault, _REMEDIES))

    def _fault(self, what: str) -> None:
        self._n_faults += 1
        self._complain(what)

    def _complain(self, what: str) -> None:
        print(f"priory: {shown(what)}", file=sys.stderr)


def heading(number: int, entry: Entry) -> str:
    """Return a line that says where a message stands."""
    return f"#{number} {shown(entry.place)}"


def as_json(number: int, entry: Entry) -> dict[str, Any]:
    """Return where a message stands, for JSON."""
    return {"number": number, "file": path_text(entry.path), "offset": entry.offset}
