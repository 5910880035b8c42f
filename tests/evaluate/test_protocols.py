import re
from collections import Counter
from functools import partial

import pytest
from errors import refused
from hypothesis import given
from hypothesis import strategies as st

from evaluate.scripted import Scripted, labelled
from priory.errors import InputError
from priory.evaluate.outcomes import Judgement
from priory.evaluate.protocols import Feedback, chronological, cold_starts, folds, online
from priory.evaluate.trial import run

LABELS = st.lists(st.sampled_from(["ham", "spam", "work"]), min_size=8, max_size=40)


def has_enough(labels):
    """Tell whether there are two classes, and no class has a single message."""
    counts = Counter(labels)
    return len(counts) > 1 and min(counts.values()) > 1


def log_of(plan, messages, judge=None):
    """Return what a filter had learned before each message that it judged."""
    scripted = Scripted(judge) if judge else Scripted()
    run(plan, messages, scripted)
    return [(int(place), list(map(int, learned))) for place, learned in scripted.log]


def plan_or_code(make):
    """Return a plan, or the code of the error that there is none."""
    try:
        return make()
    except InputError as error:
        return error.code


@given(LABELS.filter(has_enough), st.integers(2, 8), st.integers(0, 3))
def test_folds(labels, n_folds, seed):
    """Each message is judged once, by a filter that has learned all but its fold."""
    messages = labelled(labels)

    plan = folds(messages, n_folds, seed=seed)

    assert sorted(i for one in plan.runs for i in one.judged) == list(range(len(labels)))
    for one in plan.runs:
        assert sorted(one.judged + one.learned) == list(range(len(labels)))
        assert list(one.learned) == sorted(one.learned)
    assert folds(messages, n_folds, seed=seed) == plan


@given(LABELS.filter(has_enough), st.integers(2, 8))
def test_folds_are_stratified(labels, n_folds):
    """No fold has two messages more than another, of a class or of all."""
    plan = folds(labelled(labels), n_folds)

    by_fold = [Counter(labels[i] for i in one.judged) for one in plan.runs]

    for label in set(labels):
        sizes = [counts[label] for counts in by_fold]
        assert max(sizes) - min(sizes) <= 1
    totals = [counts.total() for counts in by_fold]
    assert max(totals) - min(totals) <= 1


def test_folds_by_seed():
    """Another seed deals the messages in another way."""
    messages = labelled(["ham", "spam"] * 20)

    assert folds(messages, seed=1) != folds(messages, seed=2)


@given(LABELS.filter(has_enough), st.data())
def test_groups_stay_together(labels, data):
    """Messages of one group are in one fold."""
    keys = data.draw(st.lists(st.integers(0, 30), min_size=len(labels), max_size=len(labels)))
    plan = plan_or_code(lambda: folds(labelled(labels), 2, groups=keys))
    if isinstance(plan, str):
        assert plan == "too-few-messages"
        return

    for one in plan.runs:
        assert not {keys[i] for i in one.judged} & {keys[i] for i in one.learned}


@pytest.mark.parametrize(
    ("labels", "n_folds", "code"),
    [
        (["ham", "spam"] * 4, 9, "too-few-messages"),
        (["ham"] * 9 + ["spam"], 2, "too-few-messages"),
        (["ham", "spam"] * 4, 1, "bad-parameter"),
        (["ham"] * 9, 2, "too-few-classes"),
        ([], 2, "empty-input"),
    ],
)
def test_impossible_folds(labels, n_folds, code):
    """Folds without enough messages, or of one class, are refused."""
    with refused(code, InputError):
        folds(labelled(labels), n_folds)


def test_class_of_copies_cannot_be_folded():
    """A class of which all messages are the same cannot be both learned and judged."""
    with refused("too-few-messages"):
        folds(labelled(["ham", "ham", "spam", "spam"]), 2, groups=[0, 1, 2, 2])


def test_chronological():
    """What came first is learned, in order, and the rest is judged."""
    messages = labelled(["ham", "spam", "ham", "spam"], times=[4.0, 1.0, 2.0, 3.0])

    assert log_of(chronological(messages), messages) == [(3, [1, 2]), (0, [1, 2])]
    assert log_of(chronological(messages, 0.75, order="listed"), messages) == [(3, [0, 1, 2])]


