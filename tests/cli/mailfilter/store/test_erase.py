import io
import json
import os
import shutil
import sqlite3
import sys
from contextlib import closing

import pytest

from priory.mailfilter import Store
from priory.mailfilter.sorting.places import Place, Places


def test_yes(priory, taught, tmp_path):
    """The store and named backups are removed, and it is told which files."""
    with Store(taught, mode="ro") as store:
        store.backup(tmp_path / "copy.db")

    ran = priory("store", "erase", tmp_path / "copy.db", "--yes")

    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines() == ["2 files removed", f"  {taught}", f"  {tmp_path / 'copy.db'}"]
    assert not taught.exists()
    assert not (tmp_path / "copy.db").exists()


def test_places(priory, taught):
    """What sorting remembers of messages goes with the store."""
    places = taught.with_name("mail.db.places")
    places.write_bytes(taught.read_bytes()[:68] + b"PriS" + bytes(100))

    ran = priory("store", "erase", "--yes")

    assert ran.code == 0
    assert list(taught.parent.iterdir()) == []


@pytest.fixture
def places(home):
    """Make a file in which sorting remembers messages, and return its path."""
    path = home / "state" / "priory" / "places.db"
    path.parent.mkdir(parents=True)
    with Places(str(path), str(home)) as places:
        places.see({Place("", "1"): b"1"})
    return path


@pytest.mark.parametrize("way", ["default", "option", "variable"])
def test_places_of_all_stores(priory, taught, places, monkeypatch, way):
    """The one file of places goes with the store that commands use, however it is named."""
    words = ["--store", taught] if way == "option" else []
    if way == "variable":
        taught = taught.rename(taught.with_name("own.db"))
        monkeypatch.setenv("PRIORY_STORE", str(taught))

    ran = priory("store", "erase", "--yes", *words)

    assert ran.out.splitlines()[1:] == [f"  {taught}", f"  {places}"]
    assert not places.exists()


def test_places_with_another_store(priory, taught, places, tmp_path):
    """The one file of places stays when another store than the usual one goes."""
    other = tmp_path / "other.db"
    with Store(taught, mode="ro") as store:
        store.backup(other)

    ran = priory("store", "erase", "--yes", "--store", other)

    assert (ran.code, other.exists()) == (0, False)
    assert places.exists()
    assert taught.exists()


def test_unasked(priory, taught):
    """Where nobody can be asked, nothing is removed without --yes."""
    ran = priory("store", "erase")

    assert (ran.code, ran.out) == (2, "")
    assert "--yes" in ran.err
    assert taught.exists()


@pytest.mark.parametrize("answer", ["y\n", "\n", "no\n"])
def test_question(priory, taught, monkeypatch, terminal, answer):
    """On a terminal it is asked first, and only yes is a yes."""
    is_gone = answer == "y\n"
    stdin = io.StringIO(answer)
    stdin.isatty = lambda: True
    monkeypatch.setattr(sys, "stdin", stdin)
    monkeypatch.setattr(sys, "stderr", terminal())

    ran = priory("store", "erase")

    assert taught.exists() != is_gone
    assert ran.code == (0 if is_gone else 2)


def test_what_is_no_store(priory, taught, tmp_path):
    """What is no store stays and is told, and the rest is removed."""
    (tmp_path / "letter.txt").write_text("Dear Ann")

    ran = priory("store", "erase", tmp_path / "letter.txt", tmp_path / "none.db", "--yes", "--json")

    told = json.loads(ran.out)
    assert ran.code == 2
    assert told["removed"] == [str(taught)]
    assert set(told["kept"]) == {str(tmp_path / "letter.txt"), str(tmp_path / "none.db")}
    assert (tmp_path / "letter.txt").exists()


def test_damaged_store(priory, taught, places):
    """Where the store must stay, what belongs to it stays."""
    taught.write_bytes(b"damaged" * 1000)

    ran = priory("store", "erase", "--yes", "--json")

    told = json.loads(ran.out)
    assert (ran.code, told["removed"]) == (2, [])
    assert set(told["kept"]) == {str(taught), str(places)}
    assert places.exists()


