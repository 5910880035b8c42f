"""Repaired stores in the place of damaged ones."""

import json
import os
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from tests.environment import with_tests
from tests.errors import refused

from mailfilter.replacing import KNOWN, LATER, make
from mailfilter.written import LUNCH, NEWS, PILLS, message, overwrite
from priory.mailfilter import _replace
from priory.mailfilter._replace import replace
from priory.mailfilter.store import Store, StoreError

WRITE_VERSION = 18  # where the header says who may write; SQLite knows 1 and 2


@pytest.fixture
def damaged(path):
    """Return the path of a damaged store."""
    make(path)
    return path


def known(path):
    """Return how many messages a sound store knows."""
    with Store(path, mode="ro") as store:
        assert store.check() == []
        return store.journal.messages


def beside(path):
    """Return the names of the files in the folder of a store."""
    return sorted(one.name for one in path.parent.iterdir())


@pytest.mark.parametrize("way", ["lock", "names"])
@pytest.mark.parametrize("stride", ["7", pytest.param("1", marks=pytest.mark.slow)])
@pytest.mark.timeout(900)
def test_killed_before_each_step(tmp_path, way, stride):
    """Killed before any step, no message is lost, and a second run ends the work."""
    program = [sys.executable, Path(__file__).with_name("replacing.py"), tmp_path, way, stride]
    ran = subprocess.run(program, env=with_tests(), check=False, capture_output=True)  # noqa: S603
    assert ran.returncode == 0, ran.stderr.decode()

    assert json.loads(ran.stdout)["kills"] >= 40 // int(stride)


def test_learned_meanwhile(damaged, monkeypatch):
    """What another program learns since the store was read is never lost: it is refused."""

    def salvage(*args):
        repaired = SALVAGE(*args)
        with Store(damaged) as other:
            assert other.learn([(LUNCH, "ham")]) == ["learned"]
        return repaired

    with monkeypatch.context() as patch:
        patch.setattr(_replace, "salvage", salvage)
        with refused("store-busy", StoreError):
            replace(str(damaged), 1.0)
    assert beside(damaged) == [damaged.name]

    replace(str(damaged), 1.0)
    assert known(damaged) == KNOWN + 1


SALVAGE = _replace.salvage


@pytest.mark.parametrize("byte", [3, 255])
def test_learned_before_a_renaming(damaged, monkeypatch, byte):
    """So it is where the store is replaced by renaming, for SQLite writes to it for nobody."""
    overwrite(damaged, WRITE_VERSION, bytes([byte]))

    def salvage(*args):
        repaired = SALVAGE(*args)
        overwrite(damaged, damaged.stat().st_size - 1, b"!")
        return repaired

    monkeypatch.setattr(_replace, "salvage", salvage)
    with refused("store-busy", StoreError):
        replace(str(damaged), 1.0)

    assert damaged.read_bytes().endswith(b"!")
    assert beside(damaged) == [damaged.name]


def test_programs_that_have_it_open(damaged, open_store):
    """Programs that have the store open go on with the repaired one."""
    reader, writer = open_store(mode="ro"), open_store()
    assert reader.check()
    writer.learn([(LUNCH, "ham")])  # so that there is a log

    replace(str(damaged), 1.0)

    assert writer.learn([(LUNCH, "ham"), (NEWS, "ham")]) == ["known", "learned"]
    assert reader.check() == []
    assert known(damaged) == KNOWN + 2


def test_somebody_writes(damaged, open_store):
    """Who cannot wait any longer for a program that writes is told, and nothing is changed."""
    other = open_store()
    with other._writing(), refused("store-busy", StoreError):
        replace(str(damaged), 0.05)

    assert other.check()
    other.close()
    assert beside(damaged) == [damaged.name]


