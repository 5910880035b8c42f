"""What a text was cut into when it was learned, it is cut into when it is judged."""

from __future__ import annotations

from typing import Any

from priory import _classes
from priory._derived import Derived
from priory.text._reader import Reader

__all__ = ["Specified", "specified"]


class Specified(Derived):
    """A model of texts, with the specification of words that it was fitted with."""

    classes_: Any
    analyzer_: Any
    _declared: Any  # classes that stay even without texts
    _parameters: tuple[Any, ...]  # what makes words where the specification does not say it all

    def _reader(self) -> Reader:
        """Return the reader, if it still makes the words that were learned."""
        return self._derive("reader", self._same_reader)

    def _same_reader(self) -> Reader:
        reader = Reader.of(self)
        if reader.spec != self.analyzer_ or specified(reader) != self._parameters:
            raise ValueError("the parameters that make words have changed since fit: fit again")
        return reader

    def _with_classes_of(self, other: Any, kind: Any) -> tuple[Any, Any]:
        """Return the classes of both models, and those declared; other words are refused."""
        self._check_is_fitted()
        if not isinstance(other, kind):
            raise TypeError(f"a {type(self).__name__} cannot merge a {type(other).__name__}")
        other._check_is_fitted()
        if self.analyzer_ != other.analyzer_ or self._parameters != other._parameters:
            raise ValueError(
                "merge: the two models do not take the same things for words; fit them with the "
                "same analyzer, and with the same versions of Python and Priory"
            )
        declared = _classes.union(self._declared, other._declared)
        return _classes.union(self.classes_, other.classes_), declared

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()  # type: ignore[misc]
        tags.input_tags.string = True
        tags.input_tags.two_d_array = False
        return tags


def specified(reader: Reader) -> tuple[Any, ...]:
    """Return what makes words where the specification does not say it all."""
    return () if reader.spec is not None else reader.analysis.parameters
