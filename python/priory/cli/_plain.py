"""Plain command lines, parsed without argparse: to load that takes as long as a verdict.

Commands declare their arguments here as they do there, and mean the same. What is not plain, such
as a mistake, an option cut short, or a call for help, is left to argparse, which has words for it.
"""

from __future__ import annotations

from priory.cli._commands import COMMANDS, load, mistake_of, package_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterator
    from typing import Any, NoReturn, Self

__all__ = ["Options", "plainly"]


class NotPlain(Exception):  # noqa: N818 (nothing is wrong)
    """Something is left to argparse."""


class Options:
    """What a command was given, as attributes."""

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...
        def __setattr__(self, name: str, value: Any) -> None: ...


def plainly(words: list[str]) -> Options | None:
    """Parse a command line, if it is plain."""
    if not words or words[0] not in COMMANDS:
        return None
    module = load(package_of(words[0]), words[0])
    if hasattr(module, "COMMANDS"):
        return None
    arguments = Arguments()
    try:
        module.add_arguments(arguments)
        options = arguments.parse(words[1:])
    except NotPlain:
        return None
    options.run, options.mistake = module.run, mistake_of(module)
    return options


class Argument:
    """An argument: a word at its place, several, one behind an option, or an option alone."""

    def __init__(
        self,
        name: str,
        *names: str,
        action: str = "",
        nargs: str = "",
        default: Any = None,
        type: Callable[[str], Any] = str,  # noqa: A002 (argparse's name for it)
        choices: Container[str] | None = None,
        **more: Any,
    ) -> None:
        is_known = action in ("", "store_true") and nargs in ("", "*")
        if names or not is_known or not more.keys() <= {"metavar", "help"}:
            raise NotPlain
        self.name = name.lstrip("-").replace("-", "_")
        self.stands_alone, self.takes_several = bool(action), bool(nargs)
        self.default = False if action else default
        self._type, self._choices = type, choices

    def read(self, word: str) -> Any:
        """Return what a word means."""
        if not word or _is_option(word) or (self._choices and word not in self._choices):
            raise NotPlain
        try:
            return self._type(word)
        except Exception as error:
            raise NotPlain from error


class Arguments:
    """The arguments of a command."""

    def __init__(self) -> None:
        self._options: dict[str, Argument] = {}
        self._places: list[Argument] = []

    def __getattr__(self, name: str) -> NoReturn:
        """Leave to argparse what only its parsers have."""
        raise NotPlain

    def add_argument_group(self, _: str) -> Self:
        """Take the arguments of a group as any others."""
        return self

    def add_argument(self, name: str, *names: str, **how: Any) -> None:
        """Take an argument as argparse would."""
        argument = Argument(name, *names, **how)
        if name.startswith("-"):
            self._options[name] = argument
        else:
            self._places.append(argument)

    def parse(self, words: list[str]) -> Options:
        """Read the words behind the name of the command."""
        options, placed, rest = Options(), [], iter(words)
        for argument in self._options.values():
            setattr(options, argument.name, argument.default)
        for word in rest:
            if _is_option(word):
                self._take(options, word, rest)
            else:
                placed.append(word)
        self._place(options, placed)
        return options

    def _take(self, options: Options, word: str, rest: Iterator[str]) -> None:
        """Take an option, and the word that belongs to it."""
        flag, equals, value = word.partition("=")
        argument = self._options.get(flag)
        if argument is None or (argument.stands_alone and equals):
            raise NotPlain
        if argument.stands_alone:
            setattr(options, argument.name, True)
        else:
            word = value if equals else next(rest, "")
            setattr(options, argument.name, argument.read(word))

    def _place(self, options: Options, words: list[str]) -> None:
        """Give each argument its word, and one of them all that are left."""
        rest = iter(words)
        for argument in self._places:
            if argument.takes_several:
                setattr(options, argument.name, list(map(argument.read, rest)))
            else:
                setattr(options, argument.name, argument.read(next(rest, "")))
        if any(True for _ in rest):
            raise NotPlain


def _is_option(word: str) -> bool:
    return word.startswith("-") and word != "-"
