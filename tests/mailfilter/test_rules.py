"""Stores whose tokens were made by rules that are not known here."""

import pytest
from tests.errors import refused

from mailfilter.written import LUNCH, MONEY, NEWS, PILLS, contents, with_other_rules
from priory import MailFilter
from priory.mailfilter.errors import StoreError
from priory.mailfilter.store import Store
from priory.tokens import MailAnalyzer

MAIL = [(LUNCH, "ham"), (NEWS, "ham"), (PILLS, "spam")]


@pytest.fixture
def other(path):
    """Return where a store of other rules stands."""
    with Store(path) as store:
        store.learn(MAIL)
    with_other_rules(path)
    return path


def test_verdicts(other):
    """Verdicts are made by the rules here, and the note names both."""
    with MailFilter(other, analyzer=MailAnalyzer(), mode="ro") as mail:
        assert mail.classify(PILLS).best == "spam"
        assert mail.explain(LUNCH).best == "ham"
        assert not mail.store.knows_rules
        assert "'mail 3'" in mail.store.tables_note
        assert "'mail 2'" in mail.store.tables_note


def test_learning_is_refused(other):
    """Nothing is learned, because tokens of two rules would spoil the counts, and nothing lost."""
    before = contents(other)

    with MailFilter(other) as mail:
        with refused("version-mismatch", StoreError, place=str(other)):
            mail.learn(MONEY, "spam")
        with refused("version-mismatch", StoreError):
            mail.learn_many([(LUNCH, "spam")])

    assert contents(other) == before


def test_forgetting_and_upkeep(other, tmp_path):
    """What is kept of messages can be taken away, checked and copied, whatever the rules."""
    with Store(other) as store:
        assert store.labels([LUNCH, MONEY]) == ["ham", None]
        assert store.forget([LUNCH]) == ["forgotten"]
        assert store.check() == []
        store.backup(tmp_path / "backup.db")
        store.repair(other, tmp_path / "repaired.db")
        store.compact()
    for name in ("backup.db", "repaired.db"):
        with Store(tmp_path / name) as copy:
            assert not copy.knows_rules
            assert copy.classes == store_classes(other)


def store_classes(path):
    """Return the classes of a store."""
    with Store(path, mode="ro") as store:
        return store.classes


@pytest.mark.parametrize(
    ("which", "way"),
    [
        ("here", "merge"),
        ("there", "merge"),
        ("here", "jsonl"),
        ("there", "jsonl"),
        ("here", "bogofilter"),
    ],
)
def test_mixing_is_refused(tmp_path, which, way):
    """Stores of two rules are not merged, nor lines of one imported into the other."""
    paths = {name: tmp_path / f"{name}.db" for name in ("here", "there")}
    for path in paths.values():
        with Store(path) as store:
            store.learn(MAIL)
    with_other_rules(paths[which])
    with Store(paths["there"], mode="ro") as there, Store(paths["here"]) as here:
        lines = list(there.export_lines("jsonl" if way == "merge" else way))

        with refused("version-mismatch", StoreError):
            here.merge(there.path) if way == "merge" else here.import_lines(lines, way)

        assert here.journal.messages == len(MAIL)


def test_same_unknown_rules(other, tmp_path):
    """Two stores of the same rules are merged, though these are not known here."""
    with Store(tmp_path / "there.db") as there:
        there.learn([(LUNCH, "ham"), (MONEY, "spam")])
    with_other_rules(there.path)

    with Store(other) as here:
        assert here.merge(there.path) == (1, 1, 0, 0)
        assert here.check() == []
