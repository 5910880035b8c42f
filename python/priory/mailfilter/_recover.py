"""What the rows of a damaged store mean: blocks, classes and messages that are whole."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from priory import _core
from priory.errors import PrioryError
from priory.mailfilter import _seal
from priory.mailfilter._classes import MOST, check_name
from priory.mailfilter._journal import is_digest
from priory.mailfilter._schema import SEALED, day_before

if TYPE_CHECKING:
    from collections.abc import Iterator

    from priory.mailfilter._salvage import Salvage

__all__ = ["Classes", "Entry", "Tokens", "blocks", "classes", "entries"]

Tokens = dict[str, tuple[int, dict[int, tuple[int, int]]]]  # day; by class messages, occurrences


@dataclass(slots=True)
class Classes:
    """What is known of the classes.

    Attributes
    ----------
    names : dict from int to str
        By number.
    recorded : dict from int to (int, int)
        Messages, and those of them that the journal does not know, as far as they can be read.
    tokens : int or None
        How many tokens there were.
    unnamed : list of str
        Names that were made up.
    is_sealed : bool
        Whether all of it is what was written.
    """

    names: dict[int, str]
    recorded: dict[int, tuple[int, int]]
    tokens: int | None
    unnamed: list[str]
    is_sealed: bool


class Entry(NamedTuple):
    """A message of the journal; `is_cut` if what it added was there and cannot be read."""

    id: int
    digest: bytes
    number: int
    day: int
    bag: bytes | None
    is_cut: bool


def blocks(old: Salvage) -> Tokens:
    """Return the tokens of all blocks whose checksum is right."""
    found: Tokens = {}
    for _, first, number, block in old.table("blocks", "first, tokens, block"):
        rows = _decoded(block)
        if not rows or (rows[0][0], len(rows)) != (first, number):
            old.unreadable += 1
            continue
        for token, day, cells in rows:
            counts = {number: (messages, more) for number, messages, more in cells}
            if token not in found or _messages(counts) < _messages(found[token][1]):
                found[token] = (day, counts)  # of two, one is from earlier times
    return found


def _messages(counts: dict[int, tuple[int, int]]) -> int:
    return sum(messages for messages, _ in counts.values())


def _decoded(block: Any) -> list[Any]:
    try:
        rows = _core.Ledger.read([block]).rows()
    except (TypeError, ValueError):
        return []
    sane = (0 < messages <= more for _, _, cells in rows for _, messages, more in cells)
    return rows if all(sane) else []


def classes(old: Salvage, tokens: Tokens) -> Classes:
    """Return the classes: as they were written, if their checksum says so, else what agrees."""
    query = f"SELECT {_seal.COLUMNS} FROM classes NOT INDEXED ORDER BY id"
    rows = [row for row in old.rows(query) if _are_counts(*row[2:])]
    query = "SELECT id, name FROM classes INDEXED BY sqlite_autoindex_classes_1 WHERE name >= ''"
    listed = dict(old.rows(query))
    number, seal = (
        old.value("SELECT value FROM meta WHERE key = ?", [key]) for key in ("tokens", _seal.KEY)
    )
    by_index = [(row[0], listed.get(row[0], row[1]), *row[2:]) for row in rows]
    for some in (rows, by_index):
        if _is_sealed(old, seal, number, some):
            names = {row[0]: row[1] for row in some}
            return Classes(names, {row[0]: (row[2], row[5]) for row in some}, number, [], True)
    names, unnamed = _agreed({row[0]: row[1] for row in rows}, listed, tokens)
    recorded = {row[0]: (row[2], row[5]) for row in rows}
    return Classes(names, recorded, None, unnamed, False)


def _is_sealed(old: Salvage, seal: Any, number: Any, rows: list[Any]) -> bool:
    if _seal.seals_totals(seal, number, rows):
        return True
    version = old.value("PRAGMA user_version")
    is_older = seal is None and isinstance(version, int) and 0 < version < SEALED
    return is_older and all(_is_name(row[1]) for row in rows)


def _agreed(
    table: dict[Any, Any], listed: dict[Any, Any], tokens: Tokens
) -> tuple[dict[int, str], list[str]]:
    """Name the classes that blocks have, and those on which a table and its index agree."""
    numbers = {number for _, counts in tokens.values() for number in counts}
    numbers |= {number for number, name in table.items() if listed.get(number) == name}
    names: dict[int, str] = {}
    unnamed: list[str] = []
    for number in sorted(one for one in numbers if isinstance(one, int) and 0 < one <= MOST):
        found = {str(one) for one in (table.get(number), listed.get(number)) if _is_name(one)}
        name = found.pop() if len(found) == 1 else f"class {number}"
        names[number] = f"class {number}" if name in names.values() else name
        unnamed += [names[number]] if names[number] not in (table | listed).values() else []
    return names, unnamed


def _is_name(name: Any) -> bool:
    try:
        check_name(name)
    except PrioryError:
        return False
    return True


def _are_counts(*values: Any) -> bool:
    return all(isinstance(value, int) and value >= 0 for value in values)


def entries(old: Salvage, names: dict[int, str]) -> Iterator[Entry]:
    """Return the messages of the journal whose digest and class are right."""
    listed = {number: digest for digest, number in old.digests()}
    today = day_before()
    for number, digest, label, day, bag in old.table("journal", "digest, class, day, bag"):
        # The index is a second copy of the digest, which may be the damaged one.
        if not is_digest(digest) or listed.get(number, digest) != digest:
            continue
        is_day = isinstance(day, int) and 0 <= day <= today
        fitting = label if bag is None else _class_of(bag, digest, label, names)
        is_cut = fitting is None
        if is_cut and number not in listed:  # nothing tells which of both is damaged
            continue
        which = label if is_cut else fitting
        if which in names:
            kept = None if is_cut else bag
            yield Entry(number, digest, which, day if is_day else today, kept, is_cut)


def _class_of(bag: Any, digest: bytes, label: Any, names: dict[int, str]) -> int | None:
    """Return the class to which a bag is bound, if it is whole: the one of its row, or another."""
    fitting = (one for one in (label, *names) if _seal.is_bag(bag, digest, one))
    return next(fitting, None)
