"""``priory filter``: a message goes through, and gains a header with the verdict."""

from __future__ import annotations

from typing import TYPE_CHECKING

from priory.cli._errors import CommandError
from priory.cli.mailfilter._config import read_config
from priory.cli.mailfilter._pipe import ERROR, MOST, TRY_LATER, Incoming, explain
from priory.cli.mailfilter._settings import JUDGING, add_settings
from priory.cli.mailfilter._store import open_filter, warn_of_classes
from priory.cli.mailfilter._verdict import exit_code
from priory.mailfilter._header import header_value
from priory.mailfilter.passthrough import annotate, strip

if TYPE_CHECKING:
    import argparse

__all__ = ["MISTAKE", "add_arguments", "run"]

MISTAKE = TRY_LATER


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument(
        "--exit-code",
        action="store_true",
        help="end with 0 for spam, 1 for ham, 2 for unsure and 3 for an error; without it, every "
        f"verdict is 0 and an error {TRY_LATER}",
    )
    add_settings(parser, "store", "timeout", *JUDGING)


def run(options: argparse.Namespace) -> int:
    """Let the message through: with the header, or as it came if anything goes wrong."""
    options.mistake = ERROR if options.exit_code else TRY_LATER
    incoming = Incoming()
    incoming.read()
    try:
        code, head = _judged(options, incoming)
    except BaseException as error:  # noqa: BLE001 (also a panic of the core, and too little memory)
        incoming.write()
        explain(error)
        return int(options.mistake)
    incoming.write(head)
    return code if options.exit_code else 0


def _judged(options: argparse.Namespace, incoming: Incoming) -> tuple[int, bytes]:
    """Return the exit code of the verdict, and what was read of the message with the header."""
    raw = strip(incoming.head)
    if not incoming.is_whole and b"\n\n" not in raw and b"\n\r\n" not in raw:
        raise CommandError(f"its headers are longer than {MOST} bytes, or memory is scarce")
    with open_filter(read_config(options), "ro") as mail:
        warn_of_classes(mail)
        verdict = mail.classify(raw)
        return exit_code(verdict, mail.settings), annotate(raw, header_value(verdict))
