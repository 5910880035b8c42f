"""Deferred SIGINT: Ctrl-C waits until a transaction is done."""

from __future__ import annotations

import signal
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager
    from typing import Self

__all__ = ["DeferredInterrupt", "interrupts"]


class DeferredInterrupt:
    """Within it, Ctrl-C is noted instead of raised, unless it comes twice; `deliver` raises it.

    Nothing is deferred in other threads, or where somebody else decides what Ctrl-C means.
    """

    def __init__(self) -> None:
        self._is_noted = self._is_installed = False

    def __enter__(self) -> Self:
        is_main = threading.current_thread() is threading.main_thread()
        if is_main and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            self._is_installed = True
            signal.signal(signal.SIGINT, self._note)
        return self

    def __exit__(self, *_: object) -> None:
        if self._is_installed:
            self._is_installed = False
            signal.signal(signal.SIGINT, signal.default_int_handler)

    def _note(self, *_: object) -> None:
        if self._is_noted:
            raise KeyboardInterrupt
        self._is_noted = True

    def deliver(self) -> None:
        """Raise the KeyboardInterrupt that was noted, once."""
        if self._is_noted:
            self._is_noted = False
            raise KeyboardInterrupt


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
