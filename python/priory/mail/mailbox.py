"""read_mailbox: detects the format of a mailbox and reads its messages."""

from __future__ import annotations

import errno
import os
import stat
import warnings
from typing import TYPE_CHECKING

from priory.errors import InputError
from priory.mail._file import open_file, read_file
from priory.mail.entry import Reading, place_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from priory.mail.entry import Entry, Fault

__all__ = ["KINDS", "MAX_BYTES", "read_mailbox"]

MAX_BYTES = 64 * 2**20
_FILES = ("file", "mbox")
_FOLDERS = ("maildir", "mh", "folder")
KINDS = (*_FILES, *_FOLDERS)


def read_mailbox(
    path: str | os.PathLike[str],
    kind: str | None = None,
    *,
    max_bytes: int = MAX_BYTES,
    on_fault: Callable[[Fault], object] = warnings.warn,
) -> Iterator[Entry]:
    r"""Read the messages of a mailbox one by one.

    Nothing is changed, and no more is in memory than one message and what was read with it.

    Parameters
    ----------
    path : str or path
        A file or a folder; ``"-"`` is standard input. Files that gzip packed are unpacked.
    kind : {"file", "mbox", "maildir", "mh", "folder"} or None
        What it is. None looks: a file is an mbox if it begins with ``From`` and a blank, else one
        message; a folder with ``cur`` and ``new`` is a Maildir, and each of these two is read as
        part of it; one with ``.mh_sequences`` or nothing but numbered files is an MH folder, and
        any other a folder of messages and mboxes.
    max_bytes : int, default=64 MiB
        How much of a message is read. One that is longer is cut, and reported.
    on_fault : callable, default=warnings.warn
        Called with a `Fault` for each thing that cannot be read, or not in full; then reading
        goes on, unless the callable raises it. A `NotMail` is a file that was passed over.

    Returns
    -------
    iterator of Entry

    Raises
    ------
    OSError
        If there is nothing at `path`, or if it cannot be opened.
    ValueError
        If `path` is neither a file nor a folder, or not such as `kind` needs.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from priory.mail import read_mailbox
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "hello.eml")
    ...     _ = path.write_bytes(b"Subject: hello\n\nHello!\n")
    ...     [entry.raw for entry in read_mailbox(path)]
    [b'Subject: hello\n\nHello!\n']
    """
    if kind is not None and kind not in KINDS:
        what = f"kind must be one of {', '.join(KINDS)} or None, not {kind!r}"
        raise InputError(what, code="bad-parameter", parameter="kind")
    if max_bytes < 1:
        what = f"max_bytes must be at least 1, not {max_bytes}"
        raise InputError(what, code="bad-parameter", parameter="max_bytes")
    name = os.fspath(path)
    reading = Reading(max_bytes, on_fault)
    if name != "-" and os.path.isdir(name):
        return _read_folder(name, kind, reading)
    _check_file(name, kind)
    return read_file(name, kind, reading)


def _read_folder(name: str, kind: str | None, reading: Reading) -> Iterator[Entry]:
    # Who reads one message does not wait for these.
    from priory.mail.folder import read_folder  # noqa: PLC0415
    from priory.mail.maildir import is_maildir, is_state, read_maildir, read_state  # noqa: PLC0415
    from priory.mail.mh import is_mh, read_mh  # noqa: PLC0415

    if kind in _FILES:
        raise _wrong_kind(name, "a folder", kind)
    with os.scandir(name):  # an error now, rather than when the first message is wanted
        pass
    if kind in ("maildir", None) and is_state(name):
        return read_state(name, reading)
    if kind == "maildir" or (kind is None and is_maildir(name)):
        return read_maildir(name, reading)
    if kind == "mh" or (kind is None and is_mh(name)):
        return read_mh(name, reading)
    return read_folder(name, reading)


def _check_file(name: str, kind: str | None) -> None:
    """Refuse what cannot be read before the first message is wanted."""
    if kind in _FOLDERS:
        raise _wrong_kind(name, "a file", kind)
    if name != "-" and not stat.S_ISREG(_mode(name)):
        raise InputError(
            "neither a regular file nor a folder",
            code="not-a-file",
            place=name,
            parameter="path",
            remedy='send a pipe to "-" instead',
        )
    with open_file(name):
        pass


def _wrong_kind(name: str, found: str, kind: str | None) -> InputError:
    return InputError(
        f"{found} cannot be read as {kind!r}",
        code="wrong-kind",
        place=place_of(name),
        parameter="kind",
        remedy="omit kind to detect it",
    )


def _mode(name: str) -> int:
    try:
        return os.stat(name).st_mode
    except FileNotFoundError:
        why = 'No such file or folder (standard input is called "-")'
        raise FileNotFoundError(errno.ENOENT, why, name) from None
