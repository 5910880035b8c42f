"""Which family models which columns of a table: as given, or by what the columns hold."""

from __future__ import annotations

from numbers import Integral
from typing import TYPE_CHECKING, Any

import numpy as np

from priory.naive_bayes.bernoulli import BernoulliNB
from priory.naive_bayes.categorical.model import CategoricalNB
from priory.naive_bayes.gaussian.model import GaussianNB
from priory.naive_bayes.mixed.parts import Part, steps_of
from priory.tables.frame import BOOLEANS, CATEGORIES, MISSING, NUMBERS, OTHERS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from priory.tables.frame import Frame

__all__ = ["chosen", "given"]


def chosen(
    frame: Frame, families: dict[str, Any], discretize: Any, missing: str, n_jobs: int | None
) -> list[Part]:
    """Return a part for each kind of columns that a table has, with a family that may be given."""
    for place, kind in enumerate(frame.kinds):
        if kind == OTHERS:
            raise ValueError(
                f"column {frame.name(place)!r} is of the type {frame.types[place]}, for which no "
                "family is known: make numbers or strings of it, drop it, or give families"
            )
    held = {BOOLEANS: {BOOLEANS}, CATEGORIES: {CATEGORIES, MISSING}, NUMBERS: {NUMBERS}}
    for stranger in families.keys() - held.keys():
        raise ValueError(
            f"families has {stranger!r}: by type, families are for {', '.join(map(repr, held))}; "
            "for columns of your choice give a list of names, families and columns"
        )
    parts = []
    for name, kinds in held.items():
        columns = [place for place, kind in enumerate(frame.kinds) if kind in kinds]
        if columns:
            if name in families:
                family = _family_of_kind(name, families[name], discretize, missing)
            else:
                family = _family(name, discretize, missing, n_jobs)
            parts.append(Part.of(frame, name, family, columns, single=False))
    return parts


def _family(kind: str, discretize: Any, missing: str, n_jobs: int | None) -> Any:
    """Return the family for a kind of columns."""
    if kind == NUMBERS and discretize is None:
        return GaussianNB(n_jobs=n_jobs)
    family = CategoricalNB(missing=missing, n_jobs=n_jobs)
    if kind == BOOLEANS:  # which are two, whether both occurred or not
        return (
            BernoulliNB(n_jobs=n_jobs)
            if missing == "ignore"
            else family.set_params(min_categories=2)
        )
    return (discretize, family) if kind == NUMBERS else family


def _family_of_kind(kind: str, given: Any, discretize: Any, missing: str) -> Any:
    """Return the family that is given for a kind of columns, behind the bins of numbers."""
    *steps, family = steps_of(given)
    binned = kind == NUMBERS and discretize is not None
    applies = missing != "ignore" and (kind != NUMBERS or binned)
    if applies and getattr(family, "missing", None) != missing:
        raise ValueError(
            f"part {kind!r}: missing={missing!r} is for families that are chosen by type; give it "
            f"to the one that is given, such as CategoricalNB(missing={missing!r})"
        )
    return (discretize, *steps, family) if binned else given


def given(frame: Frame, families: Any, parameters: Iterable[str]) -> list[Part]:
    """Return the parts that somebody described, each with the places of its columns.

    ``parameters`` are those of the whole, after which no part can be called.
    """
    parts: list[Part] = []
    for item in families:
        if not (isinstance(item, tuple | list) and len(item) == 3 and isinstance(item[0], str)):  # noqa: PLR2004
            raise ValueError(
                f"families={families!r}: each is a name, a family (or transformers and a family), "
                "and columns"
            )
        name, family, wanted = item
        if name in parameters or "__" in name:
            what = "holds '__'" if "__" in name else "is a parameter of the model"
            raise ValueError(
                f"a part is called {name!r}, which {what}, so that set_params could not tell them "
                "apart: give it another name"
            )
        columns = wanted(frame.table) if callable(wanted) else wanted
        single = isinstance(columns, str | Integral)
        parts.append(Part.of(frame, name, family, _places(frame, name, columns), single=single))
    if not parts:
        raise ValueError("families is empty: give at least one, or None to choose by type")
    _refuse_twice(frame, parts)
    return parts


def _places(frame: Frame, part: str, columns: Any) -> list[int]:
    """Return the places of columns that are named, numbered, or marked by booleans."""
    if isinstance(columns, slice):
        columns = range(frame.n_columns)[_by_place(frame, part, columns)]
    elif isinstance(columns, str | Integral):
        columns = [columns]
    mask = np.asarray(columns)
    if mask.dtype == bool:
        if mask.shape != (frame.n_columns,):
            raise ValueError(
                f"part {part!r}: the mask has {mask.size} booleans for {frame.n_columns} columns: "
                "give one a column, or names or places"
            )
        columns = np.flatnonzero(mask)
    places = [_place(frame, part, column) for column in columns]
    if not places:
        raise ValueError(f"part {part!r} has no columns: give it some, or leave it out")
    return places


def _by_place(frame: Frame, part: str, columns: slice) -> slice:
    """Return a slice of places for one of names, which holds its end, as in ColumnTransformer."""
    start, stop = columns.start, columns.stop
    if isinstance(start, str):
        start = _place(frame, part, start)
    if isinstance(stop, str):
        stop = _place(frame, part, stop) + 1
    return slice(start, stop, columns.step)


def _place(frame: Frame, part: str, column: Any) -> int:
    if isinstance(column, str) and frame.names is not None and column in frame.names:
        return frame.names.index(column)
    if isinstance(column, Integral) and -frame.n_columns <= int(column) < frame.n_columns:
        return int(column) % frame.n_columns
    known = list(range(frame.n_columns)) if frame.names is None else frame.names
    raise ValueError(f"part {part!r}: there is no column {column!r}; the columns are {known!r}")


def _refuse_twice(frame: Frame, parts: Iterable[Part]) -> None:
    """Refuse names and columns that stand twice: evidence counts once."""
    names: set[str] = set()
    owner: dict[int, str] = {}
    for part in parts:
        if part.name in names:
            raise ValueError(f"two parts are called {part.name!r}: give each a name of its own")
        names.add(part.name)
        for place in part.columns:
            if place in owner:
                raise ValueError(
                    f"column {frame.name(place)!r} is in part {owner[place]!r} and in part "
                    f"{part.name!r}, and its evidence would count twice: leave it in one"
                )
            owner[place] = part.name
