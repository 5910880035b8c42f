"""PriorShiftClassifier: the same evidence, where the classes have other shares."""

from __future__ import annotations

from typing import Any, Self

import numpy as np

from priory.decision._counted import Counted
from priory.decision._em import PriorEstimate, estimate_prior
from priory.decision._explained import shifted
from priory.decision._priors import inmost, read_prior
from priory.decision._rescored import Rescored
from priory.decision._wrapper import Wrapper, log_posterior
from priory.naive_bayes.scores.posterior import normalized

__all__ = ["PriorShiftClassifier", "shift_prior"]


def shift_prior(log_posterior: Any, train_prior: Any, prior: Any) -> Any:
    """Return the log posteriors that a classifier had if its prior were another.

    A posterior divided by its prior is the likelihood, up to a factor; times another prior it is
    that one's posterior.

    Parameters
    ----------
    log_posterior : array-like of shape (n_samples, n_classes)
        The logarithms of posteriors. They need not be normalised.
    train_prior : array-like of shape (n_classes,)
        The prior in these posteriors, which sums to one.
    prior : array-like of shape (n_classes,)
        The prior that is true, which sums to one. A class of prior 0 is impossible.

    Returns
    -------
    ndarray of shape (n_samples, n_classes)

    Examples
    --------
    A test that was trained on as many ill as healthy people is sure of an illness with
    probability 0.95, but one in a thousand is ill:

    >>> import numpy as np
    >>> from priory import shift_prior
    >>> np.exp(shift_prior(np.log([[0.05, 0.95]]), [0.5, 0.5], [0.999, 0.001])).round(3)
    array([[0.981, 0.019]])
    """
    scores = np.asarray(log_posterior, dtype=np.float64)
    places = range(scores.shape[-1])
    before, after = (
        read_prior(given, places, name)
        for given, name in ((train_prior, "train_prior"), (prior, "prior"))
    )
    return normalized(scores + _shift(before, after, places))


def _shift(train_prior: Any, prior: Any, classes: Any) -> Any:
    """Return what is added to the log posteriors."""
    unseen = np.flatnonzero((train_prior == 0) & (prior > 0))
    if len(unseen):
        raise ValueError(
            f"class {np.asarray(classes).tolist()[unseen[0]]!r} has the training prior 0, so "
            "nothing is known of it: train on rows of it, or give it the prior 0"
        )
    possible = prior > 0
    shift = np.full(len(prior), -np.inf)
    shift[possible] = np.log(prior[possible]) - np.log(train_prior[possible])
    return shift


