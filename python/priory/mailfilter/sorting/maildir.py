"""Maildir++ folders: list, create, and move or flag messages.

Only names change: nothing is written into files, overwritten or deleted. Links inside are not
followed.
"""

from __future__ import annotations

import os
import socket
import time
from contextlib import suppress
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

from priory.errors import InputError
from priory.mail._file import read_file
from priory.mail._names import is_auxiliary
from priory.mail.entry import Reading
from priory.mail.mailbox import MAX_BYTES
from priory.mail.maildir import is_maildir
from priory.mailfilter.sorting.directories import Directories
from priory.mailfilter.sorting.names import INBOX, called

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
    InputError
        If it is not a Maildir, or one with links inside instead of directories.
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
        self._directories = Directories(root)
        self._bases: dict[str, set[str]] = {}
        for state in _STATES:
            with self._directories.opened(state):
                pass

    def folders(self) -> list[str]:
        """Return the directories of its folders; that of the inbox is empty, and the first.

        What is not a plain directory, such as a link, is no folder.
        """
        names = [name for name in self._directories.names() if name.startswith(".")]
        return [INBOX, *sorted(filter(self._is_folder, names))]

    def _is_folder(self, name: str) -> bool:
        try:
            for state in _STATES:
                with self._directories.opened(name, state):
                    pass
        except (OSError, InputError):
            return False
        return True

    def files(self, folder: str) -> list[File]:
        """Return the messages of a folder, the older ones first; one that is gone has none."""
        files = []
        for state in _STATES:
            names: list[str] = []
            with suppress(FileNotFoundError):
                names = self._directories.names(folder, state)
            files += [File(folder, state, name) for name in sorted(names) if not is_auxiliary(name)]
        return files

    def path(self, file: File) -> str:
        """Return where a message is."""
        return self._directories.path(*file)

    def read(self, file: File, on_fault: Callable[[Fault], object]) -> bytes | None:
        """Read a message as `read_mailbox` does, or report why not: what is no file is a fault."""
        opener = partial(self._directories.open_file, *file)
        reading = Reading(MAX_BYTES, on_fault)
        entries = read_file(self.path(file), "file", reading, opener=lambda _: opener())
        return next((entry.raw for entry in entries), None)

    def create(self, folder: str) -> None:
        """Make a folder, as Maildir++ wants it, if it is not there.

        Raises
        ------
        InputError
            If something else has its name, or that of a directory in it.
        OSError
            If it cannot be made.
        """
        if self._is_folder(folder):
            return
        self._directories.sweep()
        self._directories.make(folder)
        self._directories.make_file(folder, "maildirfolder")
        for name in ("tmp", *_STATES):  # the last make it a folder: killed before, it is made again
            self._directories.make(folder, name)

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
                self._directories.rename(old, new)
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

    def __repr__(self) -> str:
        return f"Maildir({self.root!r}, folders={list(map(called, self.folders()))})"


def _fresh(file: File) -> str:
    """Return a name that no message has, with the sizes and the flags of the old one."""
    seconds, nanoseconds = divmod(time.time_ns(), 10**9)
    host = socket.gethostname().replace("/", r"\057").replace(":", r"\072")
    unique = f"{seconds}.M{nanoseconds // 1000}P{os.getpid()}Q{next(_NUMBERS)}.{host}"
    sizes = file.base.partition(",")[2]
    return unique + (f",{sizes}" if sizes else "") + file.name[len(file.base) :]
