"""Fitted sources of a fusion: their classes, and the priors in their posteriors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from priory.decision.priors._extraction import log_prior_of
from priory.decision.priors._frequencies import ClassFrequencies
from priory.decision.priors._validation import read_prior
from priory.errors import InputError

if TYPE_CHECKING:
    from priory.decision.fusion._sources import Source

__all__ = ["Fitted"]

ALIKE = 1e-9  # how far the priors of sources may differ and still be one


@dataclass(frozen=True, eq=False)
class Fitted:
    """Sources with the models that answer for them, and the labels that these learned."""

    sources: list[Source]
    models: list[Any]
    shares: list[ClassFrequencies]  # of the labels that each source learned
    all_shares: (
        ClassFrequencies | None
    )  # of the labels of all rows; None if all sources came fitted

    @classmethod
    def elsewhere(cls, sources: list[Source]) -> Fitted:
        """Make it of sources that all came fitted."""
        models = [source.estimator for source in sources]
        return cls(sources, models, [ClassFrequencies(is_known=False) for _ in models], None)

    @property
    def names(self) -> list[str]:
        """The names of the sources."""
        return [source.name for source in self.sources]

    @property
    def classes(self) -> Any:
        """The labels of all sources."""
        known = [np.asarray(model.classes_) for model in self.models]
        if len({array.dtype.kind in "OUS" for array in known}) > 1:
            raise InputError(
                "some sources have numeric labels and others have string labels",
                code="mixed-labels",
                parameter="estimators",
                remedy="use one type of labels",
            )
        labels = np.concatenate(known)
        learned = set() if self.all_shares is None else self.all_shares.counts.keys()
        unknown = list(learned - set(labels.tolist()))  # in rows of which no source saw anything
        return np.unique(np.concatenate([labels, unknown]) if unknown else labels)

    def log_prior_of_source(self, place: int) -> Any:
        """Return the logarithms of the prior that is in the posteriors of a source."""
        model = self.models[place]
        prior = log_prior_of(model)
        if prior is None:
            prior = self.shares[place].log_prior(model.classes_)
        if prior is None:
            raise InputError(
                "the classifier came fitted and does not expose its prior",
                code="unknown-prior",
                place=f"source {self.names[place]!r}",
                parameter="estimators",
                remedy=(
                    "wrap it in PriorShiftClassifier(..., train_prior=...) with the class "
                    "shares of its training data"
                ),
            )
        return prior

    def log_prior(self, given: Any) -> Any:
        """Return the logarithms of the prior that is given, of all sources, or of all labels."""
        classes = self.classes
        if given is not None:
            with np.errstate(divide="ignore"):
                return np.log(read_prior(given, classes))
        shared = self._shared_log_prior(len(classes))
        if shared is not None:
            return shared
        if self.all_shares is not None:
            return self.all_shares.log_prior(classes)
        raise InputError(
            "the sources came fitted and have different classes or priors",
            code="unknown-prior",
            parameter="prior",
            remedy=f"pass prior, with one number for each of the classes {classes.tolist()}",
        )

    def _shared_log_prior(self, n_classes: int) -> Any:
        """Return the prior that all sources have alike; None if they have not."""
        priors = [self.log_prior_of_source(place) for place in range(len(self.models))]
        if any(len(prior) != n_classes for prior in priors):
            return None
        orders = [np.argsort(np.asarray(model.classes_)) for model in self.models]
        aligned = np.array([prior[order] for prior, order in zip(priors, orders, strict=True)])
        return aligned[0] if np.ptp(np.exp(aligned), axis=0).max() < ALIKE else None
