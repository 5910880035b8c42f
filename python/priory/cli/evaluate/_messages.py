"""The labelled messages that the command line names, and what could not be read of them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from priory.cli._errors import CommandError, render
from priory.cli._progress import Progress
from priory.cli.mail._paths import complain
from priory.evaluate.labels import check_labels
from priory.evaluate.messages import index_paths, read_index, read_mailboxes
from priory.mail.mailbox import mailbox_bytes

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable

    from priory.evaluate.outcomes import LabelledMessage
    from priory.mail import Fault

__all__ = ["read_messages"]


def read_messages(options: argparse.Namespace, spam: str) -> list[LabelledMessage]:
    """Read all messages; what cannot be read is told, and left out."""
    if options.index is not None:
        found = read_index(options.index, on_fault=_tell)
    else:
        found = read_mailboxes(_pairs(options), on_fault=_tell)
    messages, n_bytes = [], 0
    with Progress(lambda: _size(options), thing="message", work="reading") as bar:
        for message in found:
            messages.append(message)
            n_bytes += message.size
            bar.update(n_bytes, len(messages))
    check_labels(messages)
    _check_spam(messages, spam)
    return messages


def _pairs(options: argparse.Namespace) -> list[tuple[str, str]]:
    expanded = os.path.expanduser  # which takes names of any bytes
    return [(label, expanded(path)) for label, path in options.mailboxes]


def _size(options: argparse.Namespace) -> int | None:
    """Return how many bytes there are to read, if that can be known."""
    pairs = _pairs(options) if options.index is None else index_paths(options.index)
    return _sum(mailbox_bytes(path) for _, path in pairs)


def _sum(sizes: Iterable[int | None]) -> int | None:
    total = 0
    for size in sizes:
        if size is None:
            return None
        total += size
    return total


def _check_spam(messages: list[LabelledMessage], spam: str) -> None:
    labels = sorted({message.label for message in messages})
    if spam not in labels:
        named = ", ".join(labels)
        what = f"no message is of the class {spam!r}, which is spam; there are {named}"
        raise CommandError(f"{what}: name the class of spam with --spam")


def _tell(fault: Fault) -> None:
    complain(render(fault))
