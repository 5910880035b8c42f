"""Reader: decodes texts and tokenizes them as the parameters of an estimator say."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from priory._threads import n_threads
from priory.counts import CountVectorizer
from priory.counts._text import plain_documents
from priory.errors import InputError
from priory.tokens import Analyzer, MailAnalyzer
from priory.tokens.places import Places, places

__all__ = ["READING", "TOKENS", "Reader"]

# The parameters that make tokens, and those that say how texts are read.
TOKENS = (
    "analyzer",
    "ngram_range",
    "lowercase",
    "strip_accents",
    "stop_words",
    "stem",
    "domain_features",
    "phrases",
)
READING = ("encoding", "decode_error", "missing", "n_jobs")


@dataclass(frozen=True, slots=True, eq=False)
class Reader:
    """The way from texts to tokens that some parameters describe."""

    vectorizer: Any
    analysis: Any

    @classmethod
    def of(cls, estimator: Any) -> Reader:
        """Make the reader for the parameters of an estimator."""
        parameters = {name: getattr(estimator, name) for name in (*TOKENS, *READING)}
        vectorizer = CountVectorizer(**parameters)
        return cls(vectorizer, vectorizer._compiled())

    @property
    def spec(self) -> Any:
        """The specification of the tokens, or None if a Python callable makes them."""
        return self.analysis.spec

    @property
    def threads(self) -> int:
        """How many threads may read."""
        return n_threads(self.vectorizer.n_jobs)

    def threads_for(self, X: Any) -> int:
        """Return how many threads may read these texts, each of which is read by one."""
        return self.vectorizer._threads(X)

    def documents(self, X: Any) -> Any:
        """Return texts as the core reads them."""
        return self.vectorizer._read(X, self.analysis)

    def texts(self, X: Any) -> list[Any]:
        """Return texts one by one, decoded if need be; messages stay bytes."""
        documents = plain_documents(X, as_list=True)
        if isinstance(documents, (str, bytes)):
            raise InputError(
                "Iterable over raw text documents expected, string object received.",
                code="single-string",
                parameter="X",
            )
        read = self.vectorizer._message if self.is_of_mail else self.vectorizer._text
        return [read(document, i) for i, document in enumerate(documents)]

    def native(self) -> Any:
        """Return the core's analyser."""
        return self.analysis.native

    @property
    def is_of_mail(self) -> bool:
        """Whether texts are the bytes of messages."""
        return isinstance(self.spec, MailAnalyzer)

    def text(self, text: Any) -> Any:
        """Return one text, decoded if need be; a message stays bytes."""
        if self.is_of_mail:
            return self.vectorizer._message(text, 0)
        present = self.vectorizer._present(text, 0)
        return self.vectorizer._text(present, 0) if isinstance(present, bytes) else present

    def tokens(self, text: Any) -> list[str]:
        """Return the tokens of a text."""
        if self.spec is not None:
            return self.spec.tokenize(text)
        return list(self.vectorizer.build_analyzer()(text))

    def places(self, text: Any, words: list[str]) -> Places:
        """Return where some words of a text stand; nowhere if that is not known."""
        if isinstance(self.spec, Analyzer):
            return places(self.spec, text, words)
        return Places.nowhere(len(words))
