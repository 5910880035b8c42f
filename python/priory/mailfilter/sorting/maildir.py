"""Maildir++ folders: list, create, and move or flag messages.

Only names change: nothing is written into files, overwritten or deleted.
"""

from __future__ import annotations

import os
import socket
import time
from contextlib import suppress
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

from priory.errors import InputError
from priory.mail._file import read_file
from priory.mail._names import is_auxiliary
from priory.mail.entry import Reading
from priory.mail.mailbox import MAX_BYTES
from priory.mail.maildir import is_maildir
from priory.mailfilter.sorting.names import INBOX, called
from priory.mailfilter.sorting.rename import rename

if TYPE_CHECKING:
    from collections.abc import Callable

    from priory.mail import Fault

__all__ = ["File", "Maildir"]

_STATES = ("cur", "new")
_INFO = ":2,"
_NUMBERS = count(1)


class File(NamedTuple):
    """A message of a Maildir: its folder, ``cur`` or ``new``, and its name there."""

    folder: str
    state: str
    name: str

    @property
    def base(self) -> str:
        """What stays of the name whatever happens to the message."""
        return self.name.partition(":")[0]

    @property
    def flags(self) -> str:
        """The letters of what happened to it, such as S for seen."""
        return self.name.partition(_INFO)[2]


class Maildir:
    """A Maildir with its folders.

    Parameters
    ----------
    root : str
        The Maildir.

    Raises
    ------
    ValueError
        If it is not a Maildir.
    """

    def __init__(self, root: str) -> None:
        if not is_maildir(root):
            raise InputError(
                "not a Maildir",
                code="not-a-maildir",
                place=root,
                parameter="root",
                remedy="name a folder with the subfolders cur and new",
            )
        self.root = root
        self._bases: dict[str, set[str]] = {}

    def folders(self) -> list[str]:
        """Return the directories of its folders; that of the inbox is empty, and the first."""
        with os.scandir(self.root) as inside:
            names = [entry.name for entry in inside if entry.name.startswith(".")]
        return [INBOX, *sorted(name for name in names if is_maildir(self._path(name)))]

    def files(self, folder: str) -> list[File]:
        """Return the messages of a folder, the older ones first; one that is gone has none."""
        files = []
        for state in _STATES:
            names = []
            with suppress(FileNotFoundError), os.scandir(self._path(folder, state)) as inside:
                names = [entry.name for entry in inside if not entry.is_dir()]
            files += [File(folder, state, name) for name in sorted(names) if not is_auxiliary(name)]
        return files

    def path(self, file: File) -> str:
        """Return where a message is."""
        return self._path(*file)

    def read(self, file: File, on_fault: Callable[[Fault], object]) -> bytes | None:
        """Read a message as `read_mailbox` does, or report why not."""
        entries = read_file(self.path(file), "file", Reading(MAX_BYTES, on_fault))
        return next((entry.raw for entry in entries), None)

    def create(self, folder: str) -> None:
        """Make a folder, as Maildir++ wants it, if it is not there."""
        if is_maildir(self._path(folder)):
            return
        status = os.stat(self.root)
        for path in (self._path(folder), *(self._path(folder, name) for name in ("tmp", *_STATES))):
            os.makedirs(path, exist_ok=True)
            _hand_over(path, status, status.st_mode & 0o777)
        mark = self._path(folder, "maildirfolder")
        os.close(os.open(mark, os.O_CREAT | os.O_WRONLY, 0o600))
        _hand_over(mark, status, status.st_mode & 0o666)

    def move(self, file: File, folder: str) -> File:
        """Put a message into another folder; it stays in ``cur`` or ``new``, with its flags.

        Raises
        ------
        OSError
            If it cannot be moved, such as a `FileNotFoundError` if it is not there any more.
        """
        bases = self._taken(folder)
        name = file.name if file.base not in bases else _fresh(file)
        return self._rename(file, File(folder, file.state, name))

    def flag(self, file: File, letter: str) -> File:
        """Set a flag of a message that is in ``cur``."""
        flags = "".join(sorted({*file.flags, letter}))
        return self._rename(file, file._replace(name=f"{file.base}{_INFO}{flags}"))

    def _rename(self, old: File, new: File) -> File:
        while True:
            try:
                rename(self.path(old), self.path(new))
            except FileExistsError:
                if old.base == new.base and old.folder == new.folder:
                    raise
                new = new._replace(name=_fresh(old))
            else:
                self._taken(new.folder).add(new.base)
                return new

    def _taken(self, folder: str) -> set[str]:
        """Return the names that messages of a folder have, without their flags."""
        if folder not in self._bases:
            self._bases[folder] = {file.base for file in self.files(folder)}
        return self._bases[folder]

    def _path(self, *parts: str) -> str:
        return os.path.join(self.root, *filter(None, parts))

    def __repr__(self) -> str:
        return f"Maildir({self.root!r}, folders={list(map(called, self.folders()))})"


def _fresh(file: File) -> str:
    """Return a name that no message has, with the sizes and the flags of the old one."""
    seconds, nanoseconds = divmod(time.time_ns(), 10**9)
    host = socket.gethostname().replace("/", r"\057").replace(":", r"\072")
    unique = f"{seconds}.M{nanoseconds // 1000}P{os.getpid()}Q{next(_NUMBERS)}.{host}"
    sizes = file.base.partition(",")[2]
    return unique + (f",{sizes}" if sizes else "") + file.name[len(file.base) :]


def _hand_over(path: str, status: os.stat_result, mode: int) -> None:
    """Let a new file be readable for whom the Maildir is, also if root has made it."""
    os.chmod(path, mode)
    if os.geteuid() == 0:
        os.chown(path, status.st_uid, status.st_gid)
