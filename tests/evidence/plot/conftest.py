"""What the tests of pictures share."""

import matplotlib as mpl
import pytest
from matplotlib import pyplot as plt


@pytest.fixture(autouse=True)
def figures():
    """Draw without windows, and close what was drawn."""
    mpl.use("Agg")
    yield
    plt.close("all")
