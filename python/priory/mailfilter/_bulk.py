"""Learning in bulk: the next batch is counted while one is written."""

from __future__ import annotations

from contextlib import ExitStack
from functools import cached_property

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from concurrent.futures import ThreadPoolExecutor
    from typing import TypeVar

    from priory.mailfilter._learning import Given
    from priory.mailfilter.store import Store

    T = TypeVar("T")
    Labelled = Sequence[tuple[bytes, str]]

__all__ = ["Learner", "with_next"]


def with_next(batches: Iterable[list[T]]) -> Iterator[tuple[list[T], list[T]]]:
    """Give each batch with the one behind it; the last, also before an error, with an empty one."""
    before: list[T] = []
    try:
        for batch in batches:
            if before:
                yield before, batch
            before = batch
    except Exception:
        if before:
            yield before, []
        raise
    if before:
        yield before, []


class Learner(ExitStack):
    """Learns batch after batch, each in a transaction; to leave it waits for what it has begun.

    Parameters
    ----------
    store : Store
        Where to.
    """

    def __init__(self, store: Store) -> None:
        super().__init__()
        self._store = store
        self._counted: Callable[[], Given] | None = None

    def learn(self, batch: Labelled, following: Labelled = ()) -> list[str]:
        """Learn a batch, and meanwhile count the one that comes next, if there is one."""
        given = self._counted() if self._counted else self._store.read_given(batch)
        self._counted = self._count(following) if following else None
        return self._store.learn_given(given)

    def _count(self, batch: Labelled) -> Callable[[], Given]:
        return self._pool.submit(self._store.read_given, batch, ahead=True).result

    @cached_property
    def _pool(self) -> ThreadPoolExecutor:
        from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415 (few learn so much)

        return self.enter_context(ThreadPoolExecutor(1))
