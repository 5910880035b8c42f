"""Read raw documents from lists, arrays, Arrow columns, files or messages."""

from __future__ import annotations

from dataclasses import dataclass
from numbers import Integral
from os import fsdecode
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from priory import _core
from priory._sklearn import Interval, StrOptions
from priory._threads import n_threads
from priory.counts._analysis import AnalyzerMixin
from priory.counts._undecodable import UndecodableError
from priory.errors import InputError, InputTypeError
from priory.tokens import MailAnalyzer
from priory.tokens.analyzer import without_surrogates

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from priory.counts._compiled_analyzer import CompiledAnalyzer

__all__ = [
    "MAX_COUNT_CONSTRAINT",
    "TEXT_CONSTRAINTS",
    "TextInputMixin",
    "plain_documents",
    "single_string",
]

# scikit-learn's words about NaN, by which some look for it.
SKLEARN_ON_NAN = "; np.nan is an invalid document, expected byte or unicode string"

TEXT_CONSTRAINTS: dict[str, list[Any]] = {
    "stop_words": [str, list, tuple, set, frozenset, None],
    "stem": [str, None],
    "domain_features": [list, tuple],
    "phrases": [list, tuple],
    "missing": [StrOptions({"error", "empty"})],
    "n_jobs": [Integral, None],
}
MAX_COUNT_CONSTRAINT = [Interval(Integral, 1, 2**31 - 1, closed="left"), None]


@dataclass(slots=True)
class MessageSource:
    """Messages for the core, with a fallback for those that are not bytes."""

    messages: Iterable[Any]
    convert: Callable[[Any, int], bytes]
    analyzer: _core.MailAnalyzer


class TextInputMixin(AnalyzerMixin):
    """Mixin for scikit-learn's vectorizers: read raw documents for the core."""

    def _read(self: Any, raw_documents: Any, analysis: CompiledAnalyzer) -> Any:
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
            raise single_string()
        if isinstance(analysis.spec, MailAnalyzer):
            return MessageSource(self._messages(documents), self._message, analysis.spec.native())
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
        if takes_anything or self._is_extended():
            return map(analyze, documents)
        return (analyze(self._text(doc, i)) for i, doc in enumerate(documents))

    def _present(self: Any, document: Any, index: int) -> Any:
        """Return a document, or what stands for a missing one."""
        if not _is_missing(document):
            return document
        if self.missing == "empty":
            return ""
        if self.missing != "error":
            raise InputError(
                f"missing must be 'error' or 'empty', not {self.missing!r}",
                code="bad-parameter",
                parameter="missing",
            )
        reason = "" if document is None else SKLEARN_ON_NAN
        raise InputError(
            f"missing value ({document!r}){reason}",
            code="missing-value",
            place=f"document {index}",
            parameter="missing",
            remedy="drop it, or pass missing='empty' to read it as an empty text",
        )

    def _text(self: Any, document: Any, index: int) -> str:
        """Return the text of a document that the core could not read by itself."""
        document = self._present(document, index)
        if isinstance(document, (bytes, bytearray, memoryview)):
            try:
                document = self.decode(bytes(document))
            except UnicodeDecodeError as error:
                raise UndecodableError.of(error, f"document {index}") from None
        if not isinstance(document, str):
            raise InputTypeError(
                f"type {type(document).__name__}, expected str or bytes",
                code="wrong-type",
                place=f"document {index}",
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
            raise InputTypeError(
                f"type {type(document).__name__}, but a message must be bytes",
                code="wrong-type",
                place=f"document {index}",
                remedy="pass the raw message, not decoded",
            )
        return bytes(document)


def single_string() -> InputError:
    """Return the error for one string where a collection of documents is expected."""
    return InputError(
        "Iterable over raw text documents expected, string object received.",
        code="single-string",
        parameter="X",
    )


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
