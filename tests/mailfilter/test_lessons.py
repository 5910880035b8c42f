"""Lessons of a store: whatever came before, they are those of what it has learned."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from mailfilter.taught import lessons
from mailfilter.teaching import LABELS, by_digest, learned, message, messages, replayed
from mailfilter.twin import Learned
from priory.mailfilter import _lessons, _schema
from priory.mailfilter.store import Store
from priory.tokens import MailAnalyzer

NOW = _schema.day_before

# ---- the order of learning


@pytest.mark.parametrize("size", [1, 7, 500])
@pytest.mark.parametrize(
    ("labels", "run"), [(LABELS[:2], 1), (LABELS[:2], 45), (LABELS, 1), (LABELS, 30)]
)
def test_batches_are_nothing(tmp_path, labels, run, size):
    """In whatever batches messages come, few or many, each teaches what the reference says."""
    mail = messages(330, labels, run)
    learned(tmp_path / "mail.db", mail, size)

    analyzer = MailAnalyzer()
    known = Learned((raw, label, analyzer.count(raw)) for raw, label in mail)
    with Store(tmp_path / "mail.db") as store:
        assert lessons(store) == (known.pupil.errors, known.pupil.sums())


def test_a_class_that_comes_late(tmp_path):
    """A class changes nothing that was taught before its first message, in the same batch."""
    mail = [*messages(260), *((message(number, "work"), "work") for number in range(3))]

    assert learned(tmp_path / "a.db", mail) == learned(tmp_path / "b.db", mail, 1)


def test_new_messages_and_corrections_in_one_batch(tmp_path):
    """They teach what they do one by one: a message is taught as what it is then."""
    mail = messages(230)
    mail[60:60] = [(raw, "spam") for raw, _ in mail[20:24]]
    mail[220:220] = [(raw, "ham") for raw, _ in mail[3:9]]
    mail.append((mail[0][0], "spam"))

    assert learned(tmp_path / "a.db", mail) == learned(tmp_path / "b.db", mail, 1)
    assert learned(tmp_path / "c.db", mail, 50) == learned(tmp_path / "d.db", mail, 9)


kinds = st.sampled_from(LABELS[:3])
few = st.lists(st.tuples(st.integers(0, 30), kinds), min_size=1, max_size=25)


@settings(max_examples=40)
@given(one=few, other=few, size=st.integers(1, 9))
@example(one=[(0, "ham"), (1, "spam")], other=[(1, "ham"), (2, "spam")], size=1)
def test_what_is_learned_is_all_that_counts(tmp_path_factory, one, other, size):
    """Few messages teach the same in any order and batch, corrected or forgotten between."""
    folder = tmp_path_factory.mktemp("stores")
    mail = {number: (message(number, "ham"), label) for number, label in other}
    with Store(folder / "a.db") as store:
        first = [(message(number, "ham"), label) for number, label in one]
        for start in range(0, len(first), size):
            store.learn(first[start : start + size])
        store.forget([raw for raw, _ in first if raw not in dict(mail.values())])
        store.learn(list(mail.values()))
        assert store.check() == []

    found = by_digest(folder / "a.db")
    assert found == learned(folder / "b.db", list(reversed(mail.values())))
    assert found == replayed(folder / "a.db")


# ---- forgetting and correcting


def test_forgetting_leaves_nothing(tmp_path):
    """To learn and forget a message is nothing: tables are what they were, or those of a replay."""
    for n in (40, 230):
        path = tmp_path / f"{n}.db"
        before = learned(path, messages(n))
        before = before if n < 200 else replayed(path)
        with Store(path) as store:
            more = [(message(number, "spam"), "ham") for number in range(1000, 1004)]
            store.learn(more)
            assert by_digest(path) != before
            store.forget([raw for raw, _ in more])
            assert store.check() == []
        assert by_digest(path) == before


def test_forgetting_all_leaves_no_lesson(tmp_path):
    """When all is forgotten, there is no lesson, and no row."""
    mail = messages(30)
    learned(tmp_path / "mail.db", mail)
    with Store(tmp_path / "mail.db") as store:
        store.forget([raw for raw, _ in mail])
        assert store.check() == []
        assert by_digest(store.path) == ({}, {})
        assert store._db.execute("SELECT count(*) FROM taught").fetchone() == (0,)


def test_forgetting_many(tmp_path, monkeypatch):
    """Of many messages, one that leaves takes what it taught, and the others wait for a replay."""
    monkeypatch.setattr(_lessons, "MOST", 200)
    mail = messages(300)
    path = tmp_path / "mail.db"
    before, _ = learned(path, mail)
    with Store(path) as store:
        store.forget([mail[3][0], mail[8][0]])
        assert store.check() == []
        left, sums = by_digest(path)
        assert len(left) == len(before) - 2
        assert all(before[digest] == errors for digest, errors in left.items())
        assert _schema.get_meta(store._db, _lessons.STALE) == 2
        store.forget([raw for raw, _ in mail[100:]])  # few are left, and they are taught anew
        assert _schema.get_meta(store._db, _lessons.STALE) is None
    assert by_digest(path) == replayed(path) != (left, sums)


def test_correcting(tmp_path):
    """A corrected message teaches as if it had been learned as what it is."""
    mail = messages(50, LABELS[:3])
    with Store(tmp_path / "a.db") as store:
        store.learn(mail)
        assert store.learn([(mail[4][0], "ham"), (mail[1][0], "work")]) == ["corrected"] * 2
        assert store.check() == []
    mail[4], mail[1] = (mail[4][0], "ham"), (mail[1][0], "work")

    assert by_digest(tmp_path / "a.db") == learned(tmp_path / "b.db", mail)


@pytest.mark.parametrize("most", [5, 5000])
def test_a_class_that_leaves(tmp_path, monkeypatch, most):
    """With the last message of a class its lessons leave; the next class learns its own."""
    monkeypatch.setattr(_lessons, "MOST", most)
    mail = messages(40, LABELS[:3])
    work = [raw for raw, label in mail if label == "work"]
    rest = [(raw, label) for raw, label in mail if label != "work"]
    with Store(tmp_path / "a.db") as store:
        store.learn(mail)
        store.learn([(work[0], "spam")])
        store.forget(work)
        assert [one.name for one in store.classes] == ["ham", "spam"]
        assert store.check() == []
        assert by_digest(store.path) == learned(tmp_path / "b.db", rest)
        store.learn([(message(77, "news"), "news")])  # which takes the number of the one that left
        assert store.check() == []
    expected = learned(tmp_path / "c.db", [*rest, (message(77, "news"), "news")])
    assert by_digest(tmp_path / "a.db") == expected


# ---- merging


def test_merging(tmp_path):
    """Two stores teach each other the same, whichever takes the other in: what the union does."""
    for n, labels in ((60, LABELS[:2]), (240, LABELS[:2]), (90, LABELS)):
        mail, folder = messages(n, labels), tmp_path / f"{n}-{len(labels)}"
        folder.mkdir()
        a, b, both = (folder / name for name in ("a.db", "b.db", "both.db"))
        ours, theirs = mail[: 2 * n // 3], list(reversed(mail[n // 2 :]))
        learned(a, ours)
        learned(b, theirs)
        learned(both, mail)
        learned(folder / "c.db", theirs)
        for path, other in ((a, b), (folder / "c.db", a)):
            with Store(path) as store:
                store.merge(other)
                assert store.check() == []
        assert by_digest(a) == by_digest(folder / "c.db") == replayed(both)


def spent(path, mail, monkeypatch, old):
    """Make a store in which some messages are spent."""
    monkeypatch.setattr(_schema, "day_before", lambda *_: 20200101)
    with Store(path) as store:
        store.learn(mail[:old])
        monkeypatch.setattr(_schema, "day_before", NOW)
        store.learn(mail[old:])
        store.compact(min_messages=0, older_than_days=30)
        assert store.journal.spent == old
        assert store.check() == []
    return path


def test_merging_what_is_spent(tmp_path, monkeypatch):
    """What spent messages taught comes along, whichever store takes the other in."""
    mail = messages(60)
    for one, other in (("a", "b"), ("c", "d")):
        spent(tmp_path / f"{one}.db", mail[:30], monkeypatch, 10)
        learned(tmp_path / f"{other}.db", mail[30:])
    with Store(tmp_path / "a.db") as store:
        store.merge(tmp_path / "b.db")
        assert store.check() == []
    with Store(tmp_path / "d.db") as store:
        store.merge(tmp_path / "c.db")
        assert store.check() == []
    ours, theirs = by_digest(tmp_path / "a.db"), by_digest(tmp_path / "d.db")

    assert ours[1] == theirs[1]
    frozen = {digest for digest, errors in theirs[0].items() if ours[0][digest] != errors}
    assert len(frozen) <= 10  # of which it is not known one by one what they taught


# ---- spent messages


@pytest.mark.parametrize("how", ["compact", "expire"])
def test_spent_messages(tmp_path, monkeypatch, how):
    """What they taught stays as it is when others are taught anew or forgotten."""
    mail, path = messages(40), tmp_path / "mail.db"
    monkeypatch.setattr(_schema, "day_before", lambda *_: 20200101)
    with Store(path) as store:
        store.learn(mail[:12])
        monkeypatch.setattr(_schema, "day_before", NOW)
        store.learn(mail[12:])
        before, sums = by_digest(path)
        if how == "compact":
            store.compact(min_messages=0, older_than_days=30)
        else:
            store.expire(30)
        assert store.check() == []
        assert by_digest(path) == (before, sums)
        store.forget([raw for raw, _ in mail[12:]])
        assert store.check() == []
        left, frozen = by_digest(path)
    assert len(left) == 12
    assert frozen == sums_of(mail[:12], left)


def sums_of(mail, taught):
    """Add up what messages taught, as the reference does."""
    pupil = Learned((raw, label, MailAnalyzer().count(raw)) for raw, label in mail).pupil
    pupil.errors = [taught[one.digest] for one in pupil.mails]
    return pupil.sums()


def test_dropped_tokens_leave_no_lesson(tmp_path, monkeypatch):
    """A token that leaves the store leaves its lessons, too."""
    mail, path = messages(40), tmp_path / "mail.db"
    monkeypatch.setattr(_schema, "day_before", lambda *_: 20200101)
    with Store(path) as store:
        store.learn(mail[:20])
        monkeypatch.setattr(_schema, "day_before", NOW)
        store.learn(mail[20:])
        assert store.compact(min_messages=5, older_than_days=30).tokens > 0
        tokens = {token for token, _, _ in store.rows()}
        assert {token for token, _, _ in store.lessons().rows()} <= tokens
        assert store.check() == []


def test_spent_messages_wait_for_nothing(tmp_path, monkeypatch):
    """Messages that were spent before they taught anything do not call for replays for ever."""
    path = tmp_path / "mail.db"
    monkeypatch.setattr(_schema, "day_before", lambda *_: 20200101)
    with Store(path) as store:
        store.learn([(message(number, "ham"), "ham") for number in range(100)])
        monkeypatch.setattr(_schema, "day_before", NOW)
        store.expire(30)
        assert _lessons.pending(store._db) == 0
        store.learn(messages(200)[100:])
        store.learn([(message(number, "spam"), "spam") for number in range(400, 410)])
        assert _lessons.pending(store._db) == 0
        assert store.check() == []