@pytest.mark.parametrize("byte", [3, 255])
def test_sqlite_refuses_to_write(damaged, byte):
    """A store to which SQLite writes for nobody is replaced, too."""
    overwrite(damaged, WRITE_VERSION, bytes([byte]))
    raw = damaged.read_bytes()

    repaired, kept = replace(str(damaged), 1.0)

    assert repaired.messages == known(damaged) == KNOWN
    assert Path(kept).read_bytes() == raw
    assert beside(damaged) == [damaged.name, f"{damaged.name}.damaged"]


def test_without_wal(damaged):
    """A store with a journal of the other kind keeps it."""
    with closing(sqlite3.connect(damaged)) as db:
        db.execute("PRAGMA journal_mode = DELETE")

    replace(str(damaged), 1.0)

    assert known(damaged) == KNOWN
    with Store(damaged) as store:
        assert store.journal_mode == "delete"


def test_other_pages(damaged):
    """A store whose pages have another size keeps them."""
    with closing(sqlite3.connect(damaged, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = DELETE")
        db.execute("PRAGMA page_size = 4096")
        db.execute("VACUUM")
        db.execute("PRAGMA journal_mode = WAL")

    replace(str(damaged), 1.0)

    assert known(damaged) == KNOWN
    with Store(damaged) as store:
        assert store._db.execute("PRAGMA page_size").fetchone() == (4096,)
        assert store.journal_mode == "wal"


@pytest.mark.parametrize("mode", [0o600, 0o664])
@pytest.mark.parametrize("byte", [2, 3])
def test_permissions(damaged, mode, byte):
    """Who may read the store, and nobody else, may read the new one and the one that is kept."""
    overwrite(damaged, WRITE_VERSION, bytes([byte]))
    damaged.chmod(mode)
    if os.geteuid() == 0:
        os.chown(damaged, 65534, 65534)
    before = damaged.stat()

    with Store(damaged, mode="ro"):  # so that there may be a log
        _, kept = replace(str(damaged), 1.0)

    for path in (damaged, Path(kept)):
        assert stat.S_IMODE(path.stat().st_mode) == mode
        assert (path.stat().st_uid, path.stat().st_gid) == (before.st_uid, before.st_gid)


def test_missing(path):
    """Where there is no store, none is made."""
    with refused("store-missing", StoreError):
        replace(str(path), 1.0)

    assert not path.exists()


def test_link(damaged, tmp_path):
    """A link leads to the repaired store, and the damaged one is kept beside that."""
    link = tmp_path / "links" / "link.db"
    link.parent.mkdir()
    link.symlink_to(damaged)

    _, kept = replace(str(link), 1.0)

    assert kept == f"{damaged}.damaged"
    assert link.is_symlink()
    assert known(link) == KNOWN


def test_kept_already(damaged):
    """Another file where the damaged store would be kept stays, and nothing is changed."""
    raw, other = damaged.read_bytes(), damaged.with_name(f"{damaged.name}.damaged")
    other.write_text("precious")

    with refused("path-in-use", StoreError):
        replace(str(damaged), 1.0)

    assert (damaged.read_bytes(), other.read_text()) == (raw, "precious")


def test_hot_journal(damaged):
    """What a killed program left half written is rolled back before anything is salvaged."""
    with closing(sqlite3.connect(damaged)) as db:
        db.execute("PRAGMA journal_mode = DELETE")
    child = os.fork()
    if not child:
        db = sqlite3.connect(damaged, isolation_level=None)
        db.execute("PRAGMA cache_size = 1")
        db.execute("BEGIN IMMEDIATE")
        db.execute("UPDATE journal SET bag = zeroblob(length(bag))")
        os._exit(0)
    os.waitpid(child, 0)
    assert Path(f"{damaged}-journal").stat().st_size > 512

    repaired, _ = replace(str(damaged), 1.0)

    assert (repaired.messages, repaired.lost_bags) == (KNOWN, 1)
    assert known(damaged) == KNOWN
    with Store(damaged) as store:
        assert store.learn([(PILLS, "spam"), (message(LATER), "spam")]) == ["learned", "known"]
