"""Lessons of a store: whatever came before, they are those of what it has learned."""

import random
import sqlite3
from contextlib import closing

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.errors import refused

from mailfilter.taught import lessons
from mailfilter.twin import Learned, Twin
from priory import MailFilter
from priory.mailfilter import Settings, _lessons, _schema
from priory.mailfilter.live import Corpus, LiveFilter
from priory.mailfilter.store import Store, StoreError
from priory.tokens import MailAnalyzer

LABELS = ["ham", "spam", "work", "news"]
WORDS = [f"word{number}" for number in range(40)]
NOW = _schema.day_before


def message(number, label):
    """Return one of many messages, which has words of its class more often than others."""
    chance = random.Random(number * 7 + len(label))  # noqa: S311 (no secrets)
    place = 8 * LABELS.index(label)
    words = chance.choices(WORDS, k=6) + chance.choices(WORDS[place : place + 16], k=9)
    return f"Subject: {number} {chance.choice(words)}\n\n{' '.join(words)}\n".encode()


def messages(n, labels=LABELS[:2], run=1):
    """Return messages with their classes, of which each comes so often in a row."""
    named = [labels[number // run % len(labels)] for number in range(n)]
    return [(message(number, label), label) for number, label in enumerate(named)]


def by_digest(path):
    """Return what each message of a store taught, by digest, and the lessons of tokens."""
    with Store(path, mode="ro") as store:
        names = dict(zip(store.numbers, (one.name for one in store.classes), strict=True))
        with closing(sqlite3.connect(path)) as db:
            query = "SELECT digest, errors FROM journal LEFT JOIN taught USING (id)"
            taught = {
                digest: None
                if kept is None
                else {names[n]: error for n, error in zip(kept[::2], kept[1::2], strict=True)}
                for digest, kept in db.execute(query)
            }
        return taught, lessons(store)[1]


def replayed(path):
    """Return the same after a replay."""
    with Store(path) as store, store._writing() as db:
        assert _lessons.replay(db, force=True)
    return by_digest(path)


def learned(path, mail, size=None):
    """Learn messages in a new store, so many at once, and return what they taught."""
    with Store(path) as store:
        for start in range(0, len(mail), size or len(mail)):
            store.learn(mail[start : start + (size or len(mail))])
        assert store.check() == []
    return by_digest(path)


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


# ---- check, repair, import, older stores


def change(path, *statements):
    """Change a closed store by hand."""
    with closing(sqlite3.connect(path)) as db:
        for statement in statements:
            assert db.execute(statement).rowcount > 0, statement
        db.commit()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE taught SET errors = x'0101' WHERE id = 7",
        "UPDATE taught SET errors = x'' WHERE id = 7",
        "UPDATE taught SET errors = x'0901' WHERE id = 7",  # a class that is not there
        "UPDATE taught SET errors = x'01' WHERE id = 7",  # cut off
        "UPDATE taught SET errors = 'text' WHERE id = 7",
        "DELETE FROM taught WHERE id = 7",
        "INSERT INTO taught VALUES (1000, x'0101')",
        "DELETE FROM lessons",
        "UPDATE lessons SET block = x'00'",
        "UPDATE lessons SET tokens = tokens + 1",
    ],
)
def test_what_is_wrong_is_found(tmp_path, statement):
    """A check finds what was changed by hand, and does not fail of it."""
    path = tmp_path / "mail.db"
    learned(path, messages(30))
    change(path, statement)

    with Store(path) as store:
        assert store.check() != []


def test_a_changed_lesson_is_found(tmp_path):
    """A check names the token whose lessons are not the sum of what was taught."""
    path = tmp_path / "mail.db"
    learned(path, messages(30))
    with Store(path) as store:
        with store._writing() as db:
            _lessons._write(db, [], type(store.lessons())([("word3", 0, [(1, 1, 0)])]))
        (problem,) = store.check()
        assert "'word3'" in problem


def test_damaged_lessons(tmp_path):
    """Where lessons cannot be read, there is no verdict by them, and one by counts alone."""
    path = tmp_path / "mail.db"
    mail = messages(30)
    learned(path, mail)
    change(path, "UPDATE lessons SET block = x'00'")

    with MailFilter(path) as filter_:
        with refused("store-damaged", StoreError):
            filter_.classify(mail[0][0])
        filter_.settings = Settings(event="boolean")
        assert filter_.classify(mail[0][0]).label


def test_damaged_messages(tmp_path):
    """Where a message cannot be read, others are learned and forgotten; what it taught stays."""
    path, mail = tmp_path / "mail.db", messages(40)
    learned(path, mail[:30])
    change(path, "UPDATE journal SET bag = zeroblob(length(bag)) WHERE id = 7")
    with Store(path) as store:
        (problem,) = store.check()
        assert store.learn(mail[30:]) == ["learned"] * 10
        assert store.forget([mail[2][0]]) == ["forgotten"]
        assert store.check() == [problem]
        assert _lessons.pending(store._db) == 1


def test_repair(tmp_path):
    """A repaired store has the lessons of the messages that it has."""
    path, target = tmp_path / "mail.db", tmp_path / "new.db"
    before = learned(path, messages(40, LABELS[:3]))
    change(path, "UPDATE lessons SET block = x'00'", "DELETE FROM taught WHERE id % 3 = 0")

    assert Store.repair(path, target).lost_messages == 0
    assert by_digest(target) == before


