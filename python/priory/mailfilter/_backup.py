"""Online backup of a store: a consistent copy, moved into place atomically."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from priory._temporary import is_named, sync_folder, temporary_path
from priory.mailfilter._beside import SQLITE
from priory.mailfilter._check import refuse_problems
from priory.mailfilter._connect import translated_os
from priory.mailfilter._trust import AS_OWNER, follow
from priory.mailfilter._watch import LOGS
from priory.mailfilter.errors import StoreError

if TYPE_CHECKING:
    from priory.mailfilter._counter import MailCounter

__all__ = ["backup", "check_target", "put"]


def backup(
    db: sqlite3.Connection, source: str, target: str, counter: MailCounter, *, overwrite: bool
) -> None:
    """Copy a store in which nothing is wrong, whole or not at all."""
    place = check_target(target, overwrite=overwrite)
    temporary = temporary_path(place.parent)
    with translated_os(target):
        try:
            _copy(db, source, temporary, counter)
            put(temporary, place, overwrite=overwrite)
            sync_folder(place.parent)
        finally:
            for end in ("", *SQLITE):  # which SQLite leaves where a disk is full
                temporary.with_name(f"{temporary.name}{end}").unlink(missing_ok=True)


def check_target(target: str, *, overwrite: bool) -> Path:
    """Return the file that a path leads to; refuse to replace what must stay."""
    place = Path(follow(target))
    if not place.parent.is_dir():
        what = f"the folder {place.parent} does not exist"
        raise StoreError(target, what, "create it first", code="folder-missing")
    if place.is_dir():
        raise StoreError(target, "it is a folder", "name a file in it", code="is-a-folder")
    if place.exists() and not (overwrite and place.is_file()):
        what, remedy = "the file exists already", "name another file, or pass overwrite=True"
        raise StoreError(target, what, remedy, code="path-taken", parameter="overwrite")
    for beside in (place.with_name(f"{place.name}{end}") for end in LOGS):
        if beside.exists():  # SQLite would take what stands there for changes of the copy
            what = f"a store there is in use, or has unmerged changes in {beside}"
            raise StoreError(target, what, "close it, or name another file", code="path-in-use")
    return place


def _copy(db: sqlite3.Connection, source: str, temporary: Path, counter: MailCounter) -> None:
    descriptor = os.open(temporary, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600)
    try:
        with closing(sqlite3.connect(temporary)) as copy:
            _check_name(descriptor, temporary)  # by which SQLite opened it
            db.backup(copy)
            refuse_problems(copy, source, counter)  # it must not replace a copy that is sound
        os.fsync(descriptor)
        _check_name(descriptor, temporary)
    finally:
        os.close(descriptor)


def _check_name(descriptor: int, temporary: Path) -> None:
    """Refuse to go on with another file than the one that was made here."""
    if not is_named(descriptor, temporary):
        what = "somebody else swapped the copy while it was written"
        raise StoreError(str(temporary.parent), what, AS_OWNER, code="unsafe-place")


def put(temporary: Path, place: Path, *, overwrite: bool) -> None:
    """Give a file its name, unless there is another one by that name."""
    if not overwrite:
        try:
            os.link(temporary, place)  # fails if another program was faster
        except FileExistsError:
            raise
        except OSError:  # a file system without links
            pass
        else:
            return
    temporary.replace(place)
