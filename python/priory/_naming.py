"""Row, column and class names for error messages."""

from __future__ import annotations

from typing import Any, Self

__all__ = ["UNCHANGED", "Location", "a", "named_rows"]

SHOWN = 10
UNCHANGED = "the model is unchanged"  # what became of a change that was refused


class Location(str):
    """Where in the input an error is: a string that keeps its parts, any of which may be None.

    Parameters
    ----------
    row : int or None, default=None
        The row of ``X``.
    column : int or None, default=None
        The column of ``X``, by its index.
    name : object, default=None
        The name of the column, if it has one.
    label : object, default=None
        The class.
    part : str or None, default=None
        The part of a mixed model.

    Examples
    --------
    >>> place = Location(row=3, column=1, name="age")
    >>> print(place)
    row 3, column 'age'
    >>> print(place.moved(part="numbers"))
    part 'numbers', row 3, column 'age'
    """

    __slots__ = ("column", "label", "name", "part", "row")

    row: int | None
    column: int | None
    name: Any
    label: Any
    part: str | None

    def __new__(
        cls,
        row: int | None = None,
        column: int | None = None,
        name: Any = None,
        label: Any = None,
        part: str | None = None,
    ) -> Self:
        """Write the parts that are given, from the widest to the narrowest."""
        shown = column if name is None else name
        told = {"part": part, "row": row, "column": shown, "class": label}
        text = ", ".join(f"{what} {which!r}" for what, which in told.items() if which is not None)
        self = super().__new__(cls, text)
        self.row, self.column, self.name, self.label, self.part = row, column, name, label, part
        return self

    @classmethod
    def of(cls, estimator: Any, row: int | None, column: int) -> Self:
        """Locate a value in ``X``, its column by the name that it had in fit."""
        names = getattr(estimator, "feature_names_in_", None)
        return cls(row, column, None if names is None else str(names[column]))

    def moved(self, **parts: Any) -> Self:
        """Return the location with other parts."""
        known = {name: getattr(self, name) for name in ("row", "column", "name", "label", "part")}
        return type(self)(**{**known, **parts})

    def __getnewargs__(self) -> tuple[Any, ...]:
        """Return the parts, for pickle."""
        return self.row, self.column, self.name, self.label, self.part


def a(thing: str) -> str:
    """Put the indefinite article before a name.

    >>> a("int"), a("TextClassifier")
    ('an int', 'a TextClassifier')
    """
    return f"{'an' if thing[:1].lower() in 'aeiou' else 'a'} {thing}"


def named_rows(rows: Any) -> str:
    """Name rows by their numbers, the first ones of many."""
    shown = ", ".join(map(str, rows[:SHOWN]))
    more = f" and {len(rows) - SHOWN} more" if len(rows) > SHOWN else ""
    return f"row{'s' if len(rows) > 1 else ''} {shown}{more}"
