"""Texts that are near to none, because no word of theirs is in use."""

from __future__ import annotations

from typing import Any

from priory._naming import named_rows

__all__ = ["WordlessWarning", "wordless_rows"]


class WordlessWarning(RuntimeWarning):
    """Texts have no word in use, so all texts voted on them.

    Attributes
    ----------
    rows : ndarray of int
        The places of these texts among those that were asked about.
    """

    def __init__(self, rows: Any) -> None:
        super().__init__(f"{wordless_rows(rows)}: its probabilities are the shares of the classes")
        self.rows = rows


def wordless_rows(rows: Any) -> str:
    """Name texts that have no neighbours."""
    return f"{named_rows(rows)}: no word of the text is in use, so no text is near to it"
