"""Binary models of a multilabel model, one per label, updated together or not at all.

One more model learns all rows as bearing no label: it is where the model of a new label begins.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from sklearn.base import clone

from priory._naming import UNCHANGED
from priory.errors import InputError
from priory.naive_bayes.multilabel.labels import ordered

if TYPE_CHECKING:
    from collections.abc import Iterable

    from priory.naive_bayes.multilabel.labels import Labels

__all__ = ["LabelModels"]

ABSENT_OR_PRESENT = np.array([False, True])


@dataclass(frozen=True, slots=True, eq=False)
class LabelModels:
    """Models that are never changed: who learns gets others.

    Attributes
    ----------
    models : dict from label to NaiveBayes
        In the order of the columns of y if y is a matrix, else sorted.
    base : NaiveBayes
        The model of all rows, as if none bore a label.
    fixed : bool
        Whether y is a matrix, whose columns are the labels.
    declared : frozenset
        The labels that stay even if no row bears them.
    """

    models: dict[Any, Any]
    base: Any
    fixed: bool
    declared: frozenset[Any] = frozenset()

    @classmethod
    def empty(cls, family: Any, labels: Labels) -> Self:
        """Return models that have learned nothing, for labels of this kind."""
        return cls({}, clone(family), labels.fixed, frozenset(labels.names * labels.fixed))

    def learned(
        self, X: Any, labels: Labels, declared: list[Any], sample_weight: Any, *, fit: bool = False
    ) -> Self:
        """Return models that have learned rows, too; labels may be new, and with fit all rows."""
        self.check(labels)
        if self.fixed:
            declared = _checked(declared, labels.names)
        models, base = self._copies([*labels.names, *declared])
        verb = "_begin" if fit else "partial_fit"  # fit does not declare classes
        _change(models, base, verb, X, labels, ABSENT_OR_PRESENT, sample_weight)
        return self._with(models, base, declared)

    def forgotten(self, X: Any, labels: Labels, sample_weight: Any) -> Self:
        """Return models that have never learned rows, without labels that no row bears any more."""
        self.check(labels)
        if strangers := ordered(set(labels.names) - self.models.keys()):
            raise InputError(
                f"cannot forget the label {strangers[0]!r}, which was never learned",
                code="unknown-label",
                parameter="y",
                note=UNCHANGED,
            )
        models, base = self._copies([])
        _change(models, base, "forget", X, labels, sample_weight)
        left = [name for name in models if name in self.declared or models[name].class_count_[1]]
        return self._with({name: models[name] for name in left}, base, [])

    def __add__(self, other: Self) -> Self:
        """Return models that have learned the rows of both."""
        if self.fixed != other.fixed:
            raise InputError(
                "cannot merge: one model was fitted on a matrix of labels, and the other on sets",
                code="incompatible-merge",
                parameter="other",
            )
        if self.fixed and list(self.models) != list(other.models):
            raise InputError(
                "cannot merge: the two models were not fitted on the same columns of labels",
                code="incompatible-merge",
                parameter="other",
            )
        models, base = self._copies(other.models)
        for name, model in models.items():
            model.merge(other.models.get(name, other.base))
        base.merge(other.base)
        return self._with(models, base, other.declared)

    def set_params(self, params: dict[str, Any]) -> None:
        """Give all models parameters of their family: counts are apart from them."""
        for model in (*self.models.values(), self.base):
            model.set_params(**clone(params, safe=False))

    def check(self, labels: Labels) -> None:
        """Refuse labels of another kind than before."""
        if labels.fixed != self.fixed:
            kinds = ("sets of labels", "a matrix of zeros and ones")
            now, before = kinds[labels.fixed], kinds[self.fixed]
            raise InputError(
                f"y holds {now}, and held {before} in fit",
                code="label-type",
                parameter="y",
                remedy="pass y as in fit",
            )
        known = list(self.models) or labels.names
        if self.fixed and labels.names != known:
            raise InputError(
                f"the columns of y are {labels.names!r}, and were {known!r} in fit",
                code="label-names",
                parameter="y",
                remedy="pass the columns of fit",
            )

    def _copies(self, names: Iterable[Any]) -> tuple[dict[Any, Any], Any]:
        """Return models that learn by themselves, also for names that are new."""
        every = dict.fromkeys([*self.models, *names])
        models = {name: copy.copy(self.models.get(name, self.base)) for name in every}
        return models, copy.copy(self.base)

    def _with(self, models: dict[Any, Any], base: Any, declared: Iterable[Any]) -> Self:
        names = list(models) if self.fixed else ordered(set(models))
        in_order = {name: models[name] for name in names}
        return type(self)(in_order, base, self.fixed, self.declared | set(declared))


def _checked(declared: list[Any], columns: list[Any]) -> list[Any]:
    """Return what is declared beside a matrix: nothing; its columns and values may be named."""
    if set(declared) <= {0, 1, *columns}:
        return []
    raise InputError(
        f"classes={declared!r}, but y is a matrix, whose columns are the labels {columns!r}",
        code="bad-parameter",
        parameter="classes",
        remedy="leave classes out, name the columns of a data frame, or pass a set of labels for "
        "each row",
    )


def _change(models: Any, base: Any, verb: str, X: Any, labels: Labels, *arguments: Any) -> None:
    """Let the model of each label learn or forget rows, and the base as if none bore a label."""
    for name, model in models.items():
        getattr(model, verb)(X, labels.column(name), *arguments)
    getattr(base, verb)(X, np.zeros(len(labels), dtype=bool), *arguments)
