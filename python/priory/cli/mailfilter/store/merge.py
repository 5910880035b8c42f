"""``priory store merge``: merge another store into this one."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from priory.cli._errors import CommandError, render
from priory.cli.mailfilter._config import read_config
from priory.cli.mailfilter._settings import add_settings
from priory.cli.mailfilter.store._transaction import add
from priory.errors import InputError
from priory.mailfilter._interrupts import deferred

if TYPE_CHECKING:
    import argparse

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument("other", metavar="OTHER", help="file of the other store; it is only read")
    parser.add_argument("--json", action="store_true", help="write one JSON object")
    add_settings(parser, "store", "timeout")


def run(options: argparse.Namespace) -> int:
    """Add the other store, and say what became of its messages."""
    config, other = read_config(options), options.other
    if not os.path.exists(other):
        raise CommandError(f"{other}: store not found: name another file")
    with deferred():
        try:
            add(config, lambda store: store.merge(other), other, is_json=options.json)
        except InputError as error:
            raise CommandError(f"{other}: {render(error)}; nothing was merged") from error
    return 0
