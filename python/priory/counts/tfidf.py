"""TfidfTransformer and TfidfVectorizer: counts weighed by how rare their terms are."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse
from sklearn.base import _fit_context
from sklearn.feature_extraction import text as sklearn_text
from sklearn.utils.validation import check_is_fitted

from priory import _core
from priory._threads import n_threads
from priory._undo import all_or_nothing
from priory.counts._matrix import as_configured
from priory.counts.count import CountVectorizer

__all__ = ["TfidfTransformer", "TfidfVectorizer"]


class TfidfTransformer(sklearn_text.TfidfTransformer, auto_wrap_output_keys=None):  # type: ignore[call-arg]
    """Weigh a matrix of counts by inverse document frequencies.

    A drop-in for :class:`sklearn.feature_extraction.text.TfidfTransformer`, with the same
    parameters and numbers.

    See Also
    --------
    TfidfVectorizer : From documents to weights in one step.

    Examples
    --------
    >>> from priory import CountVectorizer, TfidfTransformer
    >>> X = CountVectorizer().fit_transform(["buy now", "see you now"])
    >>> TfidfTransformer(norm=None).fit_transform(X).toarray().round(2)
    array([[1.41, 1.  , 0.  , 0.  ],
           [0.  , 1.  , 1.41, 1.41]])
    """

    def transform(self, X: Any, copy: bool = True) -> Any:
        """Return the weights of a matrix of counts.

        Parameters
        ----------
        X : sparse matrix of shape (n_documents, n_terms)
            Counts.
        copy : bool, default=True
            Whether X must stay as it is.

        Returns
        -------
        sparse matrix of shape (n_documents, n_terms)
        """
        check_is_fitted(self)
        is_known = _is_plain(X) and X.shape[1] == getattr(self, "n_features_in_", None)
        if not is_known or (self.sublinear_tf and not (X.data > 0).all()):
            return super().transform(X, copy=copy)
        copy = copy or not X.data.flags.writeable
        matrix = self._weigh(X.astype(np.float64, copy=copy), n_threads(-1))
        return as_configured(matrix)

    def _weigh(self, matrix: Any, threads: int) -> Any:
        """Turn counts into weights, in place."""
        idf = getattr(self, "idf_", None)
        weights = None if idf is None else np.ascontiguousarray(idf, dtype=np.float64)
        if not self.smooth_idf and weights is not None and not np.isfinite(weights).all():
            # A term of no document weighs infinitely much: scikit-learn says what that means.
            return super().transform(matrix, copy=False)
        if self.sublinear_tf:
            np.log(matrix.data, matrix.data)
            matrix.data += 1.0
        _core.weigh(matrix.indptr, matrix.indices, matrix.data, weights, self.norm, threads)
        return matrix


def _is_plain(X: Any) -> bool:
    """Whether the core can read a matrix as it stands."""
    return (
        sparse.issparse(X)
        and X.format == "csr"
        and X.indices.dtype == np.int32 == X.indptr.dtype
        and X.dtype in (np.int64, np.float64)
        and np.isfinite(X.data).all()
    )


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
    def partial_fit(self, raw_documents: Any, y: Any = None) -> TfidfVectorizer:
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
            raise ValueError(
                "partial_fit knows the document frequencies of learned terms only: "
                "leave out unk and vocabulary, or use fit"
            )
        self._check_params()
        with all_or_nothing(self):
            super().partial_fit(raw_documents, y)
            self._tfidf = self._learned_weights()
        return self

    _needs_frequencies = True

    def _learn(self, raw_documents: Any) -> Any:
        """Learn everything and return the counts."""
        self._check_params()
        with all_or_nothing(self):
            counts = CountVectorizer.fit_transform(self, raw_documents)
            if self.unk or self.fixed_vocabulary_:
                self._tfidf = self._new_tfidf().fit(counts)
            else:
                self._tfidf = self._learned_weights()
        return counts

    def _learned_weights(self) -> TfidfTransformer:
        """Return the transformer with the weights that the tally gives."""
        tfidf = self._new_tfidf()
        tfidf.n_features_in_ = len(self._vocabulary)
        if self.use_idf:
            kept = self._tally.kept(self._pruning())
            frequencies = self._tally.document_frequencies
            frequencies = frequencies if kept is None else frequencies[kept]
            smooth = int(self.smooth_idf)
            dtype = self.dtype if self.dtype in (np.float32, np.float64) else np.float64
            ratio = dtype(self._tally.n_documents + smooth) / (frequencies + smooth).astype(dtype)
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
