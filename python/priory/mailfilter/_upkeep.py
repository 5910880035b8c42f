"""Store maintenance: check, compact, back up, merge, import, export."""

# ruff: noqa: PLC0415 (a verdict needs none of it)
from __future__ import annotations

import os
import sqlite3
from contextlib import contextmanager
from typing import TYPE_CHECKING

from priory._threads import n_threads
from priory.errors import InputError
from priory.mailfilter import _schema, _specification
from priory.mailfilter._connect import locate, transaction, translated
from priory.mailfilter._file import StoreFile
from priory.mailfilter.errors import StoreError, damaged

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from priory.mailfilter._compact import Compacted
    from priory.mailfilter._counter import MailCounter
    from priory.mailfilter._merge import Merged
    from priory.mailfilter._repair import Repaired

__all__ = ["KINDS", "Upkeep"]

KINDS = ("jsonl", "bogofilter")


class Upkeep(StoreFile):
    """Maintenance methods of `Store`."""

    def check(self) -> list[str]:
        """Look whether the file is sound and all of its counts agree.

        Returns
        -------
        list of str
            What is wrong, a sentence each.
        """
        from priory.mailfilter._check import problems

        with self.reading():
            return problems(self._db, self._counter())

    def compact(
        self,
        *,
        min_messages: int = 2,
        older_than_days: int = 365,
        journal_older_than_days: int | None = None,
        dry_run: bool = False,
    ) -> Compacted:
        """Make the store smaller.

        Messages learned longer ago lose what the journal keeps of them: they are still known, and
        can no longer be forgotten or corrected. Of the tokens that were last learned longer ago,
        rare ones leave. Classes keep the number of their messages; the other sums are always those
        over the tokens that are there.

        Parameters
        ----------
        min_messages : int, default=2
            Tokens with fewer messages, in all classes together, are rare. With 0 none is.
        older_than_days : int, default=365
            Younger tokens stay.
        journal_older_than_days : int, optional
            Younger messages can still be forgotten: by default as old as tokens, and never older,
            because what a message added can only be taken away while all of it is there.
        dry_run : bool, default=False
            Whether only to count what would leave.

        Returns
        -------
        Compacted
            How many `tokens` left, and how many `messages` can no longer be forgotten.
        """
        from priory.mailfilter._compact import Ages, compact, foresee

        days = older_than_days if journal_older_than_days is None else journal_older_than_days
        _check_days(older_than_days, days)
        before = Ages(_schema.day_before(older_than_days), _schema.day_before(days))
        if dry_run:
            with self.reading():
                return foresee(self._db, min_messages, before)
        with self._writing() as db:
            gone = compact(db, min_messages, before)
        self._vacuum()
        return gone

    def expire(self, days: int) -> int:
        """Drop what the journal keeps of messages learned longer ago, at most once a day.

        They are still known and still count, and can no longer be forgotten or corrected.

        Parameters
        ----------
        days : int
            Days that it is kept.

        Returns
        -------
        int
            How many messages these are.
        """
        from priory.mailfilter._compact import drop_bags

        _check_days(days, days)
        if self._expired_today():
            return 0
        with translated(self.path):
            self._db.execute("PRAGMA secure_delete = ON")  # nothing of it stays in the file
        with self._writing() as db:
            if self._expired_today():  # another program was faster
                return 0
            _schema.put_meta(db, "expired", _schema.day_before())
            return drop_bags(db, _schema.day_before(days))

    def _expired_today(self) -> bool:
        with translated(self.path):
            return _schema.get_meta(self._db, "expired") == _schema.day_before()

    def _vacuum(self) -> None:
        try:
            self._db.execute("VACUUM")
            self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        except sqlite3.Error as error:
            what = f"old entries were dropped, but VACUUM failed ({error})"
            remedy = "free some disk space and compact again"
            raise StoreError(self.path, what, remedy, code="vacuum-failed") from error

    def backup(self, path: str | os.PathLike[str], *, overwrite: bool = False) -> None:
        """Copy the store to another file, while others may use it.

        A store in which `check` would find something wrong is not copied.

        Parameters
        ----------
        path : str or path
            Where the copy shall stand. It is put there at the end, when it is whole.
        overwrite : bool, default=False
            Whether a file that stands there is replaced.
        """
        from priory.mailfilter._backup import backup

        target = os.path.abspath(os.fspath(path))
        if os.path.realpath(target) == os.path.realpath(self.path):
            what = "source and target are the same store"
            raise StoreError(target, what, "name another file", code="same-store")
        with translated(self.path):
            backup(self._db, self.path, target, self._counter(), overwrite=overwrite)

    @staticmethod
    def repair(
        path: str | os.PathLike[str],
        target: str | os.PathLike[str],
        *,
        overwrite: bool = False,
    ) -> Repaired:
        """Salvage what is whole in a damaged store, into a new one.

        The damaged file stays as it is. The new store has the messages of the journal that can be
        read, and counts that are made of what they added. Where messages of a class were lost,
        compacted or imported, its counts are those that can be read.

        Parameters
        ----------
        path : str or path
            The damaged store. Nobody may write to it meanwhile.
        target : str or path
            Where the new store shall stand. It is put there at the end, when it is sound.
        overwrite : bool, default=False
            Whether a file that stands there is replaced.

        Returns
        -------
        Repaired
            What is in the new store, and what was lost.

        Raises
        ------
        StoreError
            If nothing can be read (``"store-damaged"``), or no file can be made.
        """
        from priory.mailfilter._repair import repair

        source, place = (os.path.abspath(os.fspath(one)) for one in (path, target))
        if os.path.realpath(source) == os.path.realpath(place):
            what = "source and target are the same store"
            raise StoreError(place, what, "name another file", code="same-store")
        return repair(source, place, overwrite=overwrite)

    def merge(self, path: str | os.PathLike[str]) -> Merged:
        """Add another store, as if its messages had been learned after those here.

        Parameters
        ----------
        path : str or path
            The other store, which is only read. Its analyser must be the same.

        Returns
        -------
        Merged
            What became of its messages.
        """
        with StoreFile(path, mode="ro", timeout=self.timeout) as other:
            if os.path.realpath(other.path) == os.path.realpath(self.path):
                what = "source and target are the same store"
                raise StoreError(other.path, what, "name another store", code="same-store")
            _specification.check_same(self.analyzer, other.analyzer, other.path)
            other._refuse_damage()
            place = locate(other.path, self.timeout)
            with self._attached(place), self._blaming(other.path):
                return self._merge()

    @contextmanager
    def _blaming(self, other: str) -> Iterator[None]:
        """Find out which of two stores is damaged, if one is."""
        try:
            yield
        except StoreError as error:
            from priory.mailfilter._check import damage

            if error.code == "store-damaged" and not damage(self._db):
                raise damaged(other) from error
            raise

    def _merge(self) -> Merged:
        from priory.mailfilter._merge import merge

        with self._writing() as db:
            return merge(db, self._counter())

    def export_lines(
        self, kind: str = "jsonl", *, spam: str = "spam", good: str = "ham"
    ) -> Iterator[bytes]:
        """Write the store as text.

        Parameters
        ----------
        kind : {"jsonl", "bogofilter"}, default="jsonl"
            JSON lines hold everything. A word list of bogofilter holds the messages of the tokens
            of two classes, and can be loaded with `bogoutil -l`.
        spam, good : str, default="spam" and "ham"
            The two classes, for bogofilter.

        Yields
        ------
        bytes
            A line, with its end.
        """
        from priory.mailfilter import _bogofilter, _jsonl

        _check_kind(kind)
        with self.reading():
            self._refuse_damage()
            if kind == "jsonl":
                yield from _jsonl.write(self._db)
            else:
                yield from _bogofilter.write(self._db, spam, good)

    def import_lines(
        self,
        lines: Iterable[bytes],
        kind: str = "jsonl",
        *,
        spam: str = "spam",
        good: str = "ham",
    ) -> Merged:
        """Add what `export_lines`, or `bogoutil -d`, wrote: all of it or nothing.

        Parameters
        ----------
        lines : iterable of bytes
            The lines, such as a file opened with ``"rb"``.
        kind : {"jsonl", "bogofilter"}, default="jsonl"
            What they are.
        spam, good : str, default="spam" and "ham"
            The classes that lines of bogofilter's are about.

        Returns
        -------
        Merged
            What became of the messages. Those of bogofilter's are not known one by one.

        Raises
        ------
        ValueError
            If the lines are not whole or not right.
        """
        from priory.mailfilter import _bogofilter, _jsonl

        _check_kind(kind)
        with self._attached("") as db:
            with transaction(db, self.path, write=False):
                _schema.migrate(db, "other")
                if kind == "jsonl":
                    theirs = _specification.from_text(_jsonl.read(db, lines), "these lines")
                    _specification.check_same(self.analyzer, theirs, self.path)
                    self._check_other()
                else:
                    _bogofilter.read(db, lines, spam, good)
            return self._merge()

    def _check_other(self) -> None:
        """Refuse tokens that are not what their messages added: those could not be forgotten."""
        from priory.mailfilter._check import contradictions

        for problem in contradictions(self._db, self._counter(), "other"):
            what = f"the lines contradict each other ({problem.rstrip('.')})"
            raise InputError(what, code="contradictory-records", parameter="lines")

    def _counter(self, threads: int | None = None) -> MailCounter:
        from priory.mailfilter._counter import MailCounter

        return MailCounter(self.analyzer.native(), n_threads(-1 if threads is None else threads))

    @contextmanager
    def _attached(self, name: str) -> Iterator[sqlite3.Connection]:
        """Attach another database, or with "" an empty one, which is gone in the end."""
        self._check_mode()
        self._check_idle()
        with translated(self.path):
            self._db.execute("ATTACH ? AS other", [name])
            try:
                yield self._db
            finally:
                self._db.execute("DETACH other")


def _check_days(tokens: int, messages: int) -> None:
    if tokens < 0:
        what = f"older_than_days must be at least 0, not {tokens}"
        raise InputError(what, code="bad-parameter", parameter="older_than_days")
    if not 0 <= messages <= tokens:
        what = f"journal_older_than_days must be from 0 to older_than_days={tokens}, not {messages}"
        raise InputError(what, code="bad-parameter", parameter="journal_older_than_days")


def _check_kind(kind: str) -> None:
    if kind not in KINDS:
        what = f"kind must be one of {', '.join(KINDS)}, not {kind!r}"
        raise InputError(what, code="bad-parameter", parameter="kind")
