"""Migration from schema 1, which had a row per token and two columns per class."""

from __future__ import annotations

from typing import TYPE_CHECKING

from priory.mailfilter._schema import put_meta
from priory.mailfilter._tokens import change_rows

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator

    from priory.mailfilter._tokens import Row

__all__ = ["rows_to_blocks"]


def rows_to_blocks(db: sqlite3.Connection, schema: str) -> None:
    """Move what the rows hold into blocks."""
    put_meta(db, "tokens", 0, schema)
    change_rows(db, _rows(db, schema), schema)
    db.execute(f"DROP TABLE {schema}.tokens")


def _rows(db: sqlite3.Connection, schema: str) -> Iterator[Row]:
    # The columns of the class with number 1 are m1 and o1.
    names = [row[1] for row in db.execute(f"PRAGMA {schema}.table_info(tokens)")]
    numbers = sorted(
        int(name[1:]) for name in names if name not in ("token", "day") and name[0] == "m"
    )
    columns = "".join(f", m{number}, o{number}" for number in numbers)
    for token, day, *counts in db.execute(
        f"SELECT token, day{columns} FROM {schema}.tokens ORDER BY token"
    ):
        yield token, day, list(zip(numbers, counts[::2], counts[1::2], strict=True))
