"""When a message arrived: by its headers, or else by its file."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from priory.mail.arrival import arrival

if TYPE_CHECKING:
    from priory.mail import Entry

__all__ = ["arrived"]


def arrived(entry: Entry) -> float:
    r"""Return when a message arrived, in seconds since 1970.

    Examples
    --------
    >>> from priory.mail import Entry
    >>> raw = b"Received: by mx; Sat, 3 Jan 2026 01:05:34 +0000\nDate: nonsense\n\n"
    >>> arrived(Entry(raw, "inbox", number=1))
    1767402334.0
    """
    when = arrival(entry.raw)
    if when is not None:
        return when
    try:
        return os.stat(entry.path).st_mtime
    except OSError:
        return 0.0
