"""Assignment of columns to families, as given or by column type."""

from __future__ import annotations

from numbers import Integral
from typing import TYPE_CHECKING, Any

import numpy as np

from priory._naming import Location
from priory.errors import InputError
from priory.naive_bayes.bernoulli import BernoulliNB
from priory.naive_bayes.categorical.model import CategoricalNB
from priory.naive_bayes.gaussian.model import GaussianNB
from priory.naive_bayes.mixed.parts import MixedPart, steps_of
from priory.tables.frame import BOOLEANS, CATEGORIES, MISSING, NUMBERS, OTHERS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from priory.tables.frame import Frame

__all__ = ["chosen", "given"]


def chosen(
    frame: Frame, families: dict[str, Any], discretize: Any, missing: str, n_jobs: int | None
) -> list[MixedPart]:
    """Return a part for each kind of columns that a table has, with a family that may be given."""
    for place, kind in enumerate(frame.kinds):
        if kind == OTHERS:
            raise InputError(
                f"there is no default family for the type {frame.types[place]}",
                code="column-type",
                place=Location(column=place, name=frame.name(place)),
                parameter="families",
                remedy="convert the column to numbers or strings, drop it, or give families",
            )
    held = {BOOLEANS: {BOOLEANS}, CATEGORIES: {CATEGORIES, MISSING}, NUMBERS: {NUMBERS}}
    for stranger in families.keys() - held.keys():
        raise InputError(
            f"families has the key {stranger!r}, which is not a type of columns",
            code="bad-parameter",
            parameter="families",
            remedy=f"as a dict, its keys are {', '.join(map(repr, held))}; to choose columns, "
            "pass a list of (name, family, columns)",
        )
    parts = []
    for name, kinds in held.items():
        columns = [place for place, kind in enumerate(frame.kinds) if kind in kinds]
        if columns:
            if name in families:
                family = _family_of_kind(name, families[name], discretize, missing)
            else:
                family = _family(name, discretize, missing, n_jobs)
            parts.append(MixedPart.of(frame, name, family, columns, single=False))
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
        raise InputError(
            f"missing={missing!r} applies only to families that are chosen by type",
            code="unsupported",
            place=Location(part=kind),
            parameter="missing",
            remedy=f"pass it to the given family, such as CategoricalNB(missing={missing!r})",
        )
    return (discretize, *steps, family) if binned else given


def given(frame: Frame, families: Any, parameters: Iterable[str]) -> list[MixedPart]:
    """Return the parts that somebody described, each with the places of its columns.

    ``parameters`` are those of the whole, after which no part can be called.
    """
    parts: list[MixedPart] = []
    for item in families:
        if not (isinstance(item, tuple | list) and len(item) == 3 and isinstance(item[0], str)):  # noqa: PLR2004
            raise InputError(
                f"families={families!r}",
                code="bad-parameter",
                parameter="families",
                remedy="pass a list of (name, family, columns), or with transformers before the "
                "family (name, (transformer, family), columns)",
            )
        name, family, wanted = item
        if name in parameters or "__" in name:
            raise InputError(
                f"{name!r} cannot be the name of a part, because it "
                + ("contains '__'" if "__" in name else "is a parameter of the model"),
                code="bad-parameter",
                place=Location(part=name),
                parameter="families",
                remedy="choose another name",
            )
        columns = wanted(frame.table) if callable(wanted) else wanted
        single = isinstance(columns, str | Integral)
        parts.append(
            MixedPart.of(frame, name, family, _places(frame, name, columns), single=single)
        )
    if not parts:
        raise InputError(
            "families is empty",
            code="bad-parameter",
            parameter="families",
            remedy="pass at least one, or None to choose by type",
        )
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
            raise InputError(
                f"the mask has {mask.size} booleans for {frame.n_columns} columns",
                code="shape-mismatch",
                place=Location(part=part),
                parameter="families",
                remedy="pass one boolean per column, or names or indices of columns",
            )
        columns = np.flatnonzero(mask)
    places = [_place(frame, part, column) for column in columns]
    if not places:
        raise InputError(
            "the part has no columns",
            code="bad-parameter",
            place=Location(part=part),
            parameter="families",
            remedy="give it columns, or remove it",
        )
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
    raise InputError(
        f"there is no column {column!r}",
        code="unknown-column",
        place=Location(part=part),
        parameter="families",
        remedy=f"the columns are {known!r}",
    )


def _refuse_twice(frame: Frame, parts: Iterable[MixedPart]) -> None:
    """Refuse names and columns that stand twice: evidence counts once."""
    names: set[str] = set()
    owner: dict[int, str] = {}
    for part in parts:
        if part.name in names:
            raise InputError(
                f"two parts have the name {part.name!r}",
                code="duplicate-name",
                place=Location(part=part.name),
                parameter="families",
                remedy="names must be unique",
            )
        names.add(part.name)
        for place in part.columns:
            if place in owner:
                raise InputError(
                    f"the column is in part {owner[place]!r} and in part {part.name!r}, so its "
                    "evidence would count twice",
                    code="duplicate-column",
                    place=Location(column=place, name=frame.name(place)),
                    parameter="families",
                    remedy="leave it in one part",
                )
            owner[place] = part.name
