"""Repair of a damaged store in its place, at one moment, and with nothing lost that was learned.

SQLite itself writes the new store over the damaged one, in one transaction: whoever is killed, or
reads meanwhile, finds the one or the other. Programs that have it open go on with the new one.
"""

from __future__ import annotations

import filecmp
import os
import sqlite3
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from priory._temporary import set_mode, sync_folder, temporary_folder
from priory.mailfilter._backup import put
from priory.mailfilter._connect import look, settle, translated_os
from priory.mailfilter._patience import PatientConnection, open_patiently, uri
from priory.mailfilter._repair import DAMAGED, NEW, salvage
from priory.mailfilter._salvage import Salvage
from priory.mailfilter._trust import check_folder, follow
from priory.mailfilter._watch import LOGS, copy_unchanged, has_log, unmerged
from priory.mailfilter.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from priory.mailfilter._repair import Repaired
    from priory.mailfilter._watch import Watch

__all__ = ["replace"]

_KEPT, _EARLIER = "kept.db", "earlier.db"  # copies in the folder of a repair
_BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
# By which SQLite says that it writes to such a file for nobody.
_REFUSALS = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def replace(path: str, timeout: float) -> tuple[Repaired, str]:
    """Salvage what is whole in a store, and put it in its place.

    Parameters
    ----------
    path : str
        The damaged store.
    timeout : float
        Seconds to wait for another program that writes.

    Returns
    -------
    repaired : Repaired
        What is in the store now, and what was lost.
    kept : str
        What the damaged one is called now.

    Raises
    ------
    StoreError
        If another program wrote to the store since it was read (``"store-busy"``), or there is a
        file where the damaged one shall be kept (``"path-in-use"``), or for root, if others could
        swap files there (``"unsafe-place"``). Then nothing was changed.
    """
    real = follow(path)
    kept = f"{real}.damaged"
    with translated_os(path):
        look(path, write=False)  # which makes none that is missing
        look(path, write=True)
        check_folder(path)
        _roll_back(real, timeout)
        with temporary_folder(os.path.dirname(real)) as folder:
            watch = copy_unchanged(real, str(folder / _KEPT))
            copy_unchanged(str(folder / _KEPT), str(folder / DAMAGED))
            repaired = salvage(folder, path, path)
            with _keeping(folder, real, kept):
                _put(folder, real, watch, timeout)
    return repaired, kept


def _roll_back(real: str, timeout: float) -> None:
    """Let SQLite end what a killed program left: or that would look like a change later."""
    with suppress(sqlite3.Error), closing(_open(real, timeout)) as db:
        db.execute("SELECT 1 FROM sqlite_master").fetchone()


def _open(path: str, timeout: float) -> PatientConnection:
    return open_patiently(uri(path, mode="rw"), timeout, PatientConnection)


@contextmanager
def _keeping(folder: Path, real: str, kept: str) -> Iterator[None]:
    """Keep a copy of the damaged store; a run that was killed may have done so."""
    if os.path.lexists(kept):
        if not _is_kept(folder, kept):
            what = "the file exists already"
            raise StoreError(kept, what, "move it away", code="path-in-use")
        yield
        return
    _keep(folder, real, kept)
    try:
        yield
    except (StoreError, sqlite3.Error):  # before anything was changed
        for end in ("", *LOGS):
            Path(f"{kept}{end}").unlink(missing_ok=True)
        raise


def _keep(folder: Path, real: str, kept: str) -> None:
    for end in LOGS:
        Path(f"{kept}{end}").unlink(missing_ok=True)  # of a run that was killed here
        with suppress(FileNotFoundError):
            _finish(folder / f"{_KEPT}{end}", real)
            os.replace(folder / f"{_KEPT}{end}", f"{kept}{end}")
    _finish(folder / _KEPT, real)
    put(folder / _KEPT, Path(kept), overwrite=False)  # at last: where it is, its logs are
    sync_folder(folder.parent)


def _is_kept(folder: Path, kept: str) -> bool:
    """Tell whether a file that was kept earlier is the damaged store, both with their logs."""
    copy_unchanged(kept, str(folder / _EARLIER))
    with suppress(sqlite3.Error), closing(Salvage(str(folder / _EARLIER))) as earlier:
        earlier.tables()  # which brings the log into it
    return filecmp.cmp(folder / _EARLIER, folder / DAMAGED, shallow=False)


def _put(folder: Path, real: str, watch: Watch, timeout: float) -> None:
    try:
        _overwrite(folder / NEW, real, watch, timeout)
    except sqlite3.DatabaseError as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF not in _REFUSALS:
            raise
        _rename(folder, real, watch)


def _overwrite(new: Path, real: str, watch: Watch, timeout: float) -> None:
    """Let SQLite copy the new store over the damaged one."""
    with closing(_open(real, timeout)) as db, closing(_open(str(new), timeout)) as source:
        settle(db)
        source.execute("PRAGMA journal_mode = DELETE")  # the copy gets that of the damaged one
        (size,) = db.execute("PRAGMA page_size").fetchone()
        if source.execute("PRAGMA page_size").fetchone() != (size,):
            source.execute(f"PRAGMA page_size = {size}")  # pages are copied as they are
            source.execute("VACUUM")
        source.backup(db, pages=1, progress=_Lock(watch, timeout), sleep=0.02)


class _Lock:
    """Follows a copy: waits for its lock, and refuses to go on if anything changed before."""

    def __init__(self, watch: Watch, timeout: float) -> None:
        self._watch = watch
        self._end = monotonic() + timeout
        self._is_held = False

    def __call__(self, status: int, *_pages: int) -> None:
        """Look at how a step of the copy ended."""
        if status & 0xFF in _BUSY and monotonic() > self._end:
            error = sqlite3.OperationalError("database is locked")
            error.sqlite_errorcode = status
            raise error
        if status == sqlite3.SQLITE_OK and not self._is_held:
            self._watch.check()  # from here on nobody else can write
            self._is_held = True


def _rename(folder: Path, real: str, watch: Watch) -> None:
    """Replace a file to which SQLite writes for nobody.

    After each step there is the damaged store with all that its log held, or the new one.
    """
    if has_log(str(folder / DAMAGED)):
        raise unmerged(real)
    for name in (DAMAGED, NEW):
        _finish(folder / name, real)
    watch.check()
    os.replace(folder / DAMAGED, real)  # what the log holds is in it, and may come once more
    sync_folder(folder.parent)
    for end in ("-shm", *LOGS):  # an index without its log would lead nowhere
        Path(f"{real}{end}").unlink(missing_ok=True)
    sync_folder(folder.parent)
    os.replace(folder / NEW, real)
    sync_folder(folder.parent)


def _finish(path: Path, real: str) -> None:
    """Give a file owner and permissions of the store, and let it survive a loss of power."""
    status = os.stat(real)
    with open(path, "r+b", opener=_no_link) as file:
        if hasattr(os, "fchown"):
            with suppress(OSError):  # only root gives files away
                os.fchown(file.fileno(), status.st_uid, status.st_gid)
        set_mode(file.fileno(), status.st_mode)
        os.fsync(file.fileno())


def _no_link(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NOFOLLOW", 0))
