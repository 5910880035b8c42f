"""Kinds of values that settings of the mail filter may have: how they are checked and parsed."""

from __future__ import annotations

import math
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from priory.errors import InputError
from priory.mailfilter.settings import UNSURE, Settings
from priory.tokens.trust import networks

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

__all__ = [
    "ALPHA",
    "CLASS",
    "DAYS",
    "FILING",
    "FLAG",
    "FOLDER",
    "NETWORKS",
    "NUMBER",
    "PATH",
    "SENDERS",
    "SERVER",
    "STRENGTH",
    "Kind",
    "choice",
]

LONGEST = 100  # characters of a name
MOST_DAYS = 1_000_000


@dataclass(frozen=True, slots=True)
class Kind:
    """What the value of a setting may be."""

    what: str
    metavar: str
    check: Callable[[Any], Any]  # a value of TOML: returned as it is used, or a ValueError
    parse: Callable[[str], Any] = str  # a word of the command line, as TOML would have it
    is_repeatable: bool = False  # several values are a dict each, which are one together


def choice(*words: str, metavar: str | None = None) -> Kind:
    """Return the kind of a setting that is one of some words, which the help lists as a rule."""

    def check(value: Any) -> str:
        if value not in words:
            raise ValueError
        return str(value)

    listed = metavar or "{" + ",".join(words) + "}"
    return Kind(f"one of {', '.join(words)}", listed, check)


def _name(value: Any) -> str:
    is_name = isinstance(value, str) and value.isprintable() and value == value.strip()
    if not is_name or not 0 < len(value) <= LONGEST:
        raise ValueError
    return str(value)


def _class(value: Any) -> str:
    if value == UNSURE:
        raise InputError(f"{value!r} is reserved", code="class-name")
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
    return None if value == "auto" else _number(value)


def _positive_or_auto(value: Any) -> float | None:
    if value != "auto" and not _number(value):
        raise ValueError
    return _number_or_auto(value)


def _days_or_keep(value: Any) -> int | None:
    if value == "keep":
        return None
    is_whole = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not is_whole or not 0 <= value <= MOST_DAYS or value != int(value):
        raise ValueError
    return int(value)


def _parse_number(word: str) -> float | str:
    try:
        return float(word)
    except ValueError:
        return word


def _folder(value: Any) -> str:
    from priory.mailfilter.sorting.names import directory  # noqa: PLC0415 (few commands have folders)

    directory(_name(value))
    return str(value)


def _filing(value: Any) -> dict[str, str]:
    """Check folders by class: a table of TOML, or the pairs of words."""
    pairs = [*value.items()] if isinstance(value, dict) else value
    if not isinstance(pairs, list) or not all(isinstance(pair, tuple) for pair in pairs):
        raise ValueError
    found: dict[str, str] = {}
    for label, folder in pairs:
        if found.setdefault(_class(label), _folder(folder)) != folder:
            what = f"class {label!r} has two folders, {found[label]!r} and {folder!r}"
            raise InputError(what, code="two-folders", remedy="name one of them")
    return found


def _parse_filing(words: str) -> list[tuple[str, str]] | str:
    pairs = [word.partition("=") for word in words.split(";")]
    if not all(equals for _, equals, _ in pairs):
        return words
    return [(label.strip(), folder.strip()) for label, _, folder in pairs]


def _senders(value: Any) -> Any:
    """Check the list of senders: the name of a file, or the entries themselves."""
    if not isinstance(value, list):
        return _path(value)
    from priory.mailfilter._never_junk import entries  # noqa: PLC0415 (few have such a list)

    return tuple(sorted(entries(value)))


def _server(value: Any) -> str:
    Settings(trusted_authserv=_name(value))
    return str(value)


def _networks(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise ValueError
    return networks(value)


def _parse_networks(words: str) -> list[str]:
    return [word.strip() for word in words.split(",") if word.strip()]


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError
    return value


def _parse_flag(word: str) -> bool | str:
    return {"true": True, "false": False}.get(word, word)


CLASS = Kind(f"a name of at most 100 characters, other than {UNSURE}", "NAME", _class)
FOLDER = Kind("the name of a folder, such as Junk or INBOX.Spam", "FOLDER", _folder)
FILING = Kind(
    "CLASS=FOLDER, or several with ; between them, or in the file of settings a table of folders",
    "CLASS=FOLDER",
    _filing,
    _parse_filing,
    is_repeatable=True,
)
PATH = Kind("the name of a file", "FILE", _path)
NUMBER = Kind("a non-negative number", "N", _number, _parse_number)
SENDERS = Kind(
    "the name of a file, or in the file of settings also a list of strings", "FILE", _senders
)
SERVER = Kind("the name of a server, such as mx.example.org", "NAME", _server)
NETWORKS = Kind(
    "networks such as 192.0.2.0/24, with commas between them, or in the file of settings a list of "
    "strings",
    "NETWORKS",
    _networks,
    _parse_networks,
)
FLAG = Kind("true or false", "{true,false}", _flag, _parse_flag)
DAYS = Kind("a whole number of days, or keep", "DAYS", _days_or_keep, _parse_number)
ALPHA = Kind("a number above 0, or auto", "A", _positive_or_auto, _parse_number)
STRENGTH = Kind("a non-negative number, or auto", "N", _number_or_auto, _parse_number)
