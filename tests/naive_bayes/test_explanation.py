import numpy as np
import pandas as pd
import pytest
from scipy import sparse

from naive_bayes.samples import LABELS, MAILS, counted, each_family
from priory import BernoulliNB, MultinomialNB

ESTIMATES = (
    {},
    {"alpha": 0.1},
    {"estimate": "mle"},
    {"alpha": 0, "fit_prior": False},
    {"class_prior": [1, 0, 0]},
)


@each_family
@pytest.mark.parametrize("parameters", ESTIMATES, ids=str)
@pytest.mark.parametrize("kind", [np.asarray, sparse.csr_matrix])
def test_terms_add_up(family, parameters, kind):
    """Prior, absences and contributions add up to the joint log-probability, zeros included."""
    X, y = counted(n_rows=12)
    model = family(**parameters).fit(X, y)
    queries = kind(np.vstack([X, np.zeros(7), np.full(7, 5)]).astype(int))

    explained = model.explain(queries)

    assert len(explained) == len(X) + 2
    np.testing.assert_allclose(
        [explanation.joint_log_proba for explanation in explained],
        model.predict_joint_log_proba(queries),
        rtol=1e-13,
    )


@each_family
def test_terms_of_a_class_without_rows(family):
    """A class without rows has prior 0, so its product is 0, though its factors are not known."""
    model = family(estimate="mle").partial_fit(MAILS, LABELS, classes=["ham", "news", "spam"])

    (explanation,) = model.explain(MAILS[:1])

    joint = model.predict_joint_log_proba(MAILS[:1])[0]
    assert joint[1] == -np.inf
    np.testing.assert_allclose(explanation.joint_log_proba, joint, rtol=1e-14)


def test_terms_of_counts():
    """In the multinomial model a word adds its log-probability for each time it occurs."""
    model = MultinomialNB().fit(MAILS, LABELS)

    (explanation,) = model.explain([[0, 2, 1]])

    assert explanation.classes.tolist() == ["ham", "spam"]
    assert explanation.features.tolist() == [1, 2]
    assert explanation.values.tolist() == [2, 1]  # noqa: PD011 (no pandas)
    expected = [2 * model.feature_log_prob_[:, 1], model.feature_log_prob_[:, 2]]
    np.testing.assert_array_equal(explanation.contributions, expected)
    assert explanation.absent.tolist() == [0, 0]
    assert explanation.prior.tolist() == np.log([0.5, 0.5]).tolist()


def test_terms_of_absences():
    """In the Bernoulli model the absent words speak, too: together, beside the present ones."""
    model = BernoulliNB().fit(MAILS, LABELS)

    (explanation,) = model.explain([[0, 2, 0]])

    assert explanation.values.tolist() == [1]  # noqa: PD011 (no pandas)
    np.testing.assert_array_equal(explanation.contributions, [model.feature_log_prob_[:, 1]])
    np.testing.assert_allclose(explanation.absent, np.log([0.75 * 0.5, 0.25 * 0.5]), rtol=1e-15)


@each_family
def test_names(family):
    """Features are called by their names where the model knows them."""
    frame = pd.DataFrame(MAILS, columns=["buy", "cheap", "now"])

    explanation = family().fit(frame, LABELS).explain(frame)[0]

    assert explanation.features.tolist() == ["buy", "cheap"]


def test_threshold():
    """What the threshold calls absent is absent from the explanation."""
    model = BernoulliNB(binarize=1.0).fit(MAILS * 2, LABELS)

    assert model.explain([[1, 2, 0.5]])[0].features.tolist() == [1]
