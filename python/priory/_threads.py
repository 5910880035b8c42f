"""How many threads to use."""

from __future__ import annotations

import os

__all__ = ["n_threads"]

_MOST_THREADS = 256


def n_threads(n_jobs: int | None) -> int:
    """Return the number of threads that ``n_jobs`` asks for: -1 means all cores."""
    if n_jobs is None:
        return 1
    if n_jobs == 0:
        raise ValueError("n_jobs == 0 has no meaning: -1 is for all cores, 1 for one thread")
    if n_jobs < 0:
        cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
        return max(1, (cores or 1) + 1 + n_jobs)
    return min(n_jobs, _MOST_THREADS)
