"""What the vectorizers share: raw documents and parameters become what the core reads."""

from __future__ import annotations

from dataclasses import dataclass
from numbers import Integral
from typing import TYPE_CHECKING, Any

from sklearn.utils._param_validation import Interval, StrOptions

from priory import _core
from priory.tokens.analyzer import KINDS, Analyzer
from priory.tokens.stop_words import stop_words as stop_words_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

__all__ = ["TEXT_CONSTRAINTS", "Source", "TextInput"]

DEFAULT_PATTERN = r"(?u)\b\w\w+\b"

TEXT_CONSTRAINTS: dict[str, list[Any]] = {
    "stop_words": [str, list, tuple, set, frozenset, None],
    "stem": [StrOptions(set(_core.stem_languages())), None],
    "domain_features": [list, tuple],
    "phrases": [list, tuple],
    "missing": [StrOptions({"error", "empty"})],
    "n_jobs": [Integral, None],
}
MAX_COUNT_CONSTRAINT = [Interval(Integral, 1, 2**31 - 1, closed="left"), None]


@dataclass(slots=True)
class Source:
    """Documents for the core, and who answers for those that are not plain text."""

    documents: Iterable[Any]
    convert: Callable[[Any, int], str]
    utf8: bool


class TextInput:
    """The way from raw documents to the core, for scikit-learn's vectorizers to inherit."""

    def _spec(self: Any) -> Analyzer | None:
        """Return the specification of the core's analyser, or None if Python must analyse."""
        if self.analyzer not in KINDS or (
            self.analyzer == "word"
            and (self.tokenizer is not None or self.token_pattern != DEFAULT_PATTERN)
        ):
            self._refuse_word_extras()
            return None
        in_python = self._preprocesses_in_python()
        is_word = self.analyzer == "word"
        return Analyzer(
            kind=self.analyzer,
            ngram_range=(int(self.ngram_range[0]), int(self.ngram_range[1])),
            lowercase=bool(self.lowercase) and not in_python,
            strip_accents=None if in_python else self.strip_accents,
            stop_words=(self.get_stop_words() or frozenset()) if is_word else frozenset(),
            stem=self.stem,
            domain_features=tuple(self.domain_features),
            phrases=tuple(self.phrases),
        )

    def _refuse_word_extras(self: Any) -> None:
        if self.domain_features or self.phrases or (self.stem and callable(self.analyzer)):
            raise ValueError(
                "domain_features and phrases need analyzer='word' with the default token_pattern "
                "and no tokenizer; stem needs analyzer='word'"
            )

    def _preprocesses_in_python(self: Any) -> bool:
        return self.preprocessor is not None or callable(self.strip_accents)

    def _read(self: Any, raw_documents: Any, spec: Analyzer | None) -> Any:
        """Return what the core reads: a source of texts, or the tokens of each document."""
        if isinstance(raw_documents, str):
            raise ValueError("Iterable over raw text documents expected, string object received.")
        documents = _plain(raw_documents)
        if spec is None:
            analyze = self.build_analyzer()
            return (analyze(self._present(doc, i)) for i, doc in enumerate(documents))
        if self.input != "content":
            documents = map(self.decode, documents)
        if self._preprocesses_in_python():
            preprocess = self.build_preprocessor()
            documents = (preprocess(self._text(doc, i)) for i, doc in enumerate(documents))
        return Source(documents, self._text, utf8=self.encoding.lower() in ("utf-8", "utf8"))

    def _present(self: Any, document: Any, index: int) -> Any:
        """Return a document, or what stands for a missing one."""
        if document is None or document != document:  # noqa: PLR0124 (only NaN differs from itself)
            if self.missing == "empty":
                return ""
            raise ValueError(
                f"document {index} is missing ({document!r}): "
                "drop it, or pass missing='empty' to take it as an empty text"
            )
        return document

    def _text(self: Any, document: Any, index: int) -> str:
        """Return the text of a document that the core could not read by itself."""
        document = self._present(document, index)
        if isinstance(document, str):
            return self._without_surrogates(document, index)
        if isinstance(document, (bytes, bytearray, memoryview)):
            try:
                return self._without_surrogates(self.decode(bytes(document)), index)
            except UnicodeDecodeError as error:
                error.add_note(f"in document {index}; see the parameters encoding and decode_error")
                raise
        raise TypeError(
            f"document {index} is of type {type(document).__name__}: expected str or bytes"
        )

    def _without_surrogates(self: Any, text: str, index: int) -> str:
        """Replace lone surrogates, which belong to no word; n-grams of characters refuse them."""
        if text.isascii() or not any("\ud800" <= c <= "\udfff" for c in text):
            return text
        if self.analyzer == "word":
            return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        raise ValueError(
            f"document {index} holds a lone surrogate, which is no character: "
            "decode it with errors='replace'"
        )

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

    def _word_ngrams(self: Any, tokens: list[str], stop_words: Any = None) -> list[str]:
        """Stem between stop words and n-grams, where Python analyses."""
        if self.stem is not None:
            kept = [token for token in tokens if token not in (stop_words or ())]
            tokens, stop_words = _core.stem(self.stem, kept), None
        ngrams: list[str] = super()._word_ngrams(tokens, stop_words)  # type: ignore[misc]
        return ngrams


def _plain(documents: Any) -> Any:
    """Return documents in the form in which they are borrowed most cheaply."""
    if hasattr(documents, "__arrow_c_stream__") or hasattr(documents, "__arrow_c_array__"):
        dtype = getattr(documents, "dtype", None)
        return documents.tolist() if getattr(dtype, "kind", None) == "O" else documents
    if hasattr(documents, "tolist") and hasattr(documents, "dtype"):
        return documents.tolist()
    return documents
