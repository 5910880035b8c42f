"""What a command raises when whoever called it can put things right."""

from __future__ import annotations

import os

from priory._show import shown

__all__ = ["CommandError", "told"]

_WRITING = ("ENOSPC", "EDQUOT", "EFBIG")


class CommandError(Exception):
    """A mistake in the input: it is shown as one line, without a traceback."""

    def __str__(self) -> str:
        return shown(" ".join(super().__str__().split()))


def told(error: OSError, where: str | None = None) -> str:
    """Say where an error of the system came, what it is, and what to do.

    Parameters
    ----------
    error : OSError
        The error. One of writing that names no file came on standard output: files are named by
        what writes them.
    where : str, optional
        The file or folder, if not the one that the error names.

    Returns
    -------
    str
    """
    from errno import errorcode  # noqa: PLC0415 (only what fails needs it)

    from priory._remedies import remedy  # noqa: PLC0415

    if where is None and error.filename is not None:
        where = os.fsdecode(error.filename)
    if where is None and errorcode.get(error.errno or 0) in _WRITING:
        where = "standard output"
    what = str(error.strerror or error)
    if error.errno is not None and what == os.strerror(error.errno):  # words of ours say all
        what = f"{what}: {remedy(error)}"
    return f"{where}: {what}" if where else what
