import numpy as np
import pytest
from sklearn.base import clone
from sklearn.pipeline import make_pipeline

from naive_bayes.mixed_samples import COINS_AND_DICE, LABELS, MAILS, OF_MAIL
from naive_bayes.samples import counted
from priory import (
    BernoulliNB,
    CountVectorizer,
    MixedNB,
    MultinomialNB,
)


def test_parameters_of_parts():
    """Parameters of parts are read and set by name, and take effect without fitting again."""
    X, y = counted()
    model = MixedNB(COINS_AND_DICE).fit(X, y)

    assert model.get_params()["dice__alpha"] == 1.0
    model = clone(model).fit(X, y).set_params(dice__alpha=0.1, coins__alpha=3)

    families = [
        ("coins", BernoulliNB(alpha=3), [4, 0]),
        ("dice", MultinomialNB(alpha=0.1), [1, 2, 3]),
    ]
    expected = MixedNB(families).fit(X, y).predict_proba(X)
    np.testing.assert_array_equal(model.predict_proba(X), expected)
    np.testing.assert_array_equal(clone(model).fit(X, y).predict_proba(X), expected)


@pytest.mark.parametrize(
    ("given", "parameter"),
    [
        ((CountVectorizer(), MultinomialNB()), "words__alpha"),
        (make_pipeline(CountVectorizer(), MultinomialNB()), "words__multinomialnb__alpha"),
    ],
    ids=["tuple", "pipeline"],
)
def test_parameters_behind_transformers(given, parameter):
    """Parameters of a family behind transformers are set, too."""
    model = MixedNB([("words", clone(given, safe=False), "subject")]).fit(MAILS, LABELS)

    model.set_params(**{parameter: 0.1})

    assert model.get_params()[parameter] == 0.1
    expected = MixedNB([("words", (CountVectorizer(), MultinomialNB(alpha=0.1)), "subject")])
    np.testing.assert_array_equal(
        model.predict_proba(MAILS), expected.fit(MAILS, LABELS).predict_proba(MAILS)
    )
    np.testing.assert_array_equal(
        clone(model).fit(MAILS, LABELS).predict_proba(MAILS), model.predict_proba(MAILS)
    )


def test_other_family():
    """A family is replaced by its name, and its transformers stay."""
    model = MixedNB(OF_MAIL).set_params(subject=BernoulliNB()).fit(MAILS, LABELS)

    assert isinstance(model.named_parts_["subject"], BernoulliNB)
    assert model.named_parts_["subject"].feature_count_.tolist() == [[0, 0, 1, 1], [2, 2, 1, 0]]


def test_prior_of_a_part_after_fit():
    """A part gets no prior of its own after fit, either."""
    X, y = counted()

    with pytest.raises(ValueError, match="part 'dice': fit_prior belongs to MixedNB"):
        MixedNB(clone(COINS_AND_DICE, safe=False)).fit(X, y).set_params(dice__fit_prior=False)


def test_templates_stay():
    """The families that are given are templates: fit leaves them alone."""
    X, y = counted()
    families = [("coins", BernoulliNB(), [0, 1])]

    MixedNB(families).fit(X, y)

    assert vars(families[0][1]) == vars(BernoulliNB())
