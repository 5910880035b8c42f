"""Signals that end a program: what was made for a while is removed all the same."""

from __future__ import annotations

import signal
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["clean_end"]

_NAMES = ("SIGTERM", "SIGHUP")  # the second one is not on every system
_SIGNALLED = 128  # an exit code above it names the signal, as shells have it


@contextmanager
def clean_end() -> Iterator[None]:
    """Let SIGTERM and SIGHUP leave the block as an error does, and end the program.

    A signal that whoever started the program ignores, as nohup does, stays ignored.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    numbers = [getattr(signal, name) for name in _NAMES if hasattr(signal, name)]
    ours = [number for number in numbers if signal.getsignal(number) is signal.SIG_DFL]
    for number in ours:
        signal.signal(number, _end)
    try:
        yield
    finally:
        for number in ours:
            signal.signal(number, signal.SIG_DFL)


def _end(number: int, _: object) -> None:
    raise SystemExit(_SIGNALLED + number)
