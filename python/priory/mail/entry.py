"""Entries and faults: the messages of a mailbox, and warnings about what was not read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Entry", "Fault", "NotMail", "Reading", "place_of"]


@dataclass(frozen=True, slots=True)
class Entry:
    """A message of a mailbox, as it came, and where it stands.

    Attributes
    ----------
    raw : bytes
        The message.
    path : str
        The file that it stands in; ``"-"`` is standard input.
    number : int or None
        Its number in an mbox, from 1; None where a file is one message.
    offset : int or None
        The byte of an mbox (unpacked, if it was packed) at which it begins.

    Examples
    --------
    >>> from priory.mail import Entry
    >>> Entry(b"Subject: hello", "inbox.mbox", number=12, offset=40960).place
    'inbox.mbox#12'
    """

    raw: bytes
    path: str
    number: int | None = None
    offset: int | None = None

    def __repr__(self) -> str:
        return f"Entry(path={self.path!r}, number={self.number}, offset={self.offset})"

    @property
    def place(self) -> str:
        """Where it stands, as the commands take it: the file, in an mbox with its number."""
        return place_of(self.path) if self.number is None else f"{self.path}#{self.number}"


class Fault(UserWarning):
    """Something of a mailbox that could not be read, or not in full.

    Attributes
    ----------
    place : str
        Where it stands.
    why : str
        What is wrong with it, without the place and without the remedy.
    code : str
        The kind of fault, for programs; it stays when texts change: ``"unreadable"``, ``"gone"``,
        ``"broken-link"``, ``"link-loop"``, ``"gzip-damaged"``, ``"gzip-truncated"``,
        ``"message-cut"`` or ``"not-mail"``.
    remedy : str or None
        What to do.

    Examples
    --------
    >>> from priory.mail import Fault
    >>> fault = Fault("Maildir/cur/1", "Permission denied", code="unreadable")
    >>> print(fault)
    Maildir/cur/1: Permission denied
    >>> fault.code
    'unreadable'
    """

    def __init__(
        self, place: str, why: str, *, code: str = "unreadable", remedy: str | None = None
    ) -> None:
        super().__init__(place, why)
        self.place = place
        self.why = why
        self.code = code
        self.remedy = remedy

    @property
    def what(self) -> str:
        """What is wrong, by the name that errors have for it."""
        return self.why

    def __str__(self) -> str:
        return ": ".join(part for part in (self.place, self.why, self.remedy) if part)


class NotMail(Fault):
    """A file of a folder that is not mail and was skipped: nothing is lost."""


class Reading:
    """How a mailbox is read, and how often something was wrong with it."""

    def __init__(self, max_bytes: int, on_fault: Callable[[Fault], object]) -> None:
        self.max_bytes = max_bytes
        self.on_fault = on_fault
        self.faults = 0

    def report(self, fault: Fault) -> None:
        """Hand a fault to whoever reads the mailbox."""
        self.faults += 1
        self.on_fault(fault)

    def report_cut(self, entry: Entry) -> None:
        """Report a message that is longer than what was kept of it."""
        why = f"the message is longer than {self.max_bytes} bytes and was truncated"
        self.report(Fault(entry.place, why, code="message-cut", remedy="raise max_bytes"))


def place_of(path: str) -> str:
    """Return the name of a file, or what ``"-"`` stands for."""
    return "standard input" if path == "-" else path
