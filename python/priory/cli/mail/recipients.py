"""``priory mail recipients``: whom messages were sent to, such as those of a Sent folder."""

from __future__ import annotations

import sys
from collections import Counter
from typing import TYPE_CHECKING

from priory._show import dump, shown
from priory.cli.mail._mailbox import Mailbox, add_mailbox_arguments
from priory.mail.addresses import recipients

if TYPE_CHECKING:
    import argparse

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    add_mailbox_arguments(parser)


def run(options: argparse.Namespace) -> int:
    """Print the addresses in To, Cc and Bcc of all messages, each once."""
    mailbox = Mailbox(options)
    found: Counter[str] = Counter()
    for _, entry in mailbox.messages(bar=not sys.stdout.isatty()):
        found.update(recipients(entry.raw))
    for address, n_messages in sorted(found.items()):
        if options.json:
            dump({"address": address, "messages": n_messages})
        else:
            print(shown(address))
    return mailbox.exit_code
