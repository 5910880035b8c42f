"""Errors on the command line: CommandError, and how errors of the library are rendered."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Protocol

from priory._show import shown

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = [
    "NUMERIC",
    "REMEDIES",
    "CommandError",
    "Problem",
    "one_line",
    "remedy_of",
    "render",
    "render_os",
]

NUMERIC = ("numpy", "scipy", "sklearn")  # packages that only texts need
_WRITING = ("ENOSPC", "EDQUOT", "EFBIG")


# By code, remedies in the words of the command line; an empty one leaves it out.
REMEDIES = {
    "analyzer-differs": "name another store with --store",
    "foreign-file": "name a model file written by `priory text fit`",
    "lone-surrogate": "pass valid UTF-8",
    "message-cut": "",
    "never-junk-untrusted": "set trusted_authserv, or never_junk_unauthenticated = true",
    "path-taken": "name another file, or replace it with --force",
    "store-busy": "try again, or wait longer with --timeout",
    "store-empty": "learn some mail with `priory learn`",
    "store-missing": "learn some mail first, with `priory learn`",
    "store-outdated": "learn some mail with `priory learn`, which migrates it",
    "store-readonly": "change the permissions of the file and of its folder",
    "wrong-kind": "omit --kind to detect it",
}


class Problem(Protocol):
    """What errors and warnings of the library have in common."""

    @property
    def code(self) -> str: ...
    @property
    def place(self) -> str | None: ...
    @property
    def what(self) -> str: ...
    @property
    def remedy(self) -> str | None: ...


class CommandError(Exception):
    """A mistake in the input: it is shown as one line, without a traceback."""

    def __str__(self) -> str:
        return one_line(super().__str__())


def one_line(text: str) -> str:
    """Return a text on one line, with nothing that terminals obey."""
    return shown(" ".join(text.split()))


def remedy_of(problem: Problem, remedies: Mapping[str, str] = REMEDIES) -> str:
    """Return the remedy in the words of the command line, or else that of the library."""
    own = problem.remedy or ""
    return remedies.get(problem.code, REMEDIES.get(problem.code, own))


def render(
    problem: Problem,
    remedies: Mapping[str, str] = REMEDIES,
    options: Mapping[str, str] | None = None,
) -> str:
    """Write an error or a warning of the library in the words of the command line.

    Parameters
    ----------
    problem : PrioryError or Fault
        What the library raised or reported.
    remedies : mapping, optional
        By code, remedies of one command, which come before those of all commands.
    options : mapping, optional
        By parameter, options of one command: where one is wrong, it is the place.

    Returns
    -------
    str

    Examples
    --------
    >>> from priory.mailfilter import StoreError
    >>> print(render(StoreError("words.db", "locked", "wait", code="store-busy")))
    words.db: locked: try again, or wait longer with --timeout
    """
    option = (options or {}).get(getattr(problem, "parameter", None) or "")
    parts = (option or problem.place, problem.what, remedy_of(problem, remedies))
    message = ": ".join(part for part in parts if part)
    note = getattr(problem, "note", None)
    return f"{message}; {note}" if note else message


def render_os(error: OSError, where: str | None = None) -> str:
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
