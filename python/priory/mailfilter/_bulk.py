"""Bulk learning with double buffering: the next batch is counted while one is written."""

from __future__ import annotations

from contextlib import ExitStack, suppress
from functools import cached_property
from typing import TYPE_CHECKING

from priory._threads import n_threads

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from concurrent.futures import ThreadPoolExecutor
    from typing import TypeVar

    from priory.mailfilter._learning import LearnBatch
    from priory.mailfilter.store import Store

    T = TypeVar("T")
    Labelled = Sequence[tuple[bytes, str]]

__all__ = ["BatchLearner", "with_lookahead"]


def with_lookahead(batches: Iterable[list[T]]) -> Iterator[tuple[list[T], list[T]]]:
    """Give each batch with the one behind it, and with an empty one the last.

    Who waits for the next batch has one that is not given yet; it is, before an error or Ctrl-C.
    """
    before: list[T] = []
    try:
        for batch in batches:
            if before:
                yield before, batch
            before = batch
    except GeneratorExit:
        raise
    except BaseException:
        if before:
            yield before, []
        raise
    if before:
        yield before, []


class BatchLearner(ExitStack):
    """Learns batch after batch, each in a transaction; to leave it waits for what it has begun.

    To count ahead only saves time: a batch with which that failed is counted when it is learned, as
    a single one is, and what is wrong with it is told then.

    Parameters
    ----------
    store : Store
        Where to.
    """

    def __init__(self, store: Store) -> None:
        super().__init__()
        self._store = store
        self._ahead: tuple[Labelled, Callable[[], LearnBatch]] | None = None

    def learn(self, batch: Labelled, following: Labelled = ()) -> list[str]:
        """Learn a batch, and meanwhile count the one that comes next, if there is one."""
        given = self._given(batch)
        if following and n_threads(-1) > 1:
            with suppress(Exception):
                self._ahead = following, self._count(following)
        return self._store._learn(given)

    def _given(self, batch: Labelled) -> LearnBatch:
        """Return a batch as it was counted ahead, or else as it is."""
        ahead, self._ahead = self._ahead, None
        if ahead is not None and ahead[0] == batch:
            with suppress(Exception):
                return ahead[1]()
        return self._store._given(batch)

    def _count(self, batch: Labelled) -> Callable[[], LearnBatch]:
        """Begin to count those of a batch that are new; who wants them calls what is returned."""
        given, counter = self._store._given(batch), self._store._counter()
        messages = self._store._unknown(given)  # in this thread, whose connection there is
        rows = self._pool.submit(counter.count, messages)
        return lambda: given.counted(rows.result())

    @cached_property
    def _pool(self) -> ThreadPoolExecutor:
        from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415 (few learn so much)

        return self.enter_context(ThreadPoolExecutor(1))
