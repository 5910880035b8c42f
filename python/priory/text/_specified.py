"""What a text was cut into when it was learned, it is cut into when it is judged."""

from __future__ import annotations

from typing import Any

from priory._derived import Derived
from priory.text._reader import Reader
from priory.text._specification import Specification

__all__ = ["Specified"]


class Specified(Derived):
    """A model of texts, with the specification of words that it was fitted with."""

    _specification: Any

    @property
    def analyzer_(self) -> Any:
        """The frozen specification of the words, or None if a Python callable makes them."""
        self._check_is_fitted()
        return self._specification.analyzer

    def _reader(self) -> Reader:
        """Return the reader, if it still makes the words that were learned."""
        return self._derive("reader", self._same_reader)

    def _same_reader(self) -> Reader:
        reader = Reader.of(self)
        if Specification.of(reader) != self._specification:
            raise ValueError("the parameters that make words have changed since fit: fit again")
        return reader

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()  # type: ignore[misc]
        tags.input_tags.string = True
        tags.input_tags.two_d_array = False
        return tags
