"""Opening the filter of the settings; a StoreError becomes a CommandError."""

from __future__ import annotations

import os
from contextlib import contextmanager
from typing import TYPE_CHECKING

from priory._show import counted
from priory.cli._errors import CommandError, render
from priory.cli.mail._paths import complain
from priory.mailfilter import MailFilter, StoreError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from priory.cli.mailfilter._config import Config
    from priory.mailfilter import Store

__all__ = [
    "complaints",
    "keep_trust",
    "listed",
    "make_folder",
    "open_filter",
    "size_of",
    "warn_of_classes",
    "warn_of_rules",
]


@contextmanager
def complaints() -> Iterator[None]:
    """Turn a StoreError into a line for the terminal."""
    try:
        yield
    except StoreError as error:
        raise CommandError(render(error)) from error


@contextmanager
def open_filter(
    config: Config, mode: str, *, create: bool = True, expire: bool = True
) -> Iterator[MailFilter]:
    """Open the filter of the settings; whatever is wrong with its store is a `CommandError`.

    Parameters
    ----------
    config : Config
        The settings in force.
    mode : {"rw", "ro"}
        Whether it may learn.
    create : bool, default=True
        Whether to make a store that may learn, if there is none.
    expire : bool, default=True
        Whether one that may learn drops in the end what the setting journal_days calls old.

    Yields
    ------
    MailFilter
    """
    path, settings, timeout = config.get("store"), config.settings, config.get("timeout")
    if mode == "rw" and not create and not os.path.exists(path):
        mode = "ro"  # and it is said that there is none
    elif mode == "rw":
        make_folder(config)
    with complaints(), MailFilter(path, settings, mode=mode, timeout=timeout) as mail:
        yield mail
        if mode == "rw" and expire:
            _expire(mail.store, config.get("journal_days"))


def _expire(store: Store, days: int | None) -> None:
    """Drop old bags; if that fails, what the command did is kept all the same."""
    if days is None:
        return
    try:
        store.expire(days)
    except StoreError as error:
        complain(f"journal_days: old words were not dropped this time: {render(error)}")


def keep_trust(config: Config, store: Store) -> None:
    """Keep with a store which servers are believed, if a setting says so."""
    names = ("trusted_relays", "trusted_authserv")
    said = {name: config.get(name) for name in names if config.sources[name] != "default"}
    if said:
        store.trust(**said)


def make_folder(config: Config) -> None:
    """Make the folder of a store that stands where nobody said."""
    if config.sources["store"] == "default":
        os.makedirs(os.path.dirname(config.get("store")), mode=0o700, exist_ok=True)


def listed(names: Sequence[str], most: int = 10) -> str:
    """Return names one after the other: the first of them, and how many others there are.

    >>> listed(["ham", "spam"]), listed(["a", "b", "c", "d"], most=2)
    ('ham, spam', 'a, b and 2 others')
    """
    told, others = ", ".join(names[:most]), len(names) - most
    return f"{told} and {counted(others, 'other')}" if others > 0 else told


def warn_of_classes(mail: MailFilter) -> None:
    """Say on standard error if other classes were learned than those that the settings name."""
    names = [one.name for one in mail.store.classes]
    for setting in ("spam", "ham"):
        name = getattr(mail.settings, setting)
        if len(names) > 1 and name not in names:  # with one class, the other may still come
            there = f"no class {name!r} was learned; there are {listed(names)}"
            complain(f"{there}: see the setting {setting}")


def warn_of_rules(mail: MailFilter) -> None:
    """Say on standard error if verdicts are made by other rules than those of the store."""
    if not mail.store.knows_rules:
        complain(f"{mail.store.path}: {mail.store.tables_note}")


def size_of(store: Store) -> int:
    """Return the bytes of the file, and of the log that stands beside it."""
    files = (store.path, f"{store.path}-wal")
    return sum(os.stat(file).st_size for file in files if os.path.exists(file))
