"""The entry point: find the command, then load it and nothing else."""

from __future__ import annotations

import argparse
import io
import os
import sys
from importlib import import_module
from keyword import iskeyword

from priory import __version__
from priory._show import shown
from priory.cli import mailfilter
from priory.cli._errors import CommandError, told

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn

COMMANDS = {
    **mailfilter.COMMANDS,
    "demo": "show the mail filter at work, on a mailbox that comes with it",
    "text": "tell texts apart: learn from labelled ones, predict, explain",
    "mail": "look into mail: what is in it, and which tokens it becomes",
}
UNREAD, MISTAKE, INTERRUPTED = 1, 2, 130


class Formatter(argparse.HelpFormatter):
    """Lays out the help as wide as the terminal, without what argparse loads to ask for that."""

    def __init__(self, prog: str) -> None:
        try:
            columns = int(os.environ.get("COLUMNS") or os.get_terminal_size().columns)
        except (OSError, ValueError):
            columns = 80
        super().__init__(prog, width=columns - 2)


class Parser(argparse.ArgumentParser):
    """A parser that ends with the exit code that its command has for mistakes."""

    mistake = MISTAKE

    def __init__(self, **options: Any) -> None:
        super().__init__(formatter_class=Formatter, **options)

    def parse_known_args(  # type: ignore[override]  # it is called in one way
        self, args: list[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Parse; what comes behind options still belongs to the argument that takes several."""
        parsed, rest = super().parse_known_args(args, namespace)
        several = [one for one in self._get_positional_actions() if one.nargs == "*"]
        if several and not _has_option(rest):
            more = [word for index, word in enumerate(rest) if word != "--" or "--" in rest[:index]]
            setattr(parsed, several[0].dest, getattr(parsed, several[0].dest) + more)
            rest = []
        if rest:
            self.error(f"unrecognized arguments: {' '.join(rest)}")
        return parsed, rest

    def error(self, message: str) -> NoReturn:
        """Show how the command is used, and what was wrong."""
        self.print_usage(sys.stderr)
        self.exit(self.mistake, f"{self.prog}: error: {message}\n")


def _has_option(words: list[str]) -> bool:
    before = words[: words.index("--")] if "--" in words else words
    return any(word.startswith("-") and word != "-" for word in before)


def main(arguments: list[str] | None = None) -> int:
    """Run a command and return its exit code.

    Parameters
    ----------
    arguments : list of str or None, default=None
        The words after the program's name; by default those of this process.

    Returns
    -------
    int
        0 if all went well, 1 if nobody read the output to its end, 2 for a mistake in the
        arguments or in the input, 130 after Ctrl-C. Where an exit code is a verdict, whatever goes
        wrong is 3.
    """
    _open_closed_streams()
    words = sys.argv[1:] if arguments is None else arguments
    options = _parse(words)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # whatever the terminal can show
    try:
        return _run(options)
    except BrokenPipeError:  # the reader has seen enough
        _discard_output()
        return UNREAD if options.mistake == MISTAKE else int(options.mistake)


def _open_closed_streams() -> None:
    """Let what is written to a closed stream, which Python has as None, go nowhere."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            nowhere = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 (to the end)
            setattr(sys, name, nowhere)


def _parse(words: list[str]) -> argparse.Namespace:
    """Parse the words; a message in a pipe goes through, whatever is wrong with them."""
    try:
        return parser_for(words).parse_args(words)
    except BaseException as error:
        if words[:1] == ["filter"] and getattr(error, "code", MISTAKE) != 0:
            from priory.cli.mailfilter._pipe import pass_on  # noqa: PLC0415 (needs nothing else)

            raise SystemExit(pass_on(words, error)) from error
        raise


def _run(options: argparse.Namespace) -> int:
    """Run the chosen command; what went wrong becomes one line and an exit code."""
    try:
        code = int(options.run(options))
        sys.stdout.flush()
        return code  # noqa: TRY300 (a failing flush is an error, too)
    except CommandError as error:
        return _fail(str(error), options.mistake)
    except KeyboardInterrupt:
        return _fail("interrupted", INTERRUPTED)
    except BrokenPipeError:
        raise
    except OSError as error:
        return _fail(shown(told(error)), options.mistake)
    except Exception:
        if options.mistake == MISTAKE:
            raise
        sys.excepthook(*sys.exc_info())  # Python would end with 1, which is a verdict
        return int(options.mistake)


def _fail(message: str, code: int) -> int:
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError:
        _discard_output()
    print(f"priory: {message}", file=sys.stderr)
    return code


def _discard_output() -> None:
    """Leave nothing for Python to flush at exit, where it would complain."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


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
    parser = Parser(prog="priory", description="Naive Bayes for text and mail.")
    parser.add_argument("--version", action="version", version=f"priory {__version__}")
    names = [word for word in words if not word.startswith("-")]
    # Parsers take their time to make, so of the commands the others are left out.
    commands = {name: what for name, what in COMMANDS.items() if words[:1] == [name]} or COMMANDS
    is_of_filter = names[:1] and names[0] in mailfilter.COMMANDS
    add_commands(parser, mailfilter.__name__ if is_of_filter else "priory.cli", commands, names)
    return parser


def add_commands(parser: Parser, package: str, commands: dict[str, str], names: list[str]) -> None:
    """Add commands to a parser; the module of the one that was chosen adds what it takes.

    Parameters
    ----------
    parser : Parser
        Where they are added.
    package : str
        Where their modules are.
    commands : dict of str
        What each does.
    names : list of str
        The first is the chosen command; others may choose one of its own commands.
    """
    subparsers = parser.add_subparsers(required=True, metavar="COMMAND")
    for name, what in commands.items():
        sentence = f"{what[0].upper()}{what[1:]}."
        subparser = subparsers.add_parser(name, help=what, description=sentence)
        if names[:1] == [name]:
            module = import_module(f"{package}.{name}{'_' * iskeyword(name)}")
            if hasattr(module, "COMMANDS"):
                add_commands(subparser, module.__name__, module.COMMANDS, names[1:])
            else:
                module.add_arguments(subparser)
                subparser.mistake = getattr(module, "MISTAKE", MISTAKE)
                subparser.set_defaults(run=module.run, mistake=subparser.mistake)
            parser.mistake = subparser.mistake
