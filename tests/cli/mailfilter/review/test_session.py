"""A review without a terminal: learning, undoing, and what that changes for those that wait."""

from pathlib import Path

import pytest
from tests.cli.mailfilter.conftest import HAM, SPAM
from tests.cli.mailfilter.review.conftest import doubtful

from priory import MailFilter
from priory.cli.mailfilter.review import session as module
from priory.cli.mailfilter.review.session import KEPT, UNDONE, Session
from priory.mailfilter import Settings


@pytest.fixture
def beginner(store):
    """Open a store that has learned too little to be sure of anything, as its patience says."""
    store.parent.mkdir(parents=True)
    with MailFilter(store, Settings(event="boolean")) as mail:
        mail.learn_many([*((HAM % n, "ham") for n in range(30)), (SPAM % 0, "spam")])
        yield mail


def waiting(session):
    """Return the numbers of what waits."""
    return [one.number for one in session._waiting]


def test_learn(filter_, candidate):
    """A lesson is in the store at once, for other programs, too, and the next message follows."""
    session = Session(filter_, [candidate(doubtful(n), n) for n in range(2)])

    change = session.learn("spam")

    assert (change.lesson.label, change.lesson.before, change.lesson.outcome) == (
        "spam",
        None,
        "learned",
    )
    with MailFilter(filter_.store.path, mode="ro") as other:
        assert other.store.labels([doubtful(0)]) == ["spam"]


def test_now_sure(beginner, candidate):
    """Messages that a lesson makes sure are counted by class, and no longer wait."""
    raws = [SPAM % n for n in range(1, 40)]
    assert {one.label for one in beginner.classify_many(raws)} == {"unsure"}
    session = Session(beginner, [candidate(raw, n) for n, raw in enumerate(raws)])

    changes = [session.learn("spam") for _ in range(20) if session.n_waiting]

    n_sure = sum(change.now_sure.total() for change in changes)
    assert {label for change in changes for label in change.now_sure} == {"spam"}
    assert n_sure + len(changes) == 39
    assert session.n_waiting == 0


def test_undo_brings_back(beginner, candidate):
    """What was taken back leaves no trace, and all that it made sure waits again."""
    session = Session(beginner, [candidate(SPAM % n, n) for n in range(1, 40)])
    before, classes, change = waiting(session), beginner.store.classes, None
    while change is None or not change.now_sure:
        before, classes = waiting(session), beginner.store.classes
        change = session.learn("spam")

    undone = session.undo()

    assert undone.undo == UNDONE
    assert waiting(session) == before
    assert beginner.store.classes == classes


def test_undo_of_a_skip(filter_, candidate):
    """A message that was skipped is asked about again, and nothing is unlearned."""
    session = Session(filter_, [candidate(doubtful(n), n) for n in range(2)])
    classes = filter_.store.classes
    session.skip()

    assert waiting(session) == [1]
    assert session.undo() is None
    assert waiting(session) == [0, 1]
    assert filter_.store.classes == classes


def test_undo_of_a_correction(filter_, candidate):
    """A message that another program has learned meanwhile goes back to the class it had then."""
    session = Session(filter_, [candidate(doubtful(0))])
    filter_.learn(doubtful(0), "ham")

    assert session.learn("spam").lesson.outcome == "corrected"
    session.undo()

    assert filter_.store.labels([doubtful(0)]) == ["ham"]


def test_undo_of_what_changed(filter_, candidate):
    """What another program has changed since is left as it is, and that is said."""
    session = Session(filter_, [candidate(doubtful(0))])
    session.learn("spam")
    with MailFilter(filter_.store.path) as other:
        other.learn(doubtful(0), "ham")

    assert session.undo().undo == KEPT
    assert filter_.store.labels([doubtful(0)]) == ["ham"]


def test_learned_elsewhere(filter_, candidate):
    """A copy of what was learned, or what another program has learned, need not wait."""
    filter_.settings = Settings(event="boolean")  # which is as unsure after a message of a class
    raws = [doubtful(0), doubtful(0), doubtful(1), doubtful(2)]
    session = Session(filter_, [candidate(raw, n) for n, raw in enumerate(raws)])
    with MailFilter(filter_.store.path) as other:
        other.learn(doubtful(1), "ham")

    session.learn("unheard")

    assert waiting(session) == [3]


def test_unsure_again(filter_, candidate):
    """A message that a lesson makes unsure is counted, and comes before those that are sure."""
    raws = [b"Subject: a\n\nleft right\n", HAM % 99, b"Subject: b\n\nleft right\n"]
    filter_.learn_many((b"Subject: %d\n\nleft right\n" % n, "ham") for n in range(2))
    assert [one.label for one in filter_.classify_many(raws)] == ["ham"] * 3
    session = Session(filter_, [candidate(raw, n, "ham") for n, raw in enumerate(raws)])

    change = session.learn("spam")

    assert change.unsure_again == 1
    assert waiting(session) == [2, 1]


def test_window(filter_, candidate, monkeypatch):
    """No more of those that wait are judged again than there is time for."""
    candidates = [candidate(SPAM % (100 + n), n) for n in range(5)]  # long since sure
    monkeypatch.setattr(module, "WINDOW", 2)
    session = Session(filter_, candidates)

    assert session.learn("spam").now_sure == {"spam": 2}
    assert waiting(session) == [3, 4]
    monkeypatch.setattr(module, "WINDOW", 300)
    monkeypatch.setattr(module, "WINDOW_BYTES", 1)
    assert session.learn("spam").now_sure == {}


def test_no_lock(filter_, candidate):
    """Between two answers the store is free: another program learns without waiting."""
    session = Session(filter_, [candidate(doubtful(n), n) for n in range(3)])
    session.learn("spam")
    assert session.current() is not None

    with MailFilter(filter_.store.path, timeout=0.0) as other:
        assert other.learn(HAM % 99, "ham") == "learned"
    assert session.current().learned["ham"] == 61


def test_gone(filter_, candidate):
    """A message that was deleted meanwhile is told and passed over."""
    candidates = [candidate(doubtful(n), n) for n in range(3)]
    session = Session(filter_, candidates)
    for one in candidates[:2]:
        Path(one.entry.path).unlink()

    assert session.drop_gone() == [one.entry.place for one in candidates[:2]]
    assert waiting(session) == [2]
    assert session.drop_gone() == []


def test_cold_start(store, candidate):
    """With nothing learned at all there is no verdict, and the first answers make the classes."""
    store.parent.mkdir(parents=True)
    with MailFilter(store) as mail:
        session = Session(mail, [candidate(raw, n) for n, raw in enumerate([SPAM % 0, HAM % 0])])
        assert session.current().verdict.posterior == ()
        session.learn("spam")
        session.learn("ham")

        assert session.current() is None
        assert [one.name for one in mail.store.classes] == ["spam", "ham"]


def test_summary(filter_, candidate):
    """The summary counts what was learned by class, what was skipped, and what is left."""
    session = Session(filter_, [candidate(doubtful(n), n) for n in range(5)])
    session.learn("spam")
    session.skip()
    session.learn("ham")
    session.undo()

    assert session.summary() == "1 learned as spam, 1 skipped, 3 unsure left"
