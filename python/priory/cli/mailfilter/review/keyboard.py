"""Keys from the terminal, one at a time, by blessed."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from blessed import Terminal

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["END", "Keyboard"]

END = "\x04"  # what Ctrl-D sends


class Keyboard:
    """The keyboard of the terminal."""

    def __init__(self) -> None:
        self._terminal = Terminal()

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Within it, keys come at once and are not echoed; then all is as it was before."""
        with self._terminal.cbreak():
            yield

    def discard(self) -> None:
        """Forget what was typed so far: nobody decides about a message before it is shown."""
        self._terminal.flushinp()

    def read(self) -> str:
        """Wait for a key, and return its character; keys without one, such as arrows, are empty."""
        try:
            key = self._terminal.inkey()
        except (EOFError, OSError):  # the terminal was closed
            return END
        return "" if key.is_sequence else str(key)
