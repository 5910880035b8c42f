"""Target encodings: class labels for classification, numbers for regression."""

from __future__ import annotations

from dataclasses import dataclass, replace
from operator import is_
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from priory._classes import find, union
from priory._naming import UNCHANGED
from priory.errors import InputError
from priory.neighbors._outputs import (
    encode_outputs,
    output_columns,
    read_values,
    recoder,
    refuse_outputs,
    remaining_classes,
)

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Labels", "Values"]


@dataclass(frozen=True, eq=False)
class Labels:
    """The classes of each output; a target is the place of its label among them.

    Attributes
    ----------
    classes : tuple of ndarray
        The labels of each output, sorted.
    declared : tuple of ndarray
        Those that stay even without rows.
    are_several : bool
        Whether y had several columns.
    """

    classes: tuple[Any, ...]
    declared: tuple[Any, ...]
    are_several: bool = False

    @classmethod
    def first(cls, y: Any, n: int, declared: Any) -> tuple[Self, Any]:
        """Return the classes of the first labels and of those declared, and the targets."""
        are_several = len(output_columns(y)) > 1
        if declared is not None:
            declared = [np.unique(of) for of in (declared if are_several else [declared])]
        classes, codes = encode_outputs(y, declared, n)
        declared = declared or [known[:0] for known in classes]
        return cls(tuple(classes), tuple(declared), are_several), codes

    def more(self, y: Any, n: int) -> tuple[Self, Any]:
        """Return the classes with those that are new, the very same if none is; and the targets."""
        classes, codes = encode_outputs(y, list(self.classes), n)
        if _are(classes, self.classes):
            return self, codes
        return replace(self, classes=tuple(classes)), codes

    def shaped(self, outputs: Any) -> Any:
        """Return what there is for each output as scikit-learn does: alone, if there is one."""
        return list(outputs) if self.are_several else next(iter(outputs))

    def check_expected(self, classes: Any) -> None:
        """Refuse classes that a later batch expects, if they are not known."""
        for known, some in zip(
            self.classes, classes if self.are_several else [classes], strict=False
        ):
            if find(np.asarray(some), known) is None:
                raise InputError(
                    f"`classes={classes!r}` is not the same as on last call to partial_fit, was: "
                    f"{known!r}",
                    code="unknown-label",
                    parameter="classes",
                    remedy="leave `classes` out, since new labels in y become classes",
                )

    def __eq__(self, other: object) -> bool:
        """Whether targets mean the same; what is declared does not matter."""
        if not isinstance(other, Labels):
            return NotImplemented
        pairs = zip(self.classes, other.classes, strict=False)
        return len(self.classes) == len(other.classes) and all(
            np.array_equal(mine, theirs) for mine, theirs in pairs
        )

    __hash__ = None  # type: ignore[assignment]  # as of all values that hold arrays

    def __add__(self, other: Self) -> Self:
        """Return the classes of both."""
        if other is self:
            return self
        _refuse_other_number(len(self.classes), len(other.classes))
        pairs = zip((*self.classes, *self.declared), (*other.classes, *other.declared), strict=True)
        both = tuple(union(mine, theirs) for mine, theirs in pairs)
        n_outputs = len(self.classes)
        return replace(self, classes=both[:n_outputs], declared=both[n_outputs:])

    def refuse_unknown(self, other: Self) -> None:
        """Refuse classes of which nothing was learned."""
        if other is self:
            return
        for known, theirs in zip(self.classes, other.classes, strict=True):
            for unknown in np.setdiff1d(theirs, known).tolist()[:1]:
                raise InputError(
                    f"cannot forget the class {unknown!r}, which was never learned",
                    code="unknown-label",
                    parameter="y",
                    note=UNCHANGED,
                )

    def left(self, targets: Any) -> Self:
        """Return the classes that are declared or still have rows."""
        pairs = zip(self.classes, self.declared, targets.T, strict=True)
        left = tuple(remaining_classes(*of_output) for of_output in pairs)
        return self if _are(left, self.classes) else replace(self, classes=left)

    def recoder_to(self, other: Self) -> Callable[[Any], Any]:
        """Return a function that maps targets to the class indices of other labels."""
        return recoder(self.classes, other.classes)


@dataclass(frozen=True)
class Values:
    """So many numbers a row; a target is the numbers.

    Attributes
    ----------
    n_outputs : int
        How many.
    is_flat : bool
        Whether y had one dimension.
    """

    n_outputs: int
    is_flat: bool

    @classmethod
    def first(cls, y: Any, n: int, declared: Any) -> tuple[Self, Any]:  # noqa: ARG003
        """Return what the first values are, and the targets."""
        values = read_values(y, n)
        targets = values.reshape(n, -1)
        return cls(targets.shape[1], values.ndim == 1), targets

    def more(self, y: Any, n: int) -> tuple[Self, Any]:
        """Return the same and the targets, if there are as many a row."""
        targets = read_values(y, n).reshape(n, -1)
        if targets.shape[1] != self.n_outputs:
            refuse_outputs(targets.shape[1], self.n_outputs)
        return self, targets

    def __add__(self, other: Self) -> Self:
        _refuse_other_number(self.n_outputs, other.n_outputs)
        return self

    def refuse_unknown(self, other: Self) -> None:
        """Refuse no values: rows tell whether they were learned."""

    def left(self, targets: Any) -> Self:  # noqa: ARG002
        """Return the same, whatever is left."""
        return self

    def recoder_to(self, other: Self) -> Callable[[Any], Any]:  # noqa: ARG002
        """Return the identity function."""
        return lambda targets: targets


def _are(some: Any, others: Any) -> bool:
    """Whether these are the very same objects."""
    return all(map(is_, some, others))


def _refuse_other_number(mine: int, theirs: int) -> None:
    if mine != theirs:
        raise InputError(
            f"merge: one model has {mine} outputs, the other one has {theirs}",
            code="incompatible-merge",
            parameter="other",
        )
