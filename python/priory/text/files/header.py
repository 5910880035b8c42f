"""The JSON header of a safetensors file: dtype, shape and byte range of each array.

``__metadata__`` holds strings by name. Files are untrusted input: `parse` validates every field.
"""

from __future__ import annotations

import json
import math
import re
import reprlib
import sys
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from priory.errors import InputError, InputTypeError
from priory.text.files.errors import ModelFileError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import NoReturn

    from numpy.typing import NDArray

__all__ = ["LONGEST", "TYPES", "TensorSpan", "check_length", "compose", "parse"]

CODES = {"I64": "<i8", "U64": "<u8", "F64": "<f8", "I32": "<i4", "U32": "<u4", "U8": "|u1"}
TYPES = {np.dtype(code): name for name, code in CODES.items()}
METADATA = "__metadata__"
SURROGATE = re.compile("[\ud800-\udfff]")
KEYS = {"dtype", "shape", "data_offsets"}
LONGEST = 4 * 2**20  # bytes, ample for names and settings; long lists belong into arrays
MOST_ARRAYS = 1000
MOST_DIMENSIONS = 32  # of the oldest NumPy that is supported


class TensorSpan(NamedTuple):
    """Where an array lies, in bytes behind the header, and what it is."""

    begin: int
    end: int
    name: str
    dtype: np.dtype[Any]
    shape: tuple[int, ...]


def compose(arrays: Mapping[str, NDArray[Any]], metadata: Mapping[str, str]) -> bytes:
    """Return the header of contiguous arrays.

    The header is padded with blanks to a multiple of 8 bytes, so that the arrays are aligned.
    """
    if not all(isinstance(name, str) for name in (*arrays, *metadata)):
        raise InputTypeError("array and metadata names must be strings", code="bad-name")
    if METADATA in arrays:
        raise InputError(f"the array name {METADATA!r} is reserved", code="bad-name")
    header: dict[str, Any] = {METADATA: dict(metadata)} if metadata else {}
    end = 0
    for name, array in arrays.items():
        begin, end = end, end + array.nbytes
        shape = list(array.shape)
        header[name] = {"dtype": TYPES[array.dtype], "shape": shape, "data_offsets": [begin, end]}
    text = json.dumps(header, ensure_ascii=False, separators=(",", ":")).encode()
    return text + b" " * (-len(text) % 8)


def check_length(length: int) -> None:
    """Refuse a header longer than the limit."""
    if length > LONGEST:
        what = f"the header has {length} bytes, more than the limit of {LONGEST}"
        raise ModelFileError(what, code="too-large")


def parse(header: bytes, size: int) -> tuple[list[TensorSpan], dict[str, str]]:
    """Return where the arrays lie and the metadata.

    Parameters
    ----------
    header : bytes
        The header.
    size : int
        How many bytes follow it.

    Raises
    ------
    ModelFileError
        If anything in the header is invalid or does not match the size.
    """
    entries = _load(header)
    metadata = entries.pop(METADATA, {})
    if not isinstance(metadata, dict) or not all(map(_is_text, (*metadata, *metadata.values()))):
        raise ModelFileError.damaged("the metadata is not an object of strings")
    if len(entries) > MOST_ARRAYS:
        raise ModelFileError.damaged(f"{len(entries)} arrays, more than the limit of {MOST_ARRAYS}")
    places = [_place(name, entry) for name, entry in entries.items()]
    _check_bounds(places, size)
    _check_alignment(places, len(header))
    return places, metadata


def _load(header: bytes) -> dict[str, Any]:
    check_length(len(header))
    if not header.startswith(b"{"):
        raise ModelFileError.foreign()
    try:
        entries: dict[str, Any] = json.loads(
            header.decode(), object_pairs_hook=_distinct, parse_constant=_refuse
        )
    except RecursionError:
        raise ModelFileError.damaged("the header is nested too deeply") from None
    except ModelFileError:
        raise
    except ValueError as error:
        raise ModelFileError.damaged(f"the header is not valid JSON ({error})") from error
    return entries


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Refuse duplicate keys: parsers disagree about which one wins."""
    entries = dict(pairs)
    if len(entries) < len(pairs):
        raise ModelFileError.damaged("duplicate key in a JSON object")
    return entries


def _refuse(constant: str) -> NoReturn:
    raise ModelFileError.damaged(f"{constant} is not valid JSON")


def _is_text(value: object) -> bool:
    """Tell whether a value is a string that can be written as UTF-8."""
    return isinstance(value, str) and not SURROGATE.search(value)


def _place(name: str, entry: Any) -> TensorSpan:
    shown = f"array {reprlib.repr(name)}"
    if not _is_text(name) or not isinstance(entry, dict) or entry.keys() != KEYS:
        raise ModelFileError.damaged(f"{shown} must have exactly dtype, shape and data_offsets")
    if not isinstance(entry["dtype"], str) or entry["dtype"] not in CODES:
        raise ModelFileError.damaged(f"the dtype of {shown} is not one of {', '.join(CODES)}")
    dtype, shape, offsets = np.dtype(CODES[entry["dtype"]]), entry["shape"], entry["data_offsets"]
    if not _are_sizes(shape) or len(shape) > MOST_DIMENSIONS:
        raise ModelFileError.damaged(
            f"the shape of {shown} is not a list of at most {MOST_DIMENSIONS} sizes"
        )
    # NumPy multiplies the sizes that are not zero, even if one of them is.
    if math.prod(max(n, 1) for n in shape) * dtype.itemsize > sys.maxsize:
        raise ModelFileError.damaged(f"the shape of {shown} overflows the address space")
    if not _are_sizes(offsets) or len(offsets) != 2:  # noqa: PLR2004 (begin and end)
        raise ModelFileError.damaged(f"the offsets of {shown} are not two sizes")
    if offsets[1] - offsets[0] != math.prod(shape) * dtype.itemsize:
        raise ModelFileError.damaged(f"the offsets of {shown} do not match its shape")
    return TensorSpan(offsets[0], offsets[1], name, dtype, tuple(shape))


def _are_sizes(value: Any) -> bool:
    """Tell whether a value is a list of numbers 0, 1, 2...; True is none of them."""
    return isinstance(value, list) and all(type(n) is int and n >= 0 for n in value)


def _check_bounds(places: list[TensorSpan], size: int) -> None:
    """Check that the arrays fill the file, without overlap and without a gap."""
    end = 0
    for place in sorted(places):
        if place.begin != end:
            problem = (
                "overlaps the previous array" if place.begin < end else "leaves a gap before it"
            )
            raise ModelFileError.damaged(f"array {reprlib.repr(place.name)} {problem}")
        end = place.end
    if end > size:
        raise ModelFileError.damaged(
            f"truncated: the arrays take {end} bytes, but only {size} follow the header"
        )
    if end < size:
        raise ModelFileError.damaged(f"{size - end} trailing bytes after the last array")


def _check_alignment(places: list[TensorSpan], start: int) -> None:
    """Check that each array can be used where it lies: what precedes the header is aligned."""
    for place in places:
        if (start + place.begin) % place.dtype.itemsize:
            raise ModelFileError.damaged(
                f"array {reprlib.repr(place.name)} is not aligned to its item size"
            )
