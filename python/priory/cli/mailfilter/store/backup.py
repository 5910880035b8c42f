"""``priory store backup``: copy a store to another file."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from priory._show import dump, path_text, shown
from priory.cli._errors import CommandError
from priory.cli.mailfilter._config import read_config
from priory.cli.mailfilter._settings import add_settings
from priory.cli.mailfilter._store import open_filter

if TYPE_CHECKING:
    import argparse

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument("path", metavar="PATH", help="output file")
    parser.add_argument("--force", action="store_true", help="overwrite an existing file")
    parser.add_argument("--json", action="store_true", help="write one JSON object")
    add_settings(parser, "store", "timeout")


def run(options: argparse.Namespace) -> int:
    """Copy the store, and say where to."""
    if options.path in ("", "-"):
        raise CommandError(f"a copy cannot be written to {options.path!r}: name a file")
    with open_filter(read_config(options), "ro") as mail:
        mail.store.backup(options.path, overwrite=options.force)
        source = mail.store.path
    size = os.stat(options.path).st_size
    if options.json:
        dump({"store": path_text(source), "backup": path_text(options.path), "bytes": size})
    else:
        print(f"{shown(options.path)}: {size:,} bytes, copied from {shown(source)}")
    return 0
