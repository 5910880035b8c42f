"""``priory review``: the doubtful messages one by one on the terminal, to be taught by a key."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from itertools import chain, islice
from typing import TYPE_CHECKING

from priory.cli._errors import CommandError
from priory.cli.mail._paths import Mailboxes
from priory.cli.mailfilter._classes import check_named
from priory.cli.mailfilter._config import read_config
from priory.cli.mailfilter._settings import JUDGING, add_settings
from priory.cli.mailfilter._store import open_filter, warn_of_rules
from priory.cli.mailfilter.review.bindings import bindings_for
from priory.cli.mailfilter.review.marked import Marked
from priory.cli.mailfilter.review.session import Session
from priory.cli.mailfilter.review.shortlist import Shortlist, shortlisted
from priory.mail.mailbox import KINDS, MAX_BYTES

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from priory.cli.mailfilter._config import Config
    from priory.mail import Entry
    from priory.mailfilter import MailFilter

__all__ = ["add_arguments", "run"]

NO_TERMINAL = (
    "review asks on a terminal, and standard input or output is none: judge with "
    "`priory classify --json`, and teach with `priory learn`"
)
NO_PACKAGE = "review needs blessed and rich: pip install blessed rich"
LIMIT = 200


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.epilog = (
        "A key teaches the message shown, at once and for good. Messages are only read: nothing "
        "is moved or changed (priory sort moves)."
    )
    parser.add_argument(
        "path",
        nargs="*",
        metavar="MAILBOX",
        help="a Maildir, an mbox, an MH folder, a message, or a folder of any of them (default: "
        "what `priory sort` flagged, set aside or filed); may be gzipped; MAILBOX#7 is its 7th "
        "message, MAILBOX#3-5 its 3rd to 5th",
    )
    parser.add_argument("--kind", choices=KINDS, help="type of MAILBOX (default: auto-detect)")
    parser.add_argument(
        "-n",
        "--limit",
        type=int,
        default=LIMIT,
        metavar="N",
        help="messages to ask about: the newest that are unsure, then the newest of all others "
        "(default: %(default)s)",
    )
    parser.add_argument(
        "--only-unsure", action="store_true", help="leave out messages whose verdict is sure"
    )
    add_settings(parser, "store", "places", "timeout", *JUDGING)


def run(options: argparse.Namespace) -> int:
    """Gather what is doubtful, ask message by message, and say what was learned."""
    if options.limit < 1:
        raise CommandError(f"--limit must be 1 or more, not {options.limit}")
    if not all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout)):
        raise CommandError(NO_TERMINAL)
    config = read_config(options)
    messages = _messages(options, config)
    entries = messages.read(bar=True)
    first = list(islice(entries, 1))  # where there is nothing to learn, no store is made
    if first:
        with open_filter(config, "rw") as mail:
            check_named(mail, config)
            warn_of_rules(mail)
            _review(mail, chain(first, entries), options)
    elif not options.path:
        print("`priory sort` has flagged, set aside and filed nothing: name a MAILBOX")
    return 2 if messages.n_faults else 0


def _messages(options: argparse.Namespace, config: Config) -> Mailboxes | Marked:
    if "-" in options.path:
        raise CommandError("-: standard input is where keys come from: name a file or a folder")
    if options.path:
        return Mailboxes(options.path, options.kind, max_bytes=MAX_BYTES, only_mail=True)
    return Marked(config.get("places"), config.get("store"), config.get("timeout"))


def _review(mail: MailFilter, entries: Iterator[Entry], options: argparse.Namespace) -> None:
    found = shortlisted(mail, entries, Shortlist(options.limit, only_unsure=options.only_unsure))
    if not found.candidates:
        print(f"Nothing to review: {found.n_known:,} of {found.n_read:,} messages were learned.")
        return
    with _needed():
        from priory.cli.mailfilter.review.dialogue import Dialogue  # noqa: PLC0415 (it may lack)
        from priory.cli.mailfilter.review.keyboard import Keyboard  # noqa: PLC0415
        from priory.cli.mailfilter.review.screen import Screen  # noqa: PLC0415

        keyboard, screen = Keyboard(), Screen(mail.settings)
    session = Session(mail, found.candidates)
    classes = [one.name for one in mail.store.classes]
    dialogue = Dialogue(session, screen, keyboard, bindings_for(classes, mail.settings))
    try:
        dialogue.hold()
    finally:
        screen.say(session.summary())


@contextmanager
def _needed() -> Iterator[None]:
    """Say what to install where a package of terminals is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("blessed", "rich"):
            raise
        raise CommandError(NO_PACKAGE) from error
