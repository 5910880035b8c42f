"""``priory forget``: subtract learned messages from the counts."""

from __future__ import annotations

from itertools import tee
from typing import TYPE_CHECKING

from priory.cli.mailfilter._config import read_config
from priory.cli.mailfilter._messages import Messages, add_message_arguments
from priory.cli.mailfilter._outcomes import Outcomes
from priory.cli.mailfilter._settings import add_settings
from priory.cli.mailfilter._store import open_filter

if TYPE_CHECKING:
    import argparse

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    add_message_arguments(parser)
    add_settings(parser, "store", "timeout")


def run(options: argparse.Namespace) -> int:
    """Forget batch after batch, and say what became of the messages."""
    config, messages = read_config(options), Messages(options)
    outcomes = Outcomes(messages, {} if options.json else None)
    summary = outcomes.summary("forgotten", "unknown", "spent")
    with open_filter(config, "rw", create=False) as mail, summary:
        read, forgotten = tee(outcomes.entries())
        outcomes.note(read, mail.forget_batches(one.raw for one in forgotten))
    return outcomes.exit_code
