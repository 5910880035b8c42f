import json
import shlex
import sqlite3
from contextlib import closing

import pytest
from mailfilter.written import damage, set_schema

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
    assert rest[3] == "Lessons agree with what 120 messages taught."
    assert len(rest) == 4


def test_what_cannot_be_compared(priory, taught):
    """Messages of which the journal does not know what they added are told."""
    change(taught, "UPDATE journal SET bag = NULL WHERE id < 11")
    with Store(taught) as store:
        store.import_lines([b".MSG_COUNT 3 4\n", b"free 2 0\n"], "bogofilter")

    ran = priory("store", "check")

    assert ran.code == 0
    *_, known, lessons, unknown = ran.out.splitlines()
    assert known == "They agree with what 110 messages of the journal added."
    assert lessons == "Lessons agree with what 110 messages taught."
    assert unknown.startswith("Of 17 messages the journal does not know")


def test_json(priory, taught):
    """For programs there is an object."""
    ran = priory("store", "check", "--json")

    found = json.loads(ran.out)
    seen = found.pop("seen")
    assert found == {"store": str(taught), "sound": True, "problems": []}
    assert seen.pop("tokens") > 10
    assert seen == {"classes": 2, "messages": 120, "journal": 120, "spent": 0, "taught": 120}


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
    with closing(sqlite3.connect(taught)) as db, db:
        set_schema(db, 99)

    ran = priory("store", "check")

    what = "written by a newer Priory (schema 99, supported up to 6): update Priory"
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


def spoil(path):
    """Spoil the tokens of a store, and return the bytes of the file."""
    damage(path)
    return path.read_bytes()


def test_repair(priory, taught):
    """What is whole goes into a new file, and the damaged one stays."""
    raw = spoil(taught)

    ran = priory("store", "check", "--repair")

    new = taught.with_name("mail.db.repaired")
    assert (ran.code, ran.err) == (1, "")
    assert f"{new}: repaired" in ran.out
    assert "Kept: 120 messages of the journal" in ran.out
    assert taught.read_bytes() == raw
    with Store(new, mode="ro") as store:
        assert store.check() == []
    again = priory("store", "check", "--repair")
    assert (again.code, "--force" in again.err) == (3, True)
    assert priory("store", "check", "--repair", "--force").code == 1


def test_replace(priory, taught):
    """The repaired store may take the place of the damaged one, which is kept."""
    raw = spoil(taught)

    ran = priory("store", "check", "--repair", "--replace", "--json")

    kept = taught.with_name("mail.db.damaged")
    told = json.loads(ran.out)
    assert ran.code == 1
    assert (told["repaired"]["path"], told["repaired"]["damaged"]) == (str(taught), str(kept))
    assert told["repaired"]["messages"] == 120
    assert kept.read_bytes() == raw
    assert sorted(one.name for one in taught.parent.iterdir()) == [taught.name, kept.name]
    assert priory("store", "check").code == 0


def test_output(priory, taught, tmp_path):
    """The repaired store may stand elsewhere."""
    spoil(taught)

    assert priory("store", "check", "--repair", "-o", tmp_path / "new.db").code == 1
    assert (tmp_path / "new.db").exists()


def test_nothing_to_repair(priory, taught):
    """A sound store is not repaired."""
    ran = priory("store", "check", "--repair", "--json")

    assert (ran.code, json.loads(ran.out)["repaired"]) == (0, None)
    assert [one.name for one in taught.parent.iterdir()] == [taught.name]


def test_beyond_repair(priory, taught):
    """Where nothing can be read, the exit code is that of an error."""
    raw = bytearray(taught.read_bytes())
    raw[100:4096] = bytes(3996)
    taught.write_bytes(raw)

    ran = priory("store", "check", "--repair")

    assert ran.code == 3
    assert "nothing can be salvaged" in ran.err


@pytest.mark.usefixtures("taught")
@pytest.mark.parametrize(
    "words", [["--replace"], ["-o", "x"], ["--repair", "--replace", "-o", "x"]]
)
def test_options_of_repair(priory, words):
    """Options that make no sense together are refused."""
    assert priory("store", "check", *words).code == 3


def test_advice(priory, taught):
    """The command that is printed puts the repaired store in its place."""
    spoil(taught)

    ran = priory("store", "check", "--repair")
    words = shlex.split(ran.out.rpartition("priory ")[2])

    assert priory(*words).code == 1
    assert priory("store", "check").code == 0


@pytest.mark.parametrize("number", [1, 4, 7, 13, 2**30 + 5])
def test_damaged_number(priory, taught, tmp_path, number):
    """A number of the schema in which a bit was flipped is damage, and can be repaired."""
    change(taught, f"PRAGMA user_version = {number}")
    before = taught.read_bytes()

    assert priory("store", "check").code == 1
    assert "damaged" in priory("learn", "spam", taught).err
    ran = priory("store", "check", "--repair", "-o", tmp_path / "new.db", "--json")

    found = json.loads(ran.out)["repaired"]
    assert (found["messages"], found["lost_messages"], found["lost_bags"]) == (120, 0, 0)
    assert taught.read_bytes() == before
    assert priory("store", "check", "--store", tmp_path / "new.db").code == 0
