"""Choose the analyser of a vectorizer: compiled from a specification, or Python code."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from priory import _core
from priory._sklearn import ParameterMixin, SklearnError
from priory.counts._compiled_analyzer import (
    CompiledAnalyzer,
    frozen,
    key_of,
    recalled,
    remember,
    token_parameters,
)
from priory.errors import InputError
from priory.tokens import MailAnalyzer
from priory.tokens.analyzer import KINDS, Analyzer, check_stem, ngram_mistake
from priory.tokens.stop_words import stop_words as stop_words_of
from priory.tokens.versions import is_compatible

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["AnalyzerMixin"]

DEFAULT_PATTERN = r"(?u)\b\w\w+\b"

# What a subclass may override to analyse in its own way, and what it may override to preprocess.
ANALYSING = ("build_analyzer", "build_tokenizer", "_word_ngrams", "_char_ngrams", "_char_wb_ngrams")
PREPROCESSING = ("build_preprocessor", "decode")


class AnalyzerMixin(ParameterMixin):
    """Mixin for scikit-learn's vectorizers: choose the analyser by the parameters."""

    def _compiled(self: Any) -> CompiledAnalyzer:
        """Return the analyser for the parameters as they are now: mostly the one made by fit."""
        known: CompiledAnalyzer | None = self.__dict__.get("_analysis")
        # Of lists and sets it has copies, which are tuples: the second look is for those.
        if known is not None and known.parameters == token_parameters(self):
            return known
        if known is not None and known.parameters == self._parameters():
            return known
        key = key_of(self)
        compiled = recalled(key)
        if compiled is None:
            self._validate_params()
            self._validate_ngram_range()
            compiled = self._compile(self._spec())
            remember(key, compiled)
        self._check_version(compiled.spec)
        return compiled

    def _validate_ngram_range(self) -> None:
        try:
            super()._validate_ngram_range()  # type: ignore[misc]
        except ValueError as error:
            raise SklearnError(
                ngram_mistake(self.ngram_range),  # type: ignore[attr-defined]
                text=str(error),
                code="bad-parameter",
                place="ngram_range",
                parameter="ngram_range",
            ) from None

    def _compile(self: Any, spec: Analyzer | MailAnalyzer | None) -> CompiledAnalyzer:
        return CompiledAnalyzer(self._parameters(), spec, self._preprocesses_in_python())

    def _parameters(self: Any) -> tuple[Any, ...]:
        return tuple(map(frozen, token_parameters(self)))

    def _check_version(self: Any, spec: Analyzer | MailAnalyzer | None) -> None:
        fitted = self.__dict__.get("analyzer_")
        if fitted is None or spec is None:
            return
        stemmed = getattr(spec, "stem", None) is not None
        if not is_compatible(fitted.version, spec.version, stemmed=stemmed):
            raise InputError(
                f"the vocabulary was built with {fitted.version!r}, but this is {spec.version!r}",
                code="version-mismatch",
                remedy="tokens may differ, so fit again",
            )

    def _spec(self: Any) -> Analyzer | MailAnalyzer | None:
        """Return the specification of the core's analyser, or None if Python must analyse."""
        if self._analyses_in_python():
            self._refuse_word_extras()
            check_stem(self.stem)
            return self.analyzer if isinstance(self.analyzer, MailAnalyzer) else None
        in_python = self._preprocesses_in_python()
        is_word = self.analyzer == "word"
        return Analyzer(
            kind=self.analyzer,
            ngram_range=self.ngram_range,
            lowercase=bool(self.lowercase) and not in_python,
            strip_accents=None if in_python else self.strip_accents,
            stop_words=(self.get_stop_words() or ()) if is_word else (),
            stem=self.stem,
            domain_features=self.domain_features,
            phrases=self.phrases,
        )

    def _analyses_in_python(self: Any) -> bool:
        custom_words = self.tokenizer is not None or self.token_pattern != DEFAULT_PATTERN
        return (
            self.analyzer not in KINDS
            or (self.analyzer == "word" and custom_words)
            or _overrides(self, ANALYSING)
        )

    def _preprocesses_in_python(self: Any) -> bool:
        return (
            self.preprocessor is not None
            or callable(self.strip_accents)
            or _overrides(self, PREPROCESSING)
        )

    def _is_extended(self) -> bool:
        """Whether a subclass analyses or preprocesses in its own way."""
        return _overrides(self, ANALYSING + PREPROCESSING)

    def _refuse_word_extras(self: Any) -> None:
        if self.domain_features or self.phrases or (self.stem and callable(self.analyzer)):
            raise InputError(
                "domain_features and phrases need analyzer='word' with the default token_pattern "
                "and no tokenizer; stem needs analyzer='word'",
                code="incompatible-parameters",
                parameter="analyzer",
            )

    def build_analyzer(self: Any) -> Callable[[Any], list[str]]:
        """Return the function from a document to its tokens.

        Returns
        -------
        callable
        """
        if isinstance(self.analyzer, MailAnalyzer):
            return self.analyzer.tokenize
        if self._analyses_in_python():
            return super().build_analyzer()  # type: ignore[misc]
        preprocess = self.build_preprocessor() if self._preprocesses_in_python() else None
        return partial(_tokenize, spec=self._spec(), preprocess=preprocess, decode=self.decode)

    def get_stop_words(self: Any) -> frozenset[str] | None:
        """Return the stop words, or None if there are none.

        Returns
        -------
        frozenset of str or None
        """
        if self.stop_words is None:
            return None
        if isinstance(self.stop_words, str):
            return stop_words_of(self.stop_words)
        return frozenset(self.stop_words)

    def _check_stop_words(self: Any, spec: Analyzer | MailAnalyzer | None) -> None:
        """Warn, as scikit-learn does, if its stop words or the user's are not made of tokens."""
        is_checked = self.stop_words == "english" or not isinstance(self.stop_words, str)
        if isinstance(spec, Analyzer) and spec.stop_words and is_checked:
            preprocess, tokenize = self.build_preprocessor(), self.build_tokenizer()
            self._check_stop_words_consistency(self.get_stop_words(), preprocess, tokenize)

    def _word_ngrams(self: Any, tokens: list[str], stop_words: Any = None) -> list[str]:
        """Stem between stop words and n-grams, where Python analyses."""
        if self.stem is not None:
            kept = [token for token in tokens if token not in (stop_words or ())]
            tokens, stop_words = _core.stem(self.stem, kept), None
        return super()._word_ngrams(tokens, stop_words)  # type: ignore[misc]

    def __getstate__(self: Any) -> dict[str, Any]:
        state: Any = super().__getstate__()
        return {name: value for name, value in state.items() if name not in ("_analysis", "_terms")}


def _tokenize(document: Any, spec: Analyzer, preprocess: Any, decode: Any) -> list[str]:
    text = decode(document)
    return spec.tokenize(text if preprocess is None else preprocess(text))


def _overrides(vectorizer: Any, methods: tuple[str, ...]) -> bool:
    """Whether a subclass outside the two libraries has its own version of one of the methods."""
    mro = type(vectorizer).__mro__
    owners = (next(cls for cls in mro if method in vars(cls)) for method in methods)
    return any(owner.__module__.split(".")[0] not in ("priory", "sklearn") for owner in owners)