@pytest.mark.parametrize(
    ("labels", "arguments", "code"),
    [
        (["ham", "ham", "spam", "spam"], {}, "too-few-classes"),
        (["ham", "spam"], {"train": 0.1}, "too-few-messages"),
        (["ham", "spam"], {"train": 0.99}, "too-few-messages"),
        (["ham", "spam"], {"train": 1}, "bad-parameter"),
        (["ham", "spam"], {"train": float("nan")}, "bad-parameter"),
        (["ham", "spam"], {"order": "random"}, "bad-parameter"),
        (["ham"], {}, "too-few-classes"),
        ([], {}, "empty-input"),
    ],
)
def test_impossible_split(labels, arguments, code):
    """A split that leaves nothing to learn or to judge, or one class, is refused."""
    with refused(code, InputError):
        chronological(labelled(labels), **arguments)


@pytest.mark.parametrize("protocol", [chronological, online, cold_starts])
def test_missing_date(protocol):
    """An order of time needs the time of each message, and the first without is named."""
    messages = labelled(["ham", "spam", "ham"], times=[1.0, None, None])

    with refused("missing-date", InputError, place="1"):
        protocol(messages)


def test_same_second():
    """Messages of the same time stay in the order in which they are listed."""
    messages = labelled(["ham", "spam", "ham", "spam"], times=[2.0, 1.0, 2.0, 1.0])

    assert online(messages).order == (1, 3, 0, 2)


@pytest.mark.parametrize(
    ("feedback", "learned"),
    [
        (Feedback(), [[], [0], [0, 1], [0, 1, 2], [0, 1, 2, 3]]),
        (Feedback(delay=1), [[], [], [0], [0, 1], [0, 1, 2]]),
        (Feedback(delay=3), [[], [], [], [], [0]]),
        (Feedback(delay=9), [[], [], [], [], []]),
        (Feedback(every=2), [[], [0], [0], [0, 2], [0, 2]]),
        (Feedback(every=2, delay=1), [[], [], [0], [0], [0, 2]]),
        (Feedback(only_errors=True), [[], [0], [0], [0, 2], [0, 2, 3]]),
        (Feedback(only_errors=True, delay=2), [[], [], [], [0], [0]]),
    ],
    ids=str,
)
def test_feedback(feedback, learned):
    """Each message is judged by what was learned of those before it, as the feedback says."""
    messages = labelled(["spam", "ham", "ham", "spam", "ham"])
    verdicts = ["unsure", "ham", "spam", "ham", "ham"]

    def judge(message):
        return Judgement(verdicts[int(message.place)], 0.0)

    plan = online(messages, feedback, order="listed")

    assert log_of(plan, messages, judge) == list(enumerate(learned))


@given(LABELS.filter(lambda labels: len(set(labels)) > 1), st.integers(0, 9), st.booleans(),
       st.floats(0.1, 1.0), st.data())  # fmt: skip
def test_online_never_leaks(labels, delay, only_errors, share, data):
    """No message is learned before it was judged, and before as many others as the delay says."""
    times = data.draw(st.lists(st.integers(0, 9), min_size=len(labels), max_size=len(labels)))
    messages = labelled(labels, times)
    feedback = Feedback(delay=delay, only_errors=only_errors, share=share)

    log = log_of(online(messages, feedback), messages)

    order = [place for place, _ in log]
    assert sorted(order) == list(range(len(labels)))
    assert [times[place] for place in order] == sorted(times)
    for position, (_, learned) in enumerate(log):
        assert set(learned) <= set(order[: max(position - delay, 0)])
        assert learned == [place for place in order if place in learned]


def test_share():
    """A share of the messages is drawn by the seed, and the same is drawn again."""
    messages = labelled(["ham", "spam"] * 500)

    def learned(seed):
        return log_of(online(messages, Feedback(share=0.3, seed=seed)), messages)[-1][1]

    assert 250 < len(learned(1)) < 350
    assert learned(1) == learned(1) != learned(2)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"delay": -1}, "bad-parameter"),
        ({"delay": 0.5}, "bad-parameter"),
        ({"every": 0}, "bad-parameter"),
        ({"share": 0}, "bad-parameter"),
        ({"share": 1.5}, "bad-parameter"),
        ({"share": 0.5, "every": 2}, "incompatible-parameters"),
    ],
)
def test_impossible_feedback(arguments, code):
    """Feedback that cannot be is refused."""
    with refused(code, InputError):
        Feedback(**arguments)


def test_cold_start():
    """The last messages of both sides before a point are learned, and the next ones are judged."""
    labels = ["ham", "spam", "work", "spam", "spam", "ham", "spam", "ham", "spam", "ham"]

    one, two = cold_starts(labelled(labels), (1, 2), n_points=9, judged=1)

    # With 0 and 2, 1 and 3 before it, 4 is the first point; 8 is the last with both after it.
    assert [(r.learned, r.judged) for r in one.runs] == [
        ((2, 3), (4, 5)),
        ((2, 4), (5, 6)),
        ((4, 5), (6, 7)),
        ((5, 6), (7, 8)),
        ((6, 7), (8, 9)),
    ]
    assert [r.learned for r in two.runs][:2] == [(0, 1, 2, 3), (0, 2, 3, 4)]
    assert [r.judged for r in two.runs] == [r.judged for r in one.runs]


