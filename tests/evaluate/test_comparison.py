import json
import random
from dataclasses import asdict, replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest, permutation_test
from tests.errors import refused

from evaluate.said import said, stream, trial
from priory.errors import InputError
from priory.evaluate import _signs
from priory.evaluate._signs import sign_test
from priory.evaluate.comparison import compare
from priory.mailfilter import Settings

SETTINGS = Settings()
# What the costs of two verdicts of one message may differ by, at the default costs.
DIFFERENCES = st.sampled_from([0.0, 0.2, -0.2, 0.8, -0.8, 1.0, -1.0, 9.8, -9.8, 10.0, -10.0])


def of(*verdicts, name="a", runs=1, truth="spam"):
    """Return a trial of one class with these verdicts."""
    places = enumerate(verdicts)
    return trial([said(truth, v, run=n % runs, place=f"box#{n}") for n, v in places], name)


def all_signs(differences):
    """Return the p-value by trying all signs."""
    least = abs(sum(differences)) - 1e-9
    sums = [
        abs(sum(map(float.__mul__, signs, differences)))
        for signs in product((-1.0, 1.0), repeat=len(differences))
    ]
    return sum(total >= least for total in sums) / len(sums)


@given(st.lists(DIFFERENCES, max_size=10))
def test_the_test_is_that_of_all_signs(differences):
    """The p-value is the share of signs that give a sum at least as far from 0."""
    assert sign_test(differences) == pytest.approx(all_signs(differences), rel=1e-9)


@pytest.mark.parametrize("scale", [1e-12, 1.0, 1e12])
def test_sums_that_are_equal_are_equal(scale):
    """Forty-nine times 0.2 is as much as 9.8, whatever the unit of the costs."""
    assert sign_test([0.2 * scale] * 49 + [-9.8 * scale]) == 1


@pytest.mark.parametrize(
    ("won", "lost"), [(0, 0), (1, 0), (3, 9), (40, 40), (300, 220), (9000, 9300)]
)
def test_one_size_of_differences_is_mcnemars_test(won, lost):
    """Where all differences are of one size, the test is the exact binomial one."""
    expected = binomtest(won, won + lost).pvalue if won + lost else 1

    found = sign_test([0.2] * won + [-0.2] * lost + [0.0] * 5)

    assert found == pytest.approx(expected, rel=1e-6)


def test_differences_that_rounding_parts_are_of_one_size():
    """Costs of 1.2 - 1 and of 0.2 are the same, so that the test stays exact."""
    found = sign_test([0.2] * 500 + [1.0 - 1.2] * 450)

    assert found == pytest.approx(binomtest(500, 950).pvalue, rel=1e-6)


def test_many_sizes_are_drawn(monkeypatch):
    """What is too much to be counted is drawn, close to what counting finds, always the same."""
    sample = [0.2] * 30 + [-0.2] * 18 + [1.0] * 9 + [-1.0] * 12 + [9.8] * 3 + [-9.8]
    counted = sign_test(sample)
    monkeypatch.setattr(_signs, "_MOST_COUNTED", 0)

    drawn = sign_test(sample)

    assert drawn == pytest.approx(counted, abs=0.012)
    assert drawn != counted
    assert drawn == sign_test(sample)


def test_drawn_values_agree_with_scipy():
    """The paired permutation test of SciPy finds the same of many differences."""
    draw = random.Random(0)  # noqa: S311 (not for secrets)
    sample = [draw.choice([0.2, -0.2, 0.8, -0.8, 1.0, -1.0, 10.0, -9.8]) for _ in range(600)]
    expected = permutation_test(
        (sample,), sum, permutation_type="samples", n_resamples=5000, rng=0, vectorized=False
    )

    assert sign_test(sample) == pytest.approx(expected.pvalue, abs=0.025)


def test_runs_are_won_tied_and_lost_by_cost():
    """A run is won where the first filter costs less than the other."""
    one = of("spam", "ham", "unsure", "spam", runs=4)
    other = of("ham", "ham", "spam", "unsure", name="b", runs=4)

    found = compare(one, other, SETTINGS)

    assert (found.one, found.other, found.messages, found.runs) == ("a", "b", 4, 4)
    assert (found.won, found.tied, found.lost) == (2, 1, 1)
    assert (found.cost.one, found.cost.other) == pytest.approx((1.2, 2.2))
    assert found.p_value == found.cost.p_value == pytest.approx(all_signs([-1.0, 0.2, -0.2]))


