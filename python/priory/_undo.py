"""Learning that fails leaves no trace."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["all_or_nothing"]


@contextmanager
def all_or_nothing(model: Any) -> Iterator[None]:
    """Let a model be what it was before if something fails."""
    before = dict(model.__dict__)
    try:
        yield
    except BaseException:
        if "_derived" in before:
            before["_derived"] = {}  # Ctrl-C may come when tables have been added to in place
        model.__dict__.clear()
        model.__dict__.update(before)
        raise
