"""The environment of processes that tests start."""

import os
from pathlib import Path


def with_tests():
    """Return this environment, in which the helpers of the tests can be imported, too."""
    paths = [str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")]
    return os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, paths))}
