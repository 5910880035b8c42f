"""When a message arrived: by its topmost Received header, its Date, or its file."""

from __future__ import annotations

import os
import re
import time
from email.utils import mktime_tz, parsedate_tz
from typing import TYPE_CHECKING

from priory.mail import Message

if TYPE_CHECKING:
    from priory.mail import Entry

__all__ = ["arrived"]

_END_OF_HEAD = re.compile(rb"\r?\n\r?\n")


def arrived(entry: Entry) -> float:
    r"""Return when a message arrived, in seconds; a date in the future counts as now.

    The topmost Received is written by the receiver's own server. A Date is whatever the sender
    says, and the time of a file may be that of a copy.

    Examples
    --------
    >>> from priory.mail import Entry
    >>> raw = b"Received: by mx; Sat, 3 Jan 2026 01:05:34 +0000\nDate: nonsense\n\n"
    >>> arrived(Entry(raw, "inbox", number=1))
    1767402334.0
    """
    head = _END_OF_HEAD.split(entry.raw, maxsplit=1)[0]
    message = Message.parse(head + b"\n\n")
    received = (message.get("received") or "").rpartition(";")[2]
    for date in (received, message.get("date") or ""):
        seconds = _seconds(date)
        if seconds is not None:
            return min(seconds, time.time())
    try:
        return os.stat(entry.path).st_mtime
    except OSError:
        return 0.0


def _seconds(date: str) -> float | None:
    try:
        parsed = parsedate_tz(date)
        return None if parsed is None else float(mktime_tz(parsed))
    except (ArithmeticError, LookupError, TypeError, ValueError):  # of dates that are none
        return None
