"""``priory learn``: add messages to the counts of a class."""

from __future__ import annotations

import os
from itertools import chain, islice, tee
from typing import TYPE_CHECKING

from priory._show import shown
from priory.cli._errors import CommandError, render
from priory.cli.mail._arguments import source
from priory.cli.mailfilter._classes import note_new_class, settled
from priory.cli.mailfilter._config import read_config
from priory.cli.mailfilter._messages import Messages, add_message_arguments
from priory.cli.mailfilter._outcomes import Outcomes
from priory.cli.mailfilter._settings import add_settings
from priory.cli.mailfilter._store import keep_trust, open_filter
from priory.errors import InputError
from priory.mailfilter.store import check_name

if TYPE_CHECKING:
    import argparse

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument(
        "label", metavar="CLASS", help="what the messages are: spam, ham, or any class name"
    )
    add_message_arguments(parser)
    parser.add_argument(
        "--new-class",
        action="store_true",
        help="create CLASS although its name is much like that of another class",
    )
    add_settings(parser, "store", "timeout", "trusted_relays", "trusted_authserv")


def run(options: argparse.Namespace) -> int:
    """Learn batch after batch, and say what became of the messages."""
    config, label = read_config(options), _checked(options.label)
    if not options.path and label not in (config.get("spam"), config.get("ham")):
        _check_is_no_path(label)
    messages = Messages(options)
    if not options.new_class:
        label = settled(label, config, can_ask="-" not in messages.paths)
    outcomes = Outcomes(messages, {"class": label} if options.json else None)
    with outcomes.summary("learned", "corrected", "known", "spent", prefix=f"{shown(label)}: "):
        entries = outcomes.entries()
        for first in islice(entries, 1):  # where there is nothing to learn, no store is made
            with open_filter(config, "rw") as mail:
                keep_trust(config, mail.store)
                if not options.new_class:
                    note_new_class(mail, label)
                read, learned = tee(chain([first], entries))
                outcomes.note(read, mail.learn_batches((one.raw, label) for one in learned))
    return outcomes.exit_code


def _checked(label: str) -> str:
    try:
        check_name(label)
    except InputError as error:
        raise CommandError(f"CLASS: {render(error)}") from None
    return label


def _check_is_no_path(label: str) -> None:
    """Refuse what was meant as the PATH of messages whose class was forgotten."""
    if label == "-" or os.sep in label or os.path.exists(source(label).path):
        raise CommandError(
            f"CLASS: {label!r} is the name of a file or a folder: name the class before it, or if "
            "it is the class, the messages behind it (- for standard input)"
        )
