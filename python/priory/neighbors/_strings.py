"""Search by edit distances and other string metrics, with rapidfuzz."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from priory._threads import n_threads
from priory.errors import InputError
from priory.neighbors._search import nearest_in_blocks, working_memory

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

__all__ = ["STRING_METRICS", "StringSearch", "read_texts"]

_COUNTS = {
    "levenshtein": "characters inserted, deleted or substituted",
    "osa": "the same, and neighbours swapped, which are not touched again",
    "damerau_levenshtein": "the same, and characters between them may change",
    "indel": "characters inserted or deleted",
    "lcsseq": "characters of the longer one outside the longest common subsequence",
    "hamming": "places that differ, those behind the end of the shorter one included",
    "prefix": "characters of the longer one behind the common beginning",
    "postfix": "characters of the longer one before the common end",
}
_SHARES = {
    "jaro": "1 - the similarity of Jaro: characters that are near each other in both",
    "jaro_winkler": "the same, and less if the first four characters agree",
}

# What each distance counts, and the shares of the most that it could be.
STRING_METRICS = {
    **_COUNTS,
    **_SHARES,
    **{f"normalized_{name}": f"`{name}` over the most that it could be" for name in _COUNTS},
}
_HEAVIEST = 2**31  # distances between the longest strings stay below 2 ** 63
_MODULES = {"osa": "OSA", "lcsseq": "LCSseq"}


class StringSearch:
    """Strings that were kept, to be searched by an edit distance or a relative of it.

    Parameters
    ----------
    strings : sequence of str or of bytes
        What was kept.
    metric : str
        One of ``STRING_METRICS``.
    **params
        What rapidfuzz takes: ``weights`` of insertions, deletions and substitutions for
        ``levenshtein``, ``prefix_weight`` for ``jaro_winkler``, ``pad`` for ``hamming``; and
        ``processor``, a function that each string goes through first: `str.split` makes words of
        the characters.
    """

    def __init__(self, strings: Sequence[Any], metric: str, **params: Any) -> None:
        self._scorer, self._counts = _scorer_of(metric)
        self._processor = params.pop("processor", None)
        self._weight = _check_params(metric, self._scorer, params)
        self._params = params
        self._kind = type(strings[0])
        self._rows = self._read(strings, "row")
        self._longest = max(map(len, self._rows))

    def nearest(
        self, queries: Sequence[Any], k: int, n_jobs: int | None
    ) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """Return the distances and the numbers of the k strings nearest to each query."""
        from rapidfuzz.process import cdist  # noqa: PLC0415 (only those who compare strings)

        asked = self._read(queries, "query")
        dtype = self._dtype(asked)
        compare = partial(
            cdist,
            scorer=self._scorer,
            scorer_kwargs=self._params,
            workers=n_threads(n_jobs),
            dtype=dtype.type,  # old versions know no other name of it
        )

        # rapidfuzz compares a list with itself in half the time.
        at_once = asked == self._rows and len(asked) ** 2 * dtype.itemsize <= working_memory()
        whole = compare(asked, asked) if at_once else None

        def distances(block: slice) -> NDArray[Any]:
            return compare(asked[block], self._rows) if whole is None else whole[block]

        return nearest_in_blocks(distances, (len(asked), len(self._rows)), k, dtype.itemsize)

    def _read(self, strings: Sequence[Any], what: str) -> list[Any]:
        texts = read_texts(strings, what, (str,) if issubclass(self._kind, str) else (bytes,))
        if self._processor is None:
            return texts
        return [self._processed(text, f"{what} {i}") for i, text in enumerate(texts)]

    def _processed(self, text: Any, name: str) -> Any:
        """Send a text through the user's function; it has a name in errors."""
        try:
            processed = self._processor(text)
        except Exception as error:
            error.add_note(f"raised by processor({name})")
            raise
        if hasattr(processed, "__len__") and hasattr(processed, "__getitem__"):
            return processed
        raise InputError(
            f"processor returned {processed!r}",
            code="bad-return",
            place=name,
            parameter="metric_params",
            remedy="return a string, or a sequence of what is compared",
        )

    def _dtype(self, queries: list[Any]) -> np.dtype[Any]:
        """Return the smallest type that holds every distance: the less memory, the faster."""
        if not self._counts:
            return np.dtype(np.float64)
        longest = max(map(len, queries), default=0)
        return np.min_scalar_type(self._weight * (longest + self._longest))


def read_texts(texts: Sequence[Any], what: str, kinds: tuple[type, ...]) -> list[Any]:
    """Return texts as a list, if each is one."""
    for i, text in enumerate(texts):
        if not isinstance(text, kinds):
            wanted = " or ".join(kind.__name__ for kind in kinds)
            raise InputError(
                f"{text!r} is of type {type(text).__name__}, expected {wanted}",
                code="wrong-type",
                place=f"{what} {i}",
                remedy="drop it, or convert it",
            )
    return list(texts)


def _scorer_of(metric: str) -> tuple[Callable[..., float], bool]:
    """Return the function of rapidfuzz, and whether it counts."""
    from rapidfuzz import distance  # noqa: PLC0415 (only those who compare strings)

    name = metric.removeprefix("normalized_")
    module = getattr(distance, _MODULES.get(name, name.title().replace("_", "")))
    scorer = module.distance if name == metric else module.normalized_distance
    return scorer, metric in _COUNTS


def _check_params(metric: str, scorer: Callable[..., float], params: dict[str, Any]) -> int:
    """Refuse what rapidfuzz would, and what it would cut to fit; return the largest weight."""
    weights = params.get("weights", (1, 1, 1))
    try:
        scorer("", "", **params)
        whole = all(weight == int(weight) for weight in weights)
    except (TypeError, ValueError, OverflowError) as error:
        raise InputError(
            f"metric_params={params!r} of metric={metric!r}: {error}",
            code="bad-parameter",
            parameter="metric_params",
        ) from error
    if not whole or max(weights) > _HEAVIEST:
        raise InputError(
            f"weights={weights!r} must be three integers from 0 to {_HEAVIEST}",
            code="bad-parameter",
            parameter="metric_params",
        )
    return int(max(weights))
