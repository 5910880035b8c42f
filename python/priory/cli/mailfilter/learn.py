"""``priory learn``: add messages to the counts of a class."""

from __future__ import annotations

import os
from itertools import chain, islice, tee
from typing import TYPE_CHECKING

from priory._show import shown
from priory.cli._errors import CommandError, render
from priory.cli.mail._arguments import source
from priory.cli.mail._paths import complain
from priory.cli.mailfilter._config import read_config
from priory.cli.mailfilter._messages import Messages, add_message_arguments
from priory.cli.mailfilter._outcomes import Outcomes
from priory.cli.mailfilter._settings import add_settings
from priory.cli.mailfilter._store import listed, open_filter
from priory.errors import InputError
from priory.mailfilter.store import check_name

if TYPE_CHECKING:
    import argparse

    from priory.mailfilter import MailFilter

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument(
        "label", metavar="CLASS", help="what the messages are: spam, ham, or any class name"
    )
    add_message_arguments(parser)
    add_settings(parser, "store", "timeout")


def run(options: argparse.Namespace) -> int:
    """Learn batch after batch, and say what became of the messages."""
    config, label = read_config(options), _checked(options.label)
    if not options.path and label not in (config.get("spam"), config.get("ham")):
        _check_is_no_path(label)
    messages = Messages(options)
    outcomes = Outcomes(messages, {"class": label} if options.json else None)
    with outcomes.summary("learned", "corrected", "known", "spent", prefix=f"{shown(label)}: "):
        entries = outcomes.entries()
        for first in islice(entries, 1):  # where there is nothing to learn, no store is made
            with open_filter(config, "rw") as mail:
                _note_new_class(mail, label)
                read, learned = tee(chain([first], entries))
                outcomes.note(read, mail.learn_batches((one.raw, label) for one in learned))
    return outcomes.exit_code


def _note_new_class(mail: MailFilter, label: str) -> None:
    """Say that a class is new, lest it is the name of another one, misspelt."""
    names = [one.name for one in mail.store.classes]
    if label not in (*names, mail.settings.spam, mail.settings.ham):
        others = f" beside {listed(names)}" if names else ""
        complain(
            f"{label!r} is a new class{others}: if it is misspelt, learn the same messages again "
            "as the right one"
        )


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
