"""``priory filter``: a message goes through, and gains a header with the verdict."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from priory.cli._errors import CommandError
from priory.cli.mailfilter._answer import Outcome
from priory.cli.mailfilter._config import read_config
from priory.cli.mailfilter._pipe import MOST, TRY_LATER
from priory.cli.mailfilter._settings import JUDGING, add_settings
from priory.cli.mailfilter._store import open_filter, warn_of_classes
from priory.cli.mailfilter._verdict import exit_code
from priory.mailfilter._header import header_value
from priory.mailfilter.passthrough import headed, strip

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from priory.cli.mailfilter._config import Config
    from priory.cli.mailfilter._pipe import Incoming

__all__ = ["MISTAKE", "add_arguments", "run"]

MISTAKE = TRY_LATER
NOTHING_LEARNED = 'unsure, reason="no mail was learned yet"'
_UNSURE = 2  # its exit code


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument(
        "--exit-code",
        action="store_true",
        help="end with 0 for spam, 1 for ham, 2 for unsure and 3 for an error; without it, every "
        f"verdict is 0 and an error {TRY_LATER}",
    )
    add_settings(parser, "store", "timeout", "time_limit", *JUDGING)


def run(
    options: argparse.Namespace, incoming: Incoming, set_limit: Callable[[float], None]
) -> Outcome:
    """Judge the message that a pipe has read, and will write.

    Parameters
    ----------
    options : argparse.Namespace
        What the command was given.
    incoming : Incoming
        The message, or its beginning.
    set_limit : callable
        Is told the time limit, in seconds.

    Returns
    -------
    Outcome
        The headers with ours.
    """
    config = read_config(options)
    set_limit(config.get("time_limit"))
    raw = incoming.head
    code, value = _judged(config, strip(raw))
    head, start = headed(raw, value)
    if not incoming.is_whole and start == len(raw):
        raise CommandError(f"its headers are longer than {MOST} bytes, or memory is scarce")
    return Outcome(code if options.exit_code else 0, head, start)


def _judged(config: Config, raw: bytes) -> tuple[int, str]:
    """Return the exit code of the verdict, and what the header says."""
    try:
        with open_filter(config, "ro") as mail:
            warn_of_classes(mail)
            verdict = mail.classify(raw)
            return exit_code(verdict, mail.settings), header_value(verdict)
    except CommandError as error:
        is_missing = getattr(error.__cause__, "code", None) == "store-missing"
        if is_missing and _may_be_missing(config):
            return _UNSURE, NOTHING_LEARNED
        raise


def _may_be_missing(config: Config) -> bool:
    """Tell whether a user may have no store yet; in a folder that is not there, none can be."""
    folder = os.path.dirname(os.path.abspath(config.get("store")))
    return config.sources["store"] == "default" or os.path.isdir(folder)
