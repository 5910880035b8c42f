import json
import sqlite3
from contextlib import closing

from tests.cli.mailfilter.conftest import HAM, SPAM

from priory.cli.mailfilter._settings import SETTINGS
from priory.mailfilter import Store, _lessons


def test_report(priory, taught, configure):
    """Classes, sizes, the analyser and the settings are shown, and where those come from."""
    path = configure("lost_ham = 50")

    ran = priory("stats", "--unsure", "0.5")

    with Store(taught, mode="ro") as store:
        spam, _ = store.classes
        tokens = store.n_tokens
    lines = [" ".join(line.split()) for line in ran.out.splitlines()]
    assert (ran.code, ran.err) == (0, "")
    assert lines[0] == f"{taught}: {taught.stat().st_size:,} bytes, {tokens:,} tokens"
    assert f"spam 60 {spam.tokens} {spam.occurrences}" in lines
    assert "lessons: 120 messages taught; 0 taught nothing yet" in lines
    assert "case fold" in lines
    assert f"lost_ham 50 {path}" in lines
    assert "unsure 0.5 --unsure" in lines
    assert "alpha auto default" in lines
    assert "trash Trash, Deleted or the like, in many languages default" in lines


def test_json(priory, taught):
    """For programs there is one object."""
    found = json.loads(priory("stats", "--json").out)

    assert (found["store"], found["bytes"]) == (str(taught), taught.stat().st_size)
    assert [(one["name"], one["messages"]) for one in found["classes"]] == [
        ("spam", 60),
        ("ham", 60),
    ]
    assert found["lessons"] == {"taught": 120, "frozen": 0, "pending": 0, "stale": 0}
    assert found["analyzer"]["headers"] == "all"
    assert found["settings"].keys() == SETTINGS.keys()
    assert found["settings"]["alpha"] == {"value": None, "from": "default"}


def test_one_class(priory, taught):
    """Messages of one class teach nothing, and are counted as those that wait."""
    with Store(taught) as store:
        store.forget([HAM % n for n in range(60)])

    assert "lessons: 0 messages taught; 60 taught nothing yet\n" in priory("stats").out


def test_stale(priory, taught, monkeypatch):
    """In a large store it is told what was forgotten since all was taught, and what to do."""
    monkeypatch.setattr(_lessons, "MOST", 100)
    with Store(taught) as store:
        store.forget([SPAM % 3, SPAM % 4])
        store.learn([(SPAM % 5, "ham")])

    ran = priory("stats")

    assert "lessons: 117 messages taught; 1 taught nothing yet\n" in ran.out
    assert "3 messages forgotten or corrected since all were taught" in ran.out
    assert json.loads(priory("stats", "--json").out)["lessons"]["stale"] == 3


def test_no_store(priory, store):
    """Without a store it is said what to do first, with the settings, which is no mistake."""
    ran = priory("stats")

    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(f"{store}: no store yet\n")
    assert "priory learn spam FOLDER" in ran.out
    lines = [" ".join(line.split()) for line in ran.out.splitlines()]
    assert "setting value from" in lines
    assert "lost_ham 10 default" in lines
    assert not store.exists()


def test_no_store_in_json(priory, store):
    """Programs are told the same by zeros, with the settings."""
    found = json.loads(priory("stats", "--json").out)

    assert (found["store"], found["bytes"], found["classes"]) == (str(store), 0, [])
    assert found["settings"].keys() == SETTINGS.keys()


def test_store_out_of_reach(priory, store, taught):
    """A store that is there and cannot be read is a mistake, and not called missing."""
    taught.write_bytes(b"no store at all" * 100)

    ran = priory("stats")

    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"priory: {store}: ")


def test_older_tables(priory, taught):
    """A store that was made with other tables of Unicode goes on, and that is noted."""
    with closing(sqlite3.connect(taught)) as db, db:
        older = "replace(value, 'unicode 1', 'unicode 0')"
        db.execute(f"UPDATE meta SET value = {older} WHERE key = 'analyzer'")  # noqa: S608
        db.execute("DELETE FROM meta WHERE key = 'seal'")

    assert "note: made with mail 2, unicode 0" in priory("stats").out
    assert "unicode 0" in json.loads(priory("stats", "--json").out)["note"]
