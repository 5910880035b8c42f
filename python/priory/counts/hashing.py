"""HashingVectorizer: documents to token counts by feature hashing."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.feature_extraction import text as sklearn_text
from sklearn.preprocessing import normalize

from priory import _core
from priory.counts._matrix import csr
from priory.counts._text import TEXT_CONSTRAINTS, TextInputMixin
from priory.errors import InputError

__all__ = ["HashingVectorizer"]


class HashingVectorizer(TextInputMixin, sklearn_text.HashingVectorizer, auto_wrap_output_keys=None):  # type: ignore[call-arg]
    """Convert documents to token counts by hashing, at compiled speed.

    A drop-in for :class:`sklearn.feature_extraction.text.HashingVectorizer`: the same parameters
    and, column by column and sign by sign, the same numbers. Parameters that scikit-learn has not
    are described here.

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
        Any of ``"numbers"``, ``"money"``, ``"punctuation"`` and ``"capitals"``: extra tokens.
    phrases : sequence of str, default=()
        Each place where the words of a phrase follow each other is an extra token.
    missing : {"error", "empty"}, default="error"
        Whether a document that is None or NaN is an error or an empty text.
    n_jobs : int or None, default=-1
        The number of threads, -1 for all cores. The result does not depend on it.

    See Also
    --------
    CountVectorizer : Remembers the terms of its columns.

    Examples
    --------
    >>> from priory import HashingVectorizer
    >>> X = HashingVectorizer(n_features=16, norm=None).transform(["buy cheap buy now"])
    >>> X.shape, int(abs(X).sum())
    ((1, 16), 4)
    """

    _parameter_constraints: dict[str, Any] = {  # noqa: RUF012 (scikit-learn's protocol)
        **sklearn_text.HashingVectorizer._parameter_constraints,
        **TEXT_CONSTRAINTS,
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
        n_features: int = 2**20,
        binary: bool = False,
        norm: str | None = "l2",
        alternate_sign: bool = True,
        dtype: Any = np.float64,
        stem: str | None = None,
        domain_features: Any = (),
        phrases: Any = (),
        missing: str = "error",
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
            n_features=n_features,
            binary=binary,
            norm=norm,
            alternate_sign=alternate_sign,
            dtype=dtype,
        )
        self.stem = stem
        self.domain_features = domain_features
        self.phrases = phrases
        self.missing = missing
        self.n_jobs = n_jobs

    def fit(self, X: Any, y: Any = None) -> HashingVectorizer:
        """Check the parameters: there is nothing to learn.

        Parameters
        ----------
        X : iterable of str or bytes
            The documents.
        y : None
            Ignored.

        Returns
        -------
        HashingVectorizer
            Itself.
        """
        super().fit(X, y)
        analysis = self._compile(self._spec())
        self._check_stop_words(analysis.spec)
        self._analysis, self.analyzer_ = analysis, analysis.spec
        return self

    def transform(self, X: Any) -> Any:
        """Count the tokens of each document.

        Parameters
        ----------
        X : iterable of str or bytes
            The documents, in a list, an array, a series, an Arrow column or a generator.

        Returns
        -------
        sparse matrix of shape (n_documents, n_features)
        """
        analysis, threads = self._compiled(), self._threads(X)
        arrays = _core.count_hashed(
            self._read(X, analysis),
            analysis.native,
            self.n_features,
            self.alternate_sign,
            threads,
        )
        if self.binary:
            arrays[2].fill(1)
        if np.dtype(self.dtype).kind == "u" and (arrays[2] < 0).any():
            raise InputError(
                f"dtype={self.dtype!r} cannot hold negative counts",
                code="incompatible-parameters",
                parameter="dtype",
                remedy="choose a signed dtype, or alternate_sign=False",
            )
        matrix = csr(arrays, self.n_features, self.dtype)
        if self.norm is None:
            return matrix
        if matrix.data.dtype != np.float64 or matrix.indices.dtype != np.int32:
            return normalize(matrix, norm=self.norm, copy=False)
        _core.weigh(matrix.indptr, matrix.indices, matrix.data, None, self.norm, threads)
        return matrix
