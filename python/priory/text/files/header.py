"""The header of a model file: what lies where.

It is a JSON object in UTF-8. Each array has an entry with its type, its shape and the two offsets
between which its bytes lie; ``__metadata__`` holds texts by name. Headers come from strangers:
`parse` believes nothing.
"""

from __future__ import annotations

import json
import math
import re
import reprlib
import sys
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import NoReturn

    from numpy.typing import NDArray

__all__ = ["LONGEST", "TYPES", "Place", "check_length", "compose", "parse"]

CODES = {"I64": "<i8", "U64": "<u8", "F64": "<f8", "I32": "<i4", "U32": "<u4", "U8": "|u1"}
TYPES = {np.dtype(code): name for name, code in CODES.items()}
METADATA = "__metadata__"
SURROGATE = re.compile("[\ud800-\udfff]")
KEYS = {"dtype", "shape", "data_offsets"}
LONGEST = 4 * 2**20  # bytes, ample for names and settings; long lists belong into arrays
MOST_ARRAYS = 1000
MOST_DIMENSIONS = 32  # of the oldest NumPy that is supported


class Place(NamedTuple):
    """Where an array lies, in bytes behind the header, and what it is."""

    begin: int
    end: int
    name: str
    dtype: np.dtype[Any]
    shape: tuple[int, ...]


def compose(arrays: Mapping[str, NDArray[Any]], metadata: Mapping[str, str]) -> bytes:
    """Describe arrays that lie one behind the other.

    The header is padded with blanks to a multiple of 8 bytes, so that the arrays are aligned.
    """
    if not all(isinstance(name, str) for name in (*arrays, *metadata)):
        raise ValueError("the names of arrays and of texts in a model file must be strings")
    if METADATA in arrays:
        raise ValueError(f"an array cannot have the name {METADATA!r}: choose another")
    header: dict[str, Any] = {METADATA: dict(metadata)} if metadata else {}
    end = 0
    for name, array in arrays.items():
        begin, end = end, end + array.nbytes
        shape = list(array.shape)
        header[name] = {"dtype": TYPES[array.dtype], "shape": shape, "data_offsets": [begin, end]}
    text = json.dumps(header, ensure_ascii=False, separators=(",", ":")).encode()
    return text + b" " * (-len(text) % 8)


def check_length(length: int) -> None:
    """Refuse a header so long that reading it would hurt."""
    if length > LONGEST:
        raise ValueError(f"its header has {length} bytes, and {LONGEST} are the most")


def parse(header: bytes, size: int) -> tuple[list[Place], dict[str, str]]:
    """Return where the arrays lie and the metadata.

    Parameters
    ----------
    header : bytes
        The header.
    size : int
        How many bytes follow it.

    Raises
    ------
    ValueError
        If anything in the header is wrong or not borne out by the size: it says what.
    """
    entries = _load(header)
    metadata = entries.pop(METADATA, {})
    if not isinstance(metadata, dict) or not all(map(_is_text, (*metadata, *metadata.values()))):
        raise ValueError("its metadata is something else than texts by name")
    if len(entries) > MOST_ARRAYS:
        raise ValueError(f"it would have {len(entries)} arrays, and {MOST_ARRAYS} are the most")
    places = [_place(name, entry) for name, entry in entries.items()]
    _check_bounds(places, size)
    _check_alignment(places, len(header))
    return places, metadata


def _load(header: bytes) -> dict[str, Any]:
    check_length(len(header))
    if not header.startswith(b"{"):
        raise ValueError("its header is no JSON object")
    try:
        entries: dict[str, Any] = json.loads(
            header.decode(), object_pairs_hook=_distinct, parse_constant=_refuse
        )
    except RecursionError:
        raise ValueError("its header is nested too deeply") from None
    except ValueError as error:
        raise ValueError(f"its header is not sound JSON ({error})") from error
    return entries


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Refuse a name that stands twice: readers would disagree about which one counts."""
    entries = dict(pairs)
    if len(entries) < len(pairs):
        raise ValueError("a name stands twice in one object")
    return entries


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no JSON")


def _is_text(value: object) -> bool:
    """Tell whether a value is a string that can be written as UTF-8."""
    return isinstance(value, str) and not SURROGATE.search(value)


def _place(name: str, entry: Any) -> Place:
    shown = f"array {reprlib.repr(name)}"
    if not _is_text(name) or not isinstance(entry, dict) or entry.keys() != KEYS:
        raise ValueError(f"{shown} is not described by dtype, shape and data_offsets")
    if not isinstance(entry["dtype"], str) or entry["dtype"] not in CODES:
        raise ValueError(f"{shown} is of a type other than {', '.join(CODES)}")
    dtype, shape, offsets = np.dtype(CODES[entry["dtype"]]), entry["shape"], entry["data_offsets"]
    if not _are_sizes(shape) or len(shape) > MOST_DIMENSIONS:
        raise ValueError(f"the shape of {shown} is no list of at most {MOST_DIMENSIONS} sizes")
    # NumPy multiplies the sizes that are not zero, even if one of them is.
    if math.prod(max(n, 1) for n in shape) * dtype.itemsize > sys.maxsize:
        raise ValueError(f"the shape of {shown} is too large for any machine")
    if not _are_sizes(offsets) or len(offsets) != 2:  # noqa: PLR2004 (begin and end)
        raise ValueError(f"the offsets of {shown} are not two sizes")
    if offsets[1] - offsets[0] != math.prod(shape) * dtype.itemsize:
        raise ValueError(f"the offsets of {shown} do not fit its shape")
    return Place(offsets[0], offsets[1], name, dtype, tuple(shape))


def _are_sizes(value: Any) -> bool:
    """Tell whether a value is a list of numbers 0, 1, 2...; True is none of them."""
    return isinstance(value, list) and all(type(n) is int and n >= 0 for n in value)


def _check_bounds(places: list[Place], size: int) -> None:
    """Check that the arrays fill the file, without overlap and without a gap."""
    end = 0
    for place in sorted(places):
        if place.begin != end:
            problem = (
                "overlaps the one before it" if place.begin < end else "leaves a gap before it"
            )
            raise ValueError(f"array {reprlib.repr(place.name)} {problem}")
        end = place.end
    if end > size:
        raise ValueError(f"its arrays take {end} bytes, but only {size} follow the header")
    if end < size:
        raise ValueError(f"{size - end} bytes follow the last array")


def _check_alignment(places: list[Place], start: int) -> None:
    """Check that each array can be used where it lies: what precedes the header is aligned."""
    for place in places:
        if (start + place.begin) % place.dtype.itemsize:
            raise ValueError(
                f"array {reprlib.repr(place.name)} does not lie at a multiple of its item"
            )
