"""Repair of a damaged store: what is whole goes into a new file."""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from priory._temporary import sync_folder, temporary_folder
from priory.mailfilter import _lessons, _seal, _specification
from priory.mailfilter._backup import check_target, put
from priory.mailfilter._bogofilter import check_about
from priory.mailfilter._connect import look, translated_os
from priory.mailfilter._rebuild import Rebuilding
from priory.mailfilter._salvage import Salvage
from priory.mailfilter._schema import put_meta
from priory.mailfilter._trust import check_folder
from priory.mailfilter._watch import copy_unchanged
from priory.mailfilter.errors import StoreError, disagreeing
from priory.mailfilter.store import Store

if TYPE_CHECKING:
    from pathlib import Path

    from priory.tokens.mail import MailAnalyzer

__all__ = ["DAMAGED", "NEW", "Repaired", "repair", "salvage"]

DAMAGED, NEW = "damaged.db", "new.db"  # what they are called in a folder of their own
_VALUE = "SELECT value FROM meta WHERE key = ?"
_TABLES = {"classes", "blocks", "journal"}


@dataclass(frozen=True, slots=True)
class Repaired:
    """What was salvaged from a damaged store, and what was lost.

    Attributes
    ----------
    path : str
        The new store.
    messages : int
        Messages of the journal that it has.
    tokens : int
        Tokens that it has.
    lost_messages : int or None
        Messages that it no longer knows, None if that cannot be told. What they added is still
        counted where it can be read. To learn one of them again counts it again.
    lost_bags : int
        Messages that it knows, and that can no longer be forgotten or corrected.
    lost_tokens : int or None
        Tokens that are gone, None if that cannot be told.
    unnamed : tuple of str
        Classes whose name was lost, by the names that they have now.
    is_analyzer_lost : bool
        Whether the analyser could not be read, and is the default one.
    unreadable : int
        Places of the file at which nothing could be read.
    """

    path: str
    messages: int
    tokens: int
    lost_messages: int | None
    lost_bags: int
    lost_tokens: int | None
    unnamed: tuple[str, ...]
    is_analyzer_lost: bool
    unreadable: int


def repair(path: str, target: str, *, overwrite: bool) -> Repaired:
    """Write what can be read of a store into a new file, whole or not at all."""
    with translated_os(path):
        look(path, write=False)
    with translated_os(target):
        place = check_target(target, overwrite=overwrite)
        check_folder(target)
        with temporary_folder(place.parent) as folder:
            copy_unchanged(path, str(folder / DAMAGED))
            repaired = salvage(folder, path, target)
            put(folder / NEW, place, overwrite=overwrite)
        sync_folder(place.parent)
    return repaired


def salvage(folder: Path, path: str, target: str) -> Repaired:
    """Write a new store of the copy of a damaged one, both of them in a folder of their own.

    Parameters
    ----------
    folder : Path
        Where the copy is; what stands in a log beside it is brought into it.
    path, target : str
        What the damaged store and the new one are called.

    Returns
    -------
    Repaired
        What is in the new store, and what was lost.
    """
    with closing(Salvage(str(folder / DAMAGED))) as old:
        return _write(old, path, str(folder / NEW), target)


def _write(old: Salvage, path: str, new: str, target: str) -> Repaired:
    _check_contents(old, path)
    analyzer = _analyzer(old, path)
    with Store(new, analyzer=analyzer) as store:
        with store._writing() as db:
            rebuilt = Rebuilding(old, db, store._counter())
            rebuilt.write_counts()
            _take_over(old, db)
            _lessons.replay(db, force=True)
        for problem in store.check():  # pragma: no cover (it would be a mistake of ours)
            raise disagreeing(path, problem)
        known, told = rebuilt.known, store.journal.messages
        if not store.n_tokens and not told:
            raise _unreadable(path, "no message and no token in it is whole")
        expected = sum(messages - untold for messages, untold in known.recorded.values())
        return Repaired(
            target,
            told,
            store.n_tokens,
            max(0, expected - told) if known.is_sealed else None,
            rebuilt.lost_bags,
            None if known.tokens is None else max(0, known.tokens - store.n_tokens),
            tuple(known.unnamed),
            analyzer is None,
            old.unreadable,
        )


def _check_contents(old: Salvage, path: str) -> None:
    try:
        tables = old.tables()
    except sqlite3.Error as error:
        raise _unreadable(path, f"its list of tables cannot be read ({error})") from error
    if not tables & _TABLES:
        raise _unreadable(path, "it has none of the tables of a store")


def _unreadable(path: str, what: str) -> StoreError:
    remedy = "restore a backup, or learn the mail again into a new store"
    return StoreError(path, f"nothing can be salvaged: {what}", remedy, code="store-damaged")


def _take_over(old: Salvage, db: sqlite3.Connection) -> None:
    """Keep what is told of where a store and its imported words come from."""
    made_by, words = (old.value(_VALUE, [key]) for key in ("made_by", "bogofilter"))
    if isinstance(made_by, str) and made_by.isprintable():
        put_meta(db, "made_by", made_by)
    with suppress(ValueError, TypeError, AttributeError, RecursionError):  # it may be anything
        check_about(words)
        put_meta(db, "bogofilter", words)


def _analyzer(old: Salvage, path: str) -> MailAnalyzer | None:
    text, seal = (old.value(_VALUE, [key]) for key in ("analyzer", _seal.KEY))
    if not isinstance(text, str) or not _seal.seals_analyzer(seal, text):
        return None
    try:
        return _specification.from_text(text, path)
    except StoreError as error:
        if error.code == "analyzer-invalid":
            return None
        raise
