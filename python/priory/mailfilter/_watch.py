"""Changes of a store that is read as a file, without SQLite's locks: how they are seen."""

from __future__ import annotations

import os
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from time import sleep, time_ns
from typing import TYPE_CHECKING, NamedTuple

from priory.mailfilter._trust import PLAINLY
from priory.mailfilter.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["LOGS", "Watch", "copy_unchanged", "has_log", "unmerged"]

# What SQLite keeps beside a file and belongs to it: changes that are not in it yet, or, where WAL
# does not work, what it held before changes that are.
_WAL, _JOURNAL = LOGS = ("-wal", "-journal")
_TRIES = 5
_PAUSE = 0.1  # seconds between them
_TICK = 0.02  # after which another change has another time, in seconds


class FileState(NamedTuple):
    """By which it is seen that a file was changed or replaced."""

    device: int
    inode: int
    size: int
    modified: int

    @property
    def is_fresh(self) -> bool:
        """Whether another change could have the same time."""
        return abs(time_ns() - self.modified) < _TICK * 1e9


class States(NamedTuple):
    """The states of a store and of its logs, None where there is none."""

    file: FileState | None
    wal: FileState | None
    journal: FileState | None


class Watch:
    """Sees whether a store changes from now on.

    Parameters
    ----------
    path : str
        The store.
    is_copied : bool, default=False
        Whether a copy of it is read, which does not change.
    """

    def __init__(self, path: str, *, is_copied: bool = False) -> None:
        self._path = path
        self._is_copied = is_copied
        self._taken = _states(path)

    @classmethod
    def settled(cls, path: str, *, is_copied: bool = False) -> Watch:
        """Watch a store whose next change will have another time than its last one."""
        for _ in range(_TRIES):
            watch = cls(path, is_copied=is_copied)
            if not any(state is not None and state.is_fresh for state in watch._taken):
                break
            sleep(_TICK)
        return watch

    @property
    def has_log(self) -> bool:
        """Whether changes stood beside the store."""
        return self._taken.wal is not None or self._taken.journal is not None

    @property
    def is_outdated(self) -> bool:
        """Whether the store or what stands beside it has changed."""
        return _states(self._path) != self._taken

    @property
    def is_torn(self) -> bool:
        """Whether the file that is read has changed; its log may."""
        return not self._is_copied and _states(self._path).file != self._taken.file

    @contextmanager
    def guarding(self) -> Iterator[None]:
        """Refuse what was read, or went wrong, while another program wrote to the same file."""
        try:
            yield
        except Exception as error:
            if self.is_torn:
                raise _changed(self._path) from error
            raise
        if self.is_torn:
            raise _changed(self._path)

    def check(self) -> None:
        """Refuse a store that has changed; who asks may have a journal of changes of its own."""
        now = _states(self._path)
        if (now.file, now.wal) != (self._taken.file, self._taken.wal):
            raise _changed(self._path)


def has_log(path: str) -> bool:
    """Tell whether changes of a store stand in a file beside it."""
    return Watch(path).has_log


def unmerged(path: str) -> StoreError:
    """Return the error of a store whose log cannot be read."""
    real = os.path.realpath(path)
    log = next((f"{real}{end}" for end in LOGS if _state(f"{real}{end}")), f"{real}{LOGS[0]}")
    what = f"the latest changes are in {log}, and no file can be made"
    remedy = "open it once where it can be written, or copy both files elsewhere"
    return StoreError(path, what, remedy, code="wal-unmerged")


def copy_unchanged(path: str, target: str) -> Watch:
    """Copy a store and its log, none of which changes meanwhile; return what sees if they do."""
    real = os.path.realpath(path)
    for _ in range(_TRIES):
        watch = Watch(path, is_copied=True)
        sleep(_TICK)  # or a change that comes while it is copied may have the time of one before
        _copy_new(real, target)
        for end in LOGS:
            with suppress(FileNotFoundError):  # there may be none, or none any more
                _copy_new(f"{real}{end}", f"{target}{end}")
        if not watch.is_outdated:
            return watch
        for end in ("", *LOGS):
            Path(f"{target}{end}").unlink(missing_ok=True)
        sleep(_PAUSE)
    raise _changed(path)


def _copy_new(source: str, target: str) -> None:
    """Copy a file to where there is none, and no link either."""
    from shutil import copyfileobj  # noqa: PLC0415 (a verdict does without)

    with (
        open(source, "rb", opener=lambda path, _: os.open(path, PLAINLY)) as old,
        open(target, "xb", opener=partial(os.open, mode=0o600)) as new,
    ):
        copyfileobj(old, new)


def _changed(path: str) -> StoreError:
    what = "another process wrote to the store while it was read"
    return StoreError(path, what, "try again", code="store-busy")


def _states(path: str) -> States:
    real = os.path.realpath(path)
    return States(_state(real), _log_state(f"{real}{_WAL}"), _log_state(f"{real}{_JOURNAL}"))


def _log_state(path: str) -> FileState | None:
    """Return the state of a log: an empty one is none, SQLite makes it whenever it opens a file."""
    found = _state(path)
    return found if found is not None and found.size else None


def _state(path: str) -> FileState | None:
    try:
        status = os.stat(path)
    except FileNotFoundError:
        return None
    return FileState(status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns)