def test_equal_costs_tie_however_they_add_up():
    """Five times 0.2 is as much as once 1."""
    one, other = of(*["unsure"] * 5), of("ham", *["spam"] * 4)

    found = compare(one, other, SETTINGS)

    assert (found.won, found.tied, found.lost, found.p_value) == (0, 1, 0, 1)


def test_ham_lost_and_spam_missed_have_contests_of_their_own():
    """Each counts its mistakes alone, and unsure is none."""
    ham = of("spam", "unsure", "ham", truth="ham")
    spam = of("ham", "unsure", "spam")

    lost = compare(ham, of("ham", "ham", "ham", truth="ham"), SETTINGS)
    missed = compare(spam, of("spam", "spam", "spam"), SETTINGS)

    assert (lost.ham_lost.one, lost.ham_lost.other, lost.ham_lost.lost) == (1, 0, 1)
    assert (lost.spam_missed.one, lost.spam_missed.tied) == (0, 1)
    assert (missed.spam_missed.one, missed.spam_missed.lost) == (1, 1)
    assert (missed.ham_lost.one, missed.ham_lost.tied) == (0, 1)


def test_the_other_way_round_is_the_mirror():
    """What one wins the other loses, with the same p-value."""
    one, other = trial(stream(400, seed=1)), trial(stream(400, seed=2), "b")

    there, back = compare(one, other, SETTINGS), compare(other, one, SETTINGS)

    for name in ("cost", "ham_lost", "spam_missed"):
        forth, mirror = getattr(there, name), getattr(back, name)
        assert (forth.won, forth.tied, forth.lost) == (mirror.lost, mirror.tied, mirror.won)
        assert forth.p_value == mirror.p_value
    assert there.runs == 10


def test_a_filter_ties_with_itself():
    """Nothing differs, so that chance explains it all."""
    found = compare(trial(stream(100)), trial(stream(100)), SETTINGS)

    assert (found.won, found.tied, found.lost, found.p_value) == (0, 10, 0, 1)


def test_the_order_of_judging_does_not_matter():
    """Messages are paired by place and run, in whichever order they were judged."""
    sample, others = stream(100), stream(100, seed=3)

    found = compare(trial(sample[::-1]), trial(others), SETTINGS)

    assert found == compare(trial(sample), trial(others), SETTINGS)


def test_a_comparison_is_data():
    """What `asdict` gives goes through JSON unchanged."""
    found = asdict(compare(trial(stream(50)), trial(stream(50, seed=1), "b"), SETTINGS))

    assert json.loads(json.dumps(found)) == found


@pytest.mark.parametrize("change", [{"place": "box#x"}, {"run": 7}, {"truth": "work"}])
def test_other_messages_are_refused(change):
    """Another place, run or class is another message, and is named."""
    sample = stream(20)
    others = [*sample[:-1], replace(sample[-1], **change)]

    with refused("different-messages", InputError) as caught:
        compare(trial(sample), trial(others), SETTINGS)

    assert caught.value.place in {sample[-1].place, others[-1].place}


@pytest.mark.parametrize("cut", [19, 10, 1])
def test_missing_messages_are_refused(cut):
    """A trial that was interrupted cannot be compared with a whole one, nor the other way."""
    sample = [said(place=f"box#{n:02}") for n in range(20)]
    whole, part = trial(sample), trial(sample[:cut], is_partial=True)

    for one, other in ((whole, part), (part, whole)):
        with refused("different-messages", InputError, place=f"box#{cut:02}"):
            compare(one, other, SETTINGS)


def test_trials_of_nothing_are_refused():
    """There is nothing to compare without a message."""
    for one, other in ((trial([]), trial([said()])), (trial([said()]), trial([]))):
        with refused("empty-input", InputError):
            compare(one, other, SETTINGS)


def test_p_is_at_most_one():
    """Where all signs are as far from 0, their probabilities add up to 1 and no more."""
    found = [sign_test([1.0] * (n + 1) + [-1.0] * n) for n in range(300)]

    assert max(found) <= 1
    assert min(found) == pytest.approx(1, rel=1e-9)
