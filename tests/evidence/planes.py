"""What the tests of pictures of two features share."""

from numpy.testing import assert_allclose


def marks(display):
    """Return the points of each class, and their shapes and colours, by the words of the legend."""
    names = [text.get_text() for text in display.ax_.get_legend().get_texts()]
    drawn = {group.get_label(): group for group in display.ax_.collections}
    return {name: drawn[name] for name in names}


def assert_points(display, X, y):
    """Assert that each row is a point of its class."""
    for name, group in marks(display).items():
        assert_allclose(group.get_offsets(), X[[str(label) == name for label in y]].reshape(-1, 2))


def assert_told_apart(display):
    """Assert that no two classes have points of the same shape and colour."""
    looks = {
        (group.get_paths()[0].vertices.tobytes(), group.get_facecolor().tobytes())
        for group in marks(display).values()
    }
    assert len(looks) == len(marks(display))
