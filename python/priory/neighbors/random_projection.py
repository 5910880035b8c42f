"""GaussianRandomProjection: dimensionality reduction without a stored matrix."""

from __future__ import annotations

from numbers import Integral
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np
from sklearn import random_projection
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_is_fitted, validate_data

from priory._sklearn import ParameterMixin
from priory.neighbors._gaussian_matrix import GaussianMatrix

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["GaussianRandomProjection"]


class GaussianRandomProjection(ParameterMixin, random_projection.GaussianRandomProjection):
    """Project rows by a matrix of normal numbers, which is never there as a whole.

    scikit-learn's, for rows of a million features, too: a number is made of the seed and of its
    place when a row needs it, by the counter-based generator Philox. So `fit` costs nothing,
    memory does not grow with the features, and a pickle holds the seed instead of a matrix.

    Parameters
    ----------
    n_components : int or "auto", default="auto"
        The dimensions of the result; "auto" takes those that the Johnson-Lindenstrauss lemma says
        for `eps` and the number of rows in `fit`, whatever the rows are.
    eps : float, default=0.1
        How far squared distances may be off at most, as a share of themselves, if `n_components`
        is "auto".
    compute_inverse_components : bool, default=False
        Whether `fit` also computes the pseudo-inverse of the matrix, for `inverse_transform`. It
        is dense, and takes long for many features.
    random_state : int, RandomState or None, default=None
        What the matrix follows from.
    n_jobs : int or None, default=-1
        The number of threads, -1 for all cores. It changes no bit of what sparse rows become.

    Attributes
    ----------
    n_components_ : int
        The dimensions of the result.
    components_ : ndarray of shape (n_components, n_features)
        The matrix, made anew whenever it is asked for.
    inverse_components_ : ndarray of shape (n_features, n_components)
        Its pseudo-inverse, if `compute_inverse_components`.
    n_features_in_ : int
        The number of features in `fit`.
    feature_names_in_ : ndarray of str
        Their names, if they have any.

    See Also
    --------
    sklearn.random_projection.SparseRandomProjection : With few numbers that are not 0.
    sklearn.random_projection.johnson_lindenstrauss_min_dim : How many dimensions are enough.

    Examples
    --------
    >>> from priory import GaussianRandomProjection, HashingVectorizer
    >>> X = HashingVectorizer().transform(["buy cheap pills", "see you at lunch"])
    >>> X.shape
    (2, 1048576)
    >>> GaussianRandomProjection(300, random_state=0).fit_transform(X).shape
    (2, 300)
    """

    _parameter_constraints: ClassVar[dict[str, Any]] = {
        **random_projection.GaussianRandomProjection._parameter_constraints,
        "n_jobs": [Integral, None],
    }

    def __init__(
        self,
        n_components: int | str = "auto",
        *,
        eps: float = 0.1,
        compute_inverse_components: bool = False,
        random_state: Any = None,
        n_jobs: int | None = -1,
    ) -> None:
        super().__init__(
            n_components,
            eps=eps,
            compute_inverse_components=compute_inverse_components,
            random_state=random_state,
        )
        self.n_jobs = n_jobs

    def fit(self, X: Any, y: Any = None) -> Self:
        """Choose the dimensions and a seed; the numbers of X do not matter.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_samples, n_features)
            Rows like those that will be projected.
        y : ignored
            For scikit-learn's pipelines.

        Returns
        -------
        self
        """
        super().fit(X, y)
        self._n_features_out = self.n_components_  # scikit-learn's is "auto", which has no names
        return self

    def transform(self, X: Any) -> NDArray[Any]:
        """Project rows.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        ndarray of shape (n_samples, n_components)
            In the precision of X, or in that of `fit` if it is higher.
        """
        check_is_fitted(self)
        kinds = [np.float64, np.float32]
        X = validate_data(self, X, accept_sparse=["csr", "csc"], reset=False, dtype=kinds)
        return self._matrix.project(X, self.n_jobs)

    @property
    def components_(self) -> NDArray[Any]:
        """The matrix as an array."""
        return self._matrix.toarray(self.n_jobs)

    @components_.setter
    def components_(self, matrix: GaussianMatrix) -> None:
        """Keep what scikit-learn's fit takes for an array."""
        self._matrix = matrix

    def _make_random_matrix(self, n_components: int, n_features: int) -> GaussianMatrix:
        """Draw a seed, of which all numbers follow."""
        seed = check_random_state(self.random_state).randint(2**64 - 1, dtype=np.uint64)
        return GaussianMatrix(int(seed), int(n_components), n_features)
