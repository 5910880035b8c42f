"""Search by normalised compression distance (NCD)."""

from __future__ import annotations

import bz2
import lzma
import zlib
from concurrent.futures import ThreadPoolExecutor
from numbers import Real
from typing import TYPE_CHECKING, Any

import numpy as np

from priory._threads import n_threads
from priory.errors import InputError
from priory.neighbors._search import nearest_in_blocks
from priory.neighbors._strings import read_texts

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

__all__ = ["COMPRESSORS", "CompressionSearch"]

COMPRESSORS: dict[str, Callable[[bytes], bytes]] = {
    "zlib": zlib.compress,
    "bz2": bz2.compress,
    "lzma": lzma.compress,
}
_PIECE = 64  # rows that a thread takes at a time
_LONG = 2000  # bytes of a query from which it is quicker to copy what zlib made of it


class CompressionSearch:
    """Texts that were kept, to be searched by the normalised compression distance.

    With C(x) for the size of x when compressed, and xy for x followed by y, the distance is
    (C(xy) - min(C(x), C(y))) / max(C(x), C(y)). It is about 0 for texts that say the same and
    about 1 for those that have nothing in common, but it is no metric: the distance of a text to
    itself is above 0, and that of x to y differs from that of y to x. Where neither text leaves
    anything, it is 0.

    Parameters
    ----------
    texts : sequence of str or bytes
        What was kept. Strings are compressed as UTF-8.
    compressor : {"zlib", "bz2", "lzma"} or callable, default="zlib"
        A function gets bytes and returns the compressed bytes, or how many they are.
    """

    def __init__(
        self,
        texts: Sequence[Any],
        compressor: str | Callable[[bytes], bytes | int] = "zlib",
    ) -> None:
        if not callable(compressor) and compressor not in COMPRESSORS:
            raise InputError(
                f"compressor={compressor!r} must be one of {list(COMPRESSORS)}, or a function that "
                "takes bytes and returns the compressed bytes or their number",
                code="bad-parameter",
                parameter="metric_params",
            )
        self._compress = compressor if callable(compressor) else COMPRESSORS[compressor]
        self._rows = _bytes_of(texts, "row")
        self._sizes = np.array([self._size(row, f"row {i}") for i, row in enumerate(self._rows)])

    def nearest(
        self, queries: Sequence[Any], k: int, n_jobs: int | None
    ) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """Return the distances and the numbers of the k texts nearest to each query."""
        asked = _bytes_of(queries, "query")
        with ThreadPoolExecutor(n_threads(n_jobs)) as pool:

            def distances(block: slice) -> NDArray[np.float64]:
                numbers = range(len(asked))[block]
                return np.stack([self._distances(i, asked[i], pool) for i in numbers])

            return nearest_in_blocks(distances, (len(asked), len(self._rows)), k)

    def _distances(
        self, number: int, query: bytes, pool: ThreadPoolExecutor
    ) -> NDArray[np.float64]:
        """Return the distances of one query to all rows."""
        own = self._size(query, f"query {number}")
        joined = self._followed_by(number, query)
        places = range(len(self._rows))
        pieces = (places[i : i + _PIECE] for i in range(0, len(places), _PIECE))
        found = pool.map(lambda piece: [joined(row) for row in piece], pieces)
        both = np.array([size for piece in found for size in piece])
        larger = np.maximum(own, self._sizes)
        apart = both - np.minimum(own, self._sizes)
        return np.divide(apart, larger, out=np.zeros_like(apart), where=larger > 0)

    def _followed_by(self, number: int, query: bytes) -> Callable[[int], float]:
        """Return what tells the size of the query followed by a row."""
        if self._compress is not zlib.compress or len(query) < _LONG:
            return lambda i: self._size(query + self._rows[i], f"query {number} with row {i}")
        state = zlib.compressobj()
        begun = len(state.compress(query))

        def size(i: int) -> float:
            rest = state.copy()
            return float(begun + len(rest.compress(self._rows[i])) + len(rest.flush()))

        return size

    def _size(self, text: bytes, name: str) -> float:
        """Return what is left of a text, which has a name in errors."""
        try:
            compressed = self._compress(text)
        except Exception as error:
            error.add_note(f"raised by compressor({name})")
            raise
        if isinstance(compressed, bytes | bytearray):
            return float(len(compressed))
        if isinstance(compressed, Real) and 0 <= compressed < np.inf:
            return float(compressed)
        raise InputError(
            f"compressor returned {compressed!r}",
            code="bad-return",
            place=name,
            parameter="metric_params",
            remedy="return the compressed bytes or their number",
        )


def _bytes_of(texts: Sequence[Any], what: str) -> list[bytes]:
    """Return texts as bytes, those of strings in UTF-8."""
    return [
        text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
        for text in read_texts(texts, what, (str, bytes))
    ]
