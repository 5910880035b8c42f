"""Names of classes that a command is given: misspelt, new, or never learned."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from priory._show import shown
from priory.cli._errors import CommandError
from priory.cli.mail._paths import complain
from priory.cli.mailfilter._settings import SETTINGS
from priory.cli.mailfilter._store import listed, open_filter

if TYPE_CHECKING:
    from collections.abc import Sequence

    from priory.cli.mailfilter._config import Config
    from priory.mailfilter import MailFilter

__all__ = ["check_named", "note_new_class", "settled"]


def settled(label: str, config: Config, *, can_ask: bool) -> str:
    """Return the class that was meant: a new one that is much like another is asked about.

    Parameters
    ----------
    label : str
        The class that was named.
    config : Config
        The settings in force: they name the store, and the classes of spam and ham.
    can_ask : bool
        Whether standard input is free for an answer.

    Raises
    ------
    CommandError
        If the name is new and like another, and nobody says which is meant.
    """
    near = _near(label, config)
    if near is None:
        return label
    what = f"{label!r} is a new class"
    if can_ask and _is_answered(f"{what}; did you mean {near!r}? [y/N] "):
        return near
    raise CommandError(f"{what}: did you mean {near!r}? To create it, pass --new-class")


def _near(label: str, config: Config) -> str | None:
    """Return the class that a new one is much like, if there is one."""
    learned, named = _learned(config), [config.get("spam"), config.get("ham")]
    if label in learned:
        return None
    alike = [name for name in (*learned, *named) if name.casefold() == label.casefold()]
    if label in named:  # as the settings have it: only another spelling of the same name is odd
        return next((name for name in alike if name != label), None)
    from difflib import get_close_matches  # noqa: PLC0415 (few classes are new)

    folded = {name.casefold(): name for name in (*named, *learned)}
    close = get_close_matches(label.casefold(), list(folded), 1)
    return next(iter(alike or (folded[name] for name in close)), None)


def _learned(config: Config) -> list[str]:
    """Return the classes of the store, if there is one."""
    if not os.path.exists(config.get("store")):
        return []
    # To write, because that may migrate it first; what is old goes when something was learned.
    with open_filter(config, "rw", create=False, expire=False) as mail:
        return [one.name for one in mail.store.classes]


def _is_answered(question: str) -> bool:
    """Ask on the terminal, if there is one on both sides."""
    if sys.stdin is None or not (sys.stdin.isatty() and sys.stderr.isatty()):
        return False
    print(f"priory: {shown(question)}", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def note_new_class(mail: MailFilter, label: str) -> None:
    """Say that a class is new, lest it is the name of another one, misspelt."""
    names = _names(mail)
    if label not in (*names, mail.settings.spam, mail.settings.ham):
        others = f" beside {listed(names)}" if names else ""
        complain(
            f"{label!r} is a new class{others}: if it is misspelt, learn the same messages again "
            "as the right one"
        )


def check_named(mail: MailFilter, config: Config) -> None:
    """Refuse an option that names a class of which nothing was learned: no verdict would be it."""
    for setting in (SETTINGS["spam"], SETTINGS["ham"]):
        name, is_option = config.get(setting.name), config.sources[setting.name] == setting.flag
        if is_option and name not in (names := _names(mail)):
            there = f"there are {listed(names)}" if names else "nothing was learned so far"
            raise CommandError(f"{setting.flag}: no class {name!r} was learned: {there}")


def _names(mail: MailFilter) -> Sequence[str]:
    return [one.name for one in mail.store.classes]
