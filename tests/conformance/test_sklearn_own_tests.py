"""scikit-learn's own tests of its text vectorizers, run on our classes."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from conformance import dropin

MODULE = "sklearn.feature_extraction.tests.test_text"

# Names of tests that may fail, each with its reason: private parts of scikit-learn that we lack,
# or conduct that differs on purpose. There are none: keep it so.
EXCEPTIONS: dict[str, str] = {}


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    """Run the tests in a Python of their own, where our classes have taken the names."""
    folder = tmp_path_factory.mktemp("sklearn")
    path = folder / "report.json"
    command = [sys.executable, "-m", "pytest", "--quiet", "--tb=short", "-c", os.devnull]
    command += ["--rootdir", folder, "-p", "no:cacheprovider", "-p", dropin.__name__]
    paths = [str(Path(__file__).parents[1]), os.environ.get("PYTHONPATH", "")]
    variables = {"PYTHONPATH": os.pathsep.join(filter(None, paths)), dropin.REPORT: str(path)}
    subprocess.run(  # noqa: S603 (our own command)
        [*command, "--pyargs", MODULE], env=os.environ | variables, cwd=folder, check=False
    )
    return {key: set(names) for key, names in json.loads(path.read_text("utf-8")).items()}


def test_only_written_exceptions_fail(report):
    """The tests that fail are those of the list, and each of these does."""
    assert report["failed"] == EXCEPTIONS.keys() & report["ran"]


def test_ours_were_tested(report):
    """Nearly all tests built an object of a class of ours, so the substitution took effect."""
    assert len(report["ran"]) > 120
    assert len(report["built"]) > 0.9 * len(report["ran"])
