"""``priory classify``: the verdict on each message, as a line, JSON or a table."""

from __future__ import annotations

import sys
from itertools import tee
from typing import TYPE_CHECKING

from priory._show import json_line, shown
from priory.cli._terminal import console
from priory.cli.mailfilter._classes import check_named
from priory.cli.mailfilter._config import read_config
from priory.cli.mailfilter._messages import Messages, add_message_arguments, as_json
from priory.cli.mailfilter._settings import JUDGING, add_settings
from priory.cli.mailfilter._store import open_filter, warn_of_classes, warn_of_rules
from priory.cli.mailfilter._verdict import exit_code, line, missing, tell_missing, verdict_json
from priory.mailfilter.settings import UNSURE

if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping

    from priory.cli.mailfilter._verdict_table import VerdictTable
    from priory.mail import Entry
    from priory.mailfilter import MailFilter, Verdict

__all__ = ["MISTAKE", "add_arguments", "run"]

MISTAKE = 3  # the codes below it are verdicts
NO_VERDICT = 2  # as of what is unsure


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.epilog = "exit status for one message: 0 spam, 1 ham, 2 unsure, 3 error"
    add_message_arguments(parser)
    add_settings(parser, "store", "timeout", *JUDGING)


def run(options: argparse.Namespace) -> int:
    """Judge messages, as many at once as come fast."""
    config, messages = read_config(options), Messages(options)
    code, is_unsure = 0, False
    with open_filter(config, "ro") as mail:
        check_named(mail, config)
        warn_of_classes(mail)
        warn_of_rules(mail)
        more = missing(mail)
        drawn = None if options.json else _table(mail)
        read, judged = tee(messages.read(bar=not sys.stdout.isatty()))
        verdicts = mail.classify_many(entry.raw for entry in judged)
        for verdict, entry in zip(verdicts, read, strict=True):
            if drawn is not None:
                drawn.add(entry, verdict)
            elif options.json:
                sys.stdout.write(_json_of(entry, verdict, more))
            else:
                sys.stdout.write(_line_of(entry, verdict))
            is_unsure = is_unsure or verdict.label == UNSURE
            if "-" in messages.paths:  # who sends messages may wait for what each is
                sys.stdout.flush()
            code = exit_code(verdict, mail.settings)
        if drawn is not None:
            drawn.total()
        if is_unsure and not options.json:
            tell_missing(more, [one.name for one in mail.store.classes])
    return _exit_code(messages, code)


def _exit_code(messages: Messages, code: int) -> int:
    """Return the verdict on one message; where there are several, there is none."""
    if messages.n_faults or messages.is_missing:
        return MISTAKE
    if messages.is_empty_file:  # a script must not take it for spam
        return NO_VERDICT
    return code if messages.is_one else 0


def _table(mail: MailFilter) -> VerdictTable | None:
    """Return a table that is drawn as verdicts come, if a terminal shows them."""
    out = console()
    if out is None:
        return None
    from priory.cli.mailfilter._verdict_table import VerdictTable  # noqa: PLC0415 (only terminals)

    return VerdictTable(out, mail)


def _line_of(entry: Entry, verdict: Verdict) -> str:
    return f"{line(verdict)}  {shown(entry.place)}\n"


def _json_of(entry: Entry, verdict: Verdict, more: Mapping[str, int]) -> str:
    return json_line(as_json(entry) | verdict_json(verdict, more)) + "\n"
