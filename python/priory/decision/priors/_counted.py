"""A wrapper that counts labels, for the classifiers that do not tell their prior."""

from __future__ import annotations

from typing import Any

from priory.decision._posterior import is_fitted
from priory.decision.priors._inside import log_prior_of
from priory.decision.priors._shares import Shares
from priory.decision.wrapper import Wrapper
from priory.decision.wrapper._weights import weights_of

__all__ = ["Counted"]


class Counted(Wrapper):
    """A wrapper that knows the shares of the labels that were learned and not forgotten.

    Of a classifier that came fitted they are unknown.
    """

    _shares: Shares | None = None

    def _noted(self, verb: str, model: Any, y: Any, params: dict[str, Any]) -> dict[str, Any]:
        """Count labels as the model did; None counts them as they are."""
        before = self._shares
        if verb == "fit" or before is None:
            before = self._before_any(verb, model)
        rows = Shares.of(model, y, weights_of(self.estimator, params))
        return {"_shares": before - rows if verb == "forget" else before + rows}

    def _before_any(self, verb: str, model: Any) -> Shares:
        """Return the shares before the first labels: a model that goes on learned some before."""
        goes_on = verb != "fit" and model is not None and is_fitted(self.estimator)
        return Shares(is_known=not goes_on)

    def _log_prior_inside(self) -> Any:
        """Return the logarithms of the prior of the classifier inside; None if it is unknown."""
        found = log_prior_of(self._model)
        return self._log_shares() if found is None else found

    def _log_shares(self) -> Any:
        """Return the logarithms of the shares of the labels; None if they are unknown."""
        return None if self._shares is None else self._shares.log_prior(self.classes_)
