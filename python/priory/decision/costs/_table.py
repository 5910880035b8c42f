"""Cost matrices from arrays, dicts and data frames: a row per true class, a column per decision."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from priory.decision._labels import counted
from priory.errors import InputError

__all__ = ["is_by_row", "read_costs", "read_costs_by_row", "read_reject_cost"]

SHOWN = 10
REJECT_COST = "reject_cost"
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
        raise InputError(
            f"{name} of shape {table.shape} does not match the {k} classes {_listed(classes)}",
            code="shape-mismatch",
            parameter=name,
            remedy=(
                f"pass shape {(k, k)}, with a row per true class and a column per decided "
                f"class{by_row}"
            ),
        )
    return _checked(table, classes, name)


def is_by_row(costs: Any) -> bool:
    """Tell whether there is a table of costs for each row."""
    return not isinstance(costs, Mapping) and not hasattr(costs, "columns") and np.ndim(costs) == 3  # noqa: PLR2004


def read_costs_by_row(costs: Any, n_rows: int, classes: Any) -> Any:
    """Return costs of which each row has its own table."""
    table, k = _numbers(costs, "costs"), len(classes)
    if table.shape != (n_rows, k, k):
        raise InputError(
            f"costs of shape {table.shape} does not match {counted(n_rows, 'row')} and the "
            f"{k} classes {_listed(classes)}",
            code="shape-mismatch",
            parameter="costs",
            remedy=(
                f"pass shape {(n_rows, k, k)}: for each row, a row per true class and a "
                "column per decided class"
            ),
        )
    return _checked(table, classes, "costs")


def read_reject_cost(cost: Any, classes: Any) -> Any:
    """Return what refusing costs for each true class, of one number, an array or a dict."""
    if isinstance(cost, Mapping):
        _check_names(cost, classes, REJECT_COST)
        for label in classes.tolist():
            if label not in cost:
                raise InputError(
                    f"reject_cost has no entry for the true class {label!r}",
                    code="missing-label",
                    parameter=REJECT_COST,
                    remedy="add it",
                )
        cost = [cost[label] for label in classes.tolist()]
    costs = _numbers(cost, REJECT_COST)
    if costs.shape not in {(), (len(classes),)}:
        raise InputError(
            f"reject_cost of shape {costs.shape} does not match the {len(classes)} classes "
            f"{_listed(classes)}",
            code="shape-mismatch",
            parameter=REJECT_COST,
            remedy="pass one number, or one per true class",
        )
    costs = np.broadcast_to(costs, len(classes))
    for label, bad in zip(classes.tolist(), ~(np.abs(costs) <= LARGEST), strict=True):
        if bad:
            raise InputError(
                f"reject_cost for the true class {label!r} is not a finite number",
                code="bad-parameter",
                parameter=REJECT_COST,
                remedy=f"pass a number of magnitude at most {LARGEST:g}",
            )
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
            raise InputError(
                f"{name} has the key {key!r}",
                code="bad-parameter",
                parameter=name,
                remedy=(
                    "use pairs as keys, {(true, decided): cost}, or nested dicts, {true: "
                    "{decided: cost}}"
                ),
            )
    return dict(costs)


def _frame_pairs(frame: Any, name: str) -> dict[tuple[Any, Any], Any]:
    if not hasattr(frame, "index"):
        raise InputError(
            f"{name} is a data frame without an index, so its true classes are unknown",
            code="unsupported",
            parameter=name,
            remedy="pass a pandas DataFrame with an index, an array, or a dict",
        )
    values = _numbers(frame, name)
    pairs = {
        (true, decided): values[i, j]
        for i, true in enumerate(frame.index)
        for j, decided in enumerate(frame.columns)
    }
    if len(pairs) != values.size:
        raise InputError(
            f"{name} has duplicate row or column names",
            code="duplicate-label",
            parameter=name,
            remedy="name each class once",
        )
    return pairs


def _by_name(pairs: dict[tuple[Any, Any], Any], classes: Any, name: str) -> Any:
    for side in zip(*pairs, strict=True):
        _check_names(side, classes, name)
    labels = classes.tolist()
    for true in labels:
        for decided in labels:
            if true != decided and (true, decided) not in pairs:
                raise InputError(
                    f"{name} has no entry for the true class {true!r} decided as {decided!r}",
                    code="missing-label",
                    parameter=name,
                    remedy=f"add ({true!r}, {decided!r})",
                )
    return _numbers([[pairs.get((true, one), 0.0) for one in labels] for true in labels], name)


def _check_names(names: Any, classes: Any, name: str) -> None:
    labels = classes.tolist()
    for one in names:
        if one not in labels:
            raise InputError(
                f"{name} has an unknown class {one!r}; the classes are {_listed(classes)}",
                code="unknown-label",
                parameter=name,
                remedy=None if name == REJECT_COST else "pass the cost of rejection as reject_cost",
            )


def _numbers(costs: Any, name: str) -> Any:
    try:
        return np.array(costs, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise InputError(
            f"{name} must be numeric: {error}",
            code="bad-parameter",
            parameter=name,
        ) from error


def _checked(table: Any, classes: Any, name: str) -> Any:
    bad = np.argwhere(~(np.abs(table) <= LARGEST))
    if len(bad):
        *row, true, decided = bad[0].tolist()
        raise InputError(
            f"{name} for the true class {classes.tolist()[true]!r} decided as "
            f"{classes.tolist()[decided]!r} is {table[*bad[0]]}",
            code="bad-parameter",
            place=f"row {row[0]}" if row else None,
            parameter=name,
            remedy=f"pass a finite number of magnitude at most {LARGEST:g}",
        )
    return table


def _listed(classes: Any) -> str:
    more = " and more" if len(classes) > SHOWN else ""
    return f"{classes[:SHOWN].tolist()}{more}"
