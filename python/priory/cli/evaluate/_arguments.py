"""The options of ``priory evaluate``."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, NamedTuple

from priory.cli._errors import CommandError, render
from priory.cli.mailfilter._settings import JUDGING, add_settings
from priory.errors import InputError
from priory.evaluate.peers import PEERS
from priory.mailfilter._classes import check_name

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["OPTIONS", "REMEDIES", "SETTINGS", "add_arguments", "check"]

PROTOCOLS = ("online", "folds", "time", "cold-start")
OPTIONS = {
    "n_folds": "--folds",
    "share": "--share",
    "train": "--train",
    "delay": "--delay",
    "order": "--order",
    "learned": "--learned",
    "n_points": "--points",
    "judged": "--judged",
    "learn": "--command",
    "classify": "--command",
}
REMEDIES = {
    "missing-date": "pass --order listed, or --protocol folds",
}


_SENDERS = ("never_junk", "trusted_authserv", "never_junk_unauthenticated")


class _Only(NamedTuple):
    """An option that some protocols alone have, and its default there."""

    protocols: tuple[str, ...]
    default: object


# A list of senders who are never called spam says nothing of how good a filter is.
SETTINGS = tuple(name for name in JUDGING if name not in _SENDERS)
_ONLY = {
    "folds": _Only(("folds",), 10),
    "train": _Only(("time",), 0.5),
    "feedback": _Only(("online",), "all"),
    "delay": _Only(("online",), 0),
    "share": _Only(("online",), 1.0),
    "learned": _Only(("cold-start",), None),
    "points": _Only(("cold-start",), 7),
    "judged": _Only(("cold-start",), None),
    "order": _Only(("online", "time", "cold-start"), None),
}
# Options of a report, and their defaults.
_REPORT: dict[str, object] = {
    "protocol": None,
    "against": [],
    "peer": [],
    "command": [],
    "outcomes": False,
    "html": None,
    "mistakes": 10,
    "resamples": 100,
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument(
        "mailboxes",
        nargs="*",
        metavar="CLASS=PATH",
        help="a mailbox of which all messages are of a class, such as spam=~/Mail/Junk",
    )
    parser.add_argument(
        "--index", metavar="FILE", help="file of lines such as `spam folder/message`, as of TREC"
    )
    parser.add_argument(
        "--protocol",
        choices=PROTOCOLS,
        help="online: judge each message as it arrives, then learn it; folds: judge each part by "
        "the others; time: learn the first, judge the rest; cold-start: begin anew at several "
        "points (default: online)",
    )
    _add_protocol_arguments(parser.add_argument_group("protocols"))
    _add_filter_arguments(parser.add_argument_group("other filters"))
    _add_report_arguments(parser.add_argument_group("report"))
    add_settings(parser, *SETTINGS)


def _add_protocol_arguments(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--folds", type=int, metavar="N", help="number of folds (default: 10)")
    group.add_argument(
        "--train", type=float, metavar="SHARE", help="share that time learns (default: 0.5)"
    )
    group.add_argument(
        "--feedback",
        choices=["all", "errors"],
        help="online learns all messages, or only those that were called wrong or unsure "
        "(default: all)",
    )
    group.add_argument(
        "--delay",
        type=int,
        metavar="N",
        help="online learns a message after N further ones were judged (default: 0)",
    )
    group.add_argument(
        "--share", type=float, metavar="SHARE", help="share that online learns (default: 1.0)"
    )
    group.add_argument(
        "--learned",
        type=_numbers,
        metavar="N,N",
        help="messages of spam and of other mail that a cold start learns (default: those of "
        "5,20,100,500 that leave as many to judge)",
    )
    group.add_argument("--points", type=int, metavar="N", help="number of cold starts (default: 7)")
    group.add_argument(
        "--judged",
        type=int,
        metavar="N",
        help="messages of spam and of other mail that a cold start judges (default: as many as "
        "there are, up to 1000)",
    )
    group.add_argument(
        "--order",
        choices=["time", "listed"],
        help="order of messages (default: time of arrival; that of --index)",
    )
    group.add_argument(
        "--seed", type=int, default=0, metavar="N", help="seed of what is drawn (default: 0)"
    )


def _add_filter_arguments(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--against",
        action="append",
        default=[],
        metavar="SETTING=VALUE",
        help="compare with other settings, such as event=multinomial,alpha=1; repeatable",
    )
    group.add_argument(
        "--peer",
        action="append",
        choices=sorted(PEERS),
        default=[],
        help="compare with this program at its defaults; repeatable",
    )
    group.add_argument(
        "--command",
        action="append",
        nargs=3,
        default=[],
        metavar=("NAME", "LEARN", "CLASSIFY"),
        help="compare with any program: two commands that read a message on stdin, with {label} "
        "and {folder}; the second prints spam, ham or unsure, and a score; repeatable",
    )


def _add_report_arguments(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--json", action="store_true", help="output a JSON report")
    group.add_argument(
        "--outcomes", action="store_true", help="add every verdict to the JSON report"
    )
    group.add_argument("--html", metavar="FILE", help="write the report as a page with pictures")
    group.add_argument(
        "--mistakes",
        type=_count,
        metavar="N",
        help="number of mistakes, and of texts of several classes, that are shown (default: 10)",
    )
    group.add_argument(
        "--resamples",
        type=_positive,
        metavar="N",
        help="resamples of the bootstrap for intervals (default: 100)",
    )
    group.add_argument(
        "--suspects",
        action="store_true",
        help="list messages whose class looks wrong, instead of a report",
    )


def check(options: argparse.Namespace) -> None:
    """Refuse options that would have no effect, and set those that were not given."""
    if options.suspects:
        _refuse(options, _REPORT, "--suspects")
    protocol = options.protocol or ("folds" if options.suspects else "online")
    of = "--suspects" if options.suspects else f"--protocol {protocol}"
    _refuse(options, [name for name, only in _ONLY.items() if protocol not in only.protocols], of)
    if options.outcomes and not options.json:
        raise CommandError("--outcomes has no effect without --json: add that or remove it")
    if bool(options.mailboxes) == (options.index is not None):
        what = "both CLASS=PATH and --index" if options.mailboxes else "nothing to read"
        raise CommandError(f"{what}: name mailboxes such as spam=~/Mail/Junk, or an --index")
    options.mailboxes = [*map(_labelled, options.mailboxes)]
    order = "time" if options.index is None else "listed"
    defaults = {name: only.default for name, only in _ONLY.items()} | _REPORT
    for name, default in (defaults | {"protocol": protocol, "order": order}).items():
        if getattr(options, name) is None:
            setattr(options, name, default)


def _refuse(options: argparse.Namespace, names: Iterable[str], of: str) -> None:
    for name in names:
        value = getattr(options, name)
        if value is not None and value is not False and value != []:
            raise CommandError(f"--{name} has no effect with {of}: remove it")


def _labelled(word: str) -> tuple[str, str]:
    label, equals, path = word.partition("=")
    if not equals or not label.strip() or not path:
        what = f"{word}: name the class of this mailbox, too"
        raise CommandError(f"{what}, such as spam=PATH")
    try:
        check_name(label)
    except InputError as error:
        raise CommandError(f"{word}: {render(error)}") from error
    return label, path


def _numbers(word: str) -> tuple[int, ...]:
    try:
        return tuple(int(part) for part in word.split(","))
    except ValueError:
        raise argparse.ArgumentTypeError(f"must be numbers such as 5,20, not {word!r}") from None


def _count(word: str) -> int:
    if not word.isdecimal():
        raise argparse.ArgumentTypeError(f"must be a number from 0, not {word!r}")
    return int(word)


def _positive(word: str) -> int:
    if not word.isdecimal() or not int(word):
        raise argparse.ArgumentTypeError(f"must be a number from 1, not {word!r}")
    return int(word)
