"""``priory store compact``: drop rare old words and old journal entries."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from priory._show import counted, dump, path_text, shown
from priory.cli._errors import CommandError
from priory.cli.mailfilter._config import read_config
from priory.cli.mailfilter._settings import add_settings
from priory.cli.mailfilter._store import open_filter, size_of
from priory.mailfilter._interrupts import deferred

if TYPE_CHECKING:
    from priory.mailfilter import Store

__all__ = ["add_arguments", "run"]

MOST = 1_000_000_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument(
        "--min-messages",
        type=_whole,
        default=2,
        metavar="N",
        help="drop old words that are in fewer messages; 0 keeps all (default: %(default)s)",
    )
    parser.add_argument(
        "--older-than-days",
        type=_whole,
        default=365,
        metavar="DAYS",
        help="age from which words are old, since they were last learned (default: %(default)s)",
    )
    parser.add_argument(
        "--journal-older-than-days",
        type=_whole,
        metavar="DAYS",
        help="age from which messages can no longer be forgotten or corrected; at most "
        "--older-than-days (default: the same, or the setting journal_days if that is less)",
    )
    parser.add_argument(
        "--dry-run", action="store_true", help="report what would be dropped, and drop nothing"
    )
    parser.add_argument("--json", action="store_true", help="write one JSON object")
    add_settings(parser, "store", "timeout")


def _whole(word: str) -> int:
    if not (word.isdecimal() and int(word[:20]) <= MOST):
        raise argparse.ArgumentTypeError(f"must be a whole number from 0 to {MOST}, not {word!r}")
    return int(word)


def run(options: argparse.Namespace) -> int:
    """Drop what is old, and say what that was."""
    days, journal_days = options.older_than_days, options.journal_older_than_days
    if journal_days is not None and journal_days > days:
        raise CommandError(
            f"--journal-older-than-days is {journal_days}, and can be at most {days}, as "
            "--older-than-days: what a message added can only be taken away while all of it is "
            "there"
        )
    config = read_config(options)
    kept = config.get("journal_days")
    if journal_days is None and kept is not None:
        options.journal_older_than_days = min(kept, days)
    mode = "ro" if options.dry_run else "rw"
    with open_filter(config, mode, create=False) as mail, deferred():
        told = _compact(mail.store, options)
        if options.json:
            dump(told)
        else:
            print(_report(told))
    return 0


def _compact(store: Store, options: argparse.Namespace) -> dict[str, Any]:
    before = size_of(store)
    gone = store.compact(
        min_messages=options.min_messages,
        older_than_days=options.older_than_days,
        journal_older_than_days=options.journal_older_than_days,
        dry_run=options.dry_run,
    )
    journal = store.journal
    return {
        "store": path_text(store.path),
        "dry_run": options.dry_run,
        "tokens": gone.tokens,
        "messages": gone.messages,
        "spent": journal.spent + (gone.messages if options.dry_run else 0),
        "journal": journal.messages,
        "bytes_before": before,
        "bytes_after": None if options.dry_run else size_of(store),
    }


def _report(told: dict[str, Any]) -> str:
    would = "would be " if told["dry_run"] else ""
    after = "" if told["dry_run"] else f"; {told['bytes_before']:,} bytes are {_after(told)}"
    lines = [f"{shown(told['store'])}: {counted(told['tokens'], 'token')} {would}dropped{after}"]
    can = "could" if told["dry_run"] else "can"
    if told["spent"]:
        lines.append(
            f"{counted(told['messages'], 'message')} {can} no longer be forgotten or corrected, "
            f"with those of earlier times {told['spent']:,} of {told['journal']:,}. They stay "
            "known: to learn them again changes nothing."
        )
    return "\n".join(lines)


def _after(told: dict[str, Any]) -> str:
    return f"{told['bytes_after']:,} now"
