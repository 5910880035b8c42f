import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.pipeline import make_pipeline
from tests.errors import refused

from naive_bayes.mixed_samples import COINS_AND_DICE, LABELS, MAILS, OF_MAIL
from naive_bayes.samples import counted
from priory import (
    BernoulliNB,
    CountVectorizer,
    Discretizer,
    GaussianNB,
    MixedNB,
    MultinomialNB,
    PoissonNB,
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


def own(parameter):
    """Expect that a part is refused a parameter that the whole model has."""
    return refused("unsupported", parameter=parameter, place="part 'dice'")


@pytest.mark.parametrize(
    ("parameters", "refusal"),
    [
        ({"dice__fit_prior": False}, own("fit_prior")),
        ({"dice__class_prior": [0.5, 0.25, 0.25]}, own("class_prior")),
        ({"dice": MultinomialNB(prior_alpha=1)}, own("prior_alpha")),
        ({"cubes__alpha": 2}, pytest.raises(ValueError, match="Invalid parameter 'cubes'")),
    ],
)
def test_refused_after_fit(parameters, refusal):
    """What is refused after fit leaves all parameters as they were, those beside it included."""
    X, y = counted()
    model = MixedNB(clone(COINS_AND_DICE, safe=False)).fit(X, y)
    before, expected = str(model.get_params()), model.predict_proba(X)

    with refusal:
        model.set_params(fit_prior=False, coins__alpha=7, coins=BernoulliNB(alpha=3), **parameters)

    assert str(model.get_params()) == before
    np.testing.assert_array_equal(model.predict_proba(X), expected)
    np.testing.assert_array_equal(clone(model).fit(X, y).predict_proba(X), expected)


def test_family_of_the_same_kind():
    """A family that counts the same takes effect without fitting again."""
    X, y = counted()
    model = MixedNB(COINS_AND_DICE).fit(X, y)

    model.set_params(dice=MultinomialNB(alpha=0.1))

    expected = clone(model).fit(X, y)
    np.testing.assert_array_equal(model.predict_proba(X), expected.predict_proba(X))


PIPELINE = [("words", make_pipeline(CountVectorizer(), MultinomialNB()), "subject")]


@pytest.mark.parametrize(
    ("model", "parameters", "changed"),
    [
        (MixedNB(OF_MAIL), {"sender": PoissonNB()}, "sender"),
        (MixedNB(OF_MAIL), {"families": OF_MAIL[:1]}, "subject"),
        (MixedNB(OF_MAIL), {"families": None}, "sender"),
        (MixedNB(PIPELINE), {"words__multinomialnb": BernoulliNB()}, "words"),
        (
            MixedNB(PIPELINE),
            {"words__countvectorizer__binary": True},
            "words__countvectorizer__binary",
        ),
        (MixedNB(), {"discretize": Discretizer()}, "discretize"),
        (MixedNB(), {"missing": "category"}, "missing"),
        (MixedNB(discretize=Discretizer()), {"discretize__n_bins": 2}, "discretize__n_bins"),
    ],
)
def test_what_needs_fit(model, parameters, changed):
    """Parameters that change what is counted take effect in fit; until then the model says so."""
    model = clone(model).fit(MAILS, LABELS).set_params(**parameters)

    for call in (
        model.predict,
        model.explain,
        lambda X: model.partial_fit(X, LABELS),
        lambda X: model.forget(X, LABELS),
        lambda _: model.merge(model),
    ):
        with refused("changed-parameter", parameter=changed):
            call(MAILS)
    assert model.fit(MAILS, LABELS).predict(MAILS).shape == (5,)


def test_changed_back():
    """A family that is what it was before needs no fit."""
    model = MixedNB(OF_MAIL).fit(MAILS, LABELS)
    expected = model.predict_proba(MAILS)

    model.set_params(sender=PoissonNB()).set_params(sender=BernoulliNB())

    np.testing.assert_array_equal(model.predict_proba(MAILS), expected)


def test_templates_stay():
    """The families that are given are templates: fit leaves them alone."""
    X, y = counted()
    families = [("coins", BernoulliNB(), [0, 1])]

    MixedNB(families).fit(X, y)

    assert vars(families[0][1]) == vars(BernoulliNB())


def test_threads_after_fit():
    """The number of threads is that of families chosen by type, after fit as well."""
    X = pd.DataFrame({"n": [1.0, 2.0], "w": ["a", "b"]})
    model = MixedNB({"numbers": GaussianNB(n_jobs=3)}, n_jobs=1).fit(X, [0, 1])
    before = model.predict_proba(X)

    model.set_params(n_jobs=2)

    assert [part.family.n_jobs for part in model.parts_] == [2, 3]
    assert model.predict_proba(X).tolist() == before.tolist()
