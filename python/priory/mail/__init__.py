"""Mail: parsed messages, and readers for mbox, Maildir and MH mailboxes."""

from __future__ import annotations

from priory.mail.entry import Entry, Fault, NotMail
from priory.mail.limits import Limits
from priory.mail.mailbox import read_mailbox
from priory.mail.marks import MARKS
from priory.mail.message import Header, Link, Message, Part

__all__ = [
    "MARKS",
    "Entry",
    "Fault",
    "Header",
    "Limits",
    "Link",
    "Message",
    "NotMail",
    "Part",
    "read_mailbox",
]
