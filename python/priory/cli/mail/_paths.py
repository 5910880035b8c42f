"""The argument PATH... of commands on mail: its messages, read once, and its faults."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from priory._show import counted, shown
from priory.cli._errors import REMEDIES, CommandError, render, render_os
from priory.cli._progress import Progress
from priory.cli.mail._arguments import Source, source
from priory.errors import InputError
from priory.mail._file import has_header
from priory.mail.entry import NotMail, place_of
from priory.mail.mailbox import KINDS, mailbox_bytes, read_mailbox

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Mapping

    from priory.mail import Entry, Fault

__all__ = ["Mailboxes", "add_path_arguments", "complain"]

_NO_MAIL = "no mail headers, skipped: if it is a message, pass --kind file"


def add_path_arguments(parser: argparse.ArgumentParser, *, is_optional: bool) -> None:
    """Add the argument PATH..., which may be left out for standard input, and what it is."""
    parser.add_argument(
        "path",
        nargs="*" if is_optional else "+",
        metavar="PATH",
        help="a message, an mbox, a Maildir, an MH folder, a folder of any of them, or - for "
        f"stdin{' (default: stdin)' if is_optional else ''}; may be gzipped; PATH#7 is its 7th "
        "message, PATH#3-5 its 3rd to 5th",
    )
    parser.add_argument("--kind", choices=KINDS, help="type of PATH (default: auto-detect)")


def complain(what: str) -> None:
    """Write a line on standard error."""
    print(f"priory: {shown(what)}", file=sys.stderr)


class Mailboxes:
    """The messages of all PATHs, read once.

    Parameters
    ----------
    paths : list of str
        The PATHs, each with the numbers of messages or without.
    kind : str or None
        What they are; None looks.
    max_bytes : int
        How much of a message is read.
    only_mail : bool, default=False
        Whether a file that was named and has no headers is a fault, unless a kind was named, too.
    remedies : mapping, optional
        By code, what to do about faults, in the words of the command.

    Attributes
    ----------
    sources : list of Source
        What is read.
    n_read : int
        Messages read so far.
    n_faults : int
        Things that could not be read, or not in full.
    number : int or None
        Of the message at hand in its PATH, if messages of that were chosen by their numbers.
    """

    def __init__(
        self,
        paths: list[str],
        kind: str | None,
        *,
        max_bytes: int,
        only_mail: bool = False,
        remedies: Mapping[str, str] = REMEDIES,
    ) -> None:
        if not all(paths):
            raise CommandError('empty PATH: name a file or a folder, or "-"')
        self.sources = list(map(_source, paths))
        self.n_read = self.n_faults = 0
        self.number: int | None = None
        self._kind = kind
        self._max_bytes = max_bytes
        self._only_mail = only_mail and kind is None
        self._remedies = remedies

    def read(self, *, bar: bool) -> Generator[Entry, None, None]:
        """Read the messages one by one; report faults at once, and go on."""
        n_bytes = 0
        with Progress(self._size, is_wanted=bar, thing="message") as progress:
            for one in self.sources:
                before = self.n_read + self.n_faults
                for entry in self._chosen(one):
                    if self._only_mail and entry.path == one.path and not _is_mail(entry):
                        self.fault(f"{one.path}: {_NO_MAIL}")
                        continue
                    self.n_read += 1
                    yield entry
                    n_bytes += len(entry.raw)
                    progress.update(n_bytes, self.n_read)  # who asks for the next is done with it
                if self.n_read + self.n_faults == before:
                    complain(f"{place_of(one.path)}: 0 messages")

    @property
    def paths(self) -> list[str]:
        """The files and folders that are read."""
        return [one.path for one in self.sources]

    def _size(self) -> int | None:
        """Return the bytes of all PATHs, if they can be known."""
        total = 0
        for path, numbers in self.sources:
            n_bytes = mailbox_bytes(path, self._kind) if numbers is None else None
            if n_bytes is None:
                return None
            total += n_bytes
        return total

    def _chosen(self, one: Source) -> Iterator[Entry]:
        """Read the wanted messages of a PATH, and nothing behind the last of them."""
        self.number = None
        if one.numbers is None:
            yield from self._entries(one.path)
            return
        number, faults = 0, self.n_faults
        for number, entry in enumerate(self._entries(one.path), start=1):
            if number in one.numbers:
                self.number = number
                yield entry
            if one.numbers.are_below(number + 1):
                return
        if number < one.numbers.highest and (number or self.n_faults == faults):
            self.fault(f"{one}: {place_of(one.path)} has only {counted(number, 'message')}")

    def _entries(self, path: str) -> Iterator[Entry]:
        try:
            return read_mailbox(path, self._kind, max_bytes=self._max_bytes, on_fault=self._report)
        except OSError as error:
            self.fault(render_os(error))
        except InputError as error:
            self.fault(render(error))
        return iter(())

    def fault(self, what: str) -> None:
        """Count a fault, and say what it is."""
        self.n_faults += 1
        complain(what)

    def _report(self, fault: Fault) -> None:
        tell = complain if isinstance(fault, NotMail) else self.fault
        tell(render(fault, self._remedies))


def _source(word: str) -> Source:
    try:
        return source(word)
    except argparse.ArgumentTypeError as error:
        raise CommandError(f"{word}: {error}") from None


def _is_mail(entry: Entry) -> bool:
    """Tell whether a file that was named is a message; what comes from a pipe or an mbox is."""
    return entry.path == "-" or entry.number is not None or has_header(entry.raw)