class PriorShiftClassifier(Rescored, Counted):
    """A classifier for data in which the classes have other shares than in training.

    Its posteriors are those of the classifier inside, with the prior of the training divided out
    and the true one put in. That is right if only the shares of the classes differ: within each
    class the features must look as they did in training.

    The true prior is given, or estimated from rows without labels by `adapt`. Without either
    nothing changes.

    Parameters
    ----------
    estimator : classifier
        Any that has `predict_proba`. One that came fitted can be used without `fit`, which trains a
        clone; one in a `FrozenEstimator` it keeps.
    prior : array-like of shape (n_classes,) or dict, default=None
        The true prior, in the order of `classes_` or by class. It sums to one; a class of prior 0
        is never predicted. It may change after fit.
    train_prior : array-like of shape (n_classes,) or dict, default=None
        The prior in the posteriors of the classifier. By default it is asked for its own
        (`class_log_prior_`, `class_prior_` or `priors_`); if it has none, it is the shares of the
        labels in `fit`, with sample weights and ``class_weight``. One that tells no prior and was
        trained elsewhere, as in a `FrozenEstimator`, needs it.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        The labels.
    prior_ : ndarray of shape (n_classes,)
        The prior that is used: given, estimated, or that of the training.
    train_prior_ : ndarray of shape (n_classes,)
        The prior that is divided out.
    prior_std_ : ndarray of shape (n_classes,)
        After `adapt`, the standard deviations of the estimate.
    n_iter_ : int
        After `adapt`, how many steps it took.
    estimator_ : classifier
        The fitted classifier.

    See Also
    --------
    shift_prior, estimate_prior : The same for arrays of posteriors.
    CalibratedClassifier : Makes posteriors that `adapt` can rely on.

    Examples
    --------
    >>> import numpy as np
    >>> from priory import GaussianNB, PriorShiftClassifier
    >>> X = np.array([[-1.5], [-0.5], [0.5], [1.5]])
    >>> model = PriorShiftClassifier(GaussianNB(), {"ill": 0.01, "well": 0.99})
    >>> model = model.fit(X, ["well", "well", "ill", "ill"])
    >>> model.predict_proba([[0.5]]).round(3)
    array([[0.355, 0.645]])
    >>> model.set_params(prior=[0.5, 0.5]).predict_proba([[0.5]]).round(3)
    array([[0.982, 0.018]])
    """

    _parameter_constraints: dict[str, Any] = {  # noqa: RUF012 (scikit-learn's protocol)
        **Wrapper._parameter_constraints,
        "prior": ["array-like", dict, None],
        "train_prior": ["array-like", dict, None],
    }
    _remedy = "give these classes a prior above 0"
    _estimate: PriorEstimate
    _divided: Any  # the training prior that was given when it was made

    def __init__(self, estimator: Any, prior: Any = None, *, train_prior: Any = None) -> None:
        self.estimator = estimator
        self.prior = prior
        self.train_prior = train_prior

    def fit(self, X: Any, y: Any, **params: Any) -> Self:
        """Fit a clone of the classifier inside; what `adapt` found before is forgotten.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            The features, or whatever the classifier takes.
        y : array-like of shape (n_samples,)
            The labels.
        **params : dict
            What else its `fit` takes, as ``sample_weight``.

        Returns
        -------
        self
        """
        super().fit(X, y, **params)
        self.__dict__.pop("_estimate", None)
        return self

    def adapt(self, X: Any) -> Self:
        """Estimate the prior of rows without labels, and use it from now on.

        It is as good as the posteriors are: see :func:`estimate_prior`. It stays if the classifier
        learns from more rows or forgets some, until `fit`.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            The features of rows in which the classes have the shares that are asked for.

        Returns
        -------
        self
            With `prior_`, `prior_std_` and `n_iter_`.
        """
        if self.prior is not None:
            raise ValueError("prior is given, so none is estimated: adapt needs prior=None")
        scores = log_posterior(self._model, X)
        self._estimate = estimate_prior(scores, self.train_prior_, classes=self.classes_)
        self._divided = self._given_train_prior()
        return self

    @property
    def train_prior_(self) -> Any:
        """The prior in the posteriors of the classifier inside."""
        given = self._given_train_prior()
        if given is not None:
            return given
        found = self._log_prior_inside()
        if found is None:
            raise ValueError(
                f"{type(inmost(self._model)).__name__} came fitted and does not tell its prior: "
                "give the shares of its training labels as train_prior"
            )
        return np.exp(found)

    def _given_train_prior(self) -> Any:
        if self.train_prior is None:
            return None
        return read_prior(self.train_prior, self.classes_, "train_prior")

    @property
    def prior_(self) -> Any:
        """The prior that is used."""
        if self.prior is not None:
            return read_prior(self.prior, self.classes_)
        if not hasattr(self, "_estimate"):
            return self.train_prior_
        if len(self._estimate.prior) != len(self.classes_):
            raise ValueError("the classifier has learned another class since adapt: adapt again")
        if not np.array_equal(self._divided, self._given_train_prior()):
            raise ValueError(
                "train_prior has changed since adapt, which divided by it: adapt again"
            )
        return self._estimate.prior

    @property
    def class_log_prior_(self) -> Any:
        """The logarithms of `prior_`."""
        with np.errstate(divide="ignore"):
            return np.log(self.prior_)

    @property
    def prior_std_(self) -> Any:
        """The standard deviations of the estimated prior."""
        return self._adapted.std

    @property
    def n_iter_(self) -> int:
        """How many steps the estimate took."""
        return self._adapted.n_iter

    @property
    def _adapted(self) -> PriorEstimate:
        if not hasattr(self, "_estimate"):
            raise AttributeError("there is no estimate before adapt")
        return self._estimate

    def _log_scores(self, X: Any) -> Any:
        return log_posterior(self._model, X) + self._shift()

    def _explained(self, explanation: Any) -> Any:
        return shifted(explanation, self._shift())

    def _shift(self) -> Any:
        return _shift(self.train_prior_, self.prior_, self.classes_)
