"""The argument PATH... of the commands of the mail filter, which may be standard input."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from priory._show import path_text
from priory.cli._errors import CommandError
from priory.cli.mail._paths import Mailboxes, add_path_arguments
from priory.mail.mailbox import MAX_BYTES

if TYPE_CHECKING:
    import argparse
    from typing import Any

    from priory.mail import Entry

__all__ = ["Messages", "add_message_arguments", "as_json"]


def add_message_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the argument PATH... and the options that say how to read it."""
    add_path_arguments(parser, is_optional=True)
    parser.add_argument("--json", action="store_true", help="write JSON lines")


class Messages(Mailboxes):
    """The messages of all PATHs, or of standard input where none was named.

    Parameters
    ----------
    options : argparse.Namespace
        What `add_message_arguments` has parsed.
    """

    def __init__(self, options: argparse.Namespace) -> None:
        if not options.path and sys.stdin is not None and sys.stdin.isatty():
            raise CommandError("there is nothing to read: name a PATH, or send messages in a pipe")
        super().__init__(options.path or ["-"], options.kind, max_bytes=MAX_BYTES, only_mail=True)

    @property
    def is_one(self) -> bool:
        """Whether one message was asked for and read: not a folder, nor several."""
        if not len(self.sources) == self.n_read == 1:
            return False
        path, numbers = self.sources[0]
        return numbers.is_one if numbers is not None else not os.path.isdir(path)

    @property
    def is_empty_file(self) -> bool:
        """Whether one file was asked for, and has no message."""
        return len(self.sources) == 1 and not self.n_read and not os.path.isdir(self.paths[0])

    @property
    def is_missing(self) -> bool:
        """Whether nothing came from a pipe: files and folders may be empty."""
        return not self.n_read and "-" in self.paths


def as_json(entry: Entry) -> dict[str, Any]:
    """Return where a message stands, for JSON."""
    return {"file": path_text(entry.path), "number": entry.number, "offset": entry.offset}