def test_no_store(priory, store):
    """Where there is nothing, that is told."""
    ran = priory("store", "erase", "--yes")

    assert ran.code == 2
    assert f"{store}: nothing to erase" in ran.err


class KilledError(BaseException):
    """What ends a program at some step."""


def keep_beside(path):
    """Leave beside a database what SQLite does when a program that writes is killed."""
    copy = path.with_name("program.db")
    shutil.copy(path, copy)
    with closing(sqlite3.connect(copy, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("CREATE TABLE words (word)")
        for end in ("-wal", "-shm"):
            shutil.copy(f"{copy}{end}", f"{path}{end}")
    with closing(sqlite3.connect(copy, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = PERSIST")
        db.execute("DROP TABLE words")
    shutil.move(f"{copy}-journal", f"{path}-journal")
    copy.unlink()


@pytest.fixture
def in_use(taught, places, tmp_path):
    """Return what belongs to a store, with all that SQLite keeps beside it; a backup is last."""
    backup = tmp_path / "copy.db"
    repaired = taught.with_name(f"{taught.name}.repaired")
    for path in (backup, repaired):
        shutil.copy(taught, path)
    for path in (taught, repaired, places, backup):
        keep_beside(path)
    folders = {path.parent for path in (taught, places)}
    return [*(one for folder in folders for one in folder.iterdir()), *tmp_path.glob("copy.db*")]


def stopping(steps, unlink):
    """Return what removes files, and is killed after so many."""
    left = iter(range(steps))

    def remove(*given, **options):
        if next(left, None) is None:
            raise KilledError
        unlink(*given, **options)

    return remove


@pytest.mark.parametrize("steps", range(16))
def test_killed_at_any_step(priory, in_use, tmp_path, monkeypatch, steps):
    """An erasing that is killed before any of its steps is finished by the next one."""
    assert len(in_use) == 16
    with monkeypatch.context() as killing:
        killing.setattr(os, "unlink", stopping(steps, os.unlink))
        with pytest.raises(KilledError):
            priory("store", "erase", "--yes", tmp_path / "copy.db")
    assert len([path for path in in_use if path.exists()]) == 16 - steps

    priory("store", "erase", "--yes", tmp_path / "copy.db")

    assert [path for path in in_use if path.exists()] == []


def test_killed_behind_a_link(priory, taught, tmp_path, monkeypatch):
    """What was left beside a store that a link led to goes, and the link is told."""
    link = tmp_path / "link.db"
    link.symlink_to(taught)
    keep_beside(taught)
    with monkeypatch.context() as killing:
        killing.setattr(os, "unlink", stopping(1, os.unlink))
        with pytest.raises(KilledError):
            priory("store", "erase", "--yes", "--store", link)

    ran = priory("store", "erase", "--yes", "--store", link)

    assert list(taught.parent.iterdir()) == []
    assert (ran.code, link.is_symlink()) == (2, True)
    assert str(link) in ran.err


@pytest.mark.parametrize("content", [b"Dear Ann", b"SQLite format 3\0"])
@pytest.mark.parametrize("end", ["-wal", "-shm", "-journal"])
def test_not_of_a_store(priory, store, content, end):
    """What only has the name of a file of SQLite stays, and so does what belongs to a database."""
    store.parent.mkdir(parents=True)
    letter = store.with_name(f"{store.name}{end}")
    letter.write_bytes(content)

    ran = priory("store", "erase", "--yes")

    assert (ran.code, letter.read_bytes()) == (2, content)


def test_log_of_a_database(priory, taught, tmp_path):
    """What SQLite keeps beside a database that is there is not removed by its own name."""
    keep_beside(taught)

    priory("store", "erase", "--yes", "--store", tmp_path / "none.db", f"{taught}-wal")

    assert taught.with_name(f"{taught.name}-wal").exists()


def test_empty_leftover(priory, taught):
    """An empty file of a repair that found no room goes with the store."""
    taught.with_name(f"{taught.name}.repaired").touch()

    ran = priory("store", "erase", "--yes")

    assert ran.code == 0
    assert list(taught.parent.iterdir()) == []
