import math
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import log_loss, roc_auc_score
from tests.errors import refused

from evaluate.said import INFINITY, outcomes, said, scored, stated, stream
from priory.errors import InputError
from priory.evaluate.measures import HAM_LOST, cost_of, logistic_mean, measure
from priory.mailfilter import Settings

SETTINGS = Settings()


def sides(sample):
    """Split outcomes into ham and spam."""
    return [o for o in sample if o.truth != "spam"], [o for o in sample if o.truth == "spam"]


def inverted(sample):
    """Return 1-ROCA % by looking at all pairs."""
    ham, spam = sides(sample)
    wrong = sum(Fraction((s.score < h.score) + (s.score <= h.score), 2) for h in ham for s in spam)
    return float(100 * wrong / (len(ham) * len(spam)))


def missed_at(sample, percent):
    """Return sm % by trying every threshold."""
    ham, spam = sides(sample)
    missed = [len(spam)]
    for threshold in {o.score for o in sample}:
        lost = sum(h.score >= threshold for h in ham)
        if Fraction(100 * lost, len(ham)) <= Fraction(str(percent)):
            missed.append(sum(s.score < threshold for s in spam))
    return 100 * min(missed) / len(spam)


def calibration_error(sample, bins=15):
    """Return the ECE by putting each message into its bin."""
    known = [(o.probability, o.truth == "spam") for o in sample if o.probability is not None]
    gaps = {}
    for p, spam in known:
        below, tied = (sum(q < p for q, _ in known), sum(q == p for q, _ in known))
        place = math.floor(bins * (Fraction(below) + Fraction(tied, 2)) / len(known))
        gaps[place] = gaps.get(place, 0) + p - spam
    return sum(map(abs, gaps.values())) / len(known)


def test_mistakes_are_counted_and_unsure_apart():
    """Ham called spam is lost, spam called anything else is missed, and unsure is neither."""
    verdicts = ["ham", "spam", "unsure", "work"]
    sample = [said(truth, verdict) for truth in ("ham", "spam", "spam") for verdict in verdicts]

    found = measure(sample, SETTINGS)

    assert (found.ham, found.ham_lost, found.ham_unsure) == (4, 1, 1)
    assert (found.spam, found.spam_missed, found.spam_unsure) == (8, 4, 2)
    assert (found.hm, found.sm, found.hu, found.su) == (25, 50, 25, 25)


def test_all_classes_but_spam_are_ham():
    """Other classes count as ham, and the settings name the class that is spam."""
    sample = [said("work", "junk"), said("ham", "ham"), said("junk", "work"), said("spam", "junk")]

    found = measure(sample, Settings(spam="junk"))

    assert (found.ham, found.ham_lost, found.spam, found.spam_missed) == (3, 2, 1, 1)


@given(outcomes)
def test_area_is_that_of_all_pairs(sample):
    """1-ROCA is the share of pairs in the wrong order, ties half, also of infinite scores."""
    ham, spam = sides(sample)

    found = measure(sample, SETTINGS).roca

    assert found == (pytest.approx(inverted(sample), rel=1e-14) if ham and spam else None)


def test_area_agrees_with_scikit_learn():
    """1-ROCA is 100 minus the area under the ROC curve in percent."""
    sample = stream(2000)

    area = roc_auc_score([o.truth == "spam" for o in sample], [o.score for o in sample])

    assert measure(sample, SETTINGS).roca == pytest.approx(100 * (1 - area), rel=1e-9)


@given(outcomes)
def test_spam_missed_is_that_of_the_best_threshold(sample):
    """No threshold that loses at most so much ham misses less spam."""
    ham, spam = sides(sample)

    found = measure(sample, SETTINGS).spam_missed_at

    if ham and spam:
        assert found == tuple((share, missed_at(sample, share)) for share in HAM_LOST)
    else:
        assert found == ()


@pytest.mark.parametrize(("hams", "missed"), [(1000, 0), (999, 100)])
def test_ham_that_may_be_lost_is_rounded_down(hams, missed):
    """At 0.1 % one of 1,000 ham may be lost, and none of 999."""
    below_the_highest = hams - 1.5

    found = measure(scored(range(hams), [below_the_highest]), SETTINGS).spam_missed_at

    assert found[0] == (0.1, missed)


def test_spam_that_ties_with_ham_to_be_kept_is_missed():
    """No threshold parts equal scores, so that such ham could not be kept."""
    found = measure(scored([0.0, 1.0], [1.0, 2.0]), SETTINGS).spam_missed_at

    assert found[0] == (0.1, 50)


@pytest.mark.parametrize(
    ("hm", "sm", "lam"),
    [
        (0, 5, 0),
        (5, 0, 0),
        (0, 0, 0),
        (100, 5, 100),
        (5, 100, 100),
        (0, 100, None),
        (None, 5, None),
    ],
)
def test_logistic_mean_at_its_ends(hm, sm, lam):
    """The mean is 0 or 100 where one share is, and nothing where both are."""
    assert logistic_mean(hm, sm) == lam


