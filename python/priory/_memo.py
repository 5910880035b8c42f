"""Memoization of values derived from counts and parameters, until either changes."""

from __future__ import annotations

from operator import is_
from typing import Any

import numpy as np

__all__ = ["Memo", "frozen"]


class Memo:
    """The last object that was derived from counts and parameters.

    Both are compared by identity: a parameter that was set, even to an equal value, is another.
    One that is pickled is empty.
    """

    __slots__ = ("_last",)

    def __init__(self) -> None:
        self._last: tuple[Any, tuple[Any, ...], Any] | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        return Memo, ()

    def copied(self) -> Memo:
        """Return a memo of the same, for a copy of the model, which goes its own way."""
        memo = Memo()
        memo._last = self._last
        return memo

    @property
    def derived(self) -> Any:
        """What was derived last, perhaps from other counts; None if nothing was."""
        return None if self._last is None else self._last[2]

    def has_seen(self, parameters: tuple[Any, ...]) -> bool:
        """Whether the last object was derived with these parameters, whatever the counts."""
        last = self._last
        return last is not None and last[0] is not None and all(map(is_, last[1], parameters))

    def recall(self, counts: Any, parameters: tuple[Any, ...]) -> Any:
        """Return what was derived from these counts and parameters, or None."""
        last = self._last  # one look: another thread may keep another one
        if last is None or last[0] is not counts or not all(map(is_, last[1], parameters)):
            return None
        return last[2]

    def doubt(self) -> None:
        """Compute anew when asked next: a parameter was set, perhaps to an array that changed."""
        if self._last is not None:
            self._last = None, (), self._last[2]

    def keep(self, counts: Any, parameters: tuple[Any, ...], derived: Any) -> None:
        """Keep what was derived from these counts and parameters."""
        self._last = counts, parameters, derived


def frozen(derived: Any) -> Any:
    """Return what was derived; if it is an array, nobody can write to it, as it is kept."""
    if isinstance(derived, np.ndarray):
        derived.flags.writeable = False
    return derived
