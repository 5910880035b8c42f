"""Stores that are read as files, without SQLite's locks, while others write to them."""

import os
import shutil
import sqlite3
import time
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path

import pytest
from tests.errors import refused

from mailfilter.written import LUNCH, NEWS, PILLS, contents, message
from priory.mailfilter import _alone, _connect, _exchange, _merge
from priory.mailfilter._alone import Snapshot, open_alone
from priory.mailfilter._watch import Watch, copy_unchanged
from priory.mailfilter.store import Store, StoreError

READERS = {
    "classes": lambda store: store.classes,
    "n_tokens": lambda store: store.n_tokens,
    "numbers": lambda store: store.numbers,
    "journal": lambda store: store.journal,
    "journal_mode": lambda store: store.journal_mode,
    "labels": lambda store: store.labels([LUNCH]),
    "counts": lambda store: store.counts(["noon"]),
    "histogram": lambda store: store.histogram(),
    "ledger": lambda store: store.ledger(),
    "rows": lambda store: list(store.rows()),
    "check": lambda store: store.check(),
    "export": lambda store: list(store.export_lines()),
    "backup": lambda store: store.backup(f"{store.path}.copy"),
}


@pytest.fixture
def learned(path):
    """Return the path of a store that learned a message and is closed again."""
    with Store(path) as store:
        store.learn([(LUNCH, "ham")])
    return path


@pytest.fixture
def alone(learned, monkeypatch):
    """Open a store as where SQLite can make no file beside it."""
    with monkeypatch.context() as patch:
        patch.setattr(
            _connect,
            "_to_read",
            lambda path, timeout: _connect._prepared(open_alone(path, timeout), path, write=False),
        )
        with Store(learned, mode="ro") as store:
            assert isinstance(store._db, Snapshot)
            yield store


def change(path, raw=PILLS):
    """Learn a message, and bring it into the file itself."""
    with Store(path) as writer:
        writer.learn([(raw, "spam")])
        writer._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")


@pytest.mark.parametrize("name", READERS)
def test_changed_while_it_is_read(alone, learned, name, monkeypatch):
    """Whatever is read of a file to which another program writes meanwhile is refused."""
    states = [True]

    def check_guard(self):
        if states:
            states.clear()
            change(learned)
        return ORIGINAL(self)

    monkeypatch.setattr(Snapshot, "_check_guard", check_guard)
    with refused("store-busy", StoreError):
        READERS[name](alone)
    READERS[name](alone)

    assert [one.name for one in alone.classes] == ["ham", "spam"]


ORIGINAL = Snapshot._check_guard


def test_unguarded(learned):
    """A file that nobody locks cannot be read without a look at whether it changed."""
    with closing(open_alone(str(learned), 1.0)) as db:
        for read in (lambda: db.execute("SELECT 1"), lambda: db.backup(db)):
            with pytest.raises(RuntimeError, match="outside of guarded"):
                read()
        with db.guarded():
            assert db.execute("SELECT count(*) FROM journal").fetchone() == (1,)


def test_rows_go_on(alone, learned):
    """Rows that are being read come from one file, and in the end it is told that it changed."""
    rows = alone.rows()
    next(rows)
    change(learned)

    with refused("store-busy", StoreError):
        list(rows)
    assert len(alone.classes) == 2


def with_log(path):
    """Return a copy of a store whose latest changes are in its log."""
    copy = path.with_name("copy.db")
    with Store(path) as writer:
        writer.learn([(PILLS, "spam")])
        shutil.copy(path, copy)
        shutil.copy(f"{path}-wal", f"{copy}-wal")
    return copy


def test_changed_after_the_copy(learned, monkeypatch):
    """What is learned when a store was just copied into memory is seen by the next look."""
    place = with_log(learned)

    @contextmanager
    def closing_late(db):
        with closing(db):
            yield db
        monkeypatch.undo()
        change(place, NEWS)

    monkeypatch.setattr(_alone, "closing", closing_late)
    with closing(_alone._from_file(str(place), 1.0)) as copy:
        assert copy.is_outdated


def test_copied_within_a_tick(learned, tmp_path, monkeypatch):
    """A change that has the size and the time of the one before it is in the copy."""
    copy, before = tmp_path / "copy.db", learned.stat()

    def change_unseen(_):
        change(learned)
        assert learned.stat().st_size == before.st_size
        os.utime(learned, ns=(before.st_mtime_ns, before.st_mtime_ns))

    monkeypatch.setattr("priory.mailfilter._watch.sleep", change_unseen)

    watch = copy_unchanged(str(learned), str(copy))

    assert not watch.is_outdated
    with Store(copy, mode="ro") as store:
        assert len(store.classes) == 2


