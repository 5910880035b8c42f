"""Lessons as a store keeps them: checked, repaired, imported, migrated, and as in memory."""

import sqlite3
from contextlib import closing

import pytest
from tests.errors import refused

from mailfilter.taught import lessons
from mailfilter.teaching import LABELS, by_digest, learned, messages
from mailfilter.twin import Learned, Twin
from mailfilter.written import set_schema
from priory import MailFilter
from priory.mailfilter import Settings, _lessons
from priory.mailfilter.live import Corpus, LiveFilter
from priory.mailfilter.store import Store, StoreError
from priory.tokens import MailAnalyzer


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
    with closing(sqlite3.connect(path)) as db, db:
        set_schema(db, 5)


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


def test_full_disk_while_migrating(tmp_path, monkeypatch):
    """Where there is no room to teach what an older store holds, it stays an older store."""
    path = tmp_path / "mail.db"
    before = learned(path, messages(60))
    older(path)

    def full(*_, **__):
        error = sqlite3.OperationalError("database or disk is full")
        error.sqlite_errorcode = sqlite3.SQLITE_FULL
        raise error

    with monkeypatch.context() as patch:
        patch.setattr(_lessons, "replay", full)
        with pytest.raises(StoreError):
            Store(path)
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (5,)
    Store(path).close()

    assert by_digest(path) == before


def test_correcting_among_many(tmp_path, monkeypatch):
    """Where too many messages are known to teach all anew, a corrected one teaches by itself."""
    monkeypatch.setattr(_lessons, "MOST", 100)
    path, mail = tmp_path / "mail.db", messages(250)
    with Store(path) as store:
        store.learn(mail)
        waiting = _lessons.pending(store._db)
        assert store.learn([(mail[9][0], "ham")]) == ["corrected"]
        assert _lessons.pending(store._db) == waiting
        assert store.check() == []


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
