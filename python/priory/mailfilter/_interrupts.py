"""Deferred SIGINT: Ctrl-C waits until a transaction is done."""

from __future__ import annotations

import signal
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager

__all__ = ["interrupts"]


@contextmanager
def interrupts() -> Iterator[Callable[[], AbstractContextManager[None]]]:
    """Give a context that Ctrl-C ends, but does not break off unless it comes twice."""
    waiting: list[int] | None = None  # signals that came within the context

    def note(*_: object) -> None:
        if waiting is None or waiting:
            raise KeyboardInterrupt
        waiting.append(signal.SIGINT)

    @contextmanager
    def held() -> Iterator[None]:
        nonlocal waiting
        waiting = []
        try:
            yield
            is_wanted = bool(waiting)
        finally:
            waiting = None
        if is_wanted:
            raise KeyboardInterrupt

    is_ours = threading.current_thread() is threading.main_thread()
    if not is_ours or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield held  # somebody else decides what it means
        return
    signal.signal(signal.SIGINT, note)
    try:
        yield held
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
