"""Parameters of classifiers inside of others, before and after fit."""

from __future__ import annotations

from typing import Any

from sklearn.pipeline import Pipeline

from priory._derived import Derived

__all__ = ["Around"]


class Around:
    """A classifier around others, whose parameters may change after fit, and so may some of theirs.

    The rule: ``set_params`` sets parameters of those that were given, as ever, and of the fitted
    clones if these answer by what they counted and by the parameters that they have when asked, as
    Priory's models and decisions do, alone or in a pipeline. What others learned stays as it is
    until the next `fit`.
    """

    def _fitted_parts(self) -> dict[str, Any]:
        """Return what `fit` trained, by the name of the parameter that it was made from."""
        raise NotImplementedError

    def _reach(self, params: dict[str, Any]) -> None:
        """Hand parameters on to what `fit` trained, unless it was made from another classifier."""
        fitted = self._fitted_parts()
        for name, value in params.items():
            part, _, rest = name.partition("__")
            if rest and part in fitted and part not in params:
                _change(fitted[part], rest, value)


def _change(model: Any, name: str, value: Any) -> None:
    is_ours = isinstance(model, Derived | Around)
    if is_ours:
        model.set_params(**{name: value})
    elif isinstance(model, Pipeline):
        step, _, rest = name.partition("__")
        if rest:
            _change(model.named_steps[step], rest, value)
