"""``priory forget``: what messages added to the counts is taken away again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from priory.cli.mailfilter._batches import Work
from priory.cli.mailfilter._config import read_config
from priory.cli.mailfilter._messages import Messages, add_message_arguments
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
    with open_filter(config, "rw", create=False) as mail:
        work = Work(messages, mail.store.forget, {} if options.json else None)
        try:
            work.run()
        finally:
            if not options.json:
                print(work.summary("forgotten", "unknown", "spent"))
    return work.exit_code