def test_importing(tmp_path):
    """A store made of JSON lines has the lessons of its messages."""
    before = learned(tmp_path / "a.db", messages(40, LABELS[:3]))
    with Store(tmp_path / "a.db") as store, Store(tmp_path / "b.db") as other:
        other.import_lines(store.export_lines())
        assert other.check() == []
        assert _lessons.pending(other._db) == 0

    assert by_digest(tmp_path / "b.db") == before


def older(path):
    """Make a store one of the version that had no lessons."""
    with closing(sqlite3.connect(path)) as db:
        db.executescript("DROP TABLE lessons; DROP TABLE taught; PRAGMA user_version = 5;")


def test_older_stores(tmp_path):
    """A store of an earlier version has lessons when it is opened for writing; until then, none."""
    path, mail = tmp_path / "mail.db", messages(60)
    before = learned(path, mail[:50])
    older(path)
    with MailFilter(path, mode="ro") as filter_:
        assert filter_.store.lessons().rows() == []
        assert filter_.store.check() == []
        verdicts = [filter_.classify(raw) for raw, _ in mail]
    twin = Twin(without_lessons(mail[:50]), Settings())
    for (raw, _), verdict in zip(mail, verdicts, strict=True):
        assert twin.differences(verdict, MailAnalyzer().count(raw)) == []

    with MailFilter(path) as filter_:
        assert filter_.store.check() == []
    assert by_digest(path) == before


def without_lessons(mail):
    """Return what the reference learns of messages, but for what they taught."""
    known = Learned((raw, label, MailAnalyzer().count(raw)) for raw, label in mail)
    for own in known.pupil.lessons.values():
        own.clear()
    return known


def test_merging_an_older_store(tmp_path):
    """A store of an earlier version is taken in, and its messages are taught."""
    mail = messages(60)
    learned(tmp_path / "a.db", mail[:30])
    learned(tmp_path / "b.db", mail[30:])
    older(tmp_path / "b.db")
    with Store(tmp_path / "a.db") as store:
        store.merge(tmp_path / "b.db")
        assert store.check() == []

    assert by_digest(tmp_path / "a.db") == learned(tmp_path / "c.db", mail)


# ---- verdicts


def test_threads_are_nothing(tmp_path):
    """However many threads read messages, lessons are the same."""
    mail = messages(230, run=20)
    for threads in (1, 4):
        with Store(tmp_path / f"{threads}.db") as store:
            store.learn(mail, threads=threads)

    assert by_digest(tmp_path / "1.db") == by_digest(tmp_path / "4.db")


def test_order_of_tokens_is_nothing(tmp_path):
    """Words in another order, or a store that learned them in another one: verdicts are equal."""
    mail = messages(60)
    asked = [raw for raw, _ in messages(90)[60:]]
    backwards = [head + b"\n\n" + b" ".join(reversed(body.split()))
                 for head, body in (raw.split(b"\n\n") for raw in asked)]  # fmt: skip
    with MailFilter(tmp_path / "a.db") as one, MailFilter(tmp_path / "b.db") as other:
        one.learn_many(mail)
        other.learn_many(reversed(mail))
        expected = [verdict.probabilities for verdict in one.classify_many(asked)]
        assert [v.probabilities for v in one.classify_many(backwards)] == expected
        assert [dict(v.probabilities) for v in other.classify_many(asked)] == list(
            map(dict, expected)
        )


def test_evidence_adds_up(tmp_path):
    """The base and all evidence, of counts and lessons, are the log-odds."""
    with MailFilter(tmp_path / "mail.db") as filter_:
        filter_.learn_many(messages(60, LABELS[:3]))
        for raw, _ in messages(80)[60:]:
            verdict = filter_.explain(raw)
            total = verdict.base + sum(one.weight for one in verdict.evidence)
            assert total == pytest.approx(verdict.log_odds, abs=1e-8)
            assert verdict.rest == pytest.approx(0, abs=1e-8)


@pytest.mark.parametrize("labels", [LABELS[:2], LABELS])
def test_live_filter(tmp_path, labels):
    """Message by message, filters in memory and with a store judge as the reference does."""
    mail, analyzer = messages(120, labels, run=5), MailAnalyzer()
    bags = [analyzer.count(raw) for raw, _ in mail]
    live = LiveFilter(Corpus(raw for raw, _ in mail))
    asked = range(0, len(mail), 9)
    with MailFilter(tmp_path / "mail.db") as stored:
        for number, (raw, label) in enumerate(mail):
            live.learn(number, label)
            stored.learn(raw, label)
            if len(live.messages) == 1 or number % 7:
                continue
            known = Learned((*mail[at], bags[at]) for at in range(number + 1))
            twin = Twin(known, stored.settings)
            assert lessons(stored.store) == (known.pupil.errors, known.pupil.sums())
            verdicts = live.classify(asked, evidence=9)
            assert verdicts == list(stored.classify_many((mail[at][0] for at in asked), evidence=9))
            for at, verdict in zip(asked, verdicts, strict=True):
                assert twin.differences(verdict, bags[at]) == []


def test_many_messages_in_memory(tmp_path):
    """Long runs of one class teach a filter in memory what they teach one with a store."""
    mail = messages(420, LABELS[:3], run=50)
    live = LiveFilter(Corpus(raw for raw, _ in mail))
    with MailFilter(tmp_path / "mail.db") as stored:
        for number, (_, label) in enumerate(mail):
            live.learn(number, label)
        stored.learn_many(mail)
        expected = list(stored.classify_many((raw for raw, _ in mail), evidence=5))
    assert live.classify(range(len(mail)), evidence=5) == expected
