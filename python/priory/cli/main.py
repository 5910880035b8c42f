"""The entry point: find the command, then load it and nothing else."""

from __future__ import annotations

import argparse
import os
import sys
from importlib import import_module

from priory import __version__

COMMANDS = {"demo": "count the words of a small sample and show the most telling ones"}


def main(arguments: list[str] | None = None) -> int:
    """Run a command and return its exit code.

    Parameters
    ----------
    arguments : list of str or None, default=None
        The words after the program's name; by default those of this process.

    Returns
    -------
    int
        0 if all went well.
    """
    parser = argparse.ArgumentParser(prog="priory", description="Naive Bayes for text and mail.")
    parser.add_argument("--version", action="version", version=f"priory {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, help_text in COMMANDS.items():
        commands.add_parser(name, help=help_text, description=help_text)
    chosen = parser.parse_args(arguments).command
    try:
        code = int(import_module(f"priory.cli.{chosen}").run())
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader has seen enough; nothing is left for Python to flush at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return code
