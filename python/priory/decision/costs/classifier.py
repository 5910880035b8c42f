"""CostClassifier: minimum expected cost (Bayes risk) decisions."""

from __future__ import annotations

from numbers import Integral
from typing import Any

import numpy as np
from sklearn.utils import check_consistent_length, column_or_1d

from priory import _core
from priory._threads import n_threads
from priory.decision._labels import label_indices
from priory.decision._posterior import check_known, log_posterior
from priory.decision._reject_option import RejectOptionMixin, with_reject_label
from priory.decision.costs._table import is_by_row, read_costs, read_costs_by_row, read_reject_cost
from priory.decision.wrapper import Wrapper
from priory.errors import InputError

__all__ = ["CostClassifier"]


class CostClassifier(RejectOptionMixin, Wrapper):
    """Decide what is expected to cost least.

    A decision d is expected to cost the sum over the classes c of P(c|x) C(c, d), where C(c, d) is
    what it costs if c is true. Decisions are the classes and, if `reject_cost` is given, a refusal.
    Of decisions that cost the same the first is taken; the refusal comes last.

    All parameters may be changed after fit: the classifier inside learns probabilities, not
    decisions. One that is fitted already needs no fit.

    Parameters
    ----------
    estimator : classifier
        Any with `predict_proba`. If it has `predict_log_proba`, its logarithms are used.
    costs : array-like, dict or DataFrame, default=None
        What each decision costs for each true class: an array with a row for each true class and a
        column for each decided one, in the order of `classes_`, as in
        scikit-learn's confusion matrix; a DataFrame with their names; or a dict, either
        ``{(true, decided): cost}`` or ``{true: {decided: cost}}``. What a dict or a DataFrame does
        not name costs 0 if it is right, and is an error if it is not. By default all mistakes cost
        1, so that the most probable class is decided.
    utilities : array-like, dict or DataFrame, default=None
        In place of `costs`, what each decision is worth, in the same forms.
    reject_cost : float, array-like of shape (n_classes,) or dict, default=None
        What a refusal costs, whatever is true, or for each true class. None never refuses. It is a
        cost even beside `utilities`.
    reject_label : object, default=None
        How `predict` answers a refusal. It must be none of the classes; if it is of another type,
        as a string beside numbers, `predict` returns an array of objects.
    n_jobs : int or None, default=-1
        The number of threads that decide; -1 uses all cores.

    Attributes
    ----------
    estimator_ : classifier
        The fitted classifier inside, unless it came fitted.
    classes_ : ndarray of shape (n_classes,)
        The labels.
    decisions_ : ndarray
        All that may be decided: the classes, and then the refusal.

    Examples
    --------
    >>> from priory import CostClassifier, GaussianNB
    >>> X, y = [[36.5], [37.0], [36.8], [38.4], [39.2]], ["well", "well", "well", "ill", "ill"]
    >>> doctor = CostClassifier(GaussianNB()).fit(X, y)
    >>> doctor.predict([[37.3], [37.4]])
    array(['well', 'well'], dtype='<U4')
    >>> missed = {("ill", "well"): 50, ("well", "ill"): 1}
    >>> doctor.set_params(costs=missed).predict([[37.3], [37.4]])
    array(['well', 'ill'], dtype='<U4')
    """

    _parameter_constraints: dict[str, Any] = {  # noqa: RUF012 (scikit-learn's protocol)
        **Wrapper._parameter_constraints,
        "costs": "no_validation",
        "utilities": "no_validation",
        "reject_cost": "no_validation",
        "reject_label": "no_validation",
        "n_jobs": [Integral, None],
    }

    def __init__(
        self,
        estimator: Any,
        costs: Any = None,
        *,
        utilities: Any = None,
        reject_cost: Any = None,
        reject_label: Any = None,
        n_jobs: int | None = -1,
    ) -> None:
        self.estimator = estimator
        self.costs = costs
        self.utilities = utilities
        self.reject_cost = reject_cost
        self.reject_label = reject_label
        self.n_jobs = n_jobs

    @property
    def decisions_(self) -> Any:
        """All that may be decided."""
        return self._decisions(self.classes_)

    def predict(self, X: Any, costs: Any = None) -> Any:
        """Return the decision for each row.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            The features.
        costs : array-like of shape (n_samples, n_classes, n_classes), or as the parameter
            Costs for these rows in place of `costs` and `utilities`: for each row a table of its
            own, or one for all in any form that the parameter has.

        Returns
        -------
        ndarray of shape (n_samples,)
            Each is one of `decisions_`. Where no probability is known, there is no decision: that
            is an error.
        """
        places, _ = self._decided(X, costs)
        return self.decisions_[places]

    def cost(self, X: Any, y: Any, sample_weight: Any = None, costs: Any = None) -> float:
        """Return what the decisions for labelled rows cost on average.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            The features.
        y : array-like of shape (n_samples,)
            The true labels.
        sample_weight : array-like of shape (n_samples,), default=None
            What each row counts.
        costs : array-like of shape (n_samples, n_classes, n_classes), or as the parameter
            Costs for these rows, as `predict` takes them.

        Returns
        -------
        float
            With `utilities`, a negative one is what decisions are worth.
        """
        y = column_or_1d(y)
        places, table = self._decided(X, costs)
        check_consistent_length(places, y, sample_weight)
        true = label_indices(y, self.classes_)
        of_rows = table[true, places] if table.ndim == 2 else table[range(len(y)), true, places]  # noqa: PLR2004
        return float(np.average(of_rows, weights=sample_weight))

    def _decided(self, X: Any, costs: Any) -> tuple[Any, Any]:
        """Return the places of the decisions, and the costs of all."""
        log_proba = log_posterior(self._model, X)
        table = self._table(costs, self.classes_, len(log_proba))
        # What all decisions cost alike would only take digits from what they do not.
        places = self._ask(_core.decide_rows, log_proba, table - table.min(axis=-1, keepdims=True))
        check_known(places >= 0)
        return places, table

    def expected_cost(self, X: Any, costs: Any = None) -> Any:
        """Return what each decision is expected to cost for each row.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            The features.
        costs : array-like of shape (n_samples, n_classes, n_classes), or as the parameter
            Costs for these rows, as `predict` takes them.

        Returns
        -------
        ndarray of shape (n_samples, n_decisions)
            In the order of `decisions_`; NaN where no probability is known.
        """
        log_proba = log_posterior(self._model, X)
        table = self._table(costs, self.classes_, len(log_proba))
        return self._ask(_core.expected_costs, log_proba, table).reshape(-1, table.shape[-1])

    def _ask(self, function: Any, log_proba: Any, table: Any) -> Any:
        """Ask the core about each row."""
        log_proba = np.ascontiguousarray(log_proba, dtype=np.float64)
        costs = np.ascontiguousarray(table).reshape(-1)
        n_classes, n_decisions = table.shape[-2:]
        threads = n_threads(self.n_jobs)
        return function(log_proba.reshape(-1), n_classes, costs, n_decisions, threads)

    def _check(self, classes: Any) -> None:
        self._table(None, classes, 0)
        self._decisions(classes)

    def _decisions(self, classes: Any) -> Any:
        return (
            classes if self.reject_cost is None else with_reject_label(classes, self.reject_label)
        )

    def _table(self, costs: Any, classes: Any, n_rows: int) -> Any:
        """Return the costs of all decisions, for all rows or for each one."""
        if is_by_row(costs):
            table = read_costs_by_row(costs, n_rows, classes)
        elif costs is not None:
            table = read_costs(costs, classes)
        elif self.utilities is None:
            table = read_costs(self.costs, classes)
        elif self.costs is None:
            table = -read_costs(self.utilities, classes, "utilities")
        else:
            raise InputError(
                "costs and utilities are mutually exclusive",
                code="incompatible-parameters",
                parameter="utilities",
                remedy="pass only one of them",
            )
        if self.reject_cost is None:
            return table
        refusal = read_reject_cost(self.reject_cost, classes)[:, np.newaxis]
        return np.concatenate([table, np.broadcast_to(refusal, (*table.shape[:-1], 1))], axis=-1)
