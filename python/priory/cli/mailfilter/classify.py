"""``priory classify``: what messages are, one line a message."""

from __future__ import annotations

import sys
from itertools import tee

from priory._show import dump, shown
from priory.cli.mailfilter._config import read_config
from priory.cli.mailfilter._messages import Messages, add_message_arguments, as_json
from priory.cli.mailfilter._settings import JUDGING, add_settings
from priory.cli.mailfilter._store import open_filter, warn_of_classes
from priory.cli.mailfilter._verdict import exit_code, line, verdict_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

__all__ = ["MISTAKE", "add_arguments", "run"]

MISTAKE = 3  # the codes below it are verdicts


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    add_message_arguments(parser)
    add_settings(parser, "store", "timeout", *JUDGING)


def run(options: argparse.Namespace) -> int:
    """Judge message after message."""
    config, messages = read_config(options), Messages(options)
    code = 0
    with open_filter(config, "ro") as mail:
        warn_of_classes(mail)
        entries, copies = tee(messages.read(bar=not sys.stdout.isatty()))
        verdicts = mail.classify_many(copy.raw for copy in copies)
        for verdict, entry in zip(verdicts, entries, strict=True):
            code = exit_code(verdict, mail.settings)
            if options.json:
                dump({**as_json(entry), **verdict_json(verdict)})
            else:
                print(line(verdict), shown(entry.place), sep="  ")
            if entry.path == "-":  # who sends messages may wait for what each is
                sys.stdout.flush()
    if messages.n_faults or not messages.n_read:
        return MISTAKE
    return code if messages.is_one else 0
