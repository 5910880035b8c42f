import os

import pytest
from tests.errors import refused

from priory._threads import n_threads
from priory.errors import InputError, InputTypeError


@pytest.mark.parametrize(("n_jobs", "threads"), [(None, 1), (1, 1), (3, 3), (-1000, 1)])
def test_threads(n_jobs, threads):
    """A number of jobs is a number of threads, at least one."""
    assert n_threads(n_jobs) == threads


@pytest.mark.parametrize("n_jobs", ["2", 2.0])
def test_no_number_of_jobs(n_jobs):
    """What is no whole number is refused, also if it was set after fit."""
    with refused("bad-parameter", InputTypeError, parameter="n_jobs"):
        n_threads(n_jobs)


def test_no_jobs():
    """No threads do no work."""
    with refused("bad-parameter", InputError, parameter="n_jobs"):
        n_threads(0)


@pytest.mark.skipif(not hasattr(os, "sched_getaffinity"), reason="cores cannot be counted here")
def test_all_cores():
    """All cores are those that this process may use."""
    assert n_threads(-1) == len(os.sched_getaffinity(0))
