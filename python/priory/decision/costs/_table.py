"""Costs in any form become a table: a row for each true class, a column for each decided one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from priory.decision._labels import counted

__all__ = ["is_by_row", "read_costs", "read_costs_by_row", "read_refusal"]

SHOWN = 10
REFUSAL = "reject_cost"
# Beyond it the expected cost of many classes may have no number.
LARGEST = 1e300


def read_costs(costs: Any, classes: Any, name: str = "costs") -> Any:
    """Return the costs (or utilities, as the name says) of each decided class for each true one.

    By default every mistake costs 1. In a dict or a frame, a right decision that is not named
    costs nothing; a mistake that is not named is an error.
    """
    if costs is None:
        return 1.0 - np.eye(len(classes))
    if isinstance(costs, Mapping) or hasattr(costs, "columns"):
        table = _by_name(_pairs(costs, name), classes, name)
    else:
        table = _numbers(costs, name)
    k = len(classes)
    if table.shape != (k, k):
        by_row = "; costs of each row are given to predict" if table.ndim == 3 else ""  # noqa: PLR2004 (n, k, k)
        raise ValueError(
            f"{name} of shape {table.shape} do not fit the {k} classes {_listed(classes)}: give "
            f"shape {(k, k)}, a row for each true class and a column for each decided one{by_row}"
        )
    return _checked(table, classes, name)


def is_by_row(costs: Any) -> bool:
    """Tell whether there is a table of costs for each row."""
    return not isinstance(costs, Mapping) and not hasattr(costs, "columns") and np.ndim(costs) == 3  # noqa: PLR2004


def read_costs_by_row(costs: Any, n_rows: int, classes: Any) -> Any:
    """Return costs of which each row has its own table."""
    table, k = _numbers(costs, "costs"), len(classes)
    if table.shape != (n_rows, k, k):
        raise ValueError(
            f"costs of shape {table.shape} do not fit {counted(n_rows, 'row')} and the {k} "
            f"classes {_listed(classes)}: give shape {(n_rows, k, k)}, for each row a table with "
            "a row for each true class and a column for each decided one"
        )
    return _checked(table, classes, "costs")


def read_refusal(cost: Any, classes: Any) -> Any:
    """Return what refusing costs for each true class, of one number, an array or a dict."""
    if isinstance(cost, Mapping):
        _check_names(cost, classes, REFUSAL)
        for label in classes.tolist():
            if label not in cost:
                raise ValueError(f"reject_cost has nothing for the true class {label!r}: add it")
        cost = [cost[label] for label in classes.tolist()]
    costs = _numbers(cost, REFUSAL)
    if costs.shape not in {(), (len(classes),)}:
        raise ValueError(
            f"reject_cost of shape {costs.shape} does not fit the {len(classes)} classes "
            f"{_listed(classes)}: give one number, or one for each true class"
        )
    costs = np.broadcast_to(costs, len(classes))
    for label, bad in zip(classes.tolist(), ~(np.abs(costs) <= LARGEST), strict=True):
        if bad:
            raise ValueError(f"reject_cost for the true class {label!r} must be a finite number")
    return costs


def _pairs(costs: Any, name: str) -> dict[tuple[Any, Any], Any]:
    """Return what is known by name as costs of (true, decided)."""
    if not isinstance(costs, Mapping):
        return _frame_pairs(costs, name)
    if all(isinstance(row, Mapping) for row in costs.values()):
        return {
            (true, decided): cost for true, row in costs.items() for decided, cost in row.items()
        }
    for key in costs:
        if not isinstance(key, tuple) or len(key) != 2:  # noqa: PLR2004 (true, decided)
            raise ValueError(
                f"{name} has the key {key!r}: a dict is by pairs, {{(true, decided): cost}}, or by "
                "true classes, {true: {decided: cost}}"
            )
    return dict(costs)


def _frame_pairs(frame: Any, name: str) -> dict[tuple[Any, Any], Any]:
    if not hasattr(frame, "index"):
        raise ValueError(
            f"{name} is a frame without names of its rows, so the true classes are not known: give "
            "a DataFrame of pandas with an index, an array, or a dict"
        )
    values = _numbers(frame, name)
    pairs = {
        (true, decided): values[i, j]
        for i, true in enumerate(frame.index)
        for j, decided in enumerate(frame.columns)
    }
    if len(pairs) != values.size:
        raise ValueError(f"{name} has two rows or two columns of the same name: give each once")
    return pairs


def _by_name(pairs: dict[tuple[Any, Any], Any], classes: Any, name: str) -> Any:
    for side in zip(*pairs, strict=True):
        _check_names(side, classes, name)
    labels = classes.tolist()
    for true in labels:
        for decided in labels:
            if true != decided and (true, decided) not in pairs:
                raise ValueError(
                    f"{name} has nothing for the true class {true!r} decided as {decided!r}: add "
                    f"({true!r}, {decided!r})"
                )
    return _numbers([[pairs.get((true, one), 0.0) for one in labels] for true in labels], name)


def _check_names(names: Any, classes: Any, name: str) -> None:
    labels = classes.tolist()
    for one in names:
        if one not in labels:
            refusing = "" if name == REFUSAL else "; what refusing costs is given by reject_cost"
            raise ValueError(
                f"{name} names the class {one!r}, which is none of {_listed(classes)}{refusing}"
            )


def _numbers(costs: Any, name: str) -> Any:
    try:
        return np.array(costs, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{name} must be numbers: {error}") from error


def _checked(table: Any, classes: Any, name: str) -> Any:
    bad = np.argwhere(~(np.abs(table) <= LARGEST))
    if len(bad):
        *row, true, decided = bad[0].tolist()
        where = f"of row {row[0]} " if row else ""
        raise ValueError(
            f"{name} {where}for the true class {classes.tolist()[true]!r} decided as "
            f"{classes.tolist()[decided]!r} must be a finite number of at most {LARGEST}, not "
            f"{table[*bad[0]]}"
        )
    return table


def _listed(classes: Any) -> str:
    more = " and more" if len(classes) > SHOWN else ""
    return f"{classes[:SHOWN].tolist()}{more}"
