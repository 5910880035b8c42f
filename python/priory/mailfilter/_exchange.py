"""Store exchange: merge, import, export."""

# ruff: noqa: PLC0415 (a verdict needs none of it)
from __future__ import annotations

import os
import sqlite3
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING

from priory._threads import n_threads
from priory.errors import InputError
from priory.mailfilter import _schema, _specification
from priory.mailfilter._connect import locate, transaction, translated
from priory.mailfilter._file import StoreFile
from priory.mailfilter._trust import check_opened
from priory.mailfilter.errors import StoreError, damaged

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from contextlib import AbstractContextManager

    from priory.mailfilter._counter import MailCounter
    from priory.mailfilter._merge import Merged

__all__ = ["KINDS", "Exchange"]

KINDS = ("jsonl", "bogofilter")


class Exchange(StoreFile):
    """What `Store` takes from other stores and files, and gives to them."""

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
            made = other._in_force.made
            _specification.check_rules(made, self._in_force.made, other.path)
            other._refuse_damage()
            place, guard = locate(other.path, self.timeout)
            with self._attached(place, other.path), self._blaming(other.path):
                return self._merge(guard)

    @contextmanager
    def _blaming(self, other: str) -> Iterator[None]:
        """Find out which of two stores is damaged, if one is."""
        try:
            yield
        except StoreError as error:
            if error.code == "store-damaged" and self._is_whole():
                raise damaged(other) from error
            raise

    def _is_whole(self) -> bool:
        """Tell whether what a merge read of the store here is what was written."""
        from priory.mailfilter import _digests, _seal
        from priory.mailfilter._check import damage

        try:
            _seal.check_analyzer(self._db)
            _seal.check(self._db)
        except sqlite3.DatabaseError:
            return False
        return not damage(self._db) and _digests.are_whole(self._db)

    def _merge(self, guard: AbstractContextManager[None] | None = None) -> Merged:
        from priory.mailfilter._merge import merge

        with self._writing() as db, guard or nullcontext():
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
                    made = self._in_force.made
                    _specification.check_rules(theirs.version, made, "these lines")
                    self._check_other()
                else:
                    self._check_rules()  # to which its words are fitted
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
    def _attached(self, name: str, path: str | None = None) -> Iterator[sqlite3.Connection]:
        """Attach another database, or with "" an empty one, which is gone in the end."""
        self._check_mode()
        self._check_idle()
        with translated(self.path):
            self._db.execute("ATTACH ? AS other", [name])
            try:
                if path is not None:
                    check_opened(self._db, path, "other")
                yield self._db
            finally:
                self._db.execute("DETACH other")


def _check_kind(kind: str) -> None:
    if kind not in KINDS:
        what = f"kind must be one of {', '.join(KINDS)}, not {kind!r}"
        raise InputError(what, code="bad-parameter", parameter="kind")
