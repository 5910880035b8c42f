"""MixedNB: columns of different kinds, each with the family that fits it, in one model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np
from sklearn.base import ClassifierMixin
from sklearn.utils._param_validation import HasMethods

from priory.naive_bayes import _choice
from priory.naive_bayes._base import NaiveBayes
from priory.naive_bayes._classes import Encoded, encode
from priory.naive_bayes._composition import Composition
from priory.naive_bayes._derived import Derived
from priory.naive_bayes._estimate import class_log_prior
from priory.naive_bayes._explanation import Explanation
from priory.naive_bayes._posterior import Posterior
from priory.naive_bayes._table import read

if TYPE_CHECKING:
    from priory.naive_bayes._parts import Part
    from priory.tables.frame import Frame

__all__ = ["MixedNB"]


class MixedNB(Derived, Posterior, ClassifierMixin, Composition):
    """Naive Bayes over columns of different kinds.

    Given the class, features are independent, so each may have a distribution of its own kind.
    Every part of the table is modelled by one family, and the parts share one prior.

    Parameters
    ----------
    families : list of (name, family, columns), default=None
        Which family models which columns, as in scikit-learn's ColumnTransformer: columns are
        names, places, a slice, a mask of booleans, or a function of the table. In place of
        a family may stand transformers and a family, as a tuple or a pipeline; for texts, name one
        column and no list: ``("subject", (CountVectorizer(), MultinomialNB()), "subject")``.
        Columns that no part names are not looked at. None chooses by type: `BernoulliNB` for
        booleans, `CategoricalNB` for strings and categoricals, `GaussianNB` for numbers.
    discretize : Discretizer, default=None
        If families are chosen by type, numbers become bins by it and go to a `CategoricalNB`. Its
        edges are found in the first rows and stay.
    fit_prior : bool, default=True
        Whether the classes' shares of the rows are their prior; otherwise it is uniform.
    class_prior : array-like of shape (n_classes,), default=None
        The prior itself.
    prior_alpha : float or array-like of shape (n_classes,), default=None
        The parameters of the Dirichlet prior over the class priors, whose posterior mean is taken
        then: 1 adds a row to each class. None leaves them the shares of the rows.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        The labels.
    class_count_ : ndarray of shape (n_classes,)
        The (weighted) number of rows of each class.
    class_log_prior_ : ndarray of shape (n_classes,)
        The logarithms of the class priors.
    parts_ : list of Part
        The parts: ``name``, ``columns``, ``steps`` and ``family``, all fitted.
    named_parts_ : dict
        The fitted families by the names of their parts.
    n_features_in_ : int
        The number of columns of the table.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Their names, if they have names.

    See Also
    --------
    Discretizer : Makes bins of numbers.

    Examples
    --------
    >>> import pandas as pd
    >>> from priory import MixedNB
    >>> patients = pd.DataFrame({
    ...     "cough": [True, True, False, False],
    ...     "pain": ["strong", "some", "none", None],
    ...     "temperature": [39.1, 38.4, 36.6, 36.9],
    ... })
    >>> model = MixedNB().fit(patients, ["ill", "ill", "well", "well"])
    >>> [(part.name, part.family) for part in model.parts_]
    [('booleans', BernoulliNB()), ('categories', CategoricalNB()), ('numbers', GaussianNB())]
    >>> model.predict(pd.DataFrame({"cough": [True], "pain": ["none"], "temperature": [38.8]}))
    array(['ill'], dtype='<U4')

    A coin for whether the sender is known, and dice for the words of the subject:

    >>> from priory import BernoulliNB, CountVectorizer, MultinomialNB
    >>> mails = pd.DataFrame({
    ...     "known": [True, False, False, True],
    ...     "subject": ["see you", "buy cheap", "buy now", "now"],
    ... })
    >>> model = MixedNB([
    ...     ("sender", BernoulliNB(), ["known"]),
    ...     ("words", (CountVectorizer(), MultinomialNB()), "subject"),
    ... ])
    >>> model.fit(mails, ["ham", "spam", "spam", "ham"]).predict(mails)
    array(['ham', 'spam', 'spam', 'ham'], dtype='<U4')
    >>> model.explain(mails[1:2])[0].features.tolist()
    ['known', 'words__buy', 'words__cheap']
    """

    _parameter_constraints: dict[str, Any] = {  # noqa: RUF012 (scikit-learn's protocol)
        "families": [list, tuple, None],
        "discretize": [HasMethods(["fit_transform", "transform"]), None],
        "fit_prior": ["boolean"],
        "class_prior": ["array-like", None],
        "prior_alpha": NaiveBayes._parameter_constraints["prior_alpha"],
    }
    classes_: Any
    class_count_: Any
    n_features_in_: int
    parts_: list[Part]
    _kinds: dict[int, str]

    def __init__(
        self,
        families: Any = None,
        *,
        discretize: Any = None,
        fit_prior: bool = True,
        class_prior: Any = None,
        prior_alpha: Any = None,
    ) -> None:
        self.families = families
        self.discretize = discretize
        self.fit_prior = fit_prior
        self.class_prior = class_prior
        self.prior_alpha = prior_alpha

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Learn from labelled rows, and from nothing before them.

        Parameters
        ----------
        X : data frame or array-like of shape (n_samples, n_features)
            The features: a frame of pandas, polars or Arrow, or a matrix.
        y : array-like of shape (n_samples,)
            The labels.
        sample_weight : array-like of shape (n_samples,), default=None
            How often each row counts.

        Returns
        -------
        self
        """
        return self._begin(X, y, None, sample_weight)

    def _begin(self, X: Any, y: Any, declared: Any, sample_weight: Any) -> Self:
        """Learn the first rows; if that fails, be what was before."""
        before = dict(self.__dict__)
        try:
            self._validate_params()
            frame = read(self, X, None)
            y = _labels(y, frame)
            parts = self._make_parts(frame)
            for part in parts:
                data = part.begin(frame, y, sample_weight)
                verb, known = ("fit", ()) if declared is None else ("partial_fit", (declared,))
                part.learn(verb, frame, data, y, *known, sample_weight)
            used = {place for part in parts for place in part.columns}
            self._kinds = {place: frame.kinds[place] for place in sorted(used)}
            self._keep(parts)
            self._class_log_prior()  # which refuses a prior that does not fit the classes
        except BaseException:
            self.__dict__.clear()
            self.__dict__.update(before)
            raise
        return self

    def _make_parts(self, frame: Frame) -> list[Part]:
        if self.families is None:
            return _choice.chosen(frame, self.discretize)
        if self.discretize is not None:
            raise ValueError(
                "discretize is for families that are chosen by type: where families are given, put "
                "it before one of them, such as ('name', (Discretizer(), CategoricalNB()), columns)"
            )
        return _choice.given(frame, self.families)

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
            if classes is None:
                raise ValueError("classes must be passed on the first call to partial_fit.")
            return self._begin(X, y, np.unique(classes), sample_weight)
        return self._changed("partial_fit", X, y, classes, sample_weight)

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
        self._check_is_fitted()
        return self._changed("forget", X, y, sample_weight)

    def _changed(self, verb: str, X: Any, y: Any, *arguments: Any) -> Self:
        """Let copies of all parts learn or forget, and then be a model of these."""
        frame = read(self, X, self._kinds)
        y = _labels(y, frame)
        parts = [part.copied() for part in self.parts_]
        for part in parts:
            part.learn(verb, frame, part.transformed(frame), y, *arguments)
        self._keep(parts)
        return self

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
        self._check_is_fitted()
        self._refuse_stranger(other)
        parts = [part.copied() for part in self.parts_]
        for mine, theirs in zip(parts, other.parts_, strict=True):
            mine.family.merge(theirs.family)
        self._keep(parts)
        return self

    def _refuse_stranger(self, other: Any) -> None:
        if not isinstance(other, MixedNB):
            raise TypeError(f"a MixedNB cannot merge a {type(other).__name__}")
        other._check_is_fitted()
        mine, theirs = (getattr(model, "feature_names_in_", ()) for model in (self, other))
        if self.n_features_in_ != other.n_features_in_ or not np.array_equal(mine, theirs):
            raise ValueError("merge: the two models were not fitted on the same columns")
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

    def _keep(self, parts: list[Part]) -> None:
        """Be a model of these parts."""
        # All at once, so that Ctrl-C finds either model whole.
        first = parts[0].family
        self.__dict__.update(
            parts_=parts, classes_=first.classes_, class_count_=first.class_count_, _derived={}
        )

    def predict_joint_log_proba(self, X: Any) -> Any:
        """Return log P(x, c) for each row and each class c.

        Parameters
        ----------
        X : data frame or array-like of shape (n_samples, n_features)
            The features.

        Returns
        -------
        ndarray of shape (n_samples, n_classes)
        """
        self._check_is_fitted()
        frame = read(self, X, self._kinds)
        self._check_classes()
        terms = [part.scores(frame) for part in self.parts_]
        total = self.class_log_prior_ + sum(terms[1:], start=terms[0])
        if not np.isfinite(total).all():
            # One factor of 0 makes the product 0, whatever is not known of the others.
            ruled_out = np.any([np.isneginf(term) for term in terms], axis=0)
            total[ruled_out | np.isneginf(self.class_log_prior_)] = -np.inf
        return total

    def explain(self, X: Any) -> list[Explanation]:
        """Return what each feature of all parts adds to the joint log-probability of each class.

        A feature is a column of the table, whether it is 0 or not; where a vectorizer stands before
        a family, it is each of the vectorizer's terms that is there.

        Parameters
        ----------
        X : data frame or array-like of shape (n_samples, n_features)
            The features.

        Returns
        -------
        list of Explanation
            One a row. The prior's term, the absent features' and the contributions add up to
            `predict_joint_log_proba`.
        """
        self._check_is_fitted()
        frame = read(self, X, self._kinds)
        self._check_classes()
        names = [_objects(part.features(frame)) for part in self.parts_]
        of_parts = [part.explained(frame) for part in self.parts_]
        return [self._joined(names, row) for row in zip(*of_parts, strict=True)]

    def _joined(self, names: list[Any], parts: tuple[Explanation, ...]) -> Explanation:
        """Return the explanation of one row out of those of the parts."""
        features = [
            one.features if one.features.dtype.kind in "OU" else own[one.features]
            for own, one in zip(names, parts, strict=True)
        ]
        remainders = [part.remainder for part in parts if part.remainder is not None]
        return Explanation(
            self.classes_,
            np.concatenate([np.asarray(part, dtype=object) for part in features]),
            np.concatenate([np.asarray(part.values, dtype=object) for part in parts]),
            np.vstack([part.contributions for part in parts]),
            np.sum([part.absent for part in parts], axis=0),
            self.class_log_prior_,
            sum(remainders[1:], start=remainders[0]) if remainders else None,
        )

    @property
    def class_log_prior_(self) -> Any:
        """The logarithms of the class priors."""
        return self._derive("prior", self._class_log_prior)

    def _class_log_prior(self) -> Any:
        return class_log_prior(
            self.class_count_,
            self.class_prior,
            fit_prior=self.fit_prior,
            prior_alpha=self.prior_alpha,
        )

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        tags.input_tags.categorical = True
        tags.input_tags.string = True
        tags.classifier_tags.poor_score = True
        return tags


def _labels(y: Any, frame: Frame) -> Encoded:
    """Read the labels once for all parts."""
    return Encoded(*encode(y, None, frame.n_rows))


def _objects(names: list[Any]) -> Any:
    array = np.empty(len(names), dtype=object)
    array[:] = names
    return array
