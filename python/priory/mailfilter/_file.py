"""StoreFile: one SQLite connection per thread and process, and write transactions."""

from __future__ import annotations

import os
from contextlib import contextmanager
from dataclasses import replace
from threading import get_ident
from typing import TYPE_CHECKING

from priory import __version__
from priory.errors import InputError
from priory.mailfilter import _schema, _seal, _specification
from priory.mailfilter._alone import Snapshot, unchanged
from priory.mailfilter._check import refuse_damage
from priory.mailfilter._connect import connect, settle, transaction, translated, translated_os
from priory.mailfilter.errors import StoreError
from priory.tokens.mail import MailAnalyzer

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Collection, Iterator
    from types import TracebackType
    from typing import Any, Self

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
            what = f'mode must be "rw" or "ro", not {mode!r}'
            raise InputError(what, code="bad-parameter", parameter="mode")
        if not timeout >= 0:
            what = f"timeout must be a non-negative number, not {timeout!r}"
            raise InputError(what, code="bad-parameter", parameter="timeout")
        self.path = os.path.abspath(os.fspath(path))
        self.mode = mode
        self.timeout = timeout
        self._connections: dict[tuple[int, int], sqlite3.Connection] = {}
        self._closed = False
        try:
            with translated_os(self.path):
                self.analyzer = self._agree(analyzer)
        except BaseException:
            self.close()
            raise

    def _agree(self, given: MailAnalyzer | None) -> MailAnalyzer:
        """Read the analyser of the store, or give it one."""
        with self._looking() as db:
            _seal.check_analyzer(db)
            text = _schema.get_meta(db, "analyzer")
        status = os.stat(self.path)
        self._file = (status.st_dev, status.st_ino)
        if text is None and self.mode == "ro":
            what, remedy = "the store was not fully created", 'open it once with mode="rw"'
            raise StoreError(self.path, what, remedy, code="store-empty", parameter="mode")
        if text is None:
            with self._writing() as db:
                text = _schema.get_meta(db, "analyzer")  # another program may have been faster
                if text is None:
                    text = _specification.to_text(given or MailAnalyzer())
                    _schema.put_meta(db, "analyzer", text)
                    _schema.put_meta(db, "made_by", f"priory {__version__}")
        with self._looking() as db:
            settle(db)
        stored = _specification.from_text(str(text), self.path)
        if given is not None:
            _specification.check_same(stored, given, self.path)
        self._in_force = _specification.in_force(stored)
        return self._in_force.analyzer

    def trust(
        self,
        *,
        trusted_relays: Collection[str] | None = None,
        trusted_authserv: str | None = None,
    ) -> None:
        """Keep which servers are believed, for the messages that are read from now on.

        What was learned stays as it is. Who has the store open goes on as before.

        Parameters
        ----------
        trusted_relays : collection of str, optional
            Networks of mail servers that are yours or work for you; without, as before.
        trusted_authserv : str, optional
            The server whose Authentication-Results are believed; without, as before.
        """
        both = {"trusted_relays": trusted_relays, "trusted_authserv": trusted_authserv}
        given: dict[str, Any] = {name: one for name, one in both.items() if one is not None}
        self._check_mode()
        wanted = replace(self.analyzer, **given)
        if wanted == self.analyzer:
            return
        with self._writing() as db:
            text = str(_schema.get_meta(db, "analyzer"))
            stored = replace(_specification.from_text(text, self.path), **given)
            _schema.put_meta(db, "analyzer", _specification.to_text(stored))
        self._in_force = _specification.in_force(stored)
        self.analyzer = self._in_force.analyzer

    @property
    def tables_note(self) -> str:
        """How the tokens of messages may differ from those of the store, if they may."""
        return self._in_force.note

    @property
    def knows_rules(self) -> bool:
        """Whether messages are read by the rules that made the tokens, so that it can learn."""
        return self._in_force.is_known

    def _check_rules(self) -> None:
        """Refuse to read messages for a store by other rules than its own."""
        _specification.check_rules(self._in_force.made, self.analyzer.version, self.path)

    @property
    def _db(self) -> sqlite3.Connection:
        """The connection of this thread of this process: SQLite's do not survive a fork."""
        if self._closed:
            raise StoreError(self.path, "the store is closed", "reopen it", code="store-closed")
        key = os.getpid(), get_ident()
        self._drop_outdated(key)
        if key not in self._connections:
            if self._connections:  # another thread must make no new file where the store was
                self._check_place()
            self._connections[key] = connect(self.path, self.timeout, write=self.mode == "rw")
        return self._connections[key]

    def _drop_outdated(self, key: tuple[int, int]) -> None:
        """Close a connection to what the store held before, unless it is being read."""
        db = self._connections.get(key)
        if isinstance(db, Snapshot) and not db.in_transaction and db.is_outdated:
            self._connections.pop(key).close()

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        self._check_mode()
        self._check_idle()
        db = self._db
        with transaction(db, self.path):
            self._check_place()
            _seal.check_analyzer(db)
            _seal.check(db)
            yield db
            _seal.seal(db)
            self._check_place()
        self._check_place()  # lest it is said that something is kept which is not

    def _check_idle(self) -> None:
        if self._db.in_transaction:
            what = "this thread is inside a read transaction"
            raise StoreError(self.path, what, "finish reading before writing", code="still-reading")

    def _check_mode(self) -> None:
        if self.mode == "ro":
            what, remedy = "the store was opened read-only", 'open it with mode="rw"'
            raise StoreError(self.path, what, remedy, code="opened-readonly", parameter="mode")

    def _check_place(self) -> None:
        """Refuse a file that was moved, deleted or replaced since it was opened."""
        try:
            status = os.stat(self.path)
        except OSError:
            status = None
        if status is None or (status.st_dev, status.st_ino) != self._file:
            what = "it was moved, deleted or replaced while it was open"
            raise StoreError(self.path, what, "reopen it", code="store-moved")

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
        with self._looking() as db:
            return str(db.execute("PRAGMA journal_mode").fetchone()[0])

    @contextmanager
    def _looking(self) -> Iterator[sqlite3.Connection]:
        """Hand out the connection for reading, and refuse what was read of a file that changed."""
        db = self._db
        with translated(self.path), unchanged(db):
            yield db

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Within it, all that is read is of one moment, whoever writes meanwhile."""
        with self._looking() as db:
            if db.in_transaction:
                yield
                return
            try:
                db.execute("BEGIN")
                yield
            finally:
                if db.in_transaction:
                    db.execute("ROLLBACK")  # which works where nothing else does

    def _refuse_damage(self) -> None:
        """Raise StoreError if SQLite finds the file damaged, for which it reads all of it."""
        with self.reading():
            refuse_damage(self._db, self.path)
