"""The argparse parser of the command line; only the chosen command is imported."""

from __future__ import annotations

import argparse
import sys
from importlib import import_module
from keyword import iskeyword
from typing import TYPE_CHECKING

from priory import __version__
from priory.cli import mailfilter

if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import ModuleType
    from typing import Any, NoReturn

__all__ = ["COMMANDS", "MISTAKE", "conduct", "parser_for"]

COMMANDS = {
    **mailfilter.COMMANDS,
    "evaluate": "measure filters on labelled mail, without touching any store",
    "demo": "run the spam filter on a sample mailbox",
    "text": "classify texts: fit a model, predict, explain, plot",
    "mail": "inspect mail: show parsed messages and their tokens",
}
MISTAKE = 2  # the exit code for mistakes in what a command is given, where it has no other
USAGE = 3  # the exit code of usage errors: those below may be verdicts to a script


class Parser(argparse.ArgumentParser):
    """A parser that names what may have been meant, and ends with no code that is a verdict."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given, allow_abbrev=False)  # --stor may have been meant as another one

    def parse_known_args(  # type: ignore[override]  # it is called in one way
        self, args: list[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Parse; what comes behind options still belongs to the argument that takes several."""
        several = [one for one in self._get_positional_actions() if one.nargs in ("*", "+")]
        for one in several:
            one.required = one.nargs == "+"  # argparse would name optional ones as missing, too
        parsed, rest = super().parse_known_args(args, namespace)
        if several and not _has_option(rest):
            more = [word for index, word in enumerate(rest) if word != "--" or "--" in rest[:index]]
            setattr(parsed, several[0].dest, getattr(parsed, several[0].dest) + more)
            rest = []
        if rest:
            names = [word.partition("=")[0] for word in rest if word.startswith("-")]
            meant = [_meant(name, self._option_string_actions) for name in names]
            self.error(f"unrecognized arguments: {' '.join(rest)}{''.join(meant)}")
        if self._subparsers is not None and not hasattr(parsed, "run"):
            self.error("the following arguments are required: COMMAND")
        return parsed, rest

    def _parse_optional(self, arg_string: str) -> Any:
        return None if _is_stdin(arg_string) else super()._parse_optional(arg_string)

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        try:
            super()._check_value(action, value)
        except argparse.ArgumentError as error:
            error.message += _meant(str(value), map(str, action.choices or ()))
            raise

    def error(self, message: str) -> NoReturn:
        """Show how the command is used, and what was wrong."""
        self.print_usage(sys.stderr)
        self.exit(USAGE, f"{self.prog}: error: {message}\n")


def _has_option(words: list[str]) -> bool:
    before = words[: words.index("--")] if "--" in words else words
    return any(word.startswith("-") and not _is_stdin(word) for word in before)


def _is_stdin(word: str) -> bool:
    """Tell whether a word is standard input, or some messages of it."""
    return word == "-" or word.startswith("-#")


def _meant(word: str, names: Iterable[str]) -> str:
    """Ask for the name that is nearest to a wrong one, if one is near."""
    from difflib import get_close_matches  # noqa: PLC0415 (only mistakes need it)

    bare = {name.lstrip("-"): name for name in names}
    near = get_close_matches(word.lstrip("-"), bare, n=1)
    return "".join(f"; did you mean {bare[name]}?" for name in near)


def parser_for(words: list[str]) -> argparse.ArgumentParser:
    """Make the parser of a command line: it knows all commands, but only the chosen one's options.

    Parameters
    ----------
    words : list of str
        The words after the program's name.

    Returns
    -------
    argparse.ArgumentParser
        What it parses has `run`, the function of the chosen command.
    """
    parser = Parser(
        prog="priory",
        description="A spam filter that learns from your mail, and a text classifier.",
    )
    parser.add_argument("--version", action="version", version=f"priory {__version__}")
    names = [word for word in words if not word.startswith("-")]
    # Parsers take their time to make, so of the commands the others are left out.
    commands = {name: what for name, what in COMMANDS.items() if words[:1] == [name]} or COMMANDS
    is_of_filter = "".join(names[:1]) in mailfilter.COMMANDS
    _add_commands(parser, mailfilter.__name__ if is_of_filter else "priory.cli", commands, names)
    return parser


def _add_commands(parser: Parser, package: str, commands: dict[str, str], names: list[str]) -> None:
    """Add the commands of a package; the module of the one that is named first adds the rest."""
    subparsers = parser.add_subparsers(metavar="COMMAND", prog=parser.prog)
    for name, what in commands.items():
        sentence = f"{what[0].upper()}{what[1:]}."
        subparser = subparsers.add_parser(name, help=what, description=sentence)
        if names[:1] == [name]:
            module = _load(package, name)
            if hasattr(module, "COMMANDS"):
                _add_commands(subparser, module.__name__, module.COMMANDS, names[1:])
            else:
                module.add_arguments(subparser)
                subparser.set_defaults(run=module.run, **conduct(module))


def conduct(module: ModuleType | None = None) -> dict[str, Any]:
    """Return how the errors of a command end, and how they are rendered."""
    return {
        "mistake": int(getattr(module, "MISTAKE", MISTAKE)),
        "spelled": getattr(module, "OPTIONS", {}),
        "remedies": getattr(module, "REMEDIES", {}),
    }


def _load(package: str, name: str) -> ModuleType:
    """Load the module of a command, which has further commands or is one."""
    return import_module(f"{package}.{name}{'_' * iskeyword(name)}")
