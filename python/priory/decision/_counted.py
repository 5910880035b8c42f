"""A wrapper that counts labels, for the classifiers that do not tell their prior."""

from __future__ import annotations

from typing import Any

from priory.decision._priors import Shares, log_prior_of
from priory.decision._wrapper import Wrapper, is_fitted, weights_of

__all__ = ["Counted"]


class Counted(Wrapper):
    """A wrapper that knows the shares of the labels that were learned and not forgotten.

    Of a classifier that came fitted they are unknown.
    """

    _shares: Shares

    def _count(self, verb: str, y: Any, params: dict[str, Any]) -> None:
        learner = self._counted_as()
        if verb == "fit" or not hasattr(self, "_shares"):
            elsewhere = verb != "fit" and is_fitted(self.estimator)
            self._shares = Shares(unknown=elsewhere and learner is not None)
        sign = -1 if verb == "forget" else 1
        self._shares.add(learner, y, weights_of(self.estimator, params), sign=sign)

    def _counted_as(self) -> Any:
        """Return the classifier whose prior is in the posteriors; None if the shares are."""
        return self._model

    def _log_prior_inside(self) -> Any:
        """Return the logarithms of the prior of the classifier inside; None if it is unknown."""
        found = log_prior_of(self._model)
        if found is None and hasattr(self, "_shares"):
            found = self._shares.log_prior(self.classes_)
        return found
