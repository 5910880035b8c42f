"""Learning, forgetting and merging of several parts: by all of them, or by none."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np

from priory._classes import Encoded, encode
from priory._derived import Derived
from priory.naive_bayes._beginning import Beginning
from priory.naive_bayes._counting import Counting
from priory.naive_bayes._learning import checked_weights
from priory.naive_bayes.mixed import choice as _choice
from priory.naive_bayes.mixed.composition import MADE, Composition
from priory.naive_bayes.mixed.table import read

if TYPE_CHECKING:
    from priory.naive_bayes.mixed.parts import Part
    from priory.tables.frame import Frame

__all__ = ["PartsLearning"]


class PartsLearning(Counting, Derived, Beginning, Composition):
    """A model of parts, each of which learns its columns of the same rows."""

    classes_: Any
    class_count_: Any
    n_features_in_: int
    _kinds: dict[int, str]
    _class_log_prior: Any

    def _learn_first(self, X: Any, y: Any, declared: Any, sample_weight: Any) -> None:
        frame = read(self, X, None)
        labels = Encoded(*encode(y, None, frame.n_rows))  # once for all parts
        sample_weight = self._weights(labels, declared, sample_weight)
        parts = self._make_parts(frame)
        verb, known = ("fit", ()) if declared is None else ("partial_fit", (declared,))
        for part in parts:
            data = part.begin(frame, labels, sample_weight)
            part.learn(verb, frame, data, labels, *known, sample_weight)
        used = {place for part in parts for place in part.columns}
        self._kinds = {place: frame.kinds[place] for place in sorted(used)}
        self._remember()
        self._counted_with = self._counting_parameters()
        self._keep(parts)
        self._class_log_prior()  # which refuses a prior that does not fit the classes

    def _make_parts(self, frame: Frame) -> list[Part]:
        if self.families is None or isinstance(self.families, dict):
            options = self.discretize, self.missing, self.n_jobs
            return _choice.chosen(frame, self.families or {}, *options)
        if self.discretize is not None:
            raise ValueError(
                "discretize is for families that are chosen by type: where families are given, put "
                "it before one of them, such as ('name', (Discretizer(), CategoricalNB()), columns)"
            )
        if self.missing != "ignore":
            raise ValueError(
                f"missing={self.missing!r} is for families that are chosen by type: where families "
                f"are given, give it to them, such as CategoricalNB(missing={self.missing!r})"
            )
        return _choice.given(frame, self.families, self._get_param_names())

    def partial_fit(self, X: Any, y: Any, classes: Any = None, sample_weight: Any = None) -> Self:
        """Learn from more labelled rows.

        What transformers learned from the first rows, such as edges of bins or a vocabulary, stays.

        Parameters
        ----------
        X : data frame or array-like of shape (n_samples, n_features)
            The features.
        y : array-like of shape (n_samples,)
            The labels. One never seen before becomes a new class.
        classes : array-like of shape (n_classes,), default=None
            All the classes expected. Needed in the first call.
        sample_weight : array-like of shape (n_samples,), default=None
            How often each row counts.

        Returns
        -------
        self
        """
        if "class_count_" not in self.__dict__:
            return self._begin_with(classes, X, y, sample_weight)
        return self._changed("partial_fit", X, y, sample_weight, classes)

    def forget(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Take back what was learned from labelled rows: of all parts or, if one refuses, of none.

        Parameters
        ----------
        X : data frame or array-like of shape (n_samples, n_features)
            The features, as they were learned.
        y : array-like of shape (n_samples,)
            The labels, as they were learned.
        sample_weight : array-like of shape (n_samples,), default=None
            How often each row counted.

        Returns
        -------
        self
        """
        return self._changed("forget", X, y, sample_weight)

    def _changed(self, verb: str, X: Any, y: Any, sample_weight: Any, *classes: Any) -> Self:
        """Let copies of all parts learn or forget, and then be a model of these."""
        frame = self._read(X)
        labels = Encoded(*encode(y, self.classes_, frame.n_rows))
        sample_weight = self._weights(labels, self.classes_, sample_weight)
        parts = [part.copied() for part in self.parts_]
        for part in parts:
            part.learn(verb, frame, part.transformed(frame), labels, *classes, sample_weight)
        self._keep(parts)
        return self

    def _weights(self, labels: Encoded, known: Any, sample_weight: Any) -> Any:
        weights = checked_weights(sample_weight, len(labels.codes))
        return self._weighed(*labels.among(known), weights)

    def merge(self, other: Self) -> Self:
        """Add the counts of another model, as if this one had learned its rows, too.

        Parameters
        ----------
        other : MixedNB
            A model of the same parts, fitted on the same columns. It stays as it is.

        Returns
        -------
        self
        """
        self._check_made()
        self._refuse_stranger(other)
        parts = [part.copied() for part in self.parts_]
        for mine, theirs in zip(parts, other.parts_, strict=True):
            mine.family.merge(theirs.family)
        self._keep(parts)
        return self

    def _refuse_stranger(self, other: Any) -> None:
        if not isinstance(other, PartsLearning):
            raise TypeError(f"a MixedNB cannot merge a {type(other).__name__}")
        other._check_made()
        mine, theirs = (getattr(model, "feature_names_in_", ()) for model in (self, other))
        if self.n_features_in_ != other.n_features_in_ or not np.array_equal(mine, theirs):
            raise ValueError("merge: the two models were not fitted on the same columns")
        self._refuse_other_counts(other)
        names = [[part.name for part in model.parts_] for model in (self, other)]
        if names[0] != names[1]:
            raise ValueError(f"merge: the parts are {names[0]!r} here, but {names[1]!r} there")
        for one, another in zip(self.parts_, other.parts_, strict=True):
            if not one.is_like(another):
                raise ValueError(
                    f"merge: the two parts {one.name!r} do not count the same things; give both "
                    "models the same columns and families, and transformers that need no fit, such "
                    "as edges or a vocabulary that are given"
                )

    def _read(self, X: Any) -> Frame:
        """Read a table of the columns that were learned."""
        self._check_made()
        self._check_counting()
        return read(self, X, self._kinds)

    def _keep(self, parts: list[Part]) -> None:
        """Be a model of these parts."""
        # All at once, so that Ctrl-C finds either model whole.
        first = parts[0].family
        self.__dict__.update(
            parts_=parts,
            classes_=first.classes_,
            class_count_=first.class_count_,
            _derived={MADE: True},
        )
