"""CountVectorizer: documents to a matrix of token counts."""

from __future__ import annotations

import warnings
from numbers import Integral
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.feature_extraction import text as sklearn_text

from priory import _core
from priory._sklearn import _fit_context
from priory._threads import n_threads
from priory.counts._document_frequencies import DocumentFrequencies, Pruning
from priory.counts._fitted_vocabulary import FittedVocabulary
from priory.counts._matrix import csr, selected
from priory.counts._text import (
    MAX_COUNT_CONSTRAINT,
    TEXT_CONSTRAINTS,
    TextInputMixin,
    single_string,
)
from priory.counts._vocabulary import UNK, FixedVocabulary, VocabularyMixin
from priory.errors import InputError

if TYPE_CHECKING:
    from priory.counts._compiled_analyzer import CompiledAnalyzer

__all__ = ["CountVectorizer"]

UNLIMITED = 2**31 - 1


class CountVectorizer(TextInputMixin, VocabularyMixin, sklearn_text.CountVectorizer):
    """Convert documents to a matrix of token counts, at compiled speed.

    A drop-in for :class:`sklearn.feature_extraction.text.CountVectorizer`: the same parameters,
    attributes, methods and numbers. Parameters that scikit-learn has not are described here.

    Parameters
    ----------
    analyzer : {"word", "char", "char_wb"}, MailAnalyzer or callable, default="word"
        As in scikit-learn. With a :class:`~priory.tokens.MailAnalyzer` documents are the bytes of
        messages.
    stop_words : str, collection of str or None, default=None
        As in scikit-learn, or the name of another language, such as ``"german"``.
    stem : str or None, default=None
        The Snowball language in which words are reduced to stems, after stop words were left out.
    domain_features : sequence of str, default=()
        Any of ``"numbers"``, ``"money"``, ``"punctuation"`` and ``"capitals"``: extra tokens such
        as ``number:3``, ``money:$``, ``punct:!!!`` and ``caps:FREE``.
    phrases : sequence of str, default=()
        Each place where the words of a phrase follow each other is an extra token, such as
        ``phrase:free_money``.
    missing : {"error", "empty"}, default="error"
        Whether a document that is None or NaN is an error or an empty text.
    unk : bool, default=False
        Whether a last column, named ``<unk>``, counts the tokens outside the vocabulary. It has a
        feature name but no place in ``vocabulary_``.
    max_count : int or None, default=None
        Counts above this are cut to it: K - 1 for counts truncated to K values. ``binary=True``
        cuts them to 1.
    n_jobs : int or None, default=-1
        The number of threads, -1 for all cores. The result does not depend on it.

    Attributes
    ----------
    vocabulary_ : dict
        A mapping of terms to columns, built when first asked for.
    fixed_vocabulary_ : bool
        Whether the vocabulary was given.
    analyzer_ : Analyzer, MailAnalyzer or None
        The frozen specification of the tokens, or None if a Python callable or pattern makes them.

    See Also
    --------
    HashingVectorizer : Needs no vocabulary.
    TfidfVectorizer : Weighs the counts.

    Examples
    --------
    >>> from priory import CountVectorizer
    >>> vectorizer = CountVectorizer()
    >>> X = vectorizer.fit_transform(["buy cheap", "buy now", "see you now"])
    >>> vectorizer.get_feature_names_out()
    array(['buy', 'cheap', 'now', 'see', 'you'], dtype=object)
    >>> X.toarray()
    array([[1, 1, 0, 0, 0],
           [1, 0, 1, 0, 0],
           [0, 0, 1, 1, 1]])
    """

    _parameter_constraints: dict[str, Any] = {  # noqa: RUF012 (scikit-learn's protocol)
        **sklearn_text.CountVectorizer._parameter_constraints,
        **TEXT_CONSTRAINTS,
        "unk": ["boolean"],
        "max_count": MAX_COUNT_CONSTRAINT,
    }

    def __init__(
        self,
        *,
        input: str = "content",  # noqa: A002
        encoding: str = "utf-8",
        decode_error: str = "strict",
        strip_accents: Any = None,
        lowercase: bool = True,
        preprocessor: Any = None,
        tokenizer: Any = None,
        stop_words: Any = None,
        token_pattern: str | None = r"(?u)\b\w\w+\b",  # noqa: S107
        ngram_range: tuple[int, int] = (1, 1),
        analyzer: Any = "word",
        max_df: float = 1.0,
        min_df: float = 1,
        max_features: int | None = None,
        vocabulary: Any = None,
        binary: bool = False,
        dtype: Any = np.int64,
        stem: str | None = None,
        domain_features: Any = (),
        phrases: Any = (),
        missing: str = "error",
        unk: bool = False,
        max_count: int | None = None,
        n_jobs: int | None = -1,
    ) -> None:
        super().__init__(
            input=input,
            encoding=encoding,
            decode_error=decode_error,
            strip_accents=strip_accents,
            lowercase=lowercase,
            preprocessor=preprocessor,
            tokenizer=tokenizer,
            stop_words=stop_words,
            token_pattern=token_pattern,
            ngram_range=ngram_range,
            analyzer=analyzer,
            max_df=max_df,
            min_df=min_df,
            max_features=max_features,
            vocabulary=vocabulary,
            binary=binary,
            dtype=dtype,
        )
        self.stem = stem
        self.domain_features = domain_features
        self.phrases = phrases
        self.missing = missing
        self.unk = unk
        self.max_count = max_count
        self.n_jobs = n_jobs

    def fit(self, raw_documents: Any, y: Any = None) -> CountVectorizer:  # noqa: ARG002
        """Learn the vocabulary of the documents.

        Parameters
        ----------
        raw_documents : iterable of str or bytes
            The documents, in a list, an array, a series, an Arrow column or a generator.
        y : None
            Ignored.

        Returns
        -------
        CountVectorizer
            Itself.
        """
        CountVectorizer.fit_transform(self, raw_documents)
        return self

    @_fit_context(prefer_skip_nested_validation=True)
    def fit_transform(self, raw_documents: Any, y: Any = None) -> Any:  # noqa: ARG002
        """Learn the vocabulary of the documents and count its terms in each.

        Parameters
        ----------
        raw_documents : iterable of str or bytes
            The documents, in a list, an array, a series, an Arrow column or a generator.
        y : None
            Ignored.

        Returns
        -------
        sparse matrix of shape (n_documents, n_terms)
        """
        learned, counts = self._learned(raw_documents)
        self._keep(learned)
        return counts

    @_fit_context(prefer_skip_nested_validation=True)
    def partial_fit(self, raw_documents: Any, y: Any = None) -> CountVectorizer:  # noqa: ARG002
        """Add the vocabulary of more documents to what was learned before.

        The columns of new terms stand behind those of the terms known before, sorted among
        themselves. Pruning looks at all documents read so far, so a term may get or lose its
        column, and with it columns may move.

        Parameters
        ----------
        raw_documents : iterable of str or bytes
            The documents, in a list, an array, a series, an Arrow column or a generator.
        y : None
            Ignored.

        Returns
        -------
        CountVectorizer
            Itself.

        Examples
        --------
        >>> from priory import CountVectorizer
        >>> vectorizer = CountVectorizer().partial_fit(["buy now"]).partial_fit(["see you now"])
        >>> vectorizer.get_feature_names_out()
        array(['buy', 'now', 'see', 'you'], dtype=object)
        """
        self._keep(self._learned_more(raw_documents))
        return self

    def _learned(self, raw_documents: Any) -> tuple[FittedVocabulary, Any]:
        """Return what documents teach, and their counts."""
        analysis, terms = self._begin(raw_documents)
        if terms is not None:
            learned = FittedVocabulary.given(terms, analysis)
            return learned, self._count(raw_documents, analysis, learned.vocabulary)
        frequencies, arrays = self._counted(raw_documents, analysis)
        kept = frequencies.kept_some(self._pruning())
        if kept is not None or self.unk:
            n_terms = len(frequencies.vocabulary)
            arrays = selected(arrays, kept, n_terms, self._limit(), gather=self.unk)
        learned = FittedVocabulary.of(frequencies, kept, analysis)
        return learned, csr(arrays, self._n_columns(learned.vocabulary), self.dtype)

    def _learned_more(self, raw_documents: Any) -> FittedVocabulary:
        """Return what documents teach beside those before."""
        analysis, terms = self._begin(raw_documents)
        if terms is not None:
            return FittedVocabulary.given(terms, analysis)
        before = self.__dict__.get("_frequencies")
        if before is not None:
            self._refuse_other_tokens(analysis)
        frequencies, _ = self._counted(raw_documents, analysis)
        frequencies = frequencies if before is None else before.add(frequencies)
        return FittedVocabulary.of(frequencies, frequencies.kept(self._pruning()), analysis)

    def _keep(self, learned: FittedVocabulary, **more: Any) -> None:
        """Be fitted: the only place where learning changes the vectorizer, in one step."""
        self.__dict__.update(learned.attributes(), **more)

    def _refuse_other_tokens(self, analysis: CompiledAnalyzer) -> None:
        known = self.__dict__.get("_analysis", analysis)
        same_spec = analysis.spec == self.__dict__.get("analyzer_", analysis.spec)
        if not same_spec or analysis.parameters != known.parameters:
            raise InputError(
                "the parameters that make tokens have changed since fit",
                code="changed-parameter",
                remedy="fit again",
            )

    def transform(self, raw_documents: Any) -> Any:
        """Count the terms of the vocabulary in each document.

        Parameters
        ----------
        raw_documents : iterable of str or bytes
            The documents, in a list, an array, a series, an Arrow column or a generator.

        Returns
        -------
        sparse matrix of shape (n_documents, n_terms)
        """
        self._check_vocabulary()
        return self._count(raw_documents, self._compiled(), self._vocabulary)

    def _begin(self, raw_documents: Any) -> tuple[CompiledAnalyzer, FixedVocabulary | None]:
        """Check the parameters; return who makes tokens, and the terms if they are given."""
        if isinstance(raw_documents, (str, bytes)):
            raise single_string()
        self._validate_ngram_range()
        self._warn_for_unused_params()
        terms = FixedVocabulary.of_parameter(self.vocabulary)
        if terms is not None and self.unk and UNK in terms.columns:
            raise InputError(
                f"{UNK!r} is a term of the vocabulary, but unk=True reserves it",
                code="reserved-term",
                parameter="vocabulary",
            )
        if terms is not None and self.lowercase:
            self._warn_of_upper_case()
        spec = self._spec()
        self._check_stop_words(spec)
        return self._compile(spec), terms

    def _warn_of_upper_case(self) -> None:
        if any(any(map(str.isupper, term)) for term in self.vocabulary):
            warnings.warn(
                "Upper case characters found in vocabulary while 'lowercase' is True. "
                "These entries will not be matched with any documents",
                stacklevel=5,
            )

    def _count(self, raw_documents: Any, analysis: CompiledAnalyzer, vocabulary: Any) -> Any:
        arrays = _core.count_known(
            self._read(raw_documents, analysis),
            analysis.native,
            vocabulary,
            self.unk,
            self._threads(raw_documents),
            self._limit(),
            self.dtype == np.float64,
        )
        return csr(arrays, self._n_columns(vocabulary), self.dtype)

    def _limit(self) -> int:
        if self.binary or self.max_count is None:
            return 1 if self.binary else UNLIMITED
        if not isinstance(self.max_count, Integral) or self.max_count < 1:
            raise InputError(
                f"max_count must be an integer >= 1, not {self.max_count!r}",
                code="bad-parameter",
                parameter="max_count",
            )
        return min(int(self.max_count), UNLIMITED)

    def _n_columns(self, vocabulary: Any) -> int:
        return len(vocabulary) + bool(self.unk)

    def _pruning(self) -> Pruning:
        return Pruning(self.min_df, self.max_df, self.max_features)

    def _counted(
        self, raw_documents: Any, analysis: CompiledAnalyzer
    ) -> tuple[DocumentFrequencies, Any]:
        """Return the frequencies and the counts of some documents."""
        limit = UNLIMITED if self.unk else self._limit()
        documents = self._read(raw_documents, analysis)
        pruning = self._pruning()
        as_floats = self.dtype == np.float64 and pruning.is_trivial and not self.unk
        threads = n_threads(self.n_jobs)
        vocabulary, arrays = _core.learn(documents, analysis.native, threads, limit, as_floats)
        if self.unk and vocabulary.find(UNK) is not None:
            raise InputError(
                f"{UNK!r} is a token of the documents, but unk=True reserves it",
                code="reserved-term",
                parameter="unk",
            )
        frequencies = DocumentFrequencies.of(
            vocabulary,
            arrays,
            self._limit(),
            frequencies=self._needs_frequencies or not pruning.is_trivial,
            totals=pruning.max_features is not None,
            threads=threads,
        )
        return frequencies, arrays

    _needs_frequencies = False
