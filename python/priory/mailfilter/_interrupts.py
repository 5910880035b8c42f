"""Deferred SIGINT: Ctrl-C waits until a transaction is done."""

from __future__ import annotations

import signal
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Self

__all__ = ["DeferredInterrupt", "deferred"]


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
def deferred() -> Iterator[None]:
    """Let Ctrl-C wait until what stands within is done, unless it comes twice."""
    with DeferredInterrupt() as interrupt:
        yield
    interrupt.deliver()
