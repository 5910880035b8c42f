"""``priory mail tokens``: the tokens of messages, with their counts and origins."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from priory.cli._errors import CommandError
from priory.cli.mail._mailbox import Mailbox, add_mailbox_arguments
from priory.cli.mail._paths import complain
from priory.cli.mail._token_counts import ORDERS, TokenCounts, write_each, write_together
from priory.tokens import MailAnalyzer
from priory.tokens.mail import CHOICES

if TYPE_CHECKING:
    import argparse

__all__ = ["add_arguments", "run"]

MOST_ROWS = 40  # on a terminal, unless more were asked for
_HELP = {
    "case": "lowercase words, or keep their case",
    "headers": "which headers become tokens",
    "urls": "tokens of URLs: host, domains and words of the path; host and domains; or words",
    "hidden": "tokens of hidden text: prefixed, as other words, or none",
}
_LENGTHS = {
    "min_length": "minimum length of words; shorter ones are dropped",
    "max_length": "maximum length of words; longer ones are split or summarised",
}

OPTIONS = {name: f"--{name.replace('_', '-')}" for name in _LENGTHS}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes; the choices and their defaults are those of `MailAnalyzer`."""
    add_mailbox_arguments(parser)
    parser.add_argument(
        "--each",
        action="store_true",
        help="show the tokens of each message (default: of all messages together)",
    )
    parser.add_argument(
        "--origin",
        type=_origins,
        metavar="NAME,NAME",
        help="show only tokens of these origins, such as subject,url; the text is body",
    )
    parser.add_argument(
        "--sort",
        choices=ORDERS,
        default="count",
        help="sort by descending count, by first occurrence, or by name (default: %(default)s)",
    )
    rows = parser.add_mutually_exclusive_group()
    rows.add_argument("-n", "--top", type=int, metavar="N", help="show at most N tokens")
    rows.add_argument(
        "--all", action="store_true", help=f"show all tokens (default on a terminal: {MOST_ROWS})"
    )
    _add_analyzer_arguments(parser.add_argument_group("tokenization"))


def _add_analyzer_arguments(group: argparse._ArgumentGroup) -> None:
    defaults = MailAnalyzer()
    for name, what in _HELP.items():
        group.add_argument(
            f"--{name}",
            choices=CHOICES[name],
            default=getattr(defaults, name),
            help=f"{what} (default: %(default)s)",
        )
    group.add_argument(
        "--pairs", action="store_true", help="also count pairs of adjacent words (bigrams)"
    )
    for name, what in _LENGTHS.items():
        group.add_argument(
            f"--{name.replace('_', '-')}",
            type=int,
            default=getattr(defaults, name),
            metavar="N",
            help=f"{what} (default: %(default)s)",
        )


def _origins(word: str) -> tuple[str, ...]:
    return tuple(name.strip().removesuffix(":") for name in word.split(","))


def run(options: argparse.Namespace) -> int:
    """Count the tokens of all messages, or show those of message after message."""
    top = _top(options)
    mailbox = Mailbox(options)
    counts = TokenCounts(_analyzer(options, mailbox), options.origin)
    write = write_each if options.each else write_together
    write(mailbox, counts, options, top)
    if options.origin and counts.origins and not counts.is_any:
        wanted, there = ", ".join(options.origin), ", ".join(sorted(counts.origins))
        complain(f"no token comes from {wanted}: see {there}")
    return mailbox.exit_code


def _top(options: argparse.Namespace) -> int | None:
    """Return how many rows are shown, or None for all."""
    if options.top is not None and options.top < 1:
        raise CommandError(f"--top must be 1 or more, not {options.top}")
    is_short = sys.stdout.isatty() and not (options.json or options.all)
    return options.top or (MOST_ROWS if is_short else None)


def _analyzer(options: argparse.Namespace, mailbox: Mailbox) -> MailAnalyzer:
    names = (*_HELP, *_LENGTHS, "pairs")
    return MailAnalyzer(**{name: getattr(options, name) for name in names}, limits=mailbox.limits)
