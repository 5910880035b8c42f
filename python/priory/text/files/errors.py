"""ModelFileError: a model file or packed counts that cannot be loaded."""

from __future__ import annotations

from typing import Self

from priory.errors import InputError

__all__ = ["COPY_OR_FIT", "ModelFileError"]

SAVED = "pass a file that `save` wrote"
COPY_OR_FIT = "copy it again, or fit again"


class ModelFileError(InputError):
    """A file, or bytes, that are not a valid model of Priory.

    Its code is ``"damaged-file"``, ``"foreign-file"``, ``"wrong-format"``,
    ``"unsupported-version"``, ``"analyzer-mismatch"`` or ``"too-large"``.
    """

    @classmethod
    def damaged(cls, what: str, place: str | None = None) -> Self:
        """Return the error of a file whose content is inconsistent."""
        return cls(what, code="damaged-file", place=place, remedy=COPY_OR_FIT)

    @classmethod
    def foreign(cls) -> Self:
        """Return the error of a file that was never a model."""
        return cls("not a Priory model file", code="foreign-file", remedy=SAVED)

    @classmethod
    def caused_by(cls, error: Exception, place: str) -> Self:
        """Return the error of a file whose content raised another error."""
        if isinstance(error, cls):
            error.place = place
            return error
        what = f"{error} is missing" if isinstance(error, KeyError) else str(error)
        return cls.damaged(what, place)
