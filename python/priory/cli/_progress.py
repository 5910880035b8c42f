"""A progress bar on standard error, by rich: share, count, rate and time left."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from priory._show import counted
from priory.cli._terminal import console, is_terminal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Self, TypeVar

    from rich import progress

    T = TypeVar("T")

__all__ = ["Progress"]

DELAY = 0.3  # seconds before the first drawing: short commands show no bar, and load no rich
INTERVAL = 0.1  # seconds between two drawings
MARGIN = 3  # columns left free at the right, where terminals echo ^C
SETTLED = 1.0  # seconds after which the rate is known


class Progress:
    """Show how much was read, of how much, how fast, and how long the rest takes.

    Nothing is drawn where standard error is not a terminal, where the command itself writes to it,
    or where rich is not installed. What is printed meanwhile appears above the bar.

    Parameters
    ----------
    size : int, callable or None
        The total, such as the number of bytes, or what returns it, which is asked when the bar is
        first drawn: to find it may take long. None if it is not known.
    is_wanted : bool, default=True
        Whether it may be shown.
    thing : str, default="row"
        What is counted.
    work : str, default=""
        What is done with it, if that is not plain: it stands before the number.
    """

    def __init__(
        self,
        size: int | Callable[[], int | None] | None,
        *,
        is_wanted: bool = True,
        thing: str = "row",
        work: str = "",
    ) -> None:
        self._thing = thing
        self._work = f"{work}: " if work else ""
        self._is_shown = is_wanted and is_terminal("stderr")
        self._size = size
        self._started_at = time.monotonic()
        self._due_at = self._started_at + DELAY
        self._bar: progress.Progress | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()

    def update(self, position: int, rows: int) -> None:
        """Draw the bar, if it was not drawn just now.

        Parameters
        ----------
        position : int
            How much of the size is done.
        rows : int
            How many things were read.
        """
        if not self._is_shown or (now := time.monotonic()) < self._due_at:
            return
        self._due_at = now + INTERVAL
        self._bar = self._bar or self._start()
        if self._bar is not None:
            text = self._counted(rows, now - self._started_at)
            self._bar.update(self._bar.task_ids[0], completed=position, text=text, refresh=True)

    def each(self, things: Iterable[T]) -> Iterator[T]:
        """Pass things on one by one, and draw how many came; the size is their number."""
        for n, thing in enumerate(things, start=1):
            self.update(n, n)
            yield thing

    def _counted(self, rows: int, seconds: float) -> str:
        rate = f"  {rows / seconds:,.0f}/s" if seconds >= SETTLED else ""
        return f"{self._work}{counted(rows, self._thing)}{rate}"

    def _start(self) -> progress.Progress | None:
        """Return a bar without a thread of its own, or None without rich."""
        out = console("stderr")
        self._is_shown = out is not None
        if out is None:
            return None
        from rich import progress  # noqa: PLC0415 (only terminals need it)

        out.width = max(out.width - MARGIN, 1)  # a full line and ^C would take two
        size = self._size() if callable(self._size) else self._size
        share = (progress.BarColumn(), progress.TaskProgressColumn()) if size else ()
        left = (progress.TimeRemainingColumn(compact=True),) if size else ()
        bar = progress.Progress(
            *share,
            progress.TextColumn("{task.fields[text]}", markup=False),
            *left,
            console=out,
            auto_refresh=False,
            get_time=time.monotonic,
            transient=True,
            redirect_stdout=is_terminal("stdout"),  # what goes to a file stays there
        )
        bar.add_task("", total=size, text="")
        bar.start()
        return bar
