"""The settings of the mail filter: one table, from which help, checks and documentation come."""

from __future__ import annotations

import math
import os

from priory._record import Record
from priory.mailfilter.settings import EVENTS, UNSURE, Settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable
    from typing import Any

__all__ = [
    "JUDGING",
    "NOT_GIVEN",
    "SETTINGS",
    "Kind",
    "Setting",
    "add_settings",
    "choice",
    "written",
]

LONGEST = 100  # characters of a name
_DEFAULTS = Settings()
NOT_GIVEN = object()  # what an option is that is not there: None may be a value


class Kind(Record):
    """What the value of a setting may be."""

    what: str
    metavar: str
    check: Callable[[Any], Any]  # a value of TOML: returned as it is used, or a ValueError
    parse: Callable[[str], Any] = str  # a word of the command line, as TOML would have it


class Setting(Record):
    """A setting: its name in the file, what it may be, what it is otherwise, and what it does."""

    name: str
    kind: Kind
    default: Any
    what: str
    described: str = ""  # the default in words, where it is no plain value

    @property
    def flag(self) -> str:
        """The option of the command line."""
        return f"--{self.name.replace('_', '-')}"

    @property
    def variable(self) -> str:
        """The variable of the environment."""
        return f"PRIORY_{self.name.upper()}"

    @property
    def otherwise(self) -> str:
        """What it is by default, in words."""
        return self.described or written(self.default)

    def read(self, value: Any) -> Any:
        """Check a value of a TOML file."""
        try:
            return self.kind.check(value)
        except ValueError:
            raise ValueError(f"must be {self.kind.what}, not {value!r}") from None

    def read_word(self, word: str) -> Any:
        """Check a value of the environment or of the command line."""
        return self.read(self.kind.parse(word))


def written(value: Any) -> str:
    """Return a value as it is written on the command line."""
    if value is None:
        return "auto"
    return f"{value:g}" if isinstance(value, float) else str(value)


def choice(*words: str) -> Kind:
    """Return the kind of a setting that is one of some words."""

    def check(value: Any) -> str:
        if value not in words:
            raise ValueError
        return str(value)

    return Kind(f"one of {', '.join(words)}", "{" + ",".join(words) + "}", check)


def _name(value: Any) -> str:
    is_name = isinstance(value, str) and value.isprintable() and value == value.strip()
    if not is_name or not 0 < len(value) <= LONGEST:
        raise ValueError
    return str(value)


def _class(value: Any) -> str:
    if value == UNSURE:
        raise ValueError
    return _name(value)


def _path(value: Any) -> str:
    if not isinstance(value, str) or not value or "\0" in value:
        raise ValueError
    return os.path.expanduser(value)


def _number(value: Any) -> float:
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not is_number or not math.isfinite(value) or value < 0:
        raise ValueError
    return float(value)


def _number_or_auto(value: Any) -> float | None:
    if value == "auto":
        return None
    if not _number(value):
        raise ValueError
    return _number(value)


def _parse_number(word: str) -> float | str:
    try:
        return float(word)
    except ValueError:
        return word


def _folder(value: Any) -> str:
    from priory.mailfilter.sorting.names import directory  # noqa: PLC0415 (few commands have folders)

    directory(_name(value))
    return str(value)


CLASS = Kind(f"a name of at most 100 characters, other than {UNSURE}", "NAME", _class)
FOLDER = Kind("the name of a folder, such as Junk or INBOX.Spam", "FOLDER", _folder)
PATH = Kind("the name of a file", "FILE", _path)
NUMBER = Kind("a number that is not negative", "N", _number, _parse_number)
ALPHA = Kind("a number above 0, or auto", "A", _number_or_auto, _parse_number)

SETTINGS = {
    setting.name: setting
    for setting in (
        Setting(
            "store",
            PATH,
            None,
            "the file of what was learned",
            "mail.db in $XDG_DATA_HOME/priory or ~/.local/share/priory",
        ),
        Setting("timeout", NUMBER, 30.0, "seconds to wait for another program that learns"),
        Setting(
            "event",
            choice(*EVENTS),
            _DEFAULTS.event,
            "what counts of a token: that it is there, each time it occurs, also its absence, or "
            "each time it occurs, judged by all other classes",
        ),
        Setting(
            "alpha",
            ALPHA,
            _DEFAULTS.alpha,
            "what is added to each count; auto is less the more was learned",
        ),
        Setting("strength", NUMBER, _DEFAULTS.strength, "how far the evidence is believed"),
        Setting(
            "patience",
            NUMBER,
            _DEFAULTS.patience,
            "how many messages each class must have learned for the evidence to count half",
        ),
        Setting("spam", CLASS, _DEFAULTS.spam, "the class that spam is learned as"),
        Setting("ham", CLASS, _DEFAULTS.ham, "the class that ham is learned as"),
        Setting("lost_ham", NUMBER, _DEFAULTS.lost_ham, "what it costs to call ham spam"),
        Setting("missed_spam", NUMBER, _DEFAULTS.missed_spam, "what it costs to call spam ham"),
        Setting("unsure", NUMBER, _DEFAULTS.unsure, "what it costs to be unsure"),
        Setting(
            "junk",
            FOLDER,
            None,
            "the folder of a Maildir for spam",
            "the one that is there, called Junk, Spam or the like; else Junk is made",
        ),
        Setting(
            "trash",
            FOLDER,
            None,
            "a folder of a Maildir for what is deleted, beside those of the default",
            "those called Trash, Deleted or the like, in many languages",
        ),
        Setting(
            "when_unsure",
            choice("leave", "flag", "move"),
            "leave",
            "what becomes of messages of which the verdict is unsure: they are left where they "
            "are, flagged, or moved to the folder for them",
        ),
        Setting("unsure_folder", FOLDER, "Unsure", "the folder of a Maildir for these messages"),
    )
}
# The settings that decide about verdicts: the fields of `Settings`.
JUDGING = Settings._fields


def add_settings(parser: argparse.ArgumentParser, *names: str) -> None:
    """Add the options of some settings."""
    group = parser.add_argument_group("settings")
    for setting in map(SETTINGS.__getitem__, names):
        group.add_argument(
            setting.flag,
            type=_typed(setting),
            default=NOT_GIVEN,
            metavar=setting.kind.metavar,
            help=f"{setting.what} (default: {setting.otherwise})",
        )


def _typed(setting: Setting) -> Callable[[str], Any]:
    def read(word: str) -> Any:
        try:
            return setting.read_word(word)
        except ValueError as error:
            from argparse import ArgumentTypeError  # noqa: PLC0415 (slow, and only mistakes need it)

            raise ArgumentTypeError(str(error)) from None

    return read
