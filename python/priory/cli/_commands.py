"""The table of commands, and the overview that a bare ``priory`` prints."""

from __future__ import annotations

from importlib import import_module
from keyword import iskeyword
from typing import TYPE_CHECKING

from priory.cli import mailfilter

if TYPE_CHECKING:
    from types import ModuleType

__all__ = ["COMMANDS", "MISTAKE", "OVERVIEW", "load", "mistake_of", "package_of"]

COMMANDS = {
    **mailfilter.COMMANDS,
    "demo": "run the spam filter on a sample mailbox",
    "text": "classify texts: fit a model, predict, explain, plot",
    "mail": "inspect mail: show parsed messages and their tokens",
}
OVERVIEW = """\
Priory is a spam filter that learns from your mail, and a text classifier.

Start here:
  priory demo                              see the spam filter on sample mail
  priory learn spam ~/Mail/Junk            learn from your own mail; then ham
  priory text fit texts.csv -o model.bin   learn from labelled texts

Run `priory --help` for all commands, `priory COMMAND --help` for one of them."""
MISTAKE = 2  # the exit code for mistakes in what a command is given, where it has no other


def package_of(name: str) -> str:
    """Return the package that a command is in."""
    return mailfilter.__name__ if name in mailfilter.COMMANDS else "priory.cli"


def load(package: str, name: str) -> ModuleType:
    """Load the module of a command, which has further commands or is one."""
    return import_module(f"{package}.{name}{'_' * iskeyword(name)}")


def mistake_of(module: ModuleType) -> int:
    """Return the exit code that a command has for mistakes."""
    return int(getattr(module, "MISTAKE", MISTAKE))
