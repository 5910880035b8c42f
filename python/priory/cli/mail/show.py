"""``priory mail show``: parsed messages, as text or JSON."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from priory._show import dump
from priory.cli.mail._mailbox import Mailbox, add_mailbox_arguments, as_json
from priory.cli.mail._report import report
from priory.mail import Message

if TYPE_CHECKING:
    import argparse

    from priory.mail import Header, Part

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    add_mailbox_arguments(parser)
    parser.add_argument(
        "--all-headers",
        action="store_true",
        help="show all headers in full (default: those that mail programs show)",
    )
    parser.add_argument(
        "--text", action="store_true", help="show the whole text (default: its beginning)"
    )
    parser.add_argument(
        "--links", action="store_true", help="show all links in full (default: the first ones)"
    )


def run(options: argparse.Namespace) -> int:
    """Show message after message."""
    mailbox = Mailbox(options)
    is_first = True
    for number, entry in mailbox.messages(bar=not sys.stdout.isatty()):
        message = Message.parse(entry.raw, mailbox.limits)
        if options.json:
            dump(_as_json(message, {**as_json(number, entry), "size": len(entry.raw)}))
        else:
            print("" if is_first else "\n", report(number, entry, message, options), sep="")
        is_first = False
    return mailbox.exit_code


def _as_json(message: Message, place: dict[str, Any]) -> dict[str, Any]:
    return {
        **place,
        "headers": _headers(message.headers),
        "parts": list(map(_part, message.parts)),
        "marks": list(message.marks),
    }


def _part(part: Part) -> dict[str, Any]:
    return {
        "path": part.path,
        "type": part.type,
        "kind": part.kind,
        "charset": part.charset,
        "encoding": part.encoding,
        "name": part.name,
        "size": part.size,
        "headers": _headers(part.headers),
        "text": part.text,
        "hidden": part.hidden,
        "links": [link._asdict() for link in part.links],
    }


def _headers(headers: tuple[Header, ...]) -> list[dict[str, str]]:
    return [header._asdict() for header in headers]
