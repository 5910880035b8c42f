"""A bar on standard error for long commands, if somebody is looking."""

from __future__ import annotations

import sys
import time

from priory._show import counted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Self

__all__ = ["Progress"]

WIDTH = 30
INTERVAL = 0.1  # seconds between two drawings


class Progress:
    """Show how much was read: a share of the bytes where their number is known, else rows.

    Nothing is written where standard error is not a terminal, or somebody else writes there.

    Parameters
    ----------
    size : int or None
        How many bytes there are.
    is_wanted : bool, default=True
        Whether it may be shown.
    thing : str, default="row"
        What is counted.
    """

    def __init__(self, size: int | None, *, is_wanted: bool = True, thing: str = "row") -> None:
        self._size = size
        self._thing = thing
        self._is_shown = is_wanted and sys.stderr is not None and sys.stderr.isatty()
        self._drawn_at = -INTERVAL

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()

    def update(self, position: int, rows: int) -> None:
        """Draw the bar, if it was not drawn just now."""
        if not self._is_shown:
            return
        now = time.monotonic()
        if now - self._drawn_at < INTERVAL:
            return
        self._drawn_at = now
        sys.stderr.write(f"\r{self._bar(position)}{counted(rows, self._thing)}\x1b[K")
        sys.stderr.flush()

    def clear(self) -> None:
        """Leave no trace of the bar."""
        if self._is_shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()

    def _bar(self, position: int) -> str:
        if not self._size:
            return ""
        share = min(position / self._size, 1)
        return f"[{'#' * int(share * WIDTH):<{WIDTH}}] {share:4.0%}  "
