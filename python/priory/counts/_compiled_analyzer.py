"""Compiled analysers and a cache of them by parameters."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from functools import cache, cached_property
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from priory.tokens.analyzer import Analyzer

if TYPE_CHECKING:
    from collections.abc import Callable

    from priory import _core
    from priory.tokens import MailAnalyzer

__all__ = ["CompiledAnalyzer", "frozen", "key_of", "recalled", "remember", "token_parameters"]

# The parameters that make tokens, asked for in one step: transform looks at them at each call.
token_parameters = attrgetter(
    "analyzer",
    "tokenizer",
    "token_pattern",
    "preprocessor",
    "strip_accents",
    "lowercase",
    "ngram_range",
    "stop_words",
    "stem",
    "domain_features",
    "phrases",
)


@dataclass(frozen=True)
class CompiledAnalyzer:
    """A compiled analyser, with the parameters it was compiled from."""

    parameters: tuple[Any, ...]
    spec: Analyzer | MailAnalyzer | None
    preprocess: bool

    @cached_property
    def native(self) -> _core.Analyzer:
        """The compiled analyser of texts; where there are none, any will do."""
        return (self.spec if isinstance(self.spec, Analyzer) else Analyzer()).native()

    @cached_property
    def is_native(self) -> bool:
        """Whether the core reads texts as they are."""
        return isinstance(self.spec, Analyzer) and not self.preprocess

    def __reduce__(self) -> tuple[Any, ...]:
        # Without the core's analyser, which is compiled again when it is asked for.
        return CompiledAnalyzer, (self.parameters, self.spec, self.preprocess)


def frozen(value: Any) -> Any:
    """Return a copy that the user cannot change."""
    return tuple(value) if isinstance(value, (list, set)) else value


# Analysers by class and all parameters, for vectorizers that are used without fit.
_COMPILED: dict[Any, CompiledAnalyzer] = {}
MOST_COMPILED = 64


def key_of(vectorizer: Any) -> Any:
    """Return the class and all parameters of a vectorizer."""
    cls: Any = type(vectorizer)
    return _class_and_parameters(cls)(vectorizer)


@cache
def _class_and_parameters(cls: Any) -> Callable[[Any], Any]:
    return attrgetter("__class__", *cls._get_param_names())


def recalled(key: Any) -> CompiledAnalyzer | None:
    """Return the analyser that was made for a vectorizer of the same key before, if any."""
    with suppress(TypeError):  # a parameter may have no hash
        return _COMPILED.get(key)
    return None


def remember(key: Any, compiled: CompiledAnalyzer) -> None:
    """Keep an analyser for the next vectorizer of the same key."""
    if len(_COMPILED) >= MOST_COMPILED:
        _COMPILED.clear()
    with suppress(TypeError):
        _COMPILED[key] = compiled
