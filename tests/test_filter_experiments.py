"""The experiments on the mail filter: they compute what it does, and keep the halves apart."""

from hashlib import sha1
from itertools import pairwise

import numpy as np
import pytest
from benchmarks.messages import Mail, generate, halves
from experiments import page, run, settings_page, trials, views
from experiments.choices import EVENTS, SETTINGS, Choice
from experiments.counted import Counted, Scored
from experiments.measures import EDGES, Belief, Measured, Reliability, probability, roc, shifted

from priory import MailFilter
from priory.mailfilter import Settings


@pytest.fixture(scope="module")
def corpus():
    """Return made-up mail."""
    return generate(150_000)


@pytest.fixture(scope="module")
def trial(corpus):
    """Return half of the mail, with a copy, to judge the other half by."""
    copy = Mail("copy/0", corpus[0].label, corpus[0].raw)
    return trials.split([*corpus[::2], copy], corpus[1::2])


@pytest.fixture(scope="module")
def mail(tmp_path_factory, trial):
    """Return the filter that has learned the same messages."""
    all_of_it, asked = trial.learned.counted.mail, len(trial.asked)
    with MailFilter(tmp_path_factory.mktemp("store") / "mail.db") as mail:
        mail.learn_many((m.raw, m.label) for m in all_of_it[:-asked])
        yield mail


def scored(odds, spam, known=1, smallest=10**9):
    """Make scores of which only the odds matter."""
    return Scored(np.array(odds, float), np.full(len(odds), known), np.array(spam, bool), smallest)


@pytest.mark.parametrize("event", EVENTS)
def test_experiments_compute_what_the_filter_does(trial, mail, event):
    """Probabilities, known tokens and verdicts are those of the filter, for each event model."""
    mail.settings = Settings(event=event)
    verdicts = list(
        mail.classify_many(m.raw for m in trial.learned.counted.mail[-len(trial.asked) :])
    )
    found = Choice(event=event).score(trial)
    measured = Measured.of(found, Belief()).found

    shown = [verdict.probabilities["spam"] for verdict in verdicts]
    assert probability(Belief().log_odds(found)) == pytest.approx(shown, rel=1e-9)
    assert found.known.tolist() == [verdict.n_known for verdict in verdicts]
    pairs = [(v.label, spam) for v, spam in zip(verdicts, found.spam, strict=True)]
    assert measured.ham_lost == pairs.count(("spam", False))
    assert measured.spam_missed == pairs.count(("ham", True))
    assert measured.ham_unsure == pairs.count(("unsure", False))
    assert measured.spam_unsure == pairs.count(("unsure", True))


def test_unsure_is_reached():
    """The three verdicts are those of the default costs."""
    measured = Measured.of(
        scored([-3, 0, 3, 5, -3, 0, 3, 5], [0, 0, 0, 0, 1, 1, 1, 1]), Belief(1, 0)
    )

    found = measured.found
    assert (found.ham_lost, found.spam_missed, found.ham_unsure, found.spam_unsure) == (1, 1, 2, 2)
    assert measured.cost == pytest.approx(10 + 1 + 4 * 0.2)


def test_halves(corpus):
    """Each message is in one half, whatever the others are; the names decide."""
    even, odd = halves(corpus)

    assert sorted(even + odd, key=id) == sorted(corpus, key=id)
    assert halves(corpus[::2])[0] == [m for m in even if m in corpus[::2]]
    assert min(len(even), len(odd)) > len(corpus) / 3
    assert {int(sha1(m.place.encode()).hexdigest(), 16) % 2 for m in even} == {0}  # noqa: S324


@pytest.mark.parametrize("size", [3, None])
def test_trials_judge_what_they_did_not_learn(monkeypatch, corpus, size):
    """No fold learns from itself, and so many of each class are learned."""
    counted = Counted.of(corpus)
    learned = []
    monkeypatch.setattr(Counted, "learn", lambda _, rows: learned.append(set(rows.tolist())))
    judged = [set(trial.asked.tolist()) for trial in trials.crossed(counted, 4, size)]

    assert set.union(*judged) == set(range(len(corpus)))
    assert sum(map(len, judged)) == len(corpus)
    assert not any(rows & asked for rows, asked in zip(learned, judged, strict=True))
    if size is not None:
        assert {int(counted.spam[list(rows)].sum()) for rows in learned} == {size}
        assert {len(rows) for rows in learned} == {2 * size}
        assert all(one != other for one, other in pairwise(learned))


def test_later_collections():
    """What is learned comes from the earlier collections alone, and what is judged from others."""
    places = [f"{folder}/{i}" for folder in ("easy_ham", "spam", "spam_2") for i in range(9)]
    mail = [
        Mail(p, "ham" if "ham" in p else "spam", b"\n\nword\n%d" % i) for i, p in enumerate(places)
    ]
    [trial] = trials.later(Counted.of(mail), 1, 5)

    assert trial.learned.messages == (5, 5)
    assert {mail[row].place.partition("/")[0] for row in trial.asked} == {"spam_2"}