@given(st.floats(0.001, 99.999), st.floats(0.001, 99.999))
def test_logistic_mean_is_the_mean_of_logits(hm, sm):
    """On the scale of log-odds the mean is half of the sum."""
    lam = logistic_mean(hm, sm)

    logits = [math.log(share / (100 - share)) for share in (hm, sm, lam)]
    assert logits[2] == pytest.approx((logits[0] + logits[1]) / 2, abs=1e-9)


def test_cost_is_the_mean_of_what_the_settings_say():
    """Each verdict costs what the settings say, and unsure what they say of it."""
    settings = Settings(lost_ham=7, missed_spam=3, unsure=0.5)
    pairs = [("ham", "spam"), ("spam", "ham"), ("ham", "work"), ("spam", "unsure"), ("ham", "ham")]
    sample = [said(truth, verdict) for truth, verdict in pairs]

    assert [cost_of(outcome, settings) for outcome in sample] == [7, 3, 1, 0.5, 0]
    assert measure(sample, settings).cost == pytest.approx(11.5 / 5)


def test_log_loss_agrees_with_scikit_learn():
    """Log loss is that of spam against all else."""
    sample = stream(500)

    expected = log_loss([o.truth == "spam" for o in sample], [o.probability for o in sample])

    assert measure(sample, SETTINGS).log_loss == pytest.approx(expected, rel=1e-9)


def test_log_loss_is_clipped():
    """A certain mistake costs the logarithm of 1e-15, and a certain hit nothing."""
    worst = -math.log(1e-15)

    assert measure(stated(spam=[0.0]), SETTINGS).log_loss == pytest.approx(worst)
    assert measure(stated(ham=[1.0]), SETTINGS).log_loss == pytest.approx(worst)
    assert measure(stated([0.0], [1.0]), SETTINGS).log_loss == pytest.approx(0, abs=1e-14)


@given(outcomes)
def test_calibration_error_is_that_of_each_message_in_its_bin(sample):
    """ECE is the mean gap of bins of equal mass, in which equal probabilities stand together."""
    found = measure(sample, SETTINGS)

    if found.with_probability:
        assert found.ece == pytest.approx(calibration_error(sample), abs=1e-12)
    else:
        assert found.ece is None


def test_bins_have_equal_mass():
    """Where probabilities differ, 15 bins hold as many messages each."""
    ham = [place / 100 for place in range(30)]
    gaps = [abs(ham[place] + ham[place + 1]) for place in range(0, 30, 2)]

    assert measure(stated(ham=ham), SETTINGS).ece == pytest.approx(sum(gaps) / 30)


@given(outcomes, st.randoms())
def test_the_order_of_outcomes_does_not_matter(sample, random):
    """Every measure is the same in whichever order the messages were judged."""
    shuffled = random.sample(sample, len(sample))

    one, other = measure(sample, SETTINGS), measure(shuffled, SETTINGS)

    rounded = ("cost", "log_loss", "ece")
    for name in rounded:
        assert getattr(one, name) == pytest.approx(getattr(other, name), abs=1e-12)
    same = dict.fromkeys(rounded, 0.0)
    assert replace(one, **same) == replace(other, **same)


def test_one_class_has_what_it_needs():
    """Without spam its shares and what compares are None, and the rest is measured."""
    found = measure([said("ham", "spam", 1.0, 0.5), said("ham", "ham", 2.0, 0.5)], SETTINGS)

    assert (found.hm, found.hu, found.cost, found.ece) == (50, 0, 5, 0.5)
    assert (found.sm, found.su, found.lam, found.roca, found.spam_missed_at) == (
        *[None] * 4,
        (),
    )


def test_messages_without_a_probability_are_left_out_of_what_needs_one():
    """Log loss and ECE are about the messages with a probability, and say how many."""
    some = stated([0.25], [0.75])

    found = measure([*some, said("spam")], SETTINGS)

    assert found.with_probability == 2
    assert found.log_loss == measure(some, SETTINGS).log_loss
    assert measure([said()], SETTINGS).log_loss is None
    assert measure([said()], SETTINGS).ece is None


def test_no_outcomes_are_refused():
    """There is nothing to measure without a message."""
    with refused("empty-input", InputError):
        measure([], SETTINGS)


def test_nan_is_refused():
    """A score that is NaN has no place in a ranking; the message is named."""
    with refused("missing-value", InputError, place="box#7") as error:
        measure([said(), said(score=math.nan, place="box#7")], SETTINGS)
    assert error.value.remedy


@pytest.mark.parametrize("probability", [-0.1, 1.1, math.nan, INFINITY])
def test_probabilities_that_are_none_are_refused(probability):
    """A probability is from 0 to 1; the message is named."""
    with refused("bad-probability", InputError, place="box#7"):
        measure([said(probability=probability, place="box#7")], SETTINGS)