@given(st.lists(st.booleans(), min_size=20, max_size=60), st.integers(1, 4), st.integers(1, 5))
def test_cold_start_never_leaks(is_spam, size, n_points):
    """What is learned came before what is judged, and as much of both sides as was asked for."""
    labels = ["spam" if spam else "ham" for spam in is_spam]
    plans = plan_or_code(
        lambda: cold_starts(labelled(labels), (size,), n_points=n_points, judged=3)
    )
    if isinstance(plans, str):
        assert plans in {"too-few-messages", "too-few-classes"}
        return

    (plan,) = plans
    assert 1 <= len(plan.runs) <= n_points
    for one in plan.runs:
        assert max(one.learned) < min(one.judged)
        assert Counter(labels[i] for i in one.learned) == {"ham": size, "spam": size}
        assert Counter(labels[i] for i in one.judged) == {"ham": 3, "spam": 3}


@pytest.mark.parametrize(
    ("labels", "arguments", "code"),
    [
        (["ham", "spam"] * 5, {}, "too-few-messages"),
        (["ham"] * 20 + ["spam"] * 20, {"learned": (1,), "judged": 1}, "too-few-messages"),
        (["ham", "work"] * 9, {"learned": (1,), "judged": 1}, "unknown-label"),
        (["ham"] * 9, {}, "too-few-classes"),
        ([], {}, "empty-input"),
        (["ham", "spam"] * 9, {"learned": ()}, "bad-parameter"),
        (["ham", "spam"] * 9, {"learned": (0,)}, "bad-parameter"),
        (["ham", "spam"] * 9, {"n_points": 0}, "bad-parameter"),
        (["ham", "spam"] * 9, {"judged": 0}, "bad-parameter"),
    ],
)
def test_impossible_cold_start(labels, arguments, code):
    """A stream without a point that has enough on both sides, or without spam, is refused."""
    with refused(code, InputError):
        cold_starts(labelled(labels), **arguments)


@pytest.mark.parametrize(
    ("labels", "numbers", "parameter", "remedy"),
    [
        (["ham", "spam", "spam"] * 9, (3, 7), "judged", "learn at most 2, or judge at most 6"),
        (["ham", "spam"] * 30, (500, None), "learned", "learn at most 29"),
        (["ham", "spam"] * 30, (500, 20), "learned", "learn at most 10"),
        (["ham", "spam"] * 30, (20, 30), "judged", "judge at most 10"),
        (["ham", "spam"] * 30, (500, 1000), "learned", "learn at most 15 and judge at most 15"),
        (["ham"] * 9 + ["spam"] * 9, (5, 1000), "learned", "take folds instead"),
    ],
)
def test_cold_start_says_what_is_possible(labels, numbers, parameter, remedy):
    """The numbers for which there are messages are named, and are enough, but no more is."""
    messages = labelled(labels)
    size, judged = numbers

    with refused("too-few-messages", parameter=parameter, remedy=remedy):
        cold_starts(messages, (size,), judged=judged)

    for words in remedy.split(", or "):
        named = dict(re.findall(r"(learn|judge) at most (\d+)", words))
        if named:
            least = int(named.get("learn", size)), int(named.get("judge", judged or 1))
            assert cold_starts(messages, least[:1], judged=least[1])
            for more in ((least[0] + 1, least[1]), (least[0], least[1] + 1)):
                assert plan_or_code(partial(_cold_start, messages, *more)) == "too-few-messages"


def _cold_start(messages, size, judged):
    return cold_starts(messages, (size,), judged=judged)


@pytest.mark.parametrize(
    ("n_pairs", "sizes", "n_judged", "n_points"),
    [(30, [5], 25, 1), (60, [5, 20], 40, 1), (1025, [5, 20, 100, 500], 525, 1),
     (1600, [5, 20, 100, 500], 1000, 7)],
)  # fmt: skip
def test_cold_start_takes_what_there_is(n_pairs, sizes, n_judged, n_points):
    """Without numbers, what there are messages for is learned and judged, and the name says it."""
    plans = cold_starts(labelled(["ham", "spam"] * n_pairs))

    assert [plan.start for plan in plans] == [f"{size}+{size}" for size in sizes]
    for plan in plans:
        assert f", {n_judged}+{n_judged} judged, {n_points} point" in plan.name
        assert [len(one.judged) for one in plan.runs] == [2 * n_judged] * n_points
