"""An entry of a folder that is held open, so that it is removed and nothing in its place."""

from __future__ import annotations

import errno
import os
import stat
from typing import TYPE_CHECKING

from priory.mailfilter._beside import HEAD, LEFT, PLACES_ID, SQLITE, begins_as, is_marked
from priory.mailfilter._schema import APPLICATION_ID
from priory.mailfilter._trust import PLAINLY, open_folder
from priory.mailfilter.errors import StoreError

if TYPE_CHECKING:
    from typing import Self

__all__ = ["Entry"]


class Entry:
    """A file or a link.

    Parameters
    ----------
    path : str
        Its path, on which is no other link.

    Raises
    ------
    OSError
        If it is not there, or somebody has put a link on the way since.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        folder, self._name = os.path.split(path)
        self.directory = open_folder(folder)
        try:
            self.status = self._stat(self._name)
        except OSError:
            self.__exit__()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self.directory)

    def _stat(self, name: str) -> os.stat_result:
        return os.stat(name, dir_fd=self.directory, follow_symlinks=False)

    @property
    def is_link(self) -> bool:
        """Whether it is a symbolic link."""
        return stat.S_ISLNK(self.status.st_mode)

    def check_ours(self) -> None:
        """Refuse what is no file of Priory's."""
        descriptor = os.open(self._name, PLAINLY, dir_fd=self.directory)
        try:
            status = os.fstat(descriptor)
            self._check_same(status)
            if not stat.S_ISREG(status.st_mode):
                raise StoreError(self.path, "not a regular file", code="not-a-file")
            if not self._is_ours(os.read(descriptor, HEAD)):
                remedy = "if it is one that is damaged, delete it yourself"
                raise StoreError(self.path, "not a Priory store", remedy, code="not-a-store")
        finally:
            os.close(descriptor)

    def _is_ours(self, head: bytes) -> bool:
        """Tell by its beginning whether it is ours, or what SQLite kept beside what is gone."""
        is_left = not head and self._name.endswith(LEFT)  # by a repair that found no room
        is_ours = is_left or is_marked(head, (APPLICATION_ID, PLACES_ID))
        return is_ours or (begins_as(self._name, head) and self._is_orphan())

    def _is_orphan(self) -> bool:
        owner = next(self._name.removesuffix(end) for end in SQLITE if self._name.endswith(end))
        try:
            self._stat(owner)
        except FileNotFoundError:
            return True
        return False

    def check_removable(self) -> None:
        """Refuse, before anything is removed, what permissions will not let go."""
        folder = os.fstat(self.directory)
        owners = (0, folder.st_uid, self.status.st_uid)
        is_kept = folder.st_mode & stat.S_ISVTX and os.geteuid() not in owners
        ids = os.access in os.supports_effective_ids
        may = os.access(".", os.W_OK | os.X_OK, dir_fd=self.directory, effective_ids=ids)
        if is_kept or not may:
            raise PermissionError(errno.EACCES, "its folder cannot be changed", self.path)

    def remove(self) -> None:
        """Remove it, unless its name is another file's by now."""
        self._check_same(self._stat(self._name))
        os.unlink(self._name, dir_fd=self.directory)

    def remove_beside(self, end: str) -> None:
        """Remove the file whose name has this end behind its own."""
        os.unlink(f"{self._name}{end}", dir_fd=self.directory)

    def _check_same(self, status: os.stat_result) -> None:
        if (status.st_dev, status.st_ino) != (self.status.st_dev, self.status.st_ino):
            what = "it was replaced meanwhile"
            raise StoreError(self.path, what, "look at what is there now", code="store-moved")
