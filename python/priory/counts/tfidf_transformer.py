"""TfidfTransformer: TF-IDF weights of a count matrix."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse
from sklearn.feature_extraction import text as sklearn_text
from sklearn.utils.validation import check_is_fitted

from priory import _core
from priory._sklearn import ParameterMixin
from priory._threads import n_threads
from priory.counts._matrix import as_configured

__all__ = ["TfidfTransformer"]


class TfidfTransformer(ParameterMixin, sklearn_text.TfidfTransformer, auto_wrap_output_keys=None):  # type: ignore[call-arg]
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
