"""What is removed with a store, and what is not."""

import os
import sqlite3
from contextlib import closing

import pytest

from mailfilter.written import LUNCH
from priory.mailfilter._erase import companions, erase
from priory.mailfilter.store import Store


@pytest.fixture
def learned(path):
    """Return a store that learned a message, with what a killed program may leave beside it."""
    with Store(path) as store:
        store.learn([(LUNCH, "ham")])
    for end in ("-wal", "-shm"):
        path.with_name(f"{path.name}{end}").touch()
    return path


def names(folder):
    """Return the names of the files of a folder."""
    return {one.name for one in folder.iterdir()}


def test_store(learned):
    """The file goes with what SQLite keeps beside it."""
    done = erase([str(learned)])

    assert names(learned.parent) == set()
    assert done.removed == [str(learned), f"{learned}-wal", f"{learned}-shm"]
    assert done.kept == {}


def test_companions(learned):
    """What sorting remembers, and what a repair left, belong to a store; other names do not."""
    for end in (".places", ".repaired", ".damaged", ".txt"):
        learned.with_name(f"{learned.name}{end}").touch()

    ends = [path.removeprefix(str(learned)) for path in companions(str(learned))]

    assert ends == ["", ".places", ".repaired", ".damaged"]


def test_link(learned, tmp_path):
    """A link to a store goes with the store."""
    link = tmp_path / "link.db"
    link.symlink_to(learned)

    erase([str(link)])

    assert names(tmp_path) == set()


@pytest.mark.parametrize("kind", ["text", "database", "folder", "pipe", "empty", "nothing"])
def test_what_is_no_store(tmp_path, kind):
    """What is not Priory's stays, also at the end of a link, and the reason is told."""
    path = tmp_path / "precious"
    if kind == "text":
        path.write_text("SQLite format 3\0 is how they begin")
    elif kind == "database":
        with closing(sqlite3.connect(path)) as db:
            db.execute("CREATE TABLE one (two)")
    elif kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    elif kind == "empty":
        path.touch()
    link = tmp_path / "mail.db"
    link.symlink_to(path)
    before = names(tmp_path)

    done = erase([str(path), str(link)])

    assert names(tmp_path) == before
    assert done.removed == []
    assert set(done.kept) == {str(path), str(link)}
    assert all(done.kept.values())
