"""How the parts of MixedNB are described: masks, names, and families by type."""

import numpy as np
import pytest

from priory import GaussianNB, MixedNB

X = np.arange(20.0).reshape(4, 5) ** 2
Y = [0, 0, 1, 1]


@pytest.mark.parametrize("mask", [[False, True], np.array([False, True]), np.ones(6, dtype=bool)])
def test_mask_of_another_length(mask):
    """A mask has one boolean a column, and is not taken for places."""
    model = MixedNB([("some", GaussianNB(), mask)])

    with pytest.raises(ValueError, match=f"'some': the mask has {len(mask)} booleans for 5 col"):
        model.fit(X, Y)


def test_mask():
    """A mask of booleans marks columns, as a list or as an array."""
    for mask in ([False, True, False, True, False], np.array([False, True, False, True, False])):
        assert MixedNB([("some", GaussianNB(), mask)]).fit(X, Y).parts_[0].columns == [1, 3]


@pytest.mark.parametrize(
    ("name", "what"),
    [("class_prior", "is a parameter of the model"), ("the__numbers", "holds '__'")],
)
def test_name_of_a_part(name, what):
    """A name by which set_params would not find the part is refused."""
    with pytest.raises(ValueError, match=f"a part is called '{name}', which {what}.*another name"):
        MixedNB([(name, GaussianNB(), [0])]).fit(X, Y)
