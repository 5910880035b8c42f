"""Mail: parsed messages, and readers for mbox, Maildir and MH mailboxes.

Names are loaded when first used: a filter that starts for each message cannot wait for all of them.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

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

_FILES = {
    "MARKS": "marks",
    "Entry": "entry",
    "Fault": "entry",
    "Header": "message",
    "Limits": "limits",
    "Link": "message",
    "Message": "message",
    "NotMail": "entry",
    "Part": "message",
    "read_mailbox": "mailbox",
}


def __getattr__(name: str) -> Any:
    if name not in _FILES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_FILES[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
