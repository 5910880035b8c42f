"""The prior of rows without labels: found, with honest deviations, or refused."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.optimize import minimize
from tests.errors import refused

from priory import estimate_prior
from priory.decision.priors import em

EVEN = np.array([0.5, 0.5])


def posteriors(rng, prior, n, *, apart=2.0):
    """Draw rows of normal classes that lie apart, and return what a trained even model says."""
    means = apart * np.arange(len(prior))
    x = rng.normal(means[rng.choice(len(prior), size=n, p=prior)])
    scores = -((x[:, np.newaxis] - means) ** 2) / 2
    return scores - np.logaddexp.reduce(scores, axis=1, keepdims=True)


def even(n_classes):
    """Return the same share for each class."""
    return np.full(n_classes, 1 / n_classes)


@pytest.mark.parametrize("prior", [(0.1, 0.9), (0.6, 0.3, 0.1), (0.05, 0.15, 0.3, 0.5)])
def test_estimate_is_near(prior):
    """From many rows the prior is found within a few standard deviations, which are small."""
    logs = posteriors(np.random.default_rng(0), prior, 20_000)
    found = estimate_prior(logs, even(len(prior)))
    assert found.std.max() < 0.01
    assert np.all(np.abs(found.prior - prior) < 4 * found.std)
    assert found.prior.sum() == pytest.approx(1)


@pytest.mark.parametrize("apart", [0.5, 1.0, 4.0])
def test_deviations_cover(apart):
    """In 300 simulations about 95 % of the intervals of two deviations hold the truth."""
    rng = np.random.default_rng(1)
    found = [
        estimate_prior(posteriors(rng, (0.3, 0.7), 600, apart=apart), EVEN) for _ in range(300)
    ]
    inside = [abs(one.prior[0] - 0.3) < 1.96 * one.std[0] for one in found]
    spread = np.std([one.prior[0] for one in found])
    # Binomial: four deviations of the share of 300 are 0.05.
    assert abs(np.mean(inside) - 0.95) < 0.05
    assert_allclose(np.mean([one.std[0] for one in found]), spread, rtol=0.15)


def test_it_is_what_plain_em_finds():
    """The estimate is where thousands of steps of EM alone end."""
    logs = posteriors(np.random.default_rng(2), (0.2, 0.5, 0.3), 400, apart=1.0)
    train = np.array([0.5, 0.3, 0.2])
    logs = logs + np.log(train)
    found = estimate_prior(logs, train)
    ratios, prior = np.exp(logs) / train, train
    for _ in range(20_000):
        prior = np.mean(prior * ratios / (ratios @ prior)[:, np.newaxis], axis=0)
    assert_allclose(found.prior, prior, atol=1e-6)
    assert found.n_iter < 30


def test_it_maximises_the_likelihood():
    """No prior near by is better, also where the best one has a share of 0."""
    logs = posteriors(np.random.default_rng(3), (0.9, 0.0, 0.1), 300, apart=1.5)
    found = estimate_prior(logs, even(3))
    ratios = np.exp(logs)
    bounds, total = [(0, 1)] * 3, {"type": "eq", "fun": lambda prior: prior.sum() - 1}
    other = minimize(
        lambda prior: -np.log(np.maximum(ratios @ prior, 1e-300)).sum(),
        even(3),
        bounds=bounds,
        constraints=[total],
        options={"ftol": 1e-12},
    )
    assert np.log(ratios @ found.prior).sum() >= -other.fun - 1e-6
    assert_allclose(found.prior, other.x, atol=1e-3)


def test_the_deviation_is_that_of_the_information():
    """For classes that cannot be mistaken the deviation is the binomial one."""
    logs = np.log([[1 - 1e-12, 1e-12]] * 30 + [[1e-12, 1 - 1e-12]] * 70)
    found = estimate_prior(logs, EVEN)
    assert_allclose(found.prior, [0.3, 0.7], atol=1e-9)
    assert_allclose(found.std, np.sqrt(0.3 * 0.7 / 100), rtol=1e-6)


def test_a_class_that_does_not_occur():
    """A class that is in no row has the share 0, with a deviation of about 1/n."""
    logs = np.array([[0.0, -1000.0, -2000.0]] * 50 + [[-1000.0, 0.0, -2000.0]] * 50)
    found = estimate_prior(logs, even(3))
    assert_allclose(found.prior, [0.5, 0.5, 0], atol=1e-8)
    assert found.std[2] == pytest.approx(1 / 100)
    alone = estimate_prior(logs[:50, :2], EVEN)
    assert_allclose(alone.prior, [1, 0], atol=1e-9)
    assert_allclose(alone.std, 1 / 50)


@pytest.mark.parametrize("seed", range(20))
def test_steps_are_few(seed):
    """Newton's steps end soon for any number of classes and any overlap."""
    rng = np.random.default_rng(seed)
    n_classes = int(rng.integers(2, 12))
    ratios = rng.gamma(rng.uniform(0.05, 2), size=(int(rng.integers(50, 500)), n_classes)) + 1e-9
    prior, n_iter = em._maximum(ratios / ratios.max(axis=1, keepdims=True))
    slopes = (ratios / (ratios @ prior)[:, np.newaxis]).mean(axis=0)
    assert n_iter < 100
    assert slopes.max() < 1 + 1e-6


