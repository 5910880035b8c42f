"""The number of threads for the parameter n_jobs."""

from __future__ import annotations

import os
from operator import index

from priory.errors import InputError, InputTypeError

__all__ = ["n_threads", "threads_for"]

_MOST_THREADS = 256
_WORTH_THREADS = 2**17


def n_threads(n_jobs: int | None, parts: int | None = None) -> int:
    """Return the number of threads that ``n_jobs`` asks for: -1 means all cores.

    Work of one part needs one thread; to ask for the cores would cost more than a short text.
    """
    if n_jobs == 0:
        raise InputError(
            "must not be 0",
            code="bad-parameter",
            place="n_jobs",
            parameter="n_jobs",
            remedy="pass -1 for all cores, or 1 for one thread",
        )
    if n_jobs is None or parts == 1:
        return 1
    try:
        n_jobs = index(n_jobs)
    except TypeError:
        raise InputTypeError(
            f"must be an integer or None, not {n_jobs!r}",
            code="bad-parameter",
            place="n_jobs",
            parameter="n_jobs",
        ) from None
    if n_jobs < 0:
        cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
        return max(1, (cores or 1) + 1 + n_jobs)
    return min(n_jobs, _MOST_THREADS)


def threads_for(n_jobs: int | None, n_numbers: int) -> int:
    """Return the number of threads for so many numbers: a few are not worth any."""
    return n_threads(n_jobs) if n_numbers > _WORTH_THREADS else 1
