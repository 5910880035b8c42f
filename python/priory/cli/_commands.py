"""The commands: what each does, and where its module is."""

from __future__ import annotations

from importlib import import_module
from keyword import iskeyword

from priory.cli import mailfilter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType

__all__ = ["COMMANDS", "MISTAKE", "load", "mistake_of", "package_of"]

COMMANDS = {
    **mailfilter.COMMANDS,
    "demo": "show the mail filter at work, on a mailbox that comes with it",
    "text": "tell texts apart: learn from labelled ones, predict, explain",
    "mail": "look into mail: what is in it, and which tokens it becomes",
}
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
