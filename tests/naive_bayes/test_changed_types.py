"""Columns that come back with another type than they had in fit."""

import pandas as pd
import pytest

from priory import CategoricalNB, MixedNB

SIZES = pd.DataFrame({"size": pd.Categorical([1, 1, 3, 3] * 5)})
Y = [0, 0, 1, 1] * 5


@pytest.mark.parametrize("family", [CategoricalNB, MixedNB])
@pytest.mark.parametrize(
    ("learned", "given", "said"),
    [
        (SIZES, SIZES.astype(str), "strings, but what was learned of it are numbers"),
        (SIZES.astype(str), SIZES, "numbers, but what was learned of it are strings"),
        (SIZES, (SIZES == 5).astype("category"), "booleans, but what was learned of it are number"),
    ],
)
@pytest.mark.parametrize("verb", ["predict", "partial_fit", "forget"])
def test_categories_of_another_kind(family, learned, given, said, verb):
    """Numbers are not unseen because they came back as strings: the column is named."""
    model = family().fit(learned, Y)
    arguments = () if verb == "predict" else (Y,)

    with pytest.raises(ValueError, match=rf"column 'size' holds {said}.*give it the type"):
        getattr(model, verb)(given, *arguments)


def test_merge_of_categories_of_another_kind():
    """Models of numbers and of strings are not merged."""
    model = CategoricalNB().fit(SIZES, Y)

    with pytest.raises(ValueError, match="column 'size' holds strings"):
        model.merge(CategoricalNB().fit(SIZES.astype(str), Y))


def test_new_categories_of_the_same_kind():
    """Numbers that were never seen are new categories, beside strings as well."""
    model = CategoricalNB().fit(pd.DataFrame({"size": [1, 1, "l", "l"]}), Y[:4])

    model.partial_fit(pd.DataFrame({"size": ["m"]}), [0]).partial_fit(SIZES[2:3], [0])

    assert model.categories_[0].tolist() == [1, 3, "l", "m"]
