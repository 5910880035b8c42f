"""What decides how rows are counted: counts of one kind do not answer for another."""

from __future__ import annotations

from typing import Any

import numpy as np

from priory.naive_bayes._class_weight import ClassWeight

__all__ = ["Counting"]


class Counting(ClassWeight):
    """A model that remembers the parameters that it counted with."""

    _counting: tuple[str, ...] = ()  # the parameters that decide what is counted
    _counted_with: dict[str, Any]

    def _counting_parameters(self) -> dict[str, Any]:
        names = (*self._counting, "class_weight")
        return {name: _plain(getattr(self, name)) for name in names}

    def _check_counting(self) -> None:
        """Refuse counts of another kind than the parameters ask for."""
        self._refuse_changed(self._counting_parameters())

    def _refuse_changed(self, now: dict[str, Any]) -> None:
        if now != (before := self._counted_with):
            was, has_become = _differing(before, now)
            raise ValueError(
                f"{was} has changed to {has_become} since fit: fit again, or set it back"
            )

    def _refuse_other_counts(self, other: Any) -> None:
        """Refuse to merge with what was not counted in the same way."""
        if self._counted_with != other._counted_with:
            mine, theirs = _differing(self._counted_with, other._counted_with)
            raise ValueError(f"merge: {mine} here, but {theirs} there")
        if self.class_weight_ != other.class_weight_:
            raise ValueError(
                f"merge: the classes weigh {self.class_weight_} here, but {other.class_weight_} "
                "there: give both models the same weights as class_weight"
            )


def _differing(one: dict[str, Any], other: dict[str, Any]) -> list[str]:
    """Return the parameters that differ, as they are in one and in the other."""
    names = [name for name in one if one[name] != other[name]]
    return [", ".join(f"{name}={of[name]!r}" for name in names) for of in (one, other)]


def _plain(value: Any) -> Any:
    """Return a parameter so that it can be compared, and does not change with what was given."""
    if isinstance(value, dict):
        return dict(value)
    return np.asarray(value).tolist() if hasattr(value, "__len__") else value
