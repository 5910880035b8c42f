"""MatrixDisplay: sparsity pattern (spy plot) of the training matrix."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from scipy.sparse import coo_array, csr_array, issparse

from priory.errors import InputError
from priory.evidence.plot._axes import Display, spelled

__all__ = ["MatrixDisplay"]

MOST_DOTS = 20_000  # drawn; of more, an even share is


class MatrixDisplay(Display):
    """The training matrix, a dot for each entry that is not zero, rows in order of their class.

    Parameters
    ----------
    matrix : sparse array of shape (n_samples, n_features)
        The rows, those of one class together.
    classes : ndarray of shape (n_classes,)
        The classes, from top to bottom.
    sizes : ndarray of shape (n_classes,)
        How many rows each has.

    Attributes
    ----------
    ax_ : matplotlib Axes
        What is drawn on.
    figure_ : matplotlib Figure
        The figure of it.
    dots_ : matplotlib Line2D
        The dots.

    Examples
    --------
    >>> from priory import CountVectorizer, sample
    >>> from priory.evidence.plot import MatrixDisplay
    >>> texts, labels = sample.messages()
    >>> X = CountVectorizer().fit_transform(texts)
    >>> display = MatrixDisplay.from_matrix(X, labels)
    """

    dots_: Any

    def __init__(self, matrix: Any, *, classes: Any, sizes: Any) -> None:
        self.matrix = matrix
        self.classes = classes
        self.sizes = sizes

    @classmethod
    def from_matrix(cls, X: Any, y: Any = None, *, ax: Any = None) -> Self:
        """Draw the training matrix.

        Parameters
        ----------
        X : {array-like, sparse matrix} of shape (n_samples, n_features)
            The features.
        y : array-like of shape (n_samples,), default=None
            The labels; rows of one label are drawn together.
        ax : matplotlib Axes, default=None
            Where to draw; by default on new axes.

        Returns
        -------
        MatrixDisplay
        """
        X = X.tocsr() if issparse(X) else csr_array(np.nan_to_num(np.asarray(X)))
        if y is None:
            return cls(X, classes=np.array([]), sizes=np.array([X.shape[0]])).plot(ax)
        if X.shape[0] != len(y):
            raise InputError(
                f"X has {X.shape[0]} rows, but y has {len(y)} labels",
                code="shape-mismatch",
                parameter="y",
            )
        classes, codes, sizes = np.unique(np.asarray(y), return_inverse=True, return_counts=True)
        return cls(X[np.argsort(codes, kind="stable")], classes=classes, sizes=sizes).plot(ax)

    def _draw(self, ax: Any) -> None:
        entries = coo_array(self.matrix)
        step = -(-entries.nnz // MOST_DOTS) or 1
        size = 3 if entries.nnz < MOST_DOTS / 2 else 1
        (self.dots_,) = ax.plot(
            entries.col[::step], entries.row[::step], "s", color="black", markersize=size, mew=0
        )
        n_rows, n_columns = self.matrix.shape
        ax.set(xlim=(-0.5, n_columns - 0.5), ylim=(n_rows - 0.5, -0.5))
        ax.set(xlabel=_said("feature", step), ylabel="row")
        self._name_classes(ax)

    def _name_classes(self, ax: Any) -> None:
        """Name the classes beside their rows, with a line between them."""
        if not len(self.classes):
            return
        ends = np.cumsum(self.sizes)
        for end in ends[:-1]:
            ax.axhline(end - 0.5, color="#D55E00", linewidth=1)
        ax.set_yticks(ends - self.sizes / 2 - 0.5, [spelled(name) for name in self.classes])
        ax.tick_params(axis="y", length=0)
        ax.set_ylabel("")


def _said(what: str, step: int) -> str:
    return what if step == 1 else f"{what} (one dot of {step} is drawn)"
