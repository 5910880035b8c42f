"""Deferred SIGINT: Ctrl-C waits until a transaction is done."""

from __future__ import annotations

import signal
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Self

__all__ = ["DeferredInterrupt", "deferred", "deliver_noted"]

_installed: list[DeferredInterrupt] = []  # one at most


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
            _installed.append(self)
            signal.signal(signal.SIGINT, self._note)
        return self

    def __exit__(self, *_: object) -> None:
        if self._is_installed:
            self._is_installed = False
            _installed.remove(self)
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
def deferred() -> Iterator[None]:
    """Let Ctrl-C wait until what stands within is done, unless it comes twice."""
    with DeferredInterrupt() as interrupt:
        yield
    interrupt.deliver()


def deliver_noted() -> None:
    """Raise a KeyboardInterrupt that was noted: for those who wait, and have begun nothing."""
    if threading.current_thread() is threading.main_thread():
        for interrupt in _installed:
            interrupt.deliver()
