"""Class frequencies counted in training, for classifiers that do not expose their prior."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.utils.class_weight import compute_sample_weight

from priory.decision._posterior import is_fitted
from priory.decision.priors._extraction import is_frozen, log_prior_of, with_prior
from priory.decision.wrapper import Wrapper
from priory.decision.wrapper._weights import weights_of

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["ClassFrequencies", "FrequencyTracker"]


@dataclass(frozen=True)
class ClassFrequencies:
    """How often each label was learned, with the weights that rows and classes had.

    What a classifier learned elsewhere is unknown, and whatever is added to it stays so.
    """

    counts: Mapping[Any, float] = field(default_factory=dict)
    is_known: bool = True

    @classmethod
    def of(cls, model: Any, y: Any, sample_weight: Any = None) -> ClassFrequencies:
        """Count labels as the model did that learned them; one that is frozen did not."""
        if is_frozen(model):
            return cls()
        y = np.asarray(y).reshape(-1)
        weight = np.ones(len(y)) if sample_weight is None else np.asarray(sample_weight, float)
        asked = getattr(with_prior(model), "class_weight", None)
        if asked is not None:
            asked = "balanced" if asked == "balanced_subsample" else asked
            weight = weight * compute_sample_weight(asked, y)
        labels, places = np.unique(y, return_inverse=True)
        counts = np.bincount(places, weight).tolist()
        return cls(dict(zip(labels.tolist(), counts, strict=True)))

    def __add__(self, more: ClassFrequencies) -> ClassFrequencies:
        return self._with(more, 1)

    def __sub__(self, less: ClassFrequencies) -> ClassFrequencies:
        return self._with(less, -1)

    def _with(self, others: ClassFrequencies, sign: int) -> ClassFrequencies:
        if not self.is_known:
            return self
        changed = {
            label: max(0.0, self.counts.get(label, 0.0) + sign * n)
            for label, n in others.counts.items()
        }
        return ClassFrequencies({**self.counts, **changed})

    def log_prior(self, classes: Any) -> Any:
        """Return the logarithms of the shares, in the order of the classes; None if unknown."""
        if not self.counts:
            return None
        counts = np.array([self.counts.get(label, 0.0) for label in np.asarray(classes).tolist()])
        with np.errstate(divide="ignore"):
            return np.log(counts) - np.log(counts.sum())


class FrequencyTracker(Wrapper):
    """A wrapper that knows the shares of the labels that were learned and not forgotten.

    Of a classifier that came fitted they are unknown.
    """

    _shares: ClassFrequencies | None = None

    def _noted(self, verb: str, model: Any, y: Any, params: dict[str, Any]) -> dict[str, Any]:
        """Count labels as the model did; None counts them as they are."""
        before = self._shares
        if verb == "fit" or before is None:
            before = self._before_any(verb, model)
        rows = ClassFrequencies.of(model, y, weights_of(self.estimator, params))
        return {"_shares": before - rows if verb == "forget" else before + rows}

    def _before_any(self, verb: str, model: Any) -> ClassFrequencies:
        """Return the shares before the first labels: a model that goes on learned some before."""
        goes_on = verb != "fit" and model is not None and is_fitted(self.estimator)
        return ClassFrequencies(is_known=not goes_on)

    def _log_prior_inside(self) -> Any:
        """Return the logarithms of the prior of the classifier inside; None if it is unknown."""
        found = log_prior_of(self._model)
        return self._log_shares() if found is None else found

    def _log_shares(self) -> Any:
        """Return the logarithms of the shares of the labels; None if they are unknown."""
        return None if self._shares is None else self._shares.log_prior(self.classes_)
