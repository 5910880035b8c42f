"""Counts: the sufficient statistics of a model by class, an immutable value with +, - and ==."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from priory import _classes
from priory._memo import frozen
from priory._naming import UNCHANGED, Location
from priory.errors import InputError, InputTypeError
from priory.naive_bayes.counts import arrow
from priory.naive_bayes.counts.subtract import ROUNDING, difference, rounding, rows_left

if TYPE_CHECKING:
    from collections.abc import Mapping

    from priory.naive_bayes.rows.rows import Batch

__all__ = ["NOT_LEARNED", "Counts", "differing", "refuse_other_counting"]

NOT_LEARNED = (
    f"some of these rows were not learned, or not with these labels and weights; {UNCHANGED}"
)


@dataclass(frozen=True, eq=False)
class Counts:
    """Sums over the rows of each class: a value with ``+``, ``-`` and ``==``.

    Learning adds to it, forgetting subtracts from it, and two models merge by adding theirs. A
    fitted model has it as ``counts_``; ``from_counts`` makes a model of it.

    Attributes
    ----------
    classes : ndarray of shape (n_classes,)
        The labels, sorted.
    sums : dict from str to ndarray
        What was summed, one row a class: ``rows`` holds the (weighted) number of rows, and a
        family has its own beside it.
    n_features : int
        The number of features.
    features : ndarray of shape (n_features,) or None
        Their names, if they have names.
    how : dict
        The parameters that decided what was counted: counts that differ in them do not add up.
    class_weight : dict
        What rows of a class were multiplied by, by label; 1 where nothing is said.
    declared : ndarray
        The classes that stay even without rows.

    Examples
    --------
    >>> from priory import MultinomialNB
    >>> one = MultinomialNB().fit([[2, 0], [0, 1]], ["a", "b"])
    >>> two = MultinomialNB().fit([[1, 1], [0, 3]], ["a", "c"])
    >>> both = one.counts_ + two.counts_
    >>> both.classes, both["feature"]
    (array(['a', 'b', 'c'], dtype='<U1'), array([[3., 1.],
           [0., 1.],
           [0., 3.]]))
    >>> both - two.counts_ == one.counts_
    True
    >>> MultinomialNB.from_counts(both).predict([[5, 0], [0, 5]])
    array(['a', 'c'], dtype='<U1')
    """

    classes: Any
    sums: Mapping[str, Any]
    n_features: int
    features: Any = None
    how: Mapping[str, Any] = field(default_factory=dict)
    class_weight: Mapping[Any, float] = field(default_factory=dict)
    declared: Any = ()
    adds_in_place: ClassVar[bool] = True  # whether rows are never refused halfway

    @classmethod
    def empty(cls, model: Any, batch: Batch, shapes: Mapping[str, Any], **more: Any) -> Self:
        """Return counts of nothing, for rows such as these: the shape of each sum of one class."""
        n, classes = len(batch.classes), batch.classes
        sums = {name: np.zeros((n, *shape)) for name, shape in {"rows": (), **shapes}.items()}
        names = getattr(model, "feature_names_in_", None)
        described = names, model._how(), batch.class_weight or {}, classes[:0]
        return cls(classes, sums, model.n_features_in_, *described, **more)

    def __getitem__(self, name: str) -> Any:
        return self.sums[name]

    def __repr__(self) -> str:
        shape = f"{len(self.classes)} classes, {self.n_features} features"
        return f"<{type(self).__name__} of {', '.join(self.sums)}: {shape}>"

    __hash__ = None  # type: ignore[assignment]  # as of all values that hold arrays

    def __eq__(self, other: object) -> bool:
        """Whether the same things were counted as often; what is declared does not matter."""
        if type(other) is not type(self):
            return NotImplemented
        return (
            self._same_frame(other)
            and np.array_equal(self.classes, other.classes)
            and self._same_sums(other)
        )

    def _same_sums(self, other: Self) -> bool:
        return all(_equal(array, other.sums[name]) for name, array in self.sums.items())

    def _same_frame(self, other: Self) -> bool:
        """Whether the rows of both were counted in the same way."""
        return (
            self.n_features == other.n_features
            and np.array_equal(_named(self.features), _named(other.features))
            and self.how == other.how
            and self.class_weight == other.class_weight
        )

    def __add__(self, other: Self) -> Self:
        if not isinstance(other, Counts):
            return NotImplemented
        self._refuse_stranger(other)
        mine, theirs = self._aligned(other)
        sums = {name: array + theirs.sums[name] for name, array in mine.sums.items()}
        return replace(mine, sums=sums, declared=_classes.union(self.declared, other.declared))

    def __sub__(self, other: Self) -> Self:
        """Return what is left; a class of which all rows were taken leaves unless declared."""
        if not isinstance(other, Counts):
            return NotImplemented
        self._refuse_stranger(other)
        self.refuse_unknown(other.classes)
        left = self._left(other.among(self.classes))
        if not (gone := left["rows"] == 0).any():
            return left.compact()
        gone &= np.isin(self.classes, other.classes) & ~np.isin(self.classes, self.declared)
        return left.only(~gone).compact()

    def _refuse_stranger(self, other: Counts) -> None:
        """Refuse what was not counted in the same way."""
        if type(other) is not type(self):
            raise InputTypeError(
                f"cannot add {type(self).__name__} and {type(other).__name__}",
                code="incompatible-merge",
                parameter="other",
                remedy="add counts of the same kind",
            )
        if self.n_features != other.n_features or not np.array_equal(
            _named(self.features), _named(other.features)
        ):
            raise InputError(
                "cannot merge: the two models were not fitted on the same features",
                code="incompatible-merge",
                parameter="other",
            )
        refuse_other_counting(self, other)

    def refuse_unknown(self, classes: Any) -> None:
        """Refuse classes of which nothing was learned."""
        if _classes.find(classes, self.classes) is not None:
            return
        for label in np.setdiff1d(classes, self.classes).tolist()[:1]:
            raise InputError(
                f"cannot forget the class {label!r}, which was never learned",
                code="unknown-label",
                parameter="y",
                note=UNCHANGED,
            )

    def _aligned(self, other: Self) -> tuple[Self, Self]:
        """Return both over the same classes, and whatever else must be the same to add up."""
        classes = _classes.union(self.classes, other.classes)
        return self.among(classes), other.among(classes)

    def to_arrow(self) -> Any:
        """Return the counts as an Arrow table, which any engine can add up.

        Returns
        -------
        pyarrow.Table
            Columns ``feature``, ``class`` and ``count``, and ``missing`` where the family counts
            what was not observed. Zeros are left out. Where ``feature`` is null, ``count`` is the
            number of rows of the class. To group tables by feature and class and to sum the rest
            is to merge what they count.

        Examples
        --------
        >>> from priory import MultinomialNB
        >>> MultinomialNB().fit([[2, 0], [0, 1]], ["a", "b"]).counts_.to_arrow().to_pylist()[2:]
        [{'feature': 0, 'class': 'a', 'count': 2.0}, {'feature': 1, 'class': 'b', 'count': 1.0}]
        """
        return arrow.to_arrow(self)

    @staticmethod
    def from_arrow(table: Any, like: Counts | None = None) -> Counts:
        """Return the counts of an Arrow table.

        Parameters
        ----------
        table : pyarrow.Table, or anything that speaks Arrow
            Columns as `to_arrow` makes them, in any order; rows of the same feature and class are
            added up.
        like : Counts, default=None
            Counts of the same kind, which say what the features are and how they were counted.
            None is for counts as those of `MultinomialNB`: the features are those of the model that
            made the table if it still says so, else those that occur.

        Returns
        -------
        Counts
        """
        return arrow.from_arrow(table, like)

    def check(self) -> None:
        """Refuse counts that no rows can have."""
        empty = self["rows"] == 0
        left = {name: array[empty] for name, array in self.sums.items() if name != "rows"}
        for array in left.values():
            for place, *_ in np.argwhere(array != 0).tolist()[:1]:
                raise InputError(
                    "the class has counts but no rows",
                    code="inconsistent-counts",
                    place=Location(label=self.classes[empty].tolist()[place]),
                    remedy="add the number of its rows",
                )

    def among(self, classes: Any) -> Self:
        """Return the counts over more classes, with zeros for new ones."""
        if classes is self.classes:
            return self
        sums = {n: _classes.moved(array, self.classes, classes) for n, array in self.sums.items()}
        return replace(self, classes=classes, sums=sums)

    def only(self, stays: Any) -> Self:
        """Return the counts of some classes, which a mask or places tell."""
        sums = {name: array[stays] for name, array in self.sums.items()}
        return replace(self, classes=self.classes[stays], sums=sums)

    def zeros(self, batch: Batch) -> Self:  # noqa: ARG002
        """Return counts of nothing in the same frame, with room for these rows."""
        return self._with({name: np.zeros_like(array) for name, array in self.sums.items()})

    def room_for(self, batch: Batch) -> Self:
        """Return the same counts with room for these rows: the very same if they have it."""
        return self.among(batch.classes)

    def copied(self) -> Self:
        """Return the same counts in arrays that nobody else holds."""
        return self._with({name: array.copy(order="C") for name, array in self.sums.items()})

    def compact(self) -> Self:
        """Return the same counts without room that nothing needs."""
        return self

    def renewed(self) -> Self:
        """Return a value of the same arrays that is another, for it is about to be added to."""
        renewed = object.__new__(type(self))
        renewed.__dict__.update(self.__dict__)  # as `replace`, in a fraction of the time
        return renewed

    def _with(self, sums: Any) -> Self:
        return replace(self, sums=sums)

    def declaring(self, classes: Any) -> Self:
        """Return the same counts, where these classes stay even without rows."""
        return replace(self, declared=classes)

    @property
    def is_private(self) -> bool:
        """Whether the arrays were never handed out, so that they may be added to in place."""
        return all(a.flags.writeable and a.flags.c_contiguous for a in self.sums.values())

    def shared(self) -> Self:
        """Return the same value, from now on read-only: somebody else holds it, too."""
        for array in (self.classes, self.features, *self.sums.values()):
            frozen(array)
        return self

    def _left(self, taken: Self) -> Self:
        """Return what is left without these counts, or refuse to take more than is there."""
        rows = rows_left(self["rows"], taken["rows"])
        left = {n: difference(a, taken[n]) for n, a in self.sums.items() if n != "rows"}
        slack = rounding(taken["rows"], self["rows"])
        self._spoil(left, rows + slack * np.max(self["rows"], initial=0.0))
        self._refuse_debt({**left, "rows": rows})
        self._refuse_rest(rows == 0, left)
        for array in left.values():
            array[rows == 0] = 0.0  # without rows there is nothing but rounding
        return self._with({"rows": rows, **left})

    def _spoil(self, left: dict[str, Any], rows: Any) -> None:
        """Put NaN where so many rows cannot have what would be left."""

    def _refuse_debt(self, left: dict[str, Any]) -> None:
        """Refuse to take away if something of what is left is NaN."""
        for array in left.values():
            for row, *feature in np.argwhere(np.isnan(array)).tolist()[:1]:
                raise InputError(
                    "forgetting would make the count negative",
                    code="below-zero",
                    place=self.location(feature[0] if feature else None, row),
                    note=NOT_LEARNED,
                )

    def _refuse_rest(self, emptied: Any, left: dict[str, Any]) -> None:
        """Refuse to take all rows of a class, but not all that they had."""
        for name, array in left.items():
            over = array[emptied] > ROUNDING * np.abs(self.sums[name][emptied])
            for row, *_ in np.argwhere(over).tolist()[:1]:
                raise InputError(
                    "forgetting would leave the class with counts but no rows",
                    code="inconsistent-counts",
                    place=Location(label=self.classes[emptied].tolist()[row]),
                    note=NOT_LEARNED,
                )

    def location(self, feature: int | None = None, place: int | None = None) -> Location:
        """Locate a count by its feature and class, by their names where they have names."""
        names = self.features
        return Location(
            column=feature,
            name=None if names is None or feature is None else str(names[feature]),
            label=None if place is None else self.classes.tolist()[place],
        )


def refuse_other_counting(mine: Any, theirs: Any) -> None:
    """Refuse to add counts of which some were counted in another way, or weighed otherwise."""
    if mine.how != theirs.how:
        names, one, other = differing(mine.how, theirs.how)
        raise InputError(
            f"cannot merge: {one} in one model, but {other} in the other",
            code="incompatible-merge",
            parameter=names[0],
        )
    if mine.class_weight != theirs.class_weight:
        raise InputError(
            f"cannot merge: the class weights are {mine.class_weight} in one model, but "
            f"{theirs.class_weight} in the other",
            code="incompatible-merge",
            parameter="class_weight",
            remedy="give both models the same class_weight",
        )


def differing(one: Mapping[str, Any], other: Mapping[str, Any]) -> tuple[list[str], str, str]:
    """Return the names of the parameters that differ, and how each of the two has them."""
    names = [name for name in one if name not in other or one[name] != other[name]]
    mine, theirs = (", ".join(f"{name}={of.get(name)!r}" for name in names) for of in (one, other))
    return names, mine, theirs


def _named(features: Any) -> Any:
    return () if features is None else features


def _equal(one: Any, other: Any) -> bool:
    """Whether two sums are the same; one column may stand for many that are alike."""
    return one.shape[0] == other.shape[0] and bool(np.all(one == other))
