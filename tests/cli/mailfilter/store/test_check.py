import json
import sqlite3
from contextlib import closing

import pytest
from mailfilter.written import damage

from priory.mailfilter import Store


def change(path, statement):
    """Change a store behind its back."""
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(statement)


def test_sound(priory, taught):
    """Of a sound store it is told what was looked at, and the exit code is zero."""
    ran = priory("store", "check")

    first, *rest = ran.out.splitlines()
    assert (ran.code, ran.err) == (0, "")
    assert first == f"{taught}: no problem"
    assert rest[0] == "SQLite finds no damage in the file."
    assert rest[2] == "They agree with what 120 messages of the journal added."
    assert len(rest) == 3


def test_what_cannot_be_compared(priory, taught):
    """Messages of which the journal does not know what they added are told."""
    change(taught, "UPDATE journal SET bag = NULL WHERE id < 11")
    with Store(taught) as store:
        store.import_lines([b".MSG_COUNT 3 4\n", b"free 2 0\n"], "bogofilter")

    ran = priory("store", "check")

    assert ran.code == 0
    *_, known, unknown = ran.out.splitlines()
    assert known == "They agree with what 110 messages of the journal added."
    assert unknown.startswith("Of 17 messages the journal does not know")


def test_json(priory, taught):
    """For programs there is an object."""
    ran = priory("store", "check", "--json")

    found = json.loads(ran.out)
    seen = found.pop("seen")
    assert found == {"store": str(taught), "sound": True, "problems": []}
    assert seen.pop("tokens") > 10
    assert seen == {"classes": 2, "messages": 120, "journal": 120, "spent": 0}


@pytest.mark.parametrize("words", [[], ["--json"]])
def test_problems(priory, taught, words):
    """Each problem is told, and the exit code is one."""
    change(taught, "UPDATE classes SET messages = 7 WHERE name = 'spam'")
    problem = (
        "The class 'spam': recorded 7 messages, found 60 in the journal and 0 imported without one."
    )

    ran = priory("store", "check", *words)

    assert (ran.code, ran.err) == (1, "")
    if words:
        assert json.loads(ran.out) == {
            "store": str(taught),
            "sound": False,
            "problems": [problem],
            "seen": None,
        }
    else:
        lines = ran.out.splitlines()
        assert lines[:2] == [f"{taught}: 1 problem", problem]
        assert lines[2].startswith("Put a backup in its place")


def test_damage(priory, taught):
    """Damage of the file is a problem."""
    damage(taught)

    ran = priory("store", "check")

    assert (ran.code, ran.err) == (1, "")
    assert "\nThe file is damaged: " in ran.out


def test_damage_of_the_first_page(priory, taught):
    """A file that SQLite cannot even open is a problem, too."""
    content = bytearray(taught.read_bytes())
    content[100:4096] = b"\xff" * 3996
    taught.write_bytes(content)

    ran = priory("store", "check")

    assert (ran.code, ran.err) == (1, "")
    assert "\nThe file is damaged: database disk image is malformed.\n" in ran.out


@pytest.mark.parametrize("table", ["main.journal", "main.blocks", "main.classes", "main.meta"])
def test_missing_table(priory, taught, table):
    """A store without one of its tables is damaged."""
    with closing(sqlite3.connect(taught)) as db:
        db.execute(f"DROP TABLE {table}")

    ran = priory("store", "check")

    assert (ran.code, ran.err) == (1, "")
    assert f"\nThe file is damaged: no such table: {table}.\n" in ran.out


def test_newer_store(priory, taught):
    """A store of a newer version is an error, which is neither sound nor a problem."""
    change(taught, "PRAGMA user_version = 99")

    ran = priory("store", "check")

    what = "written by a newer Priory (schema 99, supported up to 4): update Priory"
    assert ran == (3, "", f"priory: {taught}: {what}\n")


def test_no_store(priory, store):
    """Where there is no store, the exit code is that of an error, and none is made."""
    ran = priory("store", "check")

    what = "the store does not exist: learn some mail first, with `priory learn`"
    assert ran == (3, "", f"priory: {store}: {what}\n")
    assert not store.exists()


@pytest.mark.parametrize("words", [["--nonsense"], ["nonsense"], ["--timeout", "x"]])
def test_misuse(priory, words):
    """A mistake in the arguments is an error, not a problem of the store."""
    with pytest.raises(SystemExit) as error:
        priory("store", "check", *words)

    assert error.value.code == 3
