"""Labels by the rows that are nearest."""

from __future__ import annotations

from numbers import Real
from typing import Any, Self

import numpy as np
from sklearn import get_config
from sklearn.base import ClassifierMixin
from sklearn.utils._param_validation import Interval

from priory._classes import find, union
from priory.neighbors._base import Neighbors
from priory.neighbors._rows import n_rows
from priory.neighbors._targets import encode_outputs, left_of, mover, output_columns
from priory.neighbors._votes import checked_alpha, count_votes, refuse_weightless, scaled
from priory.neighbors.explanation import NeighborExplanation

__all__ = ["KNeighborsClassifier"]


class KNeighborsClassifier(ClassifierMixin, Neighbors):
    """Predict the class that most of the nearest rows have.

    Parameters, attributes and results are scikit-learn's; what is new here is that rows have
    weights and can be added, forgotten and merged, that a prior smooths the shares of the votes,
    and that the neighbours come as evidence. Of rows that are equally far the one that was learned
    first is nearer, and of classes with equally many votes the first one wins.

    Parameters
    ----------
    n_neighbors : int, default=5
        How many rows vote.
    weights : {"uniform", "distance"} or callable, default="uniform"
        What each vote weighs: the same, 1 / distance (those at distance 0 have all the weight), or
        what a function makes of an array of distances.
    algorithm : {"auto", "ball_tree", "kd_tree", "brute"}, default="auto"
        How neighbours are found. The result is the same.
    leaf_size : int, default=30
        How many rows a leaf of a tree holds.
    p : float, default=2
        The power of the Minkowski metric.
    metric : str or callable, default="minkowski"
        The distance: one of numbers by scikit-learn's names, one of strings by the names in
        :doc:`string-distances`, or a function of a query and a row, in this order.
    metric_params : dict, default=None
        Its parameters.
    n_jobs : int, default=-1
        How many threads search; -1 stands for all cores. The result does not depend on it.
    alpha : float or array-like of shape (n_classes,), default=0.0
        What is added to the votes of each class, in neighbours: with 1, each class has one more
        neighbour than it has. Where it is not 0, the weights of the neighbours of a row are scaled
        to sum to their number.
    projection : int, float, {"gaussian", "sparse"}, transformer or None, default=None
        What rows go through before they are compared: a random projection to so many dimensions;
        one whose squared distances are off by at most such a share, by the Johnson-Lindenstrauss
        bound; one of a kind, with a share of 0.1; or any transformer. It is made for the first
        rows and stays the same. Random ones are for euclidean, sqeuclidean and cosine.
    random_state : int, RandomState instance or None, default=None
        That of the projection.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,), or a list of them
        The labels in order; with several outputs those of each.
    effective_metric_ : str or callable
        The distance by its own name: Minkowski's with ``p=2`` is euclidean.
    effective_metric_params_ : dict
        Its parameters.
    n_features_in_ : int
        The number of features.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Their names, if X had names that are strings.
    n_samples_fit_ : int
        How many rows are kept.
    outputs_2d_ : bool
        Whether there are several outputs.

    Examples
    --------
    >>> from priory import KNeighborsClassifier
    >>> model = KNeighborsClassifier(n_neighbors=3).fit([[0], [1], [2], [3]], ["a", "a", "b", "b"])
    >>> model.predict([[1.1]])
    array(['a'], dtype='<U1')
    >>> model.set_params(alpha=1).predict_proba([[1.1]])
    array([[0.6, 0.4]])
    >>> model.forget([[0]], ["a"]).predict([[1.1]])
    array(['b'], dtype='<U1')
    """

    _parameter_constraints: dict[str, Any] = {  # noqa: RUF012 (scikit-learn's protocol)
        **Neighbors._parameter_constraints,
        "alpha": [Interval(Real, 0, None, closed="left"), "array-like"],
    }
    classes_: Any
    outputs_2d_: bool
    _declared: list[Any]

    def __init__(
        self,
        n_neighbors: int = 5,
        *,
        weights: Any = "uniform",
        algorithm: str = "auto",
        leaf_size: int = 30,
        p: float | None = 2,
        metric: Any = "minkowski",
        metric_params: dict[str, Any] | None = None,
        n_jobs: int | None = -1,
        alpha: Any = 0.0,
        projection: Any = None,
        random_state: Any = None,
    ) -> None:
        self.n_neighbors = n_neighbors
        self.weights = weights
        self.algorithm = algorithm
        self.leaf_size = leaf_size
        self.p = p
        self.metric = metric
        self.metric_params = metric_params
        self.n_jobs = n_jobs
        self.alpha = alpha
        self.projection = projection
        self.random_state = random_state

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

    def predict(self, X: Any) -> Any:
        """Return the class with the most votes; of several, the first.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_queries, n_features), or None
            The rows. None stands for those that were learned, each without itself.

        Returns
        -------
        ndarray of shape (n_queries,) or (n_queries, n_outputs)
        """
        _, indices, votes = self._votes(X)
        labels = [
            known[self._best(indices, votes, output)] for output, known in enumerate(self._known())
        ]
        return np.column_stack(labels) if self.outputs_2d_ else labels[0]

    def predict_proba(self, X: Any) -> Any:
        """Return the share of each class in the votes and ``alpha``.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_queries, n_features), or None
            The rows. None stands for those that were learned, each without itself.

        Returns
        -------
        ndarray of shape (n_queries, n_classes), or a list of them, one an output
        """
        _, indices, votes = self._votes(X)
        outputs = range(len(self._known()))
        return self._shaped([self._shares(indices, votes, output) for output in outputs])

    def explain(self, X: Any) -> list[Any]:
        """Return the neighbours that voted, and what each vote adds to the probabilities.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_queries, n_features), or None
            The rows. None stands for those that were learned, each without itself.

        Returns
        -------
        list of NeighborExplanation
            One a row; with several outputs a list of them for each row.
        """
        distances, indices, votes = self._votes(X)
        explained = []
        for j, known in enumerate(self._known()):
            alpha = checked_alpha(self.alpha, len(known))
            totals = votes.sum(axis=1, keepdims=True) + alpha.sum()
            labels = known[self._kept.all().targets[indices, j]]
            shares = self._shares(indices, votes, j)  # added up before they are divided
            terms = zip(
                indices, distances, labels, votes / totals, alpha / totals, shares, strict=True
            )
            explained.append([NeighborExplanation(known, *of_one) for of_one in terms])
        return list(map(list, zip(*explained, strict=True))) if self.outputs_2d_ else explained[0]

    def _votes(self, X: Any) -> tuple[Any, Any, Any]:
        """Return the distances of the neighbours, their numbers, and what their votes count."""
        distances, indices, weights = self._neighbors(X)
        if np.any(self.alpha):
            return distances, indices, scaled(weights) * self._kept.all().weights[indices]
        votes = weights * self._kept.all().weights[indices]
        refuse_weightless(votes)
        return distances, indices, votes

    def _shares(self, indices: Any, votes: Any, output: int) -> Any:
        """Return the share of each class of an output."""
        n_classes = len(self._known()[output])
        shares = count_votes(self._kept.all().targets[indices, output], votes, n_classes)
        shares += checked_alpha(self.alpha, n_classes)
        shares /= shares.sum(axis=1, keepdims=True)
        return shares

    def _best(self, indices: Any, votes: Any, output: int) -> Any:
        """Return the classes with the largest shares; those of many classes block by block."""
        memory = get_config()["working_memory"] * 2**20
        size = max(1, int(memory / (8 * max(1, len(self._known()[output])))))
        blocks = (slice(start, start + size) for start in range(0, len(indices), size))
        shares = (self._shares(indices[block], votes[block], output) for block in blocks)
        return np.concatenate([some.argmax(axis=1) for some in shares])

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

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_label = True
        return tags
