"""Training batch of a fusion: the rows and labels that each source sees."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.frozen import FrozenEstimator
from sklearn.utils import check_consistent_length
from sklearn.utils.multiclass import check_classification_targets

from priory._sklearn import _check_method_params, _check_sample_weight, _check_y
from priory.decision._posterior import is_fitted
from priory.decision.priors._frequencies import ClassFrequencies
from priory.errors import InputError

if TYPE_CHECKING:
    from priory.decision.fusion._fitted import Fitted
    from priory.decision.fusion._sources import View

__all__ = ["FusionBatch"]


@dataclass(frozen=True, eq=False)
class FusionBatch:
    """Labels, how often they count, all classes if they were named, and the rows by source."""

    seen: list[View]
    y: Any
    sample_weight: Any
    classes: dict[str, Any]

    @classmethod
    def read(
        cls, model: Any, seen: list[View], y: Any, sample_weight: Any, classes: Any
    ) -> FusionBatch:
        """Check labels and weights, one for each row."""
        y = _check_y(y, estimator=model)
        check_consistent_length(y, seen[0].present)
        check_classification_targets(y)
        if sample_weight is not None:
            sample_weight = _check_sample_weight(sample_weight, y)
        return cls(seen, y, sample_weight, {} if classes is None else {"classes": classes})

    def learned_by(self, fitted: Fitted, verb: str, routed: dict[str, dict[str, Any]]) -> Fitted:
        """Let the models learn, which nobody else has yet; return them with all labels counted."""
        shares = []
        for place, (name, model) in enumerate(zip(fitted.names, fitted.models, strict=True)):
            own = fitted.shares[place]
            if not self._passes_by(place, model, verb):
                rows, labels, params = self._present(place, name, routed[name])
                getattr(model, verb)(rows, labels, **params, **self.classes)
                own += ClassFrequencies.of(model, labels, params.get("sample_weight"))
            shares.append(own)
        before = fitted.all_shares or ClassFrequencies()
        all_shares = before + ClassFrequencies.of(None, self.y, self.sample_weight)
        return replace(fitted, shares=shares, all_shares=all_shares)

    def _passes_by(self, place: int, model: Any, verb: str) -> bool:
        """Tell whether a source learns nothing: frozen, or without a row and fitted before."""
        waits = verb == "partial_fit" and not self.seen[place].present.any() and is_fitted(model)
        return waits or isinstance(model, FrozenEstimator)

    def _present(
        self, place: int, name: str, params: dict[str, Any]
    ) -> tuple[Any, Any, dict[str, Any]]:
        """Return the rows that a source sees, their labels, and what else is known of them."""
        view = self.seen[place]
        if not view.present.any():
            raise InputError(
                "all rows are missing, so there is nothing to learn from",
                code="empty-input",
                place=f"source {name!r}",
                parameter="X",
            )
        params = _check_method_params(self.y, params, np.flatnonzero(view.present))
        return view.rows(view.present), self.y[view.present], params
