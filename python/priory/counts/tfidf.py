"""TfidfVectorizer: documents to a TF-IDF matrix."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.feature_extraction import text as sklearn_text
from sklearn.utils.validation import check_is_fitted

from priory._sklearn import _fit_context
from priory._threads import n_threads
from priory.counts.count import CountVectorizer
from priory.counts.tfidf_transformer import TfidfTransformer
from priory.errors import InputError

if TYPE_CHECKING:
    from priory.counts._fitted_vocabulary import FittedVocabulary

__all__ = ["TfidfVectorizer"]


class TfidfVectorizer(CountVectorizer, sklearn_text.TfidfVectorizer):
    """Convert documents to a matrix of tf-idf weights, at compiled speed.

    A drop-in for :class:`sklearn.feature_extraction.text.TfidfVectorizer`, with the same
    parameters and numbers, and with the further parameters of :class:`CountVectorizer`.

    See Also
    --------
    CountVectorizer : The counts alone, and the description of the further parameters.

    Examples
    --------
    >>> from priory import TfidfVectorizer
    >>> vectorizer = TfidfVectorizer()
    >>> vectorizer.fit_transform(["buy now", "see you now"]).toarray().round(2)
    array([[0.81, 0.58, 0.  , 0.  ],
           [0.  , 0.45, 0.63, 0.63]])
    """

    _parameter_constraints: dict[str, Any] = {  # noqa: RUF012 (scikit-learn's protocol)
        **sklearn_text.TfidfVectorizer._parameter_constraints,
        **CountVectorizer._parameter_constraints,
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
        analyzer: Any = "word",
        stop_words: Any = None,
        token_pattern: str | None = r"(?u)\b\w\w+\b",  # noqa: S107
        ngram_range: tuple[int, int] = (1, 1),
        max_df: float = 1.0,
        min_df: float = 1,
        max_features: int | None = None,
        vocabulary: Any = None,
        binary: bool = False,
        dtype: Any = np.float64,
        norm: str | None = "l2",
        use_idf: bool = True,
        smooth_idf: bool = True,
        sublinear_tf: bool = False,
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
            analyzer=analyzer,
            stop_words=stop_words,
            token_pattern=token_pattern,
            ngram_range=ngram_range,
            max_df=max_df,
            min_df=min_df,
            max_features=max_features,
            vocabulary=vocabulary,
            binary=binary,
            dtype=dtype,
            stem=stem,
            domain_features=domain_features,
            phrases=phrases,
            missing=missing,
            unk=unk,
            max_count=max_count,
            n_jobs=n_jobs,
        )
        self.norm = norm
        self.use_idf = use_idf
        self.smooth_idf = smooth_idf
        self.sublinear_tf = sublinear_tf

    def fit(self, raw_documents: Any, y: Any = None) -> TfidfVectorizer:  # noqa: ARG002
        """Learn the vocabulary and the document frequencies.

        Parameters
        ----------
        raw_documents : iterable of str or bytes
            The documents, in a list, an array, a series, an Arrow column or a generator.
        y : None
            Ignored.

        Returns
        -------
        TfidfVectorizer
            Itself.
        """
        self._learn(raw_documents)
        return self

    def fit_transform(self, raw_documents: Any, y: Any = None) -> Any:  # noqa: ARG002
        """Learn the vocabulary and the document frequencies and weigh the documents.

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
        return self._weigh(self._learn(raw_documents))

    def transform(self, raw_documents: Any) -> Any:
        """Weigh the terms of the vocabulary in each document.

        Parameters
        ----------
        raw_documents : iterable of str or bytes
            The documents, in a list, an array, a series, an Arrow column or a generator.

        Returns
        -------
        sparse matrix of shape (n_documents, n_terms)
        """
        if "analyzer_" not in self.__dict__:  # scikit-learn's check costs more than a short text
            check_is_fitted(self, msg="The TF-IDF vectorizer is not fitted")
        return self._weigh(super().transform(raw_documents))

    @_fit_context(prefer_skip_nested_validation=True)
    def partial_fit(self, raw_documents: Any, y: Any = None) -> TfidfVectorizer:  # noqa: ARG002
        """Add the vocabulary and the document frequencies of more documents.

        Parameters
        ----------
        raw_documents : iterable of str or bytes
            The documents, in a list, an array, a series, an Arrow column or a generator.
        y : None
            Ignored.

        Returns
        -------
        TfidfVectorizer
            Itself.
        """
        if self.unk or self.vocabulary is not None:
            raise InputError(
                "partial_fit does not support unk and vocabulary, since it keeps the document "
                "frequencies of learned terms only",
                code="unsupported",
                parameter="unk" if self.unk else "vocabulary",
                remedy="leave out unk and vocabulary, or use fit",
            )
        self._check_params()
        learned = self._learned_more(raw_documents)
        self._keep(learned, _tfidf=self._learned_weights(learned))
        return self

    _needs_frequencies = True

    @_fit_context(prefer_skip_nested_validation=True)
    def _learn(self, raw_documents: Any) -> Any:
        """Learn everything and return the counts."""
        self._check_params()
        learned, counts = self._learned(raw_documents)
        if self.unk or learned.terms is not None:
            tfidf = self._new_tfidf().fit(counts)
        else:
            tfidf = self._learned_weights(learned)
        self._keep(learned, _tfidf=tfidf)
        return counts

    def _learned_weights(self, learned: FittedVocabulary) -> TfidfTransformer:
        """Return the transformer with the weights that the frequencies gives."""
        tfidf = self._new_tfidf()
        tfidf.n_features_in_ = len(learned.vocabulary)
        if self.use_idf:
            frequencies = learned.frequencies.document_frequencies
            frequencies = frequencies if learned.kept is None else frequencies[learned.kept]
            smooth = int(self.smooth_idf)
            dtype = self.dtype if self.dtype in (np.float32, np.float64) else np.float64
            n_documents = dtype(learned.frequencies.n_documents + smooth)
            ratio = n_documents / (frequencies + smooth).astype(dtype)
            tfidf.idf_ = np.log(ratio) + dtype(1.0)
        return tfidf

    def _new_tfidf(self) -> TfidfTransformer:
        return TfidfTransformer(
            norm=self.norm,
            use_idf=self.use_idf,
            smooth_idf=self.smooth_idf,
            sublinear_tf=self.sublinear_tf,
        )

    def _weigh(self, counts: Any) -> Any:
        plain = counts.dtype == np.float64 and counts.indices.dtype == np.int32
        if plain and isinstance(self._tfidf, TfidfTransformer):
            return self._tfidf._weigh(counts, n_threads(self.n_jobs, counts.shape[0]))
        return self._tfidf.transform(counts, copy=False)
