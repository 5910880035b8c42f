"""Directories of a Maildir by descriptors: opened from its root down, never through links.

Root may sort the Maildir of a user, who may put links anywhere in it and swap them at any moment.
So nothing inside is reached by a path that the system would follow, and modes and owners change
only of what was just made.
"""

from __future__ import annotations

import errno
import os
import secrets
import stat
import time
import weakref
from contextlib import ExitStack, contextmanager, suppress
from typing import TYPE_CHECKING

from priory.errors import InputError
from priory.mailfilter.sorting.rename import rename, rename_directory

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import IO

__all__ = ["Directories"]


def _flags(*names: str) -> int:
    """Return flags of `os.open`, without those that a system does not have."""
    return sum(getattr(os, name, 0) for name in ("O_CLOEXEC", *names))


_ROOT = _flags("O_RDONLY", "O_DIRECTORY")
_DIRECTORY = _flags("O_RDONLY", "O_DIRECTORY", "O_NOFOLLOW")
_FILE = _flags("O_RDONLY", "O_NOFOLLOW", "O_NONBLOCK")
_NEW_FILE = _flags("O_WRONLY", "O_CREAT", "O_EXCL", "O_NOFOLLOW")
_NOT_PLAIN = (errno.ELOOP, errno.ENOTDIR, errno.EMLINK)  # what systems say of a link
_TAKEN = (errno.EEXIST, errno.ENOTEMPTY, errno.ENOTDIR)
# A directory is made under a name that is no folder's, until it belongs to whom it should.
_STAGED = "priory-folder-"
_STALE = 60.0  # seconds after which its maker was killed


class Directories:
    """The directory of a Maildir, held open, and those inside.

    Parameters
    ----------
    root : str
        The directory of the Maildir; links that lead to it are the caller's.

    Raises
    ------
    OSError
        If it cannot be opened.
    """

    def __init__(self, root: str) -> None:
        self.root = root
        self._fd = os.open(root, _ROOT)
        weakref.finalize(self, os.close, self._fd)

    @property
    def _status(self) -> os.stat_result:
        return os.fstat(self._fd)

    def path(self, *names: str) -> str:
        """Return a path, to be shown."""
        return os.path.join(self.root, *filter(None, names))

    @contextmanager
    def opened(self, *names: str) -> Iterator[int]:
        """Open a directory inside, step by step; an empty name is no step.

        Raises
        ------
        InputError
            If one of them is not a plain directory or, for root, not of the Maildir's owner.
        OSError
            If it cannot be opened.
        """
        with ExitStack() as stack:
            descriptor = self._step(".", self._fd)  # of its own: listings have one position
            stack.callback(os.close, descriptor)
            for number, name in enumerate(names):
                if name:
                    place = self.path(*names[: number + 1])
                    descriptor = self._step(name, descriptor, place)
                    stack.callback(os.close, descriptor)
                    self._check_owner(descriptor, place)
            yield descriptor

    def _step(self, name: str, parent: int, place: str = "") -> int:
        try:
            return os.open(name, _DIRECTORY, dir_fd=parent)
        except OSError as error:
            if error.errno in _NOT_PLAIN:
                raise InputError(
                    "not a plain directory",
                    code="not-a-directory",
                    place=place,
                    remedy="move the link or file away: what is in a Maildir must not lead out",
                ) from error
            raise OSError(error.errno, error.strerror, place or self.root) from error

    def _check_owner(self, descriptor: int, place: str) -> None:
        """As root, who may enter everywhere, stay within what the owner of the Maildir has."""
        owner = self._status.st_uid
        if os.geteuid() == 0 and os.fstat(descriptor).st_uid != owner:
            raise InputError(
                "does not belong to the owner of the Maildir",
                code="wrong-owner",
                place=place,
                remedy=f"move it away, or give it to the owner (chown {owner})",
            )

    def names(self, *names: str) -> list[str]:
        """List a directory inside, in no order."""
        with self.opened(*names) as descriptor:
            return os.listdir(descriptor)

    def open_file(self, *names: str) -> IO[bytes]:
        """Open a regular file inside; of what is none, a pipe or a link, say so."""
        *directory, name = names
        with self.opened(*directory) as parent:
            try:
                descriptor = os.open(name, _FILE, dir_fd=parent)
            except OSError as error:
                if error.errno in (errno.ELOOP, errno.EMLINK):
                    raise OSError(None, "it is a symbolic link", self.path(*names)) from error
                raise
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            os.close(descriptor)
            raise OSError(None, "not a regular file", self.path(*names))
        return os.fdopen(descriptor, "rb")

    def rename(self, old: tuple[str, ...], new: tuple[str, ...]) -> None:
        """Rename what is inside to a name that is not taken: see `rename`."""
        with self.opened(*old[:-1]) as source, self.opened(*new[:-1]) as target:
            rename(old[-1], new[-1], source, target)

    def make(self, *names: str) -> None:
        """Make a directory inside, with the mode and the owner of the Maildir, if there is none."""
        with suppress(FileNotFoundError), self.opened(*names):
            return
        staged = f"{_STAGED}{secrets.token_hex(8)}"
        with self.opened() as top, self.opened(*names[:-1]) as parent:
            try:
                os.mkdir(staged, 0o700, dir_fd=top)
                self._hand_over_new(staged, top)
                rename_directory(staged, names[-1], top, parent)
            except OSError as error:
                if error.errno not in _TAKEN:  # by a program that was faster
                    raise OSError(error.errno, error.strerror, self.path(*names)) from error
            finally:
                with suppress(OSError):  # it has its name, unless something failed
                    os.rmdir(staged, dir_fd=top)
        with self.opened(*names):  # whoever made it
            pass

    def _hand_over_new(self, name: str, parent: int) -> None:
        """Give a new directory away, if it is still the one that was made: nothing is in it."""
        place = self.path(name)
        made = self._step(name, parent, place)
        try:
            if os.fstat(made).st_uid != os.geteuid() or os.listdir(made):
                what, remedy = "replaced while it was made", "look at who else changes the Maildir"
                raise InputError(what, code="folder-replaced", place=place, remedy=remedy)
            self._hand_over(made, 0o777)
        finally:
            os.close(made)

    def make_file(self, *names: str) -> None:
        """Make an empty file inside, unless something has its name."""
        with self.opened(*names[:-1]) as parent, suppress(FileExistsError):
            made = os.open(names[-1], _NEW_FILE, 0o600, dir_fd=parent)
            try:
                self._hand_over(made, 0o666)
            finally:
                os.close(made)

    def _hand_over(self, made: int, mask: int) -> None:
        """Let what was just made be for whom the Maildir is, also if root has made it."""
        status = self._status
        os.fchmod(made, status.st_mode & mask)
        if os.geteuid() == 0:
            os.fchown(made, status.st_uid, status.st_gid)

    def sweep(self) -> None:
        """Remove the empty directories of programs that were killed while they made them."""
        with self.opened() as top:
            for name in os.listdir(top):
                if name.startswith(_STAGED):
                    with suppress(OSError):
                        status = os.stat(name, dir_fd=top, follow_symlinks=False)
                        if status.st_mtime < time.time() - _STALE:
                            os.rmdir(name, dir_fd=top)
