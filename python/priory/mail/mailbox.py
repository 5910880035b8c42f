"""read_mailbox: detects the format of a mailbox and reads its messages; mailbox_bytes."""

from __future__ import annotations

import errno
import os
import stat
import warnings
from typing import TYPE_CHECKING

from priory.errors import InputError
from priory.mail._file import file_bytes, open_file, read_file
from priory.mail.entry import Reading, place_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from priory.mail._walk import MailFile
    from priory.mail.entry import Entry, Fault

__all__ = ["KINDS", "MAX_BYTES", "mailbox_bytes", "read_mailbox"]

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
        return _read_files(_files(name, kind, reading), reading)
    _check_file(name, kind)
    return read_file(name, kind, reading)


def mailbox_bytes(path: str | os.PathLike[str], kind: str | None = None) -> int | None:
    """Return how many bytes `read_mailbox` would read: it lists folders, and opens each file.

    Parameters
    ----------
    path : str or path
        A file or a folder; ``"-"`` is standard input.
    kind : {"file", "mbox", "maildir", "mh", "folder"} or None
        What it is.

    Returns
    -------
    int or None
        None if it cannot be known, as of standard input and of what gzip packed.
    """
    name = os.fspath(path)
    if name == "-":
        return None
    total = 0
    try:
        if not os.path.isdir(name):
            return file_bytes(name)
        for file in _files(name, kind, Reading(MAX_BYTES, lambda _: None)):
            n_bytes = _bytes_or_none(file)
            if n_bytes is None:
                return None
            total += n_bytes
    except (OSError, InputError):  # which reading tells
        return None
    return total


def _bytes_or_none(file: MailFile) -> int | None:
    try:
        return file_bytes(file.path, only_mail=file.only_mail)
    except OSError:  # such as a broken link: nothing of it is read
        return 0


def _read_files(files: Iterator[MailFile], reading: Reading) -> Iterator[Entry]:
    for path, kind, only_mail in files:
        yield from read_file(path, kind, reading, only_mail=only_mail)


def _files(name: str, kind: str | None, reading: Reading) -> Iterator[MailFile]:
    """Find the files of a folder that are read."""
    # Who reads one message does not wait for these.
    from priory.mail.folder import folder_files  # noqa: PLC0415
    from priory.mail.maildir import (  # noqa: PLC0415
        is_maildir,
        is_state,
        maildir_files,
        state_files,
    )
    from priory.mail.mh import is_mh, mh_files  # noqa: PLC0415

    if kind in _FILES:
        raise _wrong_kind(name, "a folder", kind)
    with os.scandir(name):  # an error now, rather than when the first message is wanted
        pass
    if kind in ("maildir", None) and is_state(name):
        return state_files(name, reading)
    if kind == "maildir" or (kind is None and is_maildir(name)):
        return maildir_files(name, reading)
    if kind == "mh" or (kind is None and is_mh(name)):
        return mh_files(name, reading)
    return folder_files(name, reading)


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