@pytest.fixture
def locked_out(monkeypatch):
    """Let SQLite find no place for its index where a store is only read."""

    def elsewhere(path, **query):
        where = {"vfs": "unix-dotfile"} if query == {"mode": "ro"} else {}
        return URI(path, **query, **where)

    monkeypatch.setattr(_connect, "uri", elsewhere)


URI = _connect.uri


@pytest.mark.usefixtures("locked_out")
def test_merge_of_a_store_that_changes(learned, store, monkeypatch):
    """A store that is merged while another program writes to it is refused, and changes nothing."""
    other = Path(learned).with_name("other.db")
    shutil.copy(learned, other)
    store.learn([(message(1), "ham")])
    before = contents(store.path)

    def merge(db, counter):
        merged = MERGE(db, counter)
        change(other)
        return merged

    with monkeypatch.context() as patch:
        patch.setattr(_merge, "merge", merge)
        with refused("store-busy", StoreError):
            store.merge(other)

    assert contents(store.path) == before
    assert store.merge(other).learned == 1


MERGE = _merge.merge


@pytest.mark.usefixtures("locked_out")
@pytest.mark.parametrize("end", ["-wal", "-journal"])
def test_located_with_a_log(learned, end):
    """A store beside which a log of either kind stands is never taken for one that is whole."""
    Path(f"{learned}{end}").write_bytes(b"log")

    with refused("wal-unmerged", StoreError):
        _exchange.locate(str(learned), 1.0)


def test_watch_leaves_empty_logs_out(learned):
    """SQLite makes an empty log whenever it opens a file, which changes nothing."""
    watch = Watch(str(learned))
    Path(f"{learned}-wal").touch()

    assert not watch.is_outdated
    assert not watch.has_log


@pytest.mark.parametrize("opened", [open_alone, _alone._from_file, _connect.locate])
@pytest.mark.usefixtures("locked_out")
def test_opened_within_a_tick(learned, monkeypatch, opened):
    """A store that has just changed is looked at when another change has another time."""
    now = time.time_ns()
    os.utime(learned, ns=(now, now))
    waited = []

    def wait(seconds):
        waited.append(seconds)
        os.utime(learned, ns=(now - 10**9, now - 10**9))

    monkeypatch.setattr("priory.mailfilter._watch.sleep", wait)
    monkeypatch.setattr("priory.mailfilter._watch.time_ns", lambda: now)

    found = opened(str(learned), 1.0)
    opened(str(learned), 1.0)

    assert len(waited) == 1
    with found.guarded() if isinstance(found, Snapshot) else found[1]:
        pass


def test_no_room_to_merge_the_log(learned, tmp_path, monkeypatch):
    """Where a copy fits into a folder, but not its log into the copy, another folder is taken."""
    place, full = with_log(learned), tmp_path / "full"
    full.mkdir()
    (tmp_path / "memory").mkdir()

    def from_file(path, timeout):
        if Path(path).is_relative_to(full):
            error = sqlite3.OperationalError("database or disk is full")
            error.sqlite_errorcode = sqlite3.SQLITE_FULL
            raise error
        return FROM_FILE(path, timeout)

    monkeypatch.setattr("tempfile.tempdir", str(full))
    monkeypatch.setattr(_alone, "_MEMORY", str(tmp_path / "memory"))
    monkeypatch.setattr(_alone, "_from_file", from_file)

    with closing(_alone._from_copy(str(place), 1.0)) as copy, copy.guarded():
        assert copy.execute("SELECT count(*) FROM journal").fetchone() == (2,)
    monkeypatch.setattr(_alone, "_MEMORY", str(full))
    with refused("wal-unmerged", StoreError):
        _alone._from_copy(str(place), 1.0)


FROM_FILE = _alone._from_file


def test_copied_again(learned, tmp_path, monkeypatch):
    """A log that was copied with a store that changed meanwhile does not stay beside the next."""
    copy, log = tmp_path / "copy.db", Path(f"{learned}-wal")
    log.write_bytes(b"log")
    naps = []

    def wait(_):
        naps.append(None)
        if len(naps) == 2:  # between two copies
            log.unlink()

    def outdated(_watch):
        return len(naps) == 1

    monkeypatch.setattr("priory.mailfilter._watch.sleep", wait)
    monkeypatch.setattr(Watch, "is_outdated", property(outdated))
    copy_unchanged(str(learned), str(copy))

    assert copy.read_bytes() == learned.read_bytes()
    assert not Path(f"{copy}-wal").exists()


@pytest.mark.parametrize(("end", "is_seen"), [("", True), ("-wal", True), ("-journal", False)])
def test_check_leaves_the_journal_out(learned, end, is_seen):
    """Who holds the lock has a journal of its own; a change of the file or its log is refused."""
    watch = Watch(str(learned))
    with Path(f"{learned}{end}").open("ab") as file:
        file.write(b"more")

    with refused("store-busy", StoreError) if is_seen else nullcontext():
        watch.check()
    assert watch.is_outdated
