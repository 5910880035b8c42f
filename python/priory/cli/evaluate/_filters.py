"""The filters that the command line asks for."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from priory.cli._errors import CommandError, render
from priory.cli.evaluate._arguments import SETTINGS as NAMES
from priory.cli.mailfilter._settings import SETTINGS
from priory.errors import InputError
from priory.evaluate.command import CommandFilter
from priory.evaluate.filters import PrioryFilter, TokenizedMessages
from priory.evaluate.peers import PEERS

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator
    from typing import Any

    from priory.evaluate.outcomes import Filter
    from priory.mailfilter.settings import Settings

__all__ = ["filters_of"]


@contextmanager
def filters_of(
    options: argparse.Namespace, settings: Settings
) -> Iterator[tuple[PrioryFilter, list[Filter]]]:
    """Make the filter of the settings and all that it is compared with; close them in the end."""
    tokens = TokenizedMessages()
    own = PrioryFilter(settings, tokens=tokens)
    others: list[Filter] = [
        PrioryFilter(_changed(settings, words), name=words, tokens=tokens)
        for words in options.against
    ]
    others += [PEERS[name](settings) for name in options.peer]
    others += [
        CommandFilter(name, learn, classify, settings) for name, learn, classify in options.command
    ]
    _check_names([own, *others])
    with ExitStack() as stack:
        for one in others:
            stack.callback(one.close)
        yield own, others


def _changed(settings: Settings, words: str) -> Settings:
    """Return the settings with others in their place, such as ``event=multinomial,alpha=1``."""
    values: dict[str, Any] = {}
    for word in words.split(","):
        name, equals, value = word.partition("=")
        if not equals or name not in NAMES:
            what = f"--against {words}: must be SETTING=VALUE, of {', '.join(NAMES)}"
            raise CommandError(what)
        values[name] = _read(name, value, words)
    try:
        return replace(settings, **values)
    except InputError as error:
        raise CommandError(f"--against {words}: {render(error)}") from error


def _read(name: str, value: str, words: str) -> object:
    try:
        return SETTINGS[name].read_word(value)
    except ValueError as error:
        raise CommandError(f"--against {words}: {name} {error}") from error


def _check_names(filters: list[Filter]) -> None:
    names = [one.name for one in filters]
    for name in names:
        if names.count(name) > 1:
            raise CommandError(f"two filters are called {name!r}: name each once")
