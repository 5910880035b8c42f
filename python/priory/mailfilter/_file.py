"""The file of a store: opened once in each thread, closed in all, changed in transactions."""

from __future__ import annotations

import os
from _thread import get_ident  # which threading takes from there, and more
from contextlib import contextmanager

from priory import __version__
from priory.mailfilter import _schema, _specification
from priory.mailfilter._connect import connect, of_file, settle, transaction, translated
from priory.mailfilter.errors import StoreError
from priory.tokens.mail import MailAnalyzer

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator
    from types import TracebackType
    from typing import Self

__all__ = ["StoreFile"]


class StoreFile:
    """What `Store` has to do with its file."""

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        analyzer: MailAnalyzer | None = None,
        mode: str = "rw",
        timeout: float = 30.0,
    ) -> None:
        if mode not in ("rw", "ro"):
            raise ValueError(f'mode must be "rw" or "ro", not {mode!r}')
        if not timeout >= 0:
            raise ValueError(f"timeout must be a number that is not negative, not {timeout!r}")
        self.path = os.path.abspath(os.fspath(path))
        self.mode = mode
        self.timeout = timeout
        self._connections: dict[tuple[int, int], sqlite3.Connection] = {}
        self._closed = False
        try:
            with of_file(self.path):
                self.analyzer = self._agree(analyzer)
        except BaseException:
            self.close()
            raise

    def _agree(self, given: MailAnalyzer | None) -> MailAnalyzer:
        """Read the analyser of the store, or give it one."""
        text = _schema.get_meta(self._db, "analyzer")
        status = os.stat(self.path)
        self._file = (status.st_dev, status.st_ino)
        if text is None and self.mode == "ro":
            raise StoreError(self.path, "it was not made whole", "open it once for writing")
        if text is None:
            with self._writing() as db:
                text = _schema.get_meta(db, "analyzer")  # another program may have been faster
                if text is None:
                    text = _specification.to_text(given or MailAnalyzer())
                    _schema.put_meta(db, "analyzer", text)
                    _schema.put_meta(db, "made_by", f"priory {__version__}")
        settle(self._db)
        stored = _specification.from_text(str(text), self.path)
        if given is not None:
            _specification.check_same(stored, given, self.path)
        return stored

    @property
    def _db(self) -> sqlite3.Connection:
        """The connection of this thread of this process: SQLite's do not survive a fork."""
        if self._closed:
            raise StoreError(self.path, "this store was closed", "open it anew")
        key = os.getpid(), get_ident()
        if key not in self._connections:
            if self._connections:  # another thread must make no new file where the store was
                self._check_place()
            self._connections[key] = connect(self.path, self.timeout, write=self.mode == "rw")
        return self._connections[key]

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        self._check_mode()
        self._check_idle()
        db = self._db
        with transaction(db, self.path):
            self._check_place()
            yield db

    def _check_idle(self) -> None:
        if self._db.in_transaction:
            what = "this thread is still reading from it"
            raise StoreError(self.path, what, "write when that is done")

    def _check_mode(self) -> None:
        if self.mode == "ro":
            raise StoreError(self.path, "it was opened for reading", 'open it with mode="rw"')

    def _check_place(self) -> None:
        """Refuse a file that nobody can find again, or that is another one by now."""
        try:
            status = os.stat(self.path)
        except OSError:
            status = None
        if status is None or (status.st_dev, status.st_ino) != self._file:
            what = "it was moved, deleted or replaced while it was open"
            raise StoreError(self.path, what, "open it anew")

    def close(self) -> None:
        """Close the file, in all threads of this process."""
        self._closed = True
        for process, thread in list(self._connections):
            if process == os.getpid():  # those of a parent are the parent's to close
                self._connections.pop((process, thread)).close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Store({self.path!r}, mode={self.mode!r})"

    @property
    def journal_mode(self) -> str:
        """The way SQLite guards changes, "wal" or "delete" where WAL cannot work."""
        with translated(self.path):
            return str(self._db.execute("PRAGMA journal_mode").fetchone()[0])

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Within it, all that is read is of one moment, whoever writes meanwhile."""
        db = self._db
        if db.in_transaction:
            yield
            return
        with translated(self.path):
            try:
                db.execute("BEGIN")
                yield
            finally:
                if db.in_transaction:
                    db.execute("ROLLBACK")  # which works where nothing else does

    def _refuse_damage(self) -> None:
        """Raise StoreError if SQLite finds the file damaged, for which it reads all of it."""
        from priory.mailfilter._check import refuse_damage  # noqa: PLC0415 (slow to load)

        with self.reading():
            refuse_damage(self._db, self.path)
