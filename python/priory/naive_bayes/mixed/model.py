"""MixedNB: Naive Bayes for tables, with a family per group of columns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from priory._naming import a
from priory._sklearn import HasMethods
from priory.errors import InputError, InputTypeError
from priory.naive_bayes._base import JOBS, NaiveBayes
from priory.naive_bayes.categorical import CategoricalNB
from priory.naive_bayes.mixed import choice
from priory.naive_bayes.mixed.composition import Composition
from priory.naive_bayes.mixed.counts import PartCounts
from priory.naive_bayes.mixed.parts import refuse_other_parts
from priory.naive_bayes.mixed.scorer import MixedScorer
from priory.naive_bayes.mixed.table import read
from priory.naive_bayes.rows.weights import CLASS_WEIGHT

if TYPE_CHECKING:
    from priory.naive_bayes.counts import Counts
    from priory.naive_bayes.mixed.parts import MixedPart
    from priory.naive_bayes.rows.rows import Batch
    from priory.tables.frame import Frame

__all__ = ["MixedNB"]


class MixedNB(Composition, NaiveBayes):
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
    parts_ : list of MixedPart
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

    @classmethod
    def from_counts(cls, counts: Any, **params: Any) -> Self:  # noqa: ARG003
        """Refuse: the counts of parts do not tell which columns they are of."""
        raise InputTypeError(
            "cannot make a MixedNB of counts, which do not store the columns of its parts",
            code="unsupported",
            parameter="counts",
            remedy="merge fitted models instead",
        )

    def _check_X(self, X: Any, *, reset: bool = False) -> Frame:
        return read(self, X, None if reset else self._counts.kinds)

    def _empty(self, batch: Batch) -> PartCounts:
        parts = self._make_parts(batch.rows)
        self._remember()
        used = sorted({place for part in parts for place in part.columns})
        kinds = {place: batch.rows.kinds[place] for place in used}
        return PartCounts(parts, kinds, self._how(), batch.class_weight)

    def _count(self, batch: Batch, counts: PartCounts, *, can_stop: bool) -> None:  # noqa: ARG002
        for part in counts.parts:
            part.learn(batch)

    def _without(self, X: Any, y: Any, sample_weight: Any) -> PartCounts:
        batch, counts = self._next_batch(X, y, sample_weight), self._counts.copied()
        for part in counts.parts:
            part.forget(batch)
        return counts

    def _fitting(self, other: Any) -> PartCounts:
        if not isinstance(other, MixedNB):
            raise InputTypeError(
                f"cannot merge {a(type(other).__name__)} into a MixedNB",
                code="incompatible-merge",
                parameter="other",
                remedy="merge models of the same class",
            )
        other._derived()  # which refuses parts that are not those of its parameters
        refuse_other_parts(self, other)
        return other._counts

    def _check_how(self) -> None:
        super()._check_how()
        if not self._memo.has_seen(self._parameter_values()):
            self._refuse_changed_parts()

    def _parameter_values(self) -> tuple[Any, ...]:
        return *super()._parameter_values(), self.__dict__.get("_outdated")

    def _smooth(self, counts: PartCounts) -> MixedScorer:
        return MixedScorer(counts, self._log_prior(counts))

    def _make_parts(self, frame: Frame) -> list[MixedPart]:
        if self.families is None or isinstance(self.families, dict):
            options = self.discretize, self.missing, self.n_jobs
            return choice.chosen(frame, self.families or {}, *options)
        if self.discretize is not None:
            raise InputError(
                "discretize applies only to families that are chosen by type",
                code="unsupported",
                parameter="discretize",
                remedy="put the discretizer before one of the given families, such as "
                "('name', (Discretizer(), CategoricalNB()), columns)",
            )
        if self.missing != "ignore":
            raise InputError(
                f"missing={self.missing!r} applies only to families that are chosen by type",
                code="unsupported",
                parameter="missing",
                remedy="pass it to the given families, such as "
                f"CategoricalNB(missing={self.missing!r})",
            )
        return choice.given(frame, self.families, self._get_param_names())

    @property
    def parts_(self) -> list[MixedPart]:
        """The parts: ``name``, ``columns``, ``steps`` and ``family``, all fitted."""
        self._check_is_fitted()
        return self._counts.parts

    @property
    def counts_(self) -> dict[str, Counts]:  # type: ignore[override]
        """All that was learned: the counts of each part, by its name."""
        return {part.name: part.family.counts_ for part in self.parts_}

    @property
    def class_count_(self) -> Any:
        """The (weighted) number of rows of each class."""
        self._check_is_fitted()
        return self._counts.shared()["rows"]

    @property
    def class_weight_(self) -> Any:
        """The weights of the classes, by label, as they were learned; 1 where nothing is said."""
        self._check_is_fitted()
        return self._counts.class_weight

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = False
        tags.input_tags.allow_nan = True
        tags.input_tags.categorical = True
        tags.input_tags.string = True
        return tags
