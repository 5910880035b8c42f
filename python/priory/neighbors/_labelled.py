"""Rows with labels, of one output or several: they are learned, forgotten and merged."""

from __future__ import annotations

from typing import Any, Self

import numpy as np

from priory._classes import find, union
from priory.neighbors._base import Neighbors
from priory.neighbors._rows import n_rows
from priory.neighbors._targets import encode_outputs, left_of, mover, output_columns

__all__ = ["LabelledRows"]


class LabelledRows(Neighbors):
    """Kept rows whose targets are places of labels among the classes."""

    classes_: Any
    outputs_2d_: bool
    _declared: list[Any]

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Keep labelled rows, and none before them.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_samples, n_features)
            The rows; with ``metric="precomputed"`` the distances between all of them.
        y : array-like of shape (n_samples,) or (n_samples, n_outputs)
            Their labels.
        sample_weight : array-like of shape (n_samples,), default=None
            What the vote of each row counts. A row of weight 2 is still one neighbour.

        Returns
        -------
        self
        """
        return self._begin(X, y, None, sample_weight)

    def partial_fit(self, X: Any, y: Any, classes: Any = None, sample_weight: Any = None) -> Self:
        """Keep more labelled rows, behind those that are there.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_samples, n_features)
            The rows.
        y : array-like of shape (n_samples,) or (n_samples, n_outputs)
            Their labels. One never seen before becomes a new class.
        classes : array-like of shape (n_classes,), default=None
            All the classes expected, with several outputs a list of them. Needed in the first call.
        sample_weight : array-like of shape (n_samples,), default=None
            What the vote of each row counts.

        Returns
        -------
        self
        """
        if "_kept" not in self.__dict__:
            if classes is None:
                raise ValueError("classes must be passed on the first call to partial_fit.")
            return self._begin(X, y, classes, sample_weight)
        for known, expected in zip(self._known(), self._listed(classes), strict=False):
            if expected is not None and find(np.asarray(expected), known) is None:
                raise ValueError(
                    f"`classes={classes!r}` is not the same as on last call to partial_fit, was: "
                    f"{known!r}. A new class needs no declaration: its first label makes it."
                )
        return self._learn(X, y, sample_weight)

    def forget(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Take labelled rows away, as if they had never been learned.

        A class whose rows are all forgotten leaves, unless it was declared by ``classes`` in the
        first `partial_fit`.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_samples, n_features)
            The rows, as they were learned. Of equal ones the latest goes first.
        y : array-like of shape (n_samples,) or (n_samples, n_outputs)
            Their labels, as they were learned.
        sample_weight : array-like of shape (n_samples,), default=None
            Their weights, as they were learned.

        Returns
        -------
        self
        """
        self._check_is_fitted()
        self._refuse_precomputed("forget")
        rows = self._read(X)
        classes, codes = encode_outputs(y, self._known(), n_rows(rows))
        for known, grown in zip(self._known(), classes, strict=True):
            if grown is not known:
                unknown = np.setdiff1d(grown, known).tolist()[0]
                raise ValueError(
                    f"forget: the class {unknown!r} was never learned; nothing is changed"
                )
        kept = self._without(rows, codes, sample_weight)
        pairs = zip(self._known(), self._declared, kept.targets().T, strict=True)
        left = [left_of(*of_output) for of_output in pairs]
        self._keep(kept.with_targets(mover(self._known(), left)), classes_=self._shaped(left))
        return self

    def merge(self, other: Self) -> Self:
        """Keep the rows of another model behind one's own.

        Parameters
        ----------
        other : KNeighborsClassifier
            A model of the same features. It stays as it is.

        Returns
        -------
        self
        """
        self._check_is_fitted()
        self._refuse_stranger(other)
        both = zip(self._known(), other._known(), strict=True)
        classes = [union(mine, theirs) for mine, theirs in both]
        declared = zip(self._declared, other._declared, strict=True)
        kept = self._kept.with_targets(mover(self._known(), classes))
        behind = other._kept.with_targets(mover(other._known(), classes))
        self._keep(
            kept.and_then(behind.all()),
            classes_=self._shaped(classes),
            _declared=[union(mine, theirs) for mine, theirs in declared],
        )
        return self

    def _known(self) -> list[Any]:
        """Return the classes of each output."""
        return self.classes_ if self.outputs_2d_ else [self.classes_]

    def _shaped(self, outputs: list[Any]) -> Any:
        """Return what there is for each output as scikit-learn does: alone, if there is one."""
        return outputs if self.outputs_2d_ else outputs[0]

    def _first_targets(self, y: Any, n: int, declared: Any) -> Any:
        self.outputs_2d_ = len(output_columns(y)) > 1
        if declared is not None:
            declared = [np.unique(expected) for expected in self._listed(declared)]
        classes, codes = encode_outputs(y, declared, n)
        self.classes_ = self._shaped(classes)
        self._declared = declared or [known[:0] for known in classes]
        return codes

    def _more_targets(self, y: Any, n: int) -> tuple[Any, dict[str, Any]]:
        known = self._known()
        classes, codes = encode_outputs(y, known, n)
        if all(now is before for now, before in zip(classes, known, strict=True)):
            return codes, {}
        moved = self._kept.with_targets(mover(known, classes))
        return codes, {"classes_": self._shaped(classes), "_kept": moved}

    def _listed(self, classes: Any) -> list[Any]:
        """Return the classes that are expected of each output."""
        return list(classes) if self.outputs_2d_ and classes is not None else [classes]
