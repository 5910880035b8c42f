"""A model of named parts, whose parameters are read and set by these names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from sklearn.utils.metaestimators import _BaseComposition

from priory.naive_bayes._parts import refuse_prior, steps_of

if TYPE_CHECKING:
    from priory.naive_bayes._parts import Part

__all__ = ["Composition"]


class Composition(_BaseComposition):
    """A model with `families`, a list of names, families and columns, fitted in `parts_`."""

    families: Any
    parts_: list[Part]
    _check_is_fitted: Any

    @property
    def named_parts_(self) -> dict[str, Any]:
        """The fitted families by the names of their parts."""
        self._check_is_fitted()
        return {part.name: part.family for part in self.parts_}

    @property
    def _named_families(self) -> Any:
        """The families with their names, as scikit-learn reads and sets parameters of parts."""
        try:
            return [
                (name, given[-1] if isinstance(given, list | tuple) else given)
                for name, given, _ in self.families
            ]
        except (TypeError, ValueError):
            return self.families

    @_named_families.setter
    def _named_families(self, named: Any) -> None:
        self.families = [
            (name, (*before[:-1], new) if isinstance(before, list | tuple) else new, columns)
            for (name, new), (_, before, columns) in zip(named, self.families, strict=True)
        ]

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """Return the parameters, those of named families as ``name__parameter``."""
        return self._get_params("_named_families", deep=deep)

    def set_params(self, **params: Any) -> Self:
        """Set parameters, those of named families as ``name__parameter``.

        They take effect without fitting again, as far as they do not change what is counted.
        """
        self._set_params("_named_families", **params)
        changed = {key.partition("__")[0] for key in params if "__" in key}
        for name, given in self._named_families or () if "parts_" in self.__dict__ else ():
            if name in changed & self.named_parts_.keys():
                family = steps_of(given)[-1]
                refuse_prior(name, family)
                self.named_parts_[name].set_params(**family.get_params())
        return self