def test_rounding_does_not_hold_steps_up():
    """With many rows the last steps are taken, though the likelihood shows no rise any more."""
    logs = np.random.default_rng(3).normal(size=(20_000, 3))
    found = estimate_prior(logs - np.logaddexp.reduce(logs, axis=1, keepdims=True), even(3))
    assert found.n_iter <= 5


def test_classes_that_look_alike_are_refused():
    """Where two classes look the same, their names are told in place of a number."""
    logs = posteriors(np.random.default_rng(4), (0.5, 0.5), 200, apart=10)
    twins = np.column_stack([logs[:, 0], logs[:, 1] - np.log(2), logs[:, 1] - np.log(2)])
    with refused("unidentified-prior") as refusal:
        estimate_prior(twins, [0.5, 0.25, 0.25], classes=["a", "b", "c"])
    assert "'b', 'c'" in refusal.value.what


def test_a_class_at_zero_takes_from_those_that_look_like_it():
    """The share of a class that is told apart well is as sure as if there were no other two."""
    rng, means = np.random.default_rng(0), np.array([0.0, 5.0, 5.6])
    found = []
    for _ in range(20):
        x = rng.normal(means[rng.choice(2, size=200)])
        logs = -((x[:, np.newaxis] - means) ** 2) / 2
        logs -= np.logaddexp.reduce(logs, axis=1, keepdims=True)
        found.append(estimate_prior(logs, even(3)))
    at_zero = np.array([one.std for one in found if one.prior[2] == 0])
    assert len(at_zero) > 5
    assert_allclose(at_zero[:, 0], np.sqrt(0.25 / 200), rtol=0.05)
    assert (at_zero[:, 1] > at_zero[:, 2]).all()
    assert at_zero.max() < 0.15  # also where the likelihood is all but flat at 0


def test_nearly_alike_is_refused_too():
    """A few rows of classes that overlap almost wholly give no number, wherever the maximum is."""
    for seed in range(5):
        logs = posteriors(np.random.default_rng(seed), (0.5, 0.5), 50, apart=0.01)
        with refused("unidentified-prior"):
            estimate_prior(logs, EVEN)


@pytest.mark.parametrize(
    ("logs", "train", "code", "fields"),
    [
        (np.zeros((0, 2)), EVEN, "shape-mismatch", {"parameter": "log_posterior"}),
        (np.zeros(3), EVEN, "shape-mismatch", {"parameter": "log_posterior"}),
        (np.zeros((3, 2)), [1.0], "bad-parameter", {"parameter": "train_prior"}),
        (np.zeros((3, 2)), [1.0, 0.0], "bad-parameter", {"parameter": "train_prior"}),
        (
            [[0.0, -1.0], [np.nan, np.nan]],
            EVEN,
            "unknown-posterior",
            {"parameter": "log_posterior", "place": "row 1"},
        ),
        (
            [[-np.inf, -np.inf]],
            EVEN,
            "unknown-posterior",
            {"parameter": "log_posterior", "place": "row 0"},
        ),
    ],
)
def test_bad_input(logs, train, code, fields):
    """What cannot be estimated from is named."""
    with refused(code, **fields):
        estimate_prior(logs, train)


def test_one_row_is_no_plural():
    """The error of an estimate names one row as one."""
    with refused("unidentified-prior") as refusal:
        estimate_prior(np.log([[0.5, 0.5]]), [0.5, 0.5])
    assert refusal.value.what.startswith("this row does not")
