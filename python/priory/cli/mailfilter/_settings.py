"""The table of settings of the mail filter: source of options, checks and documentation."""

from __future__ import annotations

import argparse
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

from priory.cli._errors import render
from priory.cli.mailfilter._kinds import (
    ALPHA,
    CLASS,
    DAYS,
    FILING,
    FLAG,
    FOLDER,
    NETWORKS,
    NUMBER,
    PATH,
    SENDERS,
    SERVER,
    STRENGTH,
    choice,
)
from priory.errors import InputError
from priory.mailfilter.settings import EVENTS, Settings

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from priory.cli.mailfilter._kinds import Kind

__all__ = ["JUDGING", "SETTINGS", "TUNING", "Setting", "add_settings", "written"]

_DEFAULTS = Settings()


@dataclass(frozen=True, slots=True)
class Setting:
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
    def dest(self) -> str:
        """The attribute of parsed options: arguments of a command may have the bare name."""
        return f"setting_{self.name}"

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
        return self._checked(value, value)

    def read_word(self, word: str) -> Any:
        """Check a value of the environment or of the command line."""
        return self._checked(self.kind.parse(word), word)

    def read_repeated(self, values: list[dict[str, Any]]) -> Any:
        """Check the values of an option that was given several times, as one."""
        return self.read([pair for value in values for pair in value.items()])

    def _checked(self, value: Any, said: Any) -> Any:
        try:
            return self.kind.check(value)
        except InputError:  # which says more
            raise
        except ValueError:
            raise ValueError(f"must be {self.kind.what}, not {said!r}") from None


def written(value: Any) -> str:
    """Return a value as it is written on the command line."""
    if value is None:
        return "auto"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return ", ".join(value)
    if isinstance(value, dict):
        return "; ".join(map("=".join, value.items()))
    return f"{value:g}" if isinstance(value, float) else str(value)


SETTINGS = {
    setting.name: setting
    for setting in (
        Setting(
            "store",
            PATH,
            None,
            "file of the store, which holds what was learned",
            "mail.db in $XDG_DATA_HOME/priory or ~/.local/share/priory",
        ),
        Setting(
            "timeout",
            NUMBER,
            30.0,
            "seconds to wait for a store that another program is writing to",
        ),
        Setting(
            "time_limit",
            NUMBER,
            30.0,
            "seconds to judge a message in a pipe, which then passes unjudged; 0 for no limit",
        ),
        Setting(
            "journal_days",
            DAYS,
            None,
            "days for which the journal keeps the words of each message, so that it can be "
            "forgotten or corrected; 0 for the day on which it is learned",
            "keep",
        ),
        Setting(
            "event",
            choice(*EVENTS, metavar="EVENT"),
            _DEFAULTS.event,
            "event model: lessons (token presence, corrected by mistakes), boolean (token "
            "presence), multinomial (counts), bernoulli (presence and absence), or complement "
            "(counts of the other classes)",
        ),
        Setting(
            "alpha",
            ALPHA,
            _DEFAULTS.alpha,
            "additive smoothing of the counts; auto: smaller as more mail is learned",
        ),
        Setting(
            "strength",
            STRENGTH,
            _DEFAULTS.strength,
            "multiplier on the log-odds; lower is less confident; auto: what is best for the "
            "event model, 1 for lessons and 0.9 for others",
        ),
        Setting(
            "patience",
            NUMBER,
            _DEFAULTS.patience,
            "number of messages per class below which unsure verdicts ask for more; at it, the "
            "log-odds of models other than lessons are halved",
        ),
        Setting("spam", CLASS, _DEFAULTS.spam, "name of the spam class"),
        Setting("ham", CLASS, _DEFAULTS.ham, "name of the ham class"),
        Setting("lost_ham", NUMBER, _DEFAULTS.lost_ham, "cost of classifying good mail as spam"),
        Setting(
            "missed_spam",
            NUMBER,
            _DEFAULTS.missed_spam,
            "cost of missing spam",
        ),
        Setting("unsure", NUMBER, _DEFAULTS.unsure, "cost of the verdict unsure"),
        Setting(
            "never_junk",
            SENDERS,
            None,
            "addresses and domains whose mail is never classified as spam, one per line",
            "nobody",
        ),
        Setting(
            "trusted_authserv",
            SERVER,
            _DEFAULTS.trusted_authserv,
            "authserv-id of the server whose Authentication-Results are believed: they must "
            "confirm the sender for --never-junk, and give tokens",
            "none for --never-junk; for tokens, those that wrote the topmost headers",
        ),
        Setting(
            "trusted_relays",
            NETWORKS,
            (),
            "networks of your own mail servers and of those that forward to you, whose Received "
            "headers are believed; priory learn keeps them with the store",
            "private networks",
        ),
        Setting(
            "never_junk_unauthenticated",
            FLAG,
            _DEFAULTS.never_junk_unauthenticated,
            "apply --never-junk to unauthenticated mail, too, although senders can be forged",
        ),
        Setting(
            "junk",
            FOLDER,
            None,
            "Maildir folder for spam",
            "an existing Junk, Spam or the like, else a new Junk",
        ),
        Setting(
            "file",
            FILING,
            None,
            "Maildir folder for messages of another class, such as lists=Lists; repeatable",
            "none: they stay",
        ),
        Setting(
            "trash",
            FOLDER,
            None,
            "Maildir folder for deleted mail, beside the default ones",
            "Trash, Deleted or the like, in many languages",
        ),
        Setting(
            "when_unsure",
            choice("leave", "flag", "move"),
            "leave",
            "what to do with messages whose verdict is unsure: leave them in place, flag them, or "
            "move them to --unsure-folder",
        ),
        Setting("unsure_folder", FOLDER, "Unsure", "Maildir folder for unsure messages"),
        Setting(
            "places",
            PATH,
            None,
            "file that remembers where sorted messages were seen",
            "places.db in $XDG_STATE_HOME/priory or ~/.local/state/priory",
        ),
    )
}
# The settings that decide about verdicts: the fields of `Settings`.
JUDGING = tuple(field.name for field in fields(Settings))
# Those that few people ever change: the help has them apart.
_EVERYDAY = ("spam", "ham", "never_junk", "trusted_authserv", "never_junk_unauthenticated")
TUNING = tuple(name for name in JUDGING if name not in _EVERYDAY)


def add_settings(parser: argparse.ArgumentParser, *names: str) -> None:
    """Add the options of some settings: everyday ones first, then those for tuning."""
    everyday = [name for name in names if name not in TUNING]
    _add_group(parser.add_argument_group("settings"), everyday)
    if tuning := [name for name in names if name in TUNING]:
        about = "The defaults suit most mail."
        _add_group(parser.add_argument_group("tuning", description=about), tuning)


def _add_group(group: argparse._ArgumentGroup, names: list[str]) -> None:
    for setting in map(SETTINGS.__getitem__, names):
        group.add_argument(
            setting.flag,
            dest=setting.dest,
            action="append" if setting.kind.is_repeatable else "store",
            type=_typed(setting),
            default=argparse.SUPPRESS,  # None may be a value
            metavar=setting.kind.metavar,
            help=f"{setting.what} (default: {setting.otherwise})",
        )


def _typed(setting: Setting) -> Callable[[str], Any]:
    def read(word: str) -> Any:
        try:
            return setting.read_word(word)
        except InputError as error:
            raise argparse.ArgumentTypeError(render(error)) from None
        except ValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return read
