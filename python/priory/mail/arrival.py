r"""When a message arrived: by the topmost ``Received`` header, else by ``Date``.

The topmost ``Received`` was written by the server that took the message in, so no sender can forge
it; ``Date`` is what the sender claims. A time is not believed if it lies before mail as we know it
or in the future. A date without a zone is taken as UTC, so that the order of messages is the same
on every machine.
"""

from __future__ import annotations

import os
import re
from calendar import timegm
from contextlib import suppress
from email.utils import parsedate_tz
from time import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from priory.mail.entry import Entry

__all__ = ["arrival", "file_time"]

_HEAD = 2**16  # bytes in which headers are looked for
_LONGEST = 100  # characters of a date
_EARLIEST = timegm((1982, 1, 1, 0, 0, 0))  # RFC 822 is of that year
_DAY = 86400
_BLANK_LINE = re.compile(rb"\n\r?\n")
_VALUE = rb"[ \t]*:([^\n]*(?:\n[ \t][^\n]*)*)"
_RECEIVED = re.compile(rb"(?im)^received" + _VALUE)
_DATE = re.compile(rb"(?im)^date" + _VALUE)


def arrival(raw: bytes) -> float | None:
    r"""Return when a message arrived.

    Parameters
    ----------
    raw : bytes
        The message; only its headers are looked at.

    Returns
    -------
    float or None
        Seconds since 1970, or None if no header tells.

    Examples
    --------
    >>> from priory.mail.arrival import arrival
    >>> arrival(b"Date: Thu, 1 Jan 2004 00:00:00 +0000\n\nHappy New Year!")
    1072915200.0
    >>> arrival(b"Date: Thu, 1 Jan 2904 00:00:00 +0000\n\nHappy New Year!")
    """
    head = _BLANK_LINE.split(raw[:_HEAD].lstrip(b"\r\n"), maxsplit=1)[0]
    received, date = _RECEIVED.search(head), _DATE.search(head)
    # The date stands behind the last semicolon: ``from a by b; Thu, 1 Jan 2004 00:00:00 +0000``.
    when = _seconds(received[1].rpartition(b";")[2]) if received else None
    return _seconds(date[1]) if when is None and date else when


def file_time(entry: Entry) -> float | None:
    """Return when the file of a message changed, if the file is this message alone.

    That of an mbox says when its last message came, and so nothing of the others.
    """
    if entry.number is None and entry.path != "-":
        with suppress(OSError):
            return os.stat(entry.path).st_mtime
    return None


def _seconds(written: bytes) -> float | None:
    try:
        parsed = parsedate_tz(written.strip()[:_LONGEST].decode("latin-1"))
        if parsed is None:
            return None
        offset = parsed[9] or 0
        seconds = float(timegm(parsed[:6]) - offset)
    except (ArithmeticError, LookupError, TypeError, ValueError):  # hostile dates raise any
        return None
    is_credible = abs(offset) <= _DAY and _EARLIEST <= seconds <= time() + _DAY
    return seconds if is_credible else None
