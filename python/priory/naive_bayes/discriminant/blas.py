"""BLAS limited to one thread, which is faster for small products."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

from priory._sklearn import _get_threadpool_controller

__all__ = ["one_blas_thread"]

# Multiplications below which BLAS uses one thread anyway, and the switch would cost more than they.
FEW = 2**16
LEAST = 8  # a sum is as much work for each number


def one_blas_thread(n_numbers: int, times: int) -> Any:
    """Return a context for products on one thread, if numbers are multiplied so many times.

    So sums do not depend on the number of threads either.
    """
    if n_numbers * max(LEAST, times) < FEW:
        return nullcontext()
    return _get_threadpool_controller().limit(limits=1, user_api="blas")
