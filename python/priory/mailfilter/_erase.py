"""Erasing a store: its file, what belongs to it, and nothing that is not Priory's."""

from __future__ import annotations

import os
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from priory._temporary import sweep, sync_folder
from priory.mailfilter._beside import LEFT, SQLITE, old_places, orphans
from priory.mailfilter._connect import translated_os
from priory.mailfilter._entry import Entry
from priory.mailfilter._trust import follow
from priory.mailfilter.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["Erased", "companions", "erase"]

_TOGETHER = "it goes with the rest, or not at all"


@dataclass(slots=True)
class Erased:
    """What was removed, and why something was not.

    Attributes
    ----------
    removed : list of str
        Files that are gone.
    kept : dict from str to str
        Files that are not, each with the reason.
    """

    removed: list[str] = field(default_factory=list)
    kept: dict[str, str] = field(default_factory=dict)


def companions(store: str) -> list[str]:
    """Return a store and the files beside it that hold words or places of its messages.

    Of what an erasing that was interrupted has removed, there is what SQLite kept beside it.
    """
    real = os.path.realpath(store)
    beside = [old_places(store), old_places(real), *(f"{real}{end}" for end in LEFT)]
    left = (one for path in (store, *beside) for one in orphans(path))
    return [store, *(path for path in dict.fromkeys([*beside, *left]) if os.path.lexists(path))]


def erase(paths: Iterable[str], store: str | None = None) -> Erased:
    """Remove stores and files of places, each with what SQLite keeps beside it.

    A link is removed with the file that it leads to, if that is Priory's. Nothing is removed if
    permissions do not let all of it go, or if the store, which is the first to go, must stay.

    Parameters
    ----------
    paths : iterable of str
        The files, the store first.
    store : str or None, default=None
        The one without which nothing is removed.
    """
    done = Erased()
    with ExitStack() as stack:
        found = _find_all(paths, stack, done)
        is_held = not done.kept.keys().isdisjoint(found)
        for path, entries in found.items():
            if is_held or (store and store in done.kept and not _leads_nowhere(store)):
                done.kept.setdefault(path, _TOGETHER)
            else:
                _remove(path, entries, done)
    return done


def _leads_nowhere(path: str) -> bool:
    """Tell whether a path is a link to what is gone: then nothing is left to go first."""
    return os.path.islink(path) and not os.path.exists(path)


def _find_all(paths: Iterable[str], stack: ExitStack, done: Erased) -> dict[str, list[Entry]]:
    """Return what is Priory's; note what is not, and also what permissions will not let go."""
    found = {}
    for path in paths:
        with _noting(path, done):
            found[path] = _find(path, stack)
            for entry in found[path]:
                entry.check_removable()
    return found


def _find(path: str, stack: ExitStack) -> list[Entry]:
    """Return a file and, if the path is a link, the link; refuse what must stay."""
    entries = [stack.enter_context(Entry(follow(path)))]
    entries[0].check_ours()
    folder, name = os.path.split(path)
    named = stack.enter_context(Entry(os.path.join(follow(folder), name)))
    return [*entries, named] if named.is_link else entries


def _remove(path: str, entries: list[Entry], done: Erased) -> None:
    """Remove the file itself before what is beside it, which without it is no store.

    Temporary files go before that: nothing finds them if the store is gone.
    """
    file, *links = entries
    _sweep(file, done)
    with _noting(path, done):
        file.remove()
        done.removed.append(file.path)
    if path in done.kept:
        return
    for end in SQLITE:
        with _noting(f"{file.path}{end}", done), suppress(FileNotFoundError):
            file.remove_beside(end)
            done.removed.append(f"{file.path}{end}")
    for link in links:
        with _noting(link.path, done):
            link.remove()
            done.removed.append(link.path)
    sync_folder(file.directory)


@contextmanager
def _noting(path: str, done: Erased) -> Iterator[None]:
    """Note why a file is kept."""
    try:
        with translated_os(path):
            yield
    except StoreError as error:
        done.kept[path] = ": ".join(filter(None, (error.what, error.remedy)))


def _sweep(file: Entry, done: Erased) -> None:
    """Remove what killed programs left in the folder of a file: it may hold words of it."""
    for name, reason in sweep(file.directory, [file.status.st_uid]).items():
        path = os.path.join(os.path.dirname(file.path), name)
        if reason is None:
            done.removed.append(path)
        else:
            done.kept[path] = reason
