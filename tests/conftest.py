"""What all tests share: where helpers are found, and how hypothesis looks for examples."""

import os
import signal
import sys
from pathlib import Path

import pytest
from hypothesis import settings

if "PYTEST_XDIST_WORKER" in os.environ:  # threads of BLAS wait busily for cores that others have
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as background jobs of a shell have it
    signal.signal(signal.SIGINT, signal.default_int_handler)

TESTS = Path(__file__).parent
sys.path[:0] = [str(TESTS), str(TESTS.parent)]  # helpers of the tests; benchmarks and experiments

pytest.register_assert_rewrite("conformance.comparison")

settings.register_profile("local", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "local")
