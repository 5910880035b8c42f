"""BLAS on one thread: its threads wait for each other longer than a small product takes."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

from sklearn.utils.parallel import _get_threadpool_controller

__all__ = ["one_blas_thread"]

# Numbers from which on there are many products, and the switch costs nothing beside them.
MANY = 2**17


def one_blas_thread(n_numbers: int) -> Any:
    """Return a context in which products are computed on one thread, if there are many.

    So sums do not depend on the number of threads either.
    """
    if n_numbers < MANY:
        return nullcontext()
    return _get_threadpool_controller().limit(limits=1, user_api="blas")
