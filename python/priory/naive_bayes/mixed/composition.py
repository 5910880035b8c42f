"""Nested parameters of named parts: get_params and set_params as in a ColumnTransformer."""

from __future__ import annotations

from typing import Any, Self

from priory._sklearn import _BaseComposition
from priory.errors import InputError
from priory.naive_bayes.mixed import bins
from priory.naive_bayes.mixed.parts import equal, refuse_prior, steps_of

__all__ = ["Composition"]

NAMED = "_named_families"


class Composition(_BaseComposition):
    """A model with `families`, by names and columns or by type, fitted in `parts_`.

    Attributes
    ----------
    _made_with : dict
        Of what the parts were made.
    _outdated : frozenset of str
        Parameters of transformers that were set after fit.
    """

    families: Any
    discretize: Any
    missing: str
    _made_with: dict[str, list[Any]]
    _outdated: frozenset[str]
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
            given = self._given().items()
        except (TypeError, ValueError):
            return self.families
        return [(name, it[-1] if isinstance(it, list | tuple) else it) for name, it in given]

    @_named_families.setter
    def _named_families(self, named: Any) -> None:
        given = self._given()
        for name, new in named:
            before = given[name]
            given[name] = (*before[:-1], new) if isinstance(before, list | tuple) else new
        if not isinstance(self.families, dict):
            self.families = [(name, given[name], columns) for name, _, columns in self.families]
        else:
            self.families = given

    def _given(self) -> dict[str, Any]:
        """Return the families, or transformers and a family, by the names of their parts."""
        if isinstance(self.families, dict):
            return dict(self.families)
        return {name: given for name, given, _ in self.families or ()}

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """Return the parameters, those of named families as ``name__parameter``."""
        return self._get_params(NAMED, deep=deep)

    def set_params(self, **params: Any) -> Self:
        """Set parameters, those of named families as ``name__parameter``.

        They take effect without fitting again, as far as they do not change what is counted. Where
        they do, the model asks to be fitted again. If one of them is refused, none is set.
        """
        if "_counts" not in self.__dict__:
            return self._set_params(NAMED, **params)
        families, before = self.families, self.get_params()
        own = self.get_params(deep=False).keys() - {"families"}
        try:
            self._set_params(NAMED, **params)
            self._hand_down(params)
        except BaseException:
            self.families = families
            set_back = {key for key in params if key in own or "__" in key} & before.keys()
            self._set_params(NAMED, **{key: before[key] for key in set_back})
            raise
        return self

    def _hand_down(self, params: dict[str, Any]) -> None:
        """Give the parameters of families to those that are fitted."""
        given = self._given()
        named = {key.partition("__")[0] for key in params}
        touched = [part for part in self.parts_ if part.name in named and part.name in given]
        for part in touched:
            refuse_prior(part.name, steps_of(given[part.name])[-1])
        for part in touched:
            family = steps_of(given[part.name])[-1]
            if type(family) is type(part.family):
                part.family.set_params(**family.get_params())
                bins.declare(part.steps, part.family)
        if "n_jobs" in params:  # which is that of families that nobody gave
            for part in self.parts_:
                if part.name not in given:
                    part.family.set_params(n_jobs=self.n_jobs)
        self._outdated = self._outdated | {key for key in params if _is_of_step(key, given)}

    def _remember(self) -> None:
        """Keep in mind of what the parts are made."""
        self._made_with, self._outdated = self._made_of(), frozenset()

    def _made_of(self) -> dict[str, list[Any]]:
        """Return what decides which parts there are and what they count."""
        made = {
            name: [*steps_of(given)[:-1], type(steps_of(given)[-1])]
            for name, given in self._given().items()
        }
        if self.families is None or isinstance(self.families, dict):
            return {"discretize": [self.discretize], "missing": [self.missing], **made}
        for name, _, columns in self.families:
            made[name].append(columns)
        return made

    def _refuse_changed_parts(self) -> None:
        """Refuse to go on with parts that are not those of the parameters any more."""
        now, then = self._made_of(), self._made_with
        changed = [key for key in {**then, **now} if not equal(now.get(key), then.get(key))]
        changed += sorted(self._outdated)
        if changed:
            raise InputError(
                f"{changed[0]} has changed since fit, and so has what it counts",
                code="changed-parameter",
                parameter=changed[0],
                remedy="fit again",
            )


def _is_of_step(key: str, given: dict[str, Any]) -> bool:
    """Whether a parameter is that of a transformer, which takes effect in fit alone."""
    name, _, rest = key.partition("__")
    if name == "discretize":
        return bool(rest)
    steps: Any = getattr(given.get(name), "steps", ())  # scikit-learn's Pipeline
    return bool(rest and steps) and rest.partition("__")[0] != steps[-1][0]
