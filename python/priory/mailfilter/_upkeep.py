"""Store maintenance: check, teach anew, compact, back up, repair."""

# ruff: noqa: PLC0415 (a verdict needs none of it)
from __future__ import annotations

import os
import sqlite3
from typing import TYPE_CHECKING

from priory.errors import InputError
from priory.mailfilter import _lessons, _schema
from priory.mailfilter._connect import translated
from priory.mailfilter._exchange import Exchange
from priory.mailfilter.errors import StoreError

if TYPE_CHECKING:
    from priory.mailfilter._compact import Compacted
    from priory.mailfilter._lessons import Teaching
    from priory.mailfilter._repair import Repaired

__all__ = ["Upkeep"]


class Upkeep(Exchange):
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

    def replay(self) -> Teaching:
        """Teach all messages of the journal anew, as a merge does.

        Where many messages are there, to forget or to correct some takes back what these taught,
        and no more: what others taught in their presence stays until all are taught anew. That
        takes memory for all that the store holds.

        Returns
        -------
        Teaching
            How far the messages have taught then.
        """
        with self._writing() as db:
            _lessons.replay(db, force=True)
            return _lessons.teaching(db)

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
        """Drop what the journal keeps of messages learned longer ago, once a day for a number.

        They are still known and still count, and can no longer be forgotten or corrected.

        Parameters
        ----------
        days : int
            Days that it is kept. With 0, it goes of all that was learned before today (in UTC).

        Returns
        -------
        int
            How many messages these are.
        """
        from priory.mailfilter._compact import drop_bags

        _check_days(days, days)
        before = _schema.day_before(days)
        if self._has_expired(before):
            return 0
        with translated(self.path):
            self._db.execute("PRAGMA secure_delete = ON")  # nothing of it stays in the file
        with self._writing() as db:
            if self._has_expired(before):  # another program was faster
                return 0
            _schema.put_meta(db, "expired", _schema.day_before())
            _schema.put_meta(db, "expired_before", before)
            return drop_bags(db, before)

    def _has_expired(self, before: int) -> bool:
        """Tell whether today all was dropped that is older than a day."""
        with self.reading():
            done = [_schema.get_meta(self._db, key) for key in ("expired", "expired_before")]
        return done == [_schema.day_before(), before]

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
        with self._looking() as db:
            backup(db, self.path, target, self._counter(), overwrite=overwrite)

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


def _check_days(tokens: int, messages: int) -> None:
    if tokens < 0:
        what = f"older_than_days must be at least 0, not {tokens}"
        raise InputError(what, code="bad-parameter", parameter="older_than_days")
    if not 0 <= messages <= tokens:
        what = f"journal_older_than_days must be from 0 to older_than_days={tokens}, not {messages}"
        raise InputError(what, code="bad-parameter", parameter="journal_older_than_days")
