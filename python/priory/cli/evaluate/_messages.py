"""The labelled messages that the command line names, and what could not be read of them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from priory.cli._errors import render
from priory.cli._progress import Progress
from priory.cli.mail._paths import complain
from priory.evaluate.labels import check_labels
from priory.evaluate.messages import read_index, read_mailboxes

if TYPE_CHECKING:
    import argparse

    from priory.evaluate.outcomes import LabelledMessage
    from priory.mail import Fault

__all__ = ["read_messages"]


def read_messages(options: argparse.Namespace) -> list[LabelledMessage]:
    """Read all messages; what cannot be read is told, and left out."""
    if options.index is not None:
        found = read_index(options.index, on_fault=_tell)
    else:
        pairs = [(label, os.path.expanduser(path)) for label, path in options.mailboxes]  # noqa: PTH111 (any bytes)
        found = read_mailboxes(pairs, on_fault=_tell)
    messages = []
    with Progress(None, thing="message") as bar:
        for message in found:
            messages.append(message)
            bar.update(len(messages), len(messages))
    check_labels(messages)
    return messages


def _tell(fault: Fault) -> None:
    complain(render(fault))
