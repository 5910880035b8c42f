"""What follows from counts and parameters: computed when asked for, kept until either changes."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.utils.validation import check_is_fitted

__all__ = ["Derived", "frozen"]


class Derived:
    """A model whose parameters may change after fit.

    Who learns sets ``_derived`` to an empty dict. It stands in ``__dict__`` from then on, so that
    predicting changes no attribute, and setting any attribute empties it.
    """

    _derived: dict[str, Any]
    _validate_params: Any  # scikit-learn's

    def __setattr__(self, name: str, value: Any) -> None:
        super().__setattr__(name, value)
        if "_derived" in self.__dict__ and name != "_derived":
            # A new dict, because a copy of the model may share the old one.
            self.__dict__["_derived"] = {}

    def __getstate__(self) -> dict[str, Any]:
        state: Any = super().__getstate__()
        return state | {"_derived": {}} if "_derived" in state else state

    def _check_is_fitted(self) -> None:
        """Refuse to go on without fit; scikit-learn's check costs more than to score a text."""
        if "_derived" not in self.__dict__:
            check_is_fitted(self, "_derived")

    def _drop_derived(self) -> None:
        """Drop what followed from the counts; parameters that were checked stay so."""
        self._derived = {"checked": True} if self._derived else {}

    def _checked(self) -> dict[str, Any]:
        """Return what was derived, for parameters that are checked if they changed since fit."""
        self._check_is_fitted()
        derived = self._derived  # if another thread changes a parameter, this one is left behind
        if "checked" not in derived:
            self._validate_params()
            derived["checked"] = True
        return derived

    def _derive(self, name: str, compute: Any) -> Any:
        """Return what follows from counts and parameters, computed once until either changes."""
        derived = self._checked()
        if name not in derived:
            derived[name] = frozen(compute())
        return derived[name]


def frozen(derived: Any) -> Any:
    """Return what was derived; if it is an array, nobody can write to it, as it is kept."""
    if isinstance(derived, np.ndarray):
        derived.flags.writeable = False
    return derived
