"""Progress of an evaluation: what is done, how far it is, and how long the rest takes."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from priory._show import shown
from priory.cli._progress import Progress

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["shown_progress"]


@contextmanager
def shown_progress(work: str, thing: str = "message") -> Iterator[Callable[[int, int], None]]:
    """Draw a bar; what it gives is called with how much is done, and of how much."""
    total = 0
    with Progress(lambda: total, thing=thing, work=shown(work)) as bar:

        def update(done: int, of: int) -> None:
            nonlocal total
            total = of
            bar.update(done, done)

        yield update
