"""When a message arrived: by its headers, or else by its file, if it is alone there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from priory.mail.arrival import arrival, file_time

if TYPE_CHECKING:
    from priory.mail import Entry

__all__ = ["arrived"]


def arrived(entry: Entry) -> float:
    r"""Return when a message arrived, in seconds since 1970; 0, the oldest, if nothing tells.

    Examples
    --------
    >>> from priory.mail import Entry
    >>> raw = b"Received: by mx; Sat, 3 Jan 2026 01:05:34 +0000\nDate: nonsense\n\n"
    >>> arrived(Entry(raw, "inbox", number=1))
    1767402334.0
    """
    when = arrival(entry.raw)
    if when is None:
        when = file_time(entry)
    return 0.0 if when is None else when
