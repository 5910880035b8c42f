"""What the vectorizers share: raw documents and parameters become what the core reads."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from numbers import Integral
from os import fsdecode
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.utils._param_validation import Interval, StrOptions

from priory import _core
from priory._threads import n_threads
from priory.counts._compiled import (
    Compiled,
    frozen,
    key_of,
    recalled,
    remember,
    token_parameters,
)
from priory.tokens import MailAnalyzer
from priory.tokens.analyzer import KINDS, Analyzer, without_surrogates
from priory.tokens.stop_words import stop_words as stop_words_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

__all__ = ["MAX_COUNT_CONSTRAINT", "TEXT_CONSTRAINTS", "TextInput", "plain_documents"]

# scikit-learn's words about NaN, by which some look for it.
SKLEARN_ON_NAN = "np.nan is an invalid document, expected byte or unicode string; "

DEFAULT_PATTERN = r"(?u)\b\w\w+\b"

TEXT_CONSTRAINTS: dict[str, list[Any]] = {
    "stop_words": [str, list, tuple, set, frozenset, None],
    "stem": [str, None],
    "domain_features": [list, tuple],
    "phrases": [list, tuple],
    "missing": [StrOptions({"error", "empty"})],
    "n_jobs": [Integral, None],
}
MAX_COUNT_CONSTRAINT = [Interval(Integral, 1, 2**31 - 1, closed="left"), None]

# What a subclass may override to analyse in its own way, and what it may override to preprocess.
ANALYSING = ("build_analyzer", "build_tokenizer", "_word_ngrams", "_char_ngrams", "_char_wb_ngrams")
PREPROCESSING = ("build_preprocessor", "decode")


@dataclass(slots=True)
class Mailbox:
    """Messages for the core, and who answers for those that are not bytes."""

    messages: Iterable[Any]
    convert: Callable[[Any, int], bytes]
    analyzer: _core.MailAnalyzer


class TextInput:
    """The way from raw documents to the core, for scikit-learn's vectorizers to inherit."""

    def _compiled(self: Any) -> Compiled:
        """Return the analyser for the parameters as they are now: mostly the one made by fit."""
        known: Compiled | None = self.__dict__.get("_analysis")
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

    def _compile(self: Any, spec: Analyzer | MailAnalyzer | None) -> Compiled:
        return Compiled(self._parameters(), spec, self._preprocesses_in_python())

    def _parameters(self: Any) -> tuple[Any, ...]:
        return tuple(map(frozen, token_parameters(self)))

    def _check_version(self: Any, spec: Analyzer | MailAnalyzer | None) -> None:
        fitted = self.__dict__.get("analyzer_")
        if fitted is not None and spec is not None and fitted.version != spec.version:
            raise ValueError(
                f"the vocabulary was learned with {fitted.version!r}, and here is "
                f"{spec.version!r}: tokens may differ, so fit again"
            )

    def _spec(self: Any) -> Analyzer | MailAnalyzer | None:
        """Return the specification of the core's analyser, or None if Python must analyse."""
        if self._analyses_in_python():
            self._refuse_word_extras()
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
            or any(_is_overridden(self, name) for name in ANALYSING)
        )

    def _preprocesses_in_python(self: Any) -> bool:
        return (
            self.preprocessor is not None
            or callable(self.strip_accents)
            or any(_is_overridden(self, name) for name in PREPROCESSING)
        )

    def _refuse_word_extras(self: Any) -> None:
        if self.domain_features or self.phrases or (self.stem and callable(self.analyzer)):
            raise ValueError(
                "domain_features and phrases need analyzer='word' with the default token_pattern "
                "and no tokenizer; stem needs analyzer='word'"
            )

    def _read(self: Any, raw_documents: Any, analysis: Compiled) -> Any:
        """Return what the core reads: a source of texts, or the tokens of each document.

        A source is a tuple, which takes no time to make: the documents, who answers for those that
        are not plain text, and whether bytes are UTF-8.
        """
        utf8 = self.encoding.lower() in ("utf-8", "utf8")
        if type(raw_documents) is list and analysis.is_native and self.input == "content":
            return raw_documents, self._text, utf8
        in_python = analysis.spec is None or analysis.preprocess or self.input != "content"
        documents = plain_documents(raw_documents, as_list=in_python)
        if isinstance(documents, (str, bytes)):
            raise ValueError("Iterable over raw text documents expected, string object received.")
        if isinstance(analysis.spec, MailAnalyzer):
            return Mailbox(self._messages(documents), self._message, analysis.spec.native())
        if in_python:
            documents = (self._present(doc, i) for i, doc in enumerate(documents))
        if analysis.spec is None:
            return self._tokens(documents)
        if self.input != "content" or analysis.preprocess:
            documents = map(self.decode, documents)
        if analysis.preprocess:
            documents = map(self.build_preprocessor(), documents)
        return documents, self._text, utf8

    def _threads(self: Any, documents: Any) -> int:
        """Return how many threads may read documents, each of which is read by one."""
        return n_threads(self.n_jobs, len(documents) if type(documents) is list else None)

    def _tokens(self: Any, documents: Iterable[Any]) -> Iterable[Any]:
        """Analyse in Python."""
        analyze = self.build_analyzer()
        takes_anything = callable(self.analyzer) or self.preprocessor or self.input != "content"
        if takes_anything or any(_is_overridden(self, name) for name in ANALYSING + PREPROCESSING):
            return map(analyze, documents)
        return (analyze(self._text(doc, i)) for i, doc in enumerate(documents))

    def _present(self: Any, document: Any, index: int) -> Any:
        """Return a document, or what stands for a missing one."""
        if not _is_missing(document):
            return document
        if self.missing == "empty":
            return ""
        if self.missing != "error":
            raise ValueError(f"missing must be 'error' or 'empty', not {self.missing!r}")
        reason = "" if document is None else SKLEARN_ON_NAN
        raise ValueError(
            f"document {index} is missing ({document!r}): {reason}drop it, or pass missing='empty' "
            "to take it as an empty text"
        )

    def _text(self: Any, document: Any, index: int) -> str:
        """Return the text of a document that the core could not read by itself."""
        document = self._present(document, index)
        if isinstance(document, (bytes, bytearray, memoryview)):
            try:
                document = self.decode(bytes(document))
            except UnicodeDecodeError as error:
                error.add_note(f"in document {index}; see the parameters encoding and decode_error")
                raise
        if not isinstance(document, str):
            raise TypeError(
                f"document {index} is of type {type(document).__name__}: expected str or bytes"
            )
        return without_surrogates(document, self.analyzer, f"document {index}")

    def _messages(self: Any, documents: Any) -> Iterable[Any]:
        """Return messages, or what is in their files."""
        if self.input == "content":
            return documents.to_pylist() if hasattr(documents, "to_pylist") else documents
        return (doc if _is_missing(doc) else self._contents(doc) for doc in documents)

    def _contents(self: Any, document: Any) -> Any:
        """Return what is in a file."""
        return document.read() if self.input == "file" else Path(fsdecode(document)).read_bytes()

    def _message(self: Any, document: Any, index: int) -> bytes:
        """Return the bytes of a message that the core could not read by itself."""
        if _is_missing(document):
            document = self._present(document, index).encode()
        if not isinstance(document, (bytes, bytearray, memoryview)):
            raise TypeError(
                f"document {index} is of type {type(document).__name__}: a message must be bytes, "
                "as it stands in a mailbox"
            )
        return bytes(document)

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


def _is_overridden(vectorizer: Any, method: str) -> bool:
    """Whether a subclass outside the two libraries has its own version of a method."""
    owner = next(cls for cls in type(vectorizer).__mro__ if method in vars(cls))
    return owner.__module__.split(".")[0] not in ("priory", "sklearn")


def _is_missing(document: Any) -> bool:
    """Whether a document is None, NaN or what pandas has in their place."""
    is_nan = isinstance(document, (float, np.floating)) and bool(np.isnan(document))
    return document is None or is_nan or type(document).__name__ in ("NAType", "NaTType")


def plain_documents(documents: Any, *, as_list: bool) -> Any:
    """Return documents in the form in which they are read most cheaply."""
    if type(documents) is list:
        return documents
    is_arrow = hasattr(documents, "__arrow_c_stream__") or hasattr(documents, "__arrow_c_array__")
    kind = getattr(getattr(documents, "dtype", None), "kind", None)
    if is_arrow and kind != "O":
        if str(getattr(documents, "dtype", "")) == "Null":  # polars: nothing but missing texts
            return documents.to_list()
        return _core.arrow_texts(documents) if as_list else documents
    if hasattr(documents, "tolist") and hasattr(documents, "dtype"):
        return documents.tolist()
    return documents
