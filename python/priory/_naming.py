"""Rows are named in messages by their numbers, the first ones of many."""

from __future__ import annotations

from typing import Any

__all__ = ["named_rows"]

SHOWN = 10


def named_rows(rows: Any) -> str:
    """Name rows by their numbers, the first ones of many."""
    shown = ", ".join(map(str, rows[:SHOWN]))
    more = f" and {len(rows) - SHOWN} more" if len(rows) > SHOWN else ""
    return f"row{'s' if len(rows) > 1 else ''} {shown}{more}"
