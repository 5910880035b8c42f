"""Base class of the Naive Bayes classifiers: fit, merge, predict and explain."""

from __future__ import annotations

from abc import abstractmethod
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin

from priory import _classes
from priory._memo import frozen
from priory._naming import a
from priory._sklearn import Interval
from priory.errors import InputError, InputTypeError
from priory.naive_bayes.counts.value import Counts, differing
from priory.naive_bayes.rows.rows import Batch
from priory.naive_bayes.rows.weights import (
    CLASS_WEIGHT,
    checked_weights,
    class_weights,
    refuse_balanced,
    refuse_huge_weights,
    weighed,
)
from priory.naive_bayes.scores.estimate import class_log_prior
from priory.naive_bayes.scores.posterior import Posterior

if TYPE_CHECKING:
    from priory.naive_bayes.rows.rows import Rows
    from priory.naive_bayes.scores.explanation import Explanation

__all__ = ["JOBS", "NaiveBayes"]

JOBS = [
    Interval(Integral, None, -1, closed="right"),
    Interval(Integral, 1, None, closed="left"),
    None,
]


class NaiveBayes(Posterior, ClassifierMixin, BaseEstimator):
    """Sums by class, and what follows from them.

    A family says in four verbs, in the order of the flow, which rows it takes (`_check_X`), what
    is summed (`_empty`, `_count`), and how sums become scores (`_smooth`). Scores are computed
    from the counts and the parameters when asked for, so parameters may change after fit.
    """

    _parameter_constraints: dict[str, Any] = {  # noqa: RUF012 (scikit-learn's protocol)
        "fit_prior": ["boolean"],
        "class_prior": ["array-like", None],
        "prior_alpha": [Interval(Real, 0, None, closed="left"), "array-like", None],
        "class_weight": CLASS_WEIGHT,
    }
    _counts: Any  # `Counts`, of whatever kind the family has
    _kind: ClassVar[Any] = Counts  # of counts
    _counting: ClassVar[tuple[str, ...]] = ()  # the parameters that decide what is counted
    fit_prior: bool
    class_prior: Any
    prior_alpha: Any
    class_weight: Any
    n_features_in_: int
    n_jobs: int | None = None  # a family whose work is shared out has it as a parameter
    _prior_apart = False  # whether the prior is that of a model of which this one is a part
    _absences_apart = False  # whether absent features are explained one by one

    @abstractmethod
    def _check_X(self, X: Any, *, reset: bool = False) -> Any:
        """Return the rows of a matrix, if the family can count them."""

    @abstractmethod
    def _empty(self, batch: Batch) -> Any:
        """Return counts of nothing, for rows such as these."""

    @abstractmethod
    def _count(self, batch: Batch, counts: Any, *, can_stop: bool) -> None:
        """Add rows to counts, whose arrays nobody else holds.

        ``can_stop`` says that Ctrl-C may leave them half done, as they are no model's yet.
        """

    @abstractmethod
    def _smooth(self, counts: Any) -> Any:
        """Return the scorer that follows from counts and parameters."""

    @classmethod
    def from_counts(cls, counts: Counts, **params: Any) -> Self:
        """Make a model of counts, as if it had learned the rows that were counted.

        Parameters
        ----------
        counts : Counts
            What was counted by models of this family, as ``counts_`` or as a sum of such.
        **params
            The parameters of the model.

        Returns
        -------
        NaiveBayes
            A fitted model.
        """
        model = cls(**params)
        model._validate_params()
        if type(counts) is not cls._kind or counts.how.keys() != model._how().keys():
            raise InputTypeError(
                f"cannot make {a(cls.__name__)} of {counts!r}",
                code="wrong-type",
                parameter="counts",
                remedy=f"pass the counts_ of {a(cls.__name__)}, or a sum of such counts",
            )
        model.n_features_in_ = counts.n_features
        if counts.features is not None:
            model.feature_names_in_ = counts.features
        model._become(counts.shared())
        return model

    @property
    def counts_(self) -> Counts:
        """All that was learned, as a value that never changes with what is learned later."""
        self._check_is_fitted()
        return self._counts.shared()

    @property
    def classes_(self) -> Any:
        """The labels."""
        self._check_is_fitted()
        return frozen(self._counts.classes)

    @property
    def class_count_(self) -> Any:
        """The (weighted) number of rows of each class."""
        return self.counts_["rows"]

    @property
    def class_weight_(self) -> Any:
        """The weights of the classes, by label, as they were learned; 1 where nothing is said."""
        return self.counts_.class_weight

    def _first(self, X: Any, y: Any, declared: Any, sample_weight: Any) -> Counts:
        batch = self._first_batch(X, y, declared, sample_weight)
        counts = self._empty(batch).room_for(batch)
        self._count(batch, counts, can_stop=True)
        return counts.compact().declaring(counts.classes[:0] if declared is None else declared)

    def _more(self, X: Any, y: Any, classes: Any, sample_weight: Any) -> Counts:
        known = self._counts.classes
        if classes is not None and _classes.find(np.asarray(classes), known) is None:
            raise InputError(
                f"`classes={classes!r}` is not the same as on last call to partial_fit, was: "
                f"{known!r}",
                code="changed-parameter",
                parameter="classes",
                remedy="leave classes out: a new class is added with its first label",
            )
        batch = self._next_batch(X, y, sample_weight)
        counts = self._counts.room_for(batch)
        in_place = counts is self._counts and counts.adds_in_place and batch.is_small
        if in_place and counts.is_private:  # a copy would cost more than to learn a row
            counts = self._counts = counts.renewed()
            self._count(batch, counts, can_stop=False)
            return counts.renewed()  # what another thread derived meanwhile does not hold
        counts = counts.copied()
        self._count(batch, counts, can_stop=True)
        return counts.compact()

    def _without(self, X: Any, y: Any, sample_weight: Any) -> Any:
        batch = self._next_batch(X, y, sample_weight)
        self._counts.refuse_unknown(batch.classes)
        taken = self._counts.zeros(batch)
        self._count(batch, taken, can_stop=True)
        return self._counts - taken.only(np.unique(batch.codes))

    def _declared(self, classes: Any) -> Any:
        declared = super()._declared(classes)
        refuse_balanced(self.class_weight)
        return declared

    def _first_batch(self, X: Any, y: Any, declared: Any, sample_weight: Any) -> Batch:
        """Return the first rows, which decide what is a feature and what classes weigh."""
        return self._batch(self._check_X(X, reset=True), y, declared, sample_weight)

    def _next_batch(self, X: Any, y: Any, sample_weight: Any) -> Batch:
        """Return rows to be counted as those before them were."""
        self._check_how()
        known = self._counts
        return self._batch(self._check_X(X), y, known.classes, sample_weight, known.class_weight)

    def _batch(
        self, rows: Rows, y: Any, known: Any, sample_weight: Any, class_weight: Any = None
    ) -> Batch:
        """Return rows with their labels, and the classes with those that are new.

        What classes weigh is decided by the first rows.
        """
        classes, codes = _classes.encode(y, known, rows.n_rows)
        weights = checked_weights(sample_weight, rows.n_rows)
        if class_weight is None:
            class_weight = class_weights(self.class_weight, classes, codes, weights)
        weights = weighed(class_weight, classes, codes, weights)
        refuse_huge_weights(weights, classes, codes)
        return Batch(rows, classes, codes, weights, class_weight)

    def _fitting(self, other: Any) -> Any:
        if type(other) is not type(self):
            raise InputTypeError(
                f"cannot merge {a(type(other).__name__)} into {a(type(self).__name__)}",
                code="incompatible-merge",
                parameter="other",
                remedy="merge models of the same class",
            )
        return other.counts_

    def _how(self) -> dict[str, Any]:
        """Return the parameters that decide what is counted."""
        return {name: _plain(getattr(self, name)) for name in (*self._counting, "class_weight")}

    def _check_how(self) -> None:
        """Refuse counts of another kind than the parameters ask for."""
        self._refuse_changed(self._how())

    def _refuse_changed(self, now: dict[str, Any]) -> None:
        if now != (before := self._counts.how):
            names, was, is_now = differing(before, now)
            raise InputError(
                f"{was} has changed to {is_now} since fit",
                code="changed-parameter",
                parameter=names[0],
                remedy="fit again, or restore the old value",
            )

    def _derive(self, counts: Any) -> Any:
        self._check_how()
        return self._smooth(counts)

    def _log_prior(self, counts: Any, estimate: str = "mean") -> Any:
        """Return the logarithms of the class priors; ``estimate`` is how prior_alpha is used."""
        if self._prior_apart:
            return np.zeros(len(counts.classes))
        return class_log_prior(
            counts["rows"],
            self.class_prior,
            fit_prior=self.fit_prior,
            prior_alpha=self.prior_alpha,
            classes=counts.classes,
            estimate=estimate,
        )

    @property
    def class_log_prior_(self) -> Any:
        """The logarithms of the class priors."""
        return self._derived().prior

    def predict_joint_log_proba(self, X: Any) -> Any:
        """Return log P(x, c) for each row and each class c.

        Parameters
        ----------
        X : {array-like, sparse matrix} of shape (n_samples, n_features)
            The features.

        Returns
        -------
        ndarray of shape (n_samples, n_classes)
        """
        scorer, rows = self._judging(X)
        return scorer.score(rows)

    def _judging(self, X: Any) -> tuple[Any, Any]:
        """Return the scorer and the rows of a matrix, if they can be judged."""
        scorer = self._derived()
        self._check_how()  # a parameter may have been changed where it stands
        rows = self._check_X(X)
        self._refuse_no_classes()
        return scorer, rows

    def explain(self, X: Any) -> list[Explanation]:
        """Return what each feature adds to the joint log-probability of each class.

        Parameters
        ----------
        X : {array-like, sparse matrix} of shape (n_samples, n_features)
            The features.

        Returns
        -------
        list of Explanation
            One a row. The prior's term, the absent features' and the contributions add up to
            `predict_joint_log_proba`. Models that are no sum over the features (correlated
            features, the posterior predictive of `MultinomialNB`) have a remainder besides: there
            a contribution is what leaving the feature out would change. Where zeros are
            measurements, those of a sparse row are no features of their own: what they add together
            stands under ``absent``.
        """
        scorer, rows = self._judging(X)
        return scorer.explain(rows)

    def __getstate__(self) -> Any:
        if "_counts" in self.__dict__:  # whoever copies or pickles the model holds its counts, too
            self._counts.shared()
        return super().__getstate__()

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.classifier_tags.poor_score = True
        return tags


def _plain(value: Any) -> Any:
    """Return a parameter so that it can be compared, and does not change with what was given."""
    if isinstance(value, dict):
        return dict(value)
    return np.asarray(value).tolist() if hasattr(value, "__len__") else value
