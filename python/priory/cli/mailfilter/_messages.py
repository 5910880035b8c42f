"""The argument PATH... of the commands: its options, its messages, and its faults."""

from __future__ import annotations

import os
import sys
from functools import partial
from typing import TYPE_CHECKING

from priory._show import path_text, shown
from priory.cli._errors import CommandError, render, render_os
from priory.cli._progress import Progress, mail_bytes
from priory.errors import InputError
from priory.mail._file import has_header
from priory.mail.entry import NotMail, place_of
from priory.mail.mailbox import KINDS, MAX_BYTES, read_mailbox

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator
    from typing import Any

    from priory.mail import Entry, Fault

__all__ = ["Messages", "add_message_arguments", "as_json", "size_of"]

_NO_MAIL = "no mail headers, skipped: if it is a message, pass --kind file"


def add_message_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the argument PATH... and the options that say how to read it."""
    parser.add_argument(
        "path",
        nargs="*",
        metavar="PATH",
        help="a message, an mbox, a Maildir, an MH folder, a folder of any of them, or - for "
        "stdin (default: stdin); may be gzipped",
    )
    parser.add_argument("--kind", choices=KINDS, help="type of PATH (default: auto-detect)")
    parser.add_argument("--json", action="store_true", help="write JSON lines")


class Messages:
    """The messages of all PATHs, read once.

    Parameters
    ----------
    options : argparse.Namespace
        What `add_message_arguments` has parsed.

    Attributes
    ----------
    paths : list of str
        The PATHs, or standard input where none was named.
    n_read : int
        Messages read so far.
    n_faults : int
        Things that could not be read, or not in full.
    """

    def __init__(self, options: argparse.Namespace) -> None:
        self.paths: list[str] = options.path or ["-"]
        self.n_read = self.n_faults = 0
        self._kind: str | None = options.kind
        if not options.path and sys.stdin is not None and sys.stdin.isatty():
            raise CommandError("there is nothing to read: name a PATH, or send messages in a pipe")
        if not all(self.paths):
            raise CommandError('the name of PATH is empty: name a file or a folder, or "-"')

    @property
    def is_one(self) -> bool:
        """Whether one message was asked for and read: not a folder, nor several."""
        return len(self.paths) == self.n_read == 1 and not os.path.isdir(self.paths[0])

    def read(self, *, bar: bool) -> Iterator[Entry]:
        """Read the messages one by one; report faults at once, and go on."""
        n_bytes, size = 0, partial(mail_bytes, self.paths)
        with Progress(size, is_wanted=bar, thing="message") as progress:
            for path in self.paths:
                before = self.n_read + self.n_faults
                for entry in self._entries(path):
                    if entry.path == path and not self._is_mail(entry):
                        self.fault(f"{path}: {_NO_MAIL}")
                        continue
                    self.n_read += 1
                    n_bytes += len(entry.raw)
                    progress.update(n_bytes, self.n_read)
                    yield entry
                if self.n_read + self.n_faults == before:
                    self.complain(f"{place_of(path)} has no messages")

    def _is_mail(self, entry: Entry) -> bool:
        """Tell whether a file that was named is a message, unless that was said."""
        is_known = self._kind is not None or entry.path == "-" or entry.number is not None
        return is_known or has_header(entry.raw)

    def fault(self, what: str) -> None:
        """Count a fault, and say what it is."""
        self.n_faults += 1
        self.complain(what)

    def complain(self, what: str) -> None:
        """Write a line on standard error."""
        print(f"priory: {shown(what)}", file=sys.stderr)

    def _entries(self, path: str) -> Iterator[Entry]:
        try:
            return read_mailbox(path, self._kind, max_bytes=MAX_BYTES, on_fault=self._report)
        except OSError as error:
            self.fault(render_os(error))
        except InputError as error:
            self.fault(render(error))
        return iter(())

    def _report(self, fault: Fault) -> None:
        if isinstance(fault, NotMail):
            self.complain(render(fault))
        else:
            self.fault(render(fault))


def size_of(entry: Entry) -> int:
    """Return the bytes of a message."""
    return len(entry.raw)


def as_json(entry: Entry) -> dict[str, Any]:
    """Return where a message stands, for JSON."""
    return {"file": path_text(entry.path), "offset": entry.offset}
