import os

import pytest

from priory._threads import n_threads


@pytest.mark.parametrize(("n_jobs", "threads"), [(None, 1), (1, 1), (3, 3), (-1000, 1)])
def test_threads(n_jobs, threads):
    """A number of jobs is a number of threads, at least one."""
    assert n_threads(n_jobs) == threads


@pytest.mark.parametrize("n_jobs", ["2", 2.0])
def test_no_number_of_jobs(n_jobs):
    """What is no whole number is refused, also if it was set after fit."""
    with pytest.raises(TypeError, match=f"n_jobs must be a whole number or None, not {n_jobs!r}"):
        n_threads(n_jobs)


@pytest.mark.skipif(not hasattr(os, "sched_getaffinity"), reason="cores cannot be counted here")
def test_all_cores():
    """All cores are those that this process may use."""
    assert n_threads(-1) == len(os.sched_getaffinity(0))