def test_fitted_strength():
    """The fitted strength makes the stated probability the observed one, and so does a shift."""
    odds = np.repeat([8.0, -8.0], 100)
    spam = np.r_[np.arange(100) < 90, np.arange(100) >= 90]
    results = [scored(odds, spam)]

    strength = Belief(1, 0, 0).fitted(results).strength
    assert probability(8 * strength) == pytest.approx(0.9, abs=1e-3)
    assert shifted(results, Belief(1, 0, 0)) == pytest.approx((strength, 0), abs=1e-3)
    moved = [scored(odds - 3, spam)]
    assert shifted(moved, Belief(1, 0, 0))[1] == pytest.approx(3 * strength, abs=1e-3)


def test_what_is_fitted_never_saw_its_fold():
    """A fold changes the strength of the others, and not its own."""
    folds = [scored([4, -4, 2, -2], [1, 0, i, 1 - i]) for i in (0, 1, 1)]
    other = [scored([9, -9, 1, -1], [0, 1, 0, 1]), *folds[1:]]
    choice = Choice(fitted=True)

    (own, *rest), (changed, *others) = choice.beliefs(folds), choice.beliefs(other)
    assert own == changed
    assert all(one != another for one, another in zip(rest, others, strict=True))


def test_reliability():
    """Stated and observed are compared row by row, for both classes or one."""
    results = [scored([5, 5, 5, -5, 0.1, -0.1], [1, 1, 0, 1, 1, 1])]
    found = Reliability.of(results, [Belief(1, 0)])
    sure = EDGES.index(0.99)

    assert found.messages[sure] == 4
    assert found.right[sure] == 0.5
    assert found.above(0.99) == (4, 0.5)
    assert found.messages[0] == 2
    stated = np.array([probability(5)] * 4 + [probability(0.1)] * 2)
    assert found.distance == pytest.approx(
        (abs(stated[0] - 0.5) * 4 + abs(stated[-1] - 0.5) * 2) / 6
    )
    assert Reliability.of(results, [Belief(1, 0)], "spam").above(0.99) == (3, pytest.approx(2 / 3))
    assert Reliability.of(results, [Belief(1, 0)], "ham").above(0.99) == (1, 0)


def test_roc():
    """With so many hams lost, so many spams are not caught; a tie is not caught."""
    odds, spam = np.array([9.0, 7, 5, 3, 8, 5, 4, 1]), np.array([0, 0, 0, 0, 1, 1, 1, 1], bool)

    assert roc(odds, spam) == [(0, 4), (1, 3), (2, 3), (3, 1)]


def test_pages_are_written(tmp_path, monkeypatch, corpus):
    """A question about a setting goes from mail to a page."""
    monkeypatch.setattr(page, "FOLDER", tmp_path)
    monkeypatch.setattr(run.messages, "load", lambda _: corpus)
    monkeypatch.setattr(views, "SIZES", (3, None))
    monkeypatch.setattr(views, "LATER_SIZES", ())
    run.main(["probability", "held-out", "--folds", "2", "--write", "--data", str(tmp_path)])

    text = page.path("probability", SETTINGS["probability"]).read_text("utf-8")
    assert (
        text.count("\n| 3 | ") == text.count("\n| all | ") == len(SETTINGS["probability"].choices)
    )
    assert "Short messages" not in text
    assert "### ROC" in page.path("held-out", SETTINGS["held-out"]).read_text("utf-8")


def test_fitted_choices_are_compared_with_the_fitted_default():
    """A strength that suits the folds is not what makes an event model better."""
    default, fitted = Choice(), Choice(fitted=True)
    done = {default: ["default"], fitted: ["fitted"]}

    assert settings_page.base(default, {}) is None
    assert settings_page.base(fitted, done) is None
    assert settings_page.base(Choice(event="bernoulli"), done) == ["default"]
    assert settings_page.base(Choice(event="bernoulli", fitted=True), done) == ["fitted"]


def test_short_messages(tmp_path):
    """A line of the SMS Spam Collection is a message without a header."""
    (tmp_path / "sms-spam").mkdir()
    (tmp_path / "sms-spam" / "SMSSpamCollection").write_text("ham\tSee you\nspam\tWin\tnow\n")

    assert [(m.label, m.raw) for m in views.texts(tmp_path)] == [
        ("ham", b"\nSee you"),
        ("spam", b"\nWin\tnow"),
    ]


def test_defaults_are_the_first_choice():
    """What every choice is compared with is what the filter does."""
    for setting in SETTINGS.values():
        assert next(iter(setting.choices.values())) == Choice()
    assert [Choice().alpha / n for n in (40, 100)] == [Settings().alpha_for(n) for n in (40, 100)]
