"""PriorShiftClassifier: correction of posteriors for prior (label) shift."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from priory.decision._posterior import log_posterior
from priory.decision._rescored import Rescored, shifted
from priory.decision.priors._extraction import inmost
from priory.decision.priors._validation import read_prior
from priory.decision.priors.em import PriorEstimate, estimate_prior
from priory.decision.priors.shift import log_shift
from priory.decision.wrapper import Wrapper
from priory.errors import InputError

__all__ = ["PriorShiftClassifier"]


@dataclass(frozen=True, eq=False)
class Adapted:
    """What `adapt` found, and the training prior that it was given to divide by, if any."""

    estimate: PriorEstimate
    train_prior: Any

    def prior(self, n_classes: int, train_prior: Any) -> Any:
        """Return the prior that was found, if it still fits the model."""
        if len(self.estimate.prior) != n_classes:
            raise InputError(
                "the classifier has learned a new class since adapt",
                code="changed-since-adapt",
                remedy="call adapt again",
            )
        if not np.array_equal(self.train_prior, train_prior):
            raise InputError(
                "train_prior has changed since adapt",
                code="changed-since-adapt",
                parameter="train_prior",
                remedy="call adapt again",
            )
        return self.estimate.prior


class PriorShiftClassifier(Rescored):
    """A classifier for data in which the classes have other shares than in training.

    Its posteriors are those of the classifier inside, with the prior of the training divided out
    and the true one put in. That is right if only the shares of the classes differ: within each
    class the features must look as they did in training.

    The true prior is given, or estimated from rows without labels by `adapt`, until the next
    `fit`. Without either nothing changes.

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
    _adapted: Adapted | None = None

    def __init__(self, estimator: Any, prior: Any = None, *, train_prior: Any = None) -> None:
        self.estimator = estimator
        self.prior = prior
        self.train_prior = train_prior

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
            raise InputError(
                "adapt estimates the prior, but prior is given",
                code="incompatible-parameters",
                parameter="prior",
                remedy="set prior=None",
            )
        scores = log_posterior(self._model, X)
        estimate = estimate_prior(scores, self.train_prior_, classes=self.classes_)
        self._adapted = Adapted(estimate, self._given_train_prior())
        return self

    def _noted(self, verb: str, model: Any, y: Any, params: dict[str, Any]) -> dict[str, Any]:
        """Keep the shares of the labels; what `adapt` found before ends with `fit`."""
        noted = super()._noted(verb, model, y, params)
        return noted | {"_adapted": None} if verb == "fit" else noted

    @property
    def train_prior_(self) -> Any:
        """The prior in the posteriors of the classifier inside."""
        given = self._given_train_prior()
        if given is not None:
            return given
        found = self._log_prior_inside()
        if found is None:
            raise InputError(
                f"{type(inmost(self._model)).__name__} came fitted and does not expose its prior",
                code="unknown-prior",
                parameter="train_prior",
                remedy="pass the class shares of its training data as train_prior",
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
        if self._adapted is None:
            return self.train_prior_
        return self._adapted.prior(len(self.classes_), self._given_train_prior())

    @property
    def class_log_prior_(self) -> Any:
        """The logarithms of `prior_`."""
        with np.errstate(divide="ignore"):
            return np.log(self.prior_)

    @property
    def prior_std_(self) -> Any:
        """The standard deviations of the estimated prior."""
        return self._estimate.std

    @property
    def n_iter_(self) -> int:
        """How many steps the estimate took."""
        return self._estimate.n_iter

    @property
    def _estimate(self) -> PriorEstimate:
        if self._adapted is None:
            raise AttributeError("the estimated prior is only available after adapt")
        return self._adapted.estimate

    def _log_scores(self, X: Any) -> Any:
        return log_posterior(self._model, X) + self._shift()

    def _explained(self, explanation: Any) -> Any:
        return shifted(explanation, self._shift())

    def _shift(self) -> Any:
        return log_shift(self.train_prior_, self.prior_, self.classes_)
