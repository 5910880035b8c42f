"""``priory classify``: what messages are, one line a message."""

from __future__ import annotations

import sys

from priory._show import json_line, shown
from priory.cli.mailfilter._config import read_config
from priory.cli.mailfilter._messages import Messages, add_message_arguments, as_json, size_of
from priory.cli.mailfilter._settings import JUDGING, add_settings
from priory.cli.mailfilter._store import open_filter, warn_of_classes
from priory.cli.mailfilter._verdict import exit_code, line, verdict_json
from priory.mailfilter._judge import Judge
from priory.mailfilter._messages import JUDGED_BYTES, PATIENCE, batches

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from priory.mail import Entry
    from priory.mailfilter import MailFilter, Verdict

__all__ = ["MISTAKE", "add_arguments", "run"]

MISTAKE = 3  # the codes below it are verdicts


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    add_message_arguments(parser)
    add_settings(parser, "store", "timeout", *JUDGING)


def run(options: argparse.Namespace) -> int:
    """Judge messages, as many at once as come fast."""
    config, messages = read_config(options), Messages(options)
    write = _json_of if options.json else _line_of
    code = 0
    with open_filter(config, "ro") as mail:
        warn_of_classes(mail)
        for entries, verdicts in _judged(mail, messages):
            sys.stdout.write("".join(map(write, entries, verdicts)))
            if "-" in messages.paths:
                sys.stdout.flush()
            code = exit_code(verdicts[-1], mail.settings)
    if messages.n_faults or not messages.n_read:
        return MISTAKE
    return code if messages.is_one else 0


def _judged(mail: MailFilter, messages: Messages) -> Iterator[tuple[list[Entry], list[Verdict]]]:
    """Judge messages, some at a time."""
    judge = Judge(mail.store, mail.settings)
    entries = messages.read(bar=not sys.stdout.isatty())
    # Who sends messages may wait for what each is.
    first = 0.0 if "-" in messages.paths else PATIENCE
    for batch in batches(entries, size_of, PATIENCE, first=first, most_bytes=JUDGED_BYTES):
        rest = batch
        for verdicts in judge.judge([entry.raw for entry in batch], 0):
            some, rest = rest[: len(verdicts)], rest[len(verdicts) :]
            yield some, verdicts


def _line_of(entry: Entry, verdict: Verdict) -> str:
    return f"{line(verdict)}  {shown(entry.place)}\n"


def _json_of(entry: Entry, verdict: Verdict) -> str:
    return json_line(as_json(entry) | verdict_json(verdict)) + "\n"
