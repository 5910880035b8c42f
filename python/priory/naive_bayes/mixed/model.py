"""MixedNB: columns of different kinds, each with the family that fits it, in one model."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.base import ClassifierMixin
from sklearn.utils._param_validation import HasMethods

from priory.naive_bayes._base import JOBS, NaiveBayes
from priory.naive_bayes._class_weight import CLASS_WEIGHT
from priory.naive_bayes.categorical.model import CategoricalNB
from priory.naive_bayes.mixed.learning import PartsLearning
from priory.naive_bayes.scores.estimate import class_log_prior
from priory.naive_bayes.scores.explanation import Explanation
from priory.naive_bayes.scores.posterior import Posterior

__all__ = ["MixedNB"]


class MixedNB(Posterior, ClassifierMixin, PartsLearning):
    """Naive Bayes over columns of different kinds.

    Given the class, features are independent, so each may have a distribution of its own kind.
    Every part of the table is modelled by one family, and the parts share one prior.

    Parameters
    ----------
    families : list of (name, family, columns) or dict, default=None
        Which family models which columns, as in scikit-learn's ColumnTransformer: columns are
        names, places, a slice, a mask of booleans, or a function of the table. In place of a
        family may stand transformers and a family, as a tuple or a pipeline; for texts, name one
        column and no list: ``("subject", (CountVectorizer(), MultinomialNB()), "subject")``.
        Columns that no part names are not looked at. None chooses by type: `BernoulliNB` for
        booleans, `CategoricalNB` for strings and categoricals, `GaussianNB` for numbers. A dict
        chooses by type, too, and has other families for some of the parts "booleans", "categories"
        and "numbers": ``{"numbers": KernelNB()}``.
    discretize : Discretizer, default=None
        If families are chosen by type, numbers become bins by it and go to a `CategoricalNB`, which
        is told how many there are. Its edges are found in the first rows and stay.
    missing : {"ignore", "category"}, default="ignore"
        If families are chosen by type, what a missing value is: nothing that was observed, so that
        the other columns decide, or a category of its own, for where absence itself tells the
        classes apart. Then booleans go to a `CategoricalNB`, too. A number that is missing is
        ignored, unless numbers become bins.
    fit_prior : bool, default=True
        Whether the classes' shares of the rows are their prior; otherwise it is uniform.
    class_prior : array-like of shape (n_classes,) or dict, default=None
        The prior itself; a dict is by class.
    prior_alpha : float or array-like of shape (n_classes,), default=None
        The parameters of the Dirichlet prior over the class priors, whose posterior mean is taken
        then: 1 adds a row to each class. None leaves them the shares of the rows.
    class_weight : dict or "balanced", default=None
        How often each row of a class counts, by label; 1 where nothing is said. "balanced" weighs
        the classes of `fit` so that all are equally large.
    n_jobs : int or None, default=-1
        The number of threads of the families that are chosen by type, -1 for all cores; families
        that are given have their own. The result does not depend on it.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        The labels.
    class_count_ : ndarray of shape (n_classes,)
        The (weighted) number of rows of each class.
    class_weight_ : dict
        The weights of the classes, by label, as they were learned; 1 where nothing is said.
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
        "families": [list, tuple, dict, None],
        "discretize": [HasMethods(["fit_transform", "transform"]), None],
        "missing": CategoricalNB._parameter_constraints["missing"],
        "fit_prior": ["boolean"],
        "class_prior": ["array-like", None],
        "prior_alpha": NaiveBayes._parameter_constraints["prior_alpha"],
        "class_weight": CLASS_WEIGHT,
        "n_jobs": JOBS,
    }

    def __init__(
        self,
        families: Any = None,
        *,
        discretize: Any = None,
        missing: str = "ignore",
        fit_prior: bool = True,
        class_prior: Any = None,
        prior_alpha: Any = None,
        class_weight: Any = None,
        n_jobs: int | None = -1,
    ) -> None:
        self.families = families
        self.discretize = discretize
        self.missing = missing
        self.fit_prior = fit_prior
        self.class_prior = class_prior
        self.prior_alpha = prior_alpha
        self.class_weight = class_weight
        self.n_jobs = n_jobs

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
        frame = self._read(X)
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
        frame = self._read(X)
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
            classes=self.classes_,
        )

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        tags.input_tags.categorical = True
        tags.input_tags.string = True
        tags.classifier_tags.poor_score = True
        return tags


def _objects(names: list[Any]) -> Any:
    array = np.empty(len(names), dtype=object)
    array[:] = names
    return array
