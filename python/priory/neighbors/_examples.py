"""The training state of a model: rows, targets, features and projection."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from priory.errors import InputError
from priory.neighbors._fitted_projection import FittedProjection

if TYPE_CHECKING:
    from priory.neighbors._kept import Kept

__all__ = ["Examples", "Features"]


@dataclass(frozen=True, eq=False)
class Features:
    """What rows are made of.

    Attributes
    ----------
    n_features : int or None
        How many numbers a row has; None for strings.
    names : ndarray or tuple
        The names of the features, if they have names.
    are_distances : bool
        Whether rows are distances, with ``metric="precomputed"``.
    """

    n_features: int | None
    names: Any = ()
    are_distances: bool = False

    @classmethod
    def of(cls, model: Any) -> Self:
        """Take what scikit-learn's check has found in the first rows of a model."""
        names = getattr(model, "feature_names_in_", ())
        return cls(getattr(model, "n_features_in_", None), names, model.metric == "precomputed")

    __hash__ = None  # type: ignore[assignment]  # as of all values that hold arrays

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Features):
            return NotImplemented
        mine, theirs = (
            (of.n_features, of.are_distances, np.asarray(of.names).tolist()) for of in (self, other)
        )
        return mine == theirs

    def refuse_other(self, other: Self) -> None:
        """Refuse rows of other features."""
        if other is not self and other != self:
            raise InputError(
                "merge: the two models were not fitted on the same features",
                code="incompatible-merge",
                parameter="other",
            )


@dataclass(frozen=True, eq=False)
class Examples:
    """Rows with targets and weights, in the order they were learned: a value with + and - and ==.

    Learning puts rows behind those that are there, forgetting takes rows away, and two models
    merge by adding theirs.

    Attributes
    ----------
    kept : Kept
        The rows.
    targets : Labels or Values
        What their targets mean.
    frame : Features or Specification
        What all rows have in common: those of another frame cannot be added.
    projection : FittedProjection
        What projects the rows; it stays when others come or go, and says nothing about them.
    """

    kept: Kept
    targets: Any
    frame: Any
    projection: FittedProjection = field(default_factory=FittedProjection)

    def __len__(self) -> int:
        return len(self.kept)

    __hash__ = None  # type: ignore[assignment]  # as of all values that hold arrays

    def __eq__(self, other: object) -> bool:
        """Whether the same rows were learned in the same order."""
        if not isinstance(other, Examples):
            return NotImplemented
        return (
            self.frame == other.frame and self.targets == other.targets and self.kept == other.kept
        )

    def __add__(self, other: Self) -> Self:
        """Return these rows with others behind them."""
        if not isinstance(other, Examples):
            return NotImplemented
        targets = self.targets_with(other)
        return replace(
            self, kept=self.among(targets).kept + other.among(targets).kept, targets=targets
        )

    def __sub__(self, other: Self) -> Self:
        """Return what is left; a class of which all rows were taken leaves unless declared."""
        if not isinstance(other, Examples):
            return NotImplemented
        self.frame.refuse_other(other.frame)
        self.targets.refuse_unknown(other.targets)
        left = replace(self, kept=self.kept - other.among(self.targets).kept)
        return left.among(self.targets.left(left.kept.targets()))

    def targets_with(self, other: Self) -> Any:
        """Return what the targets of both mean, if these rows and others can be compared."""
        self.frame.refuse_other(other.frame)
        return self.targets + other.targets

    def among(self, targets: Any) -> Self:
        """Return the same rows with targets that mean this: the very same if they do already."""
        if targets is self.targets:
            return self
        return replace(
            self, kept=self.kept.with_targets(self.targets.recoder_to(targets)), targets=targets
        )

    def projected_by(self, projection: FittedProjection) -> Self:
        """Return the same rows with another projection."""
        return self if projection is self.projection else replace(self, projection=projection)
