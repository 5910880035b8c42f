"""WordlessWarning: texts without a word of the vocabulary, which have no neighbours."""

from __future__ import annotations

from typing import Any

from priory._naming import named_rows

__all__ = ["NO_WORDS", "WordlessWarning"]

NO_WORDS = "no word of the text is in the vocabulary, so it has no neighbours"


class WordlessWarning(RuntimeWarning):
    """Texts have no word in use, so all texts voted on them.

    Attributes
    ----------
    rows : ndarray of int
        The places of these texts among those that were asked about.
    """

    def __init__(self, rows: Any) -> None:
        super().__init__(f"{named_rows(rows)}: {NO_WORDS}: its probabilities are the class shares")
        self.rows = rows
