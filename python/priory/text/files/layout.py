"""The safetensors format: named arrays with string metadata, read without copying.

The layout is the length of the header (8 bytes, little-endian), the JSON header, and the arrays.
Reading runs no code: it parses the header, and compares all bytes with a digest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from priory import _core
from priory.errors import InputError
from priory.text.files.errors import ModelFileError
from priory.text.files.header import TYPES, check_length, compose, parse

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

__all__ = ["aligned", "layers", "unpack"]

DIGEST = "xxh3-128"  # in the metadata, of all bytes, in which it is BLANK itself
BLANK = "0" * 32
PREFIX = 8  # bytes that hold the length of the header


def layers(arrays: Mapping[str, NDArray[Any]], metadata: Mapping[str, str]) -> list[Any]:
    """Return the consecutive parts: the length of the header, the header, and the arrays."""
    whole = {name: _little_endian(name, array) for name, array in arrays.items()}
    # Behind larger items smaller ones are aligned without a gap.
    ordered = dict(sorted(whole.items(), key=lambda item: (-item[1].itemsize, item[0])))
    blank = compose(ordered, {**metadata, DIGEST: BLANK})
    digest = _digest(blank, *(array.reshape(-1).view(np.uint8) for array in ordered.values()))
    header = _with_digest(blank, BLANK, digest)
    parse(header, sum(array.nbytes for array in ordered.values()))  # what is written can be read
    length = len(header).to_bytes(PREFIX, "little")
    return [length, header, *(array.data for array in ordered.values())]


def unpack(
    whole: Any, *, is_checked: bool = True
) -> tuple[dict[str, NDArray[Any]], dict[str, str]]:
    """Return read-only arrays that lie in some bytes, and the metadata.

    Parameters
    ----------
    whole : buffer
        The bytes.
    is_checked : bool, default=True
        Whether all of them are read, and compared with their digest.

    Raises
    ------
    ModelFileError
        If the bytes are truncated or invalid.
    """
    start = _end_of_header(whole)
    header = bytes(whole[PREFIX:start])
    places, metadata = parse(header, len(whole) - start)
    arrays = {
        place.name: np.ndarray(place.shape, place.dtype, whole, start + place.begin)
        for place in places
    }
    digest = metadata.pop(DIGEST, None)
    if is_checked and digest is not None:  # other programs, and versions before this, write none
        blank = _with_digest(header, digest, BLANK)
        if _digest(blank, np.frombuffer(whole, np.uint8, offset=start)) != digest:
            raise ModelFileError.damaged("the digest does not match the content")
    return arrays, metadata


def _digest(header: bytes, *pieces: NDArray[np.uint8]) -> str:
    """Return the XXH3-128 of a header with a blank digest and of the arrays behind it."""
    return _core.digest([np.frombuffer(header, np.uint8), *pieces])


def _with_digest(header: bytes, digest: str, other: str) -> bytes:
    """Put another digest into a header as `compose` writes it; no string in it looks like that."""
    before, after = (f'"{DIGEST}":"{one}"'.encode() for one in (digest, other))
    return header.replace(before, after, 1)


def aligned(buffer: bytes | bytearray | memoryview) -> Any:
    """Return bytes that nobody else changes, in a place where arrays can lie; as they are if so."""
    view = memoryview(buffer)
    if not view.c_contiguous:
        view = memoryview(view.tobytes())
    whole: Any = np.ndarray(view.nbytes, np.uint8, view)
    return whole if view.readonly and whole.ctypes.data % PREFIX == 0 else whole.copy()


def _little_endian(name: str, array: NDArray[Any]) -> NDArray[Any]:
    dtype = array.dtype.newbyteorder("<")
    if dtype not in TYPES:
        known = ", ".join(known.name for known in TYPES)
        raise InputError(
            f"array {name!r} has the dtype {dtype}",
            code="not-stored",
            remedy=f"convert it to one of {known}",
        )
    return np.asarray(array, dtype=dtype, order="C")


def _end_of_header(whole: Any) -> int:
    if bytes(whole[PREFIX : PREFIX + 1]) not in (b"", b"{"):
        raise ModelFileError.foreign()
    length = int.from_bytes(bytes(whole[:PREFIX]), "little")
    if len(whole) < PREFIX or PREFIX + length > len(whole):
        raise ModelFileError.damaged(f"truncated: {len(whole)} bytes, too few for the header")
    check_length(length)
    return PREFIX + length
