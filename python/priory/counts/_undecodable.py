"""UndecodableError: a UnicodeDecodeError with the document and the other fields of our errors."""

from __future__ import annotations

from typing import Any, Self

from priory.errors import InputError

__all__ = ["UndecodableError"]


class UndecodableError(InputError, UnicodeDecodeError):
    """Bytes of a document that are not in its encoding."""

    def __init__(self, *args: Any) -> None:
        UnicodeDecodeError.__init__(self, *args)
        self.what = UnicodeDecodeError.__str__(self)
        self.code = "bad-encoding"
        self.place: str | None = None
        self.parameter = "encoding"
        self.remedy = "pass its encoding, or decode_error='replace'"
        self.note = None

    @classmethod
    def of(cls, error: UnicodeDecodeError, place: str) -> Self:
        """Say in which document an error came."""
        found = cls(*error.args)
        found.place = place
        return found
