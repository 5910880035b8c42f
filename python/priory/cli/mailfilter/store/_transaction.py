"""Imports and merges, which change a store as a whole or not at all."""

from __future__ import annotations

import os
from contextlib import contextmanager
from typing import TYPE_CHECKING

from priory._temporary import sync_folder, temporary_folder
from priory.cli.mailfilter._store import complaints, make_folder, open_filter
from priory.cli.mailfilter.store._report import counted_by, tell
from priory.mailfilter import Store, StoreError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from priory.cli.mailfilter._config import Config
    from priory.mailfilter._merge import Merged

__all__ = ["add"]


def add(
    config: Config, how: Callable[[Store], Merged], place: str, *, is_json: bool = False
) -> None:
    """Add something to the store of the settings, and say what became of it.

    A store that is not there is made when all has gone well in another one beside it. To make it
    first and to delete it after a mistake would take it away from who opened it meanwhile.

    Parameters
    ----------
    config : Config
        The settings in force.
    how : callable
        Adds it to a store.
    place : str
        Where it comes from.
    is_json : bool, default=False
        Whether to write JSON.
    """
    path = config.get("store")
    make_folder(config)
    folder = os.path.dirname(os.path.realpath(path))
    if os.path.exists(path) or not os.access(folder, os.W_OK):  # which is told when it is opened
        _add(config, how, place, is_json=is_json)
        return
    with temporary_folder(folder) as beside:
        tried = os.path.join(beside, "new.db")
        with complaints(), _called(tried, os.path.abspath(path)), Store(tried) as new:
            merged = how(new)
        try:
            os.link(tried, path)
            sync_folder(folder)
        except OSError:  # another program has made a store, or there are no links here
            _add(config, lambda store: store.merge(tried), place, is_json=is_json)
            return
    with open_filter(config, "ro") as mail:
        tell(place, mail.store, merged, 0, is_json=is_json)


def _add(config: Config, how: Callable[[Store], Merged], place: str, *, is_json: bool) -> None:
    with open_filter(config, "rw") as mail:
        before = counted_by(mail.store)
        tell(place, mail.store, how(mail.store), before, is_json=is_json)


@contextmanager
def _called(tried: str, path: str) -> Iterator[None]:
    """Let errors speak of the store that is to be made."""
    try:
        yield
    except StoreError as error:
        if error.where == tried:
            error.where = error.place = path
        raise
