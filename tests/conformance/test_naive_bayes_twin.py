"""The Naive Bayes classes beside the plain Python reference."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from priory import BernoulliNB, MultinomialNB, PoissonNB, TruncatedCountNB
from priory import _reference as reference

N_WORDS = 4
FAMILIES = {"bernoulli": BernoulliNB, "multinomial": MultinomialNB}
each_event = pytest.mark.parametrize("event", FAMILIES)

rows = st.dictionaries(st.integers(0, N_WORDS - 1), st.integers(1, 5), max_size=N_WORDS)
documents = st.lists(st.tuples(rows, st.sampled_from(["ham", "news", "spam"])), min_size=1)
priors = st.one_of(st.floats(1, 9), st.lists(st.floats(1, 9), min_size=N_WORDS, max_size=N_WORDS))
estimates = st.one_of(
    st.fixed_dictionaries({"alpha": priors, "estimate": st.sampled_from(["mean", "map", "mle"])}),
    st.fixed_dictionaries({"alpha": st.floats(0.01, 1)}),
)


def dense(bags):
    """Write bags of words as a matrix."""
    return np.array([[bag.get(j, 0) for j in range(N_WORDS)] for bag in bags])


def tabulated(event, learned):
    """Make the reference's table of labelled bags."""
    bags, labels = (list(part) for part in zip(*learned, strict=True))
    bags = reference.truncate(bags, 1) if event == "bernoulli" else bags
    return reference.tabulate(bags, labels, N_WORDS)


def assert_twins(event, model, table, queries, options):
    """Assert that a model and a table give the same counts, parameters and posteriors."""
    assert model.classes_.tolist() == sorted(table.documents)
    for label, counts, n in zip(
        model.classes_, model.feature_count_, model.class_count_, strict=True
    ):
        assert n == table.documents[label]
        assert counts.tolist() == [table.counts[label][j] for j in range(N_WORDS)]
    try:
        probabilities = getattr(reference, event)(table, **options)
    except ZeroDivisionError:  # a class without words has no maximum-likelihood estimate
        assert np.isnan(model.feature_log_prob_).any()
        return
    expected = np.array([probabilities[label] for label in model.classes_], float)
    np.testing.assert_allclose(np.exp(model.feature_log_prob_), expected, rtol=1e-13)
    for query in queries:
        assert_same_posterior(event, model, table, probabilities, query)


def assert_same_posterior(event, model, table, probabilities, query):
    """Assert that one document has the same joint probabilities and posteriors."""
    absences = event == "bernoulli"
    bag = reference.truncate([query], 1)[0] if absences else query
    joint = reference.log_joint(bag, table, probabilities, absences=absences)
    X = dense([query])
    ours = model.predict_joint_log_proba(X)[0]
    np.testing.assert_allclose(ours, [joint[c] for c in model.classes_], rtol=1e-12, atol=1e-12)
    try:
        expected = reference.posterior(joint)
    except ZeroDivisionError:
        with pytest.warns(RuntimeWarning, match="0/0"):
            assert np.isnan(model.predict_proba(X)).all()
    else:
        ours = model.predict_proba(X)[0]
        np.testing.assert_allclose(ours, [expected[c] for c in model.classes_], rtol=1e-11)


@each_event
@settings(max_examples=200)
@given(documents, st.lists(rows, min_size=1, max_size=3), estimates)
def test_learned(event, learned, queries, options):
    """Counts, estimates, joint probabilities and posteriors are the reference's; 0/0 is, too."""
    bags, labels = zip(*learned, strict=True)
    model = FAMILIES[event](**options).fit(dense(bags), labels)

    assert_twins(event, model, tabulated(event, learned), queries, options)


@each_event
@given(documents, documents, documents, st.lists(rows, min_size=1, max_size=3))
def test_learned_and_forgotten(event, first, second, third, queries):
    """Batches that come and go leave what they leave in the reference."""
    model = FAMILIES[event]()
    table = tabulated(event, first)
    for batch, times in ((first, 0), (second, 1), (third, 1), (second, -1)):
        bags, labels = (list(part) for part in zip(*batch, strict=True))
        change = model.forget if times < 0 else model.partial_fit
        change(dense(bags), labels, **({} if times else {"classes": []}))
        if times:
            bags = reference.truncate(bags, 1) if event == "bernoulli" else bags
            reference.learn(table, bags, labels, times)

    assert_twins(event, model, table, queries, {})


@given(documents, rows, priors)
def test_urn(learned, query, alpha):
    """The posterior predictive of the dice is the urn's."""
    bags, labels = (list(part) for part in zip(*learned, strict=True))
    model = MultinomialNB(alpha=alpha, estimate="predictive").fit(dense(bags), labels)
    chances = reference.urn(query, tabulated("multinomial", learned), alpha)
    prior = model.class_count_ / len(bags)

    (joint,) = model.predict_joint_log_proba(dense([query]))

    expected = np.log([float(chances[label]) for label in model.classes_]) + np.log(prior)
    np.testing.assert_allclose(joint, expected, rtol=1e-12, atol=1e-12)


@given(documents, priors, st.floats(0.1, 9), st.sampled_from(["mean", "map", "mle"]))
def test_rates(learned, alpha, beta, estimate):
    """The rates of PoissonNB are the reference's."""
    bags, labels = (list(part) for part in zip(*learned, strict=True))
    model = PoissonNB(alpha=alpha, beta=beta, estimate=estimate).fit(dense(bags), labels)
    table = tabulated("multinomial", learned)

    expected = reference.rates(table, alpha, beta, estimate)

    np.testing.assert_allclose(
        model.rate_, [[float(rate) for rate in expected[c]] for c in model.classes_], rtol=1e-13
    )


@given(documents, st.integers(2, 7))
def test_sides(learned, K):
    """The table of TruncatedCountNB is that of words with their counts."""
    bags, labels = (list(part) for part in zip(*learned, strict=True))
    model = TruncatedCountNB(K=K).fit(dense(bags), labels)
    width = N_WORDS * (K - 1)

    table = reference.tabulate(reference.sides(bags, K), labels, width)

    expected = [[table.counts[c][j] for j in range(width)] for c in model.classes_]
    assert model.feature_count_.reshape(-1, width).tolist() == expected
