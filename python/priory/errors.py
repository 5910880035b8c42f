"""Errors as data: code, place, parameter, remedy and note, which each surface renders."""

from __future__ import annotations

__all__ = ["InputError", "InputTypeError", "PrioryError"]


class PrioryError(Exception):
    """Something a caller can put right.

    The text of an error may change in any version; its code does not.

    Parameters
    ----------
    what : str
        What is wrong, without the place and without the remedy.
    code : str
        The kind of mistake, such as ``"store-busy"``: stable, for programs and tests.
    place : str or None, default=None
        Where: a file, a row, a column, a document, a parameter.
    parameter : str or None, default=None
        The parameter of the call that is wrong or that helps.
    remedy : str or None, default=None
        What to do, in the words of the Python interface.
    note : str or None, default=None
        What else to know, such as what became of the changes at hand.

    Examples
    --------
    >>> from priory.errors import InputError
    >>> error = InputError("NaN", code="missing-value", place="row 3", remedy="impute it")
    >>> print(error)
    row 3: NaN: impute it
    >>> error.code, error.place, error.parameter, error.remedy
    ('missing-value', 'row 3', None, 'impute it')
    """

    def __init__(
        self,
        what: str = "",
        *,
        code: str = "invalid",
        place: str | None = None,
        parameter: str | None = None,
        remedy: str | None = None,
        note: str | None = None,
    ) -> None:
        super().__init__(what)
        self.what = what
        self.code = code
        self.place = place
        self.parameter = parameter
        self.remedy = remedy
        self.note = note

    def __str__(self) -> str:
        message = ": ".join(part for part in (self.place, self.what, self.remedy) if part)
        return f"{message}; {self.note}" if self.note else message


class InputError(PrioryError, ValueError):
    """A value that cannot be used; a ``ValueError`` as well."""


class InputTypeError(PrioryError, TypeError):
    """A value of the wrong type; a ``TypeError`` as well."""
