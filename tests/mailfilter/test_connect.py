"""Opening files, whatever they are and wherever they lie."""

import os
import shutil
import sqlite3
import stat
import tempfile
from contextlib import closing, suppress
from pathlib import Path

import pytest
from tests.errors import refused

from mailfilter.users import NOBODY, as_before, unprivileged
from mailfilter.written import LUNCH, NEWS, PILLS, contents, set_schema
from priory.errors import InputError
from priory.mailfilter import _alone, _connect, _schema
from priory.mailfilter.store import Store, StoreError


@pytest.fixture
def learned(path):
    """Return the path of a store that learned a message and is closed again."""
    with Store(path) as store:
        store.learn([(LUNCH, "ham")])
    return path


@pytest.fixture
def nobodys(learned):
    """Return the path of the same store where any user may read and write."""
    with tempfile.TemporaryDirectory() as name:
        place = Path(name, "home")
        place.mkdir()
        shutil.copy(learned, place / "words.db")
        for path in (Path(name), place, place / "words.db"):
            path.chmod(0o777)
        yield place / "words.db"
        place.chmod(0o777)


@pytest.mark.parametrize(
    "name", ["a?b=c.db", "a#b.db", "100%25.db", "with blank.db", "ü.db", ":memory:"]
)
def test_odd_names(tmp_path, name):
    """Characters that mean something to SQLite are part of the name."""
    with Store(tmp_path / name) as store:
        store.learn([(LUNCH, "ham")])

    assert [file.name for file in tmp_path.iterdir()] == [name]
    with Store(tmp_path / name, mode="ro") as store:
        assert len(store.classes) == 1


def test_relative_path(tmp_path, monkeypatch):
    """A store stays where it was opened when the program goes elsewhere."""
    monkeypatch.chdir(tmp_path)
    with Store("words.db") as store:
        monkeypatch.chdir("/")
        store.learn([(LUNCH, "ham")])

    assert (tmp_path / "words.db").exists()


def test_new_store_is_private(learned):
    """Only its owner may read a new store."""
    assert stat.S_IMODE(learned.stat().st_mode) == 0o600


def test_link(learned, tmp_path):
    """A link to a store is the store, and SQLite's files stand beside the store itself."""
    link = tmp_path / "elsewhere" / "link.db"
    link.parent.mkdir()
    link.symlink_to(learned)

    with Store(link) as store:
        store.learn([(NEWS, "ham")])
        assert [file.name for file in link.parent.iterdir()] == ["link.db"]

    with Store(learned) as store:
        assert store.forget([NEWS]) == ["forgotten"]


def test_nothing_clutters_the_folder(learned):
    """A store that nobody has open is one file, also after reading."""
    with Store(learned, mode="ro") as store:
        assert store.n_tokens > 0

    assert [file.name for file in learned.parent.iterdir()] == ["words.db"]


def unopened(path, *codes, **options):
    """Open a store, which must fail, and return what the file holds afterwards."""
    with pytest.raises(StoreError) as caught:
        Store(path, **options)
    assert caught.value.code in codes
    assert caught.value.where == caught.value.place == str(path)
    return path.read_bytes() if path.is_file() else None


def test_no_store(path):
    """To read, there must be a store, and none is made."""
    unopened(path, "store-missing", mode="ro")

    assert not path.exists()


def test_no_folder(tmp_path):
    """A folder that is not there is named."""
    unopened(tmp_path / "no" / "words.db", "folder-missing")


def test_folder(tmp_path):
    """A folder is no store."""
    unopened(tmp_path, "is-a-folder")


def test_pipe(tmp_path):
    """A pipe is no store, and nobody waits for it."""
    os.mkfifo(tmp_path / "pipe")

    unopened(tmp_path / "pipe", "not-a-file")


@pytest.mark.parametrize("mode", ["rw", "ro"])
@pytest.mark.parametrize("raw", [b"Subject: hello\n\nHello!\n" * 300, b"\x00" * 9000, b"x"])
def test_other_file(path, raw, mode):
    """A file that is something else is refused and stays as it is."""
    path.write_bytes(raw)

    assert unopened(path, "not-a-store", "store-damaged", mode=mode) == raw


def test_other_database(path):
    """A database of another program is refused."""
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE tokens (token TEXT)")
    before = path.read_bytes()

    assert unopened(path, "not-a-store") == before


def test_made_meanwhile(path):
    """A file is not taken for another program's if somebody makes a store of it meanwhile."""
    statements = []

    def make_at_the_second(statement):
        statements.append(statement)
        if len(statements) == 2:
            with suppress(StoreError):  # where it cannot be made meanwhile, nothing is wrong
                Store(path, timeout=0).close()

    with closing(sqlite3.connect(path)) as db:
        db.set_trace_callback(make_at_the_second)

        assert _connect._number(db, str(path)) == 0


def test_changes_are_waited_for(path, learned):
    """Changes of a new store, and of one that was there, are on the disk before anybody is told."""
    new = path.with_name("new.db")
    for place in (new, learned):
        with Store(place) as store:
            assert store._db.execute("PRAGMA synchronous").fetchone() == (2,)  # FULL
            assert place.stat().st_size > 8192  # what made it is there, too


def test_newer_store(learned):
    """A store of a newer version is refused, with the numbers of the schemas."""
    with closing(sqlite3.connect(learned)) as db, db:
        set_schema(db, 99)
    before = learned.read_bytes()

    assert unopened(learned, "newer-store") == before


@pytest.mark.parametrize("mode", ["rw", "ro"])
def test_unreleased_store(learned, mode):
    """A store of a schema that was never released is refused as such, not as damaged."""
    with closing(sqlite3.connect(learned)) as db, db:
        set_schema(db, 4)
    before = learned.read_bytes()

    assert unopened(learned, "unreleased-store", mode=mode) == before


def test_empty_file(path):
    """An empty file becomes a store when it is opened for writing, and only then."""
    path.touch()

    unopened(path, "store-empty", mode="ro")
    with Store(path) as store:
        assert store.classes == ()


@pytest.mark.parametrize("size", [1, 99, 100, 5000, -4096, -1])
def test_cut_off(learned, size):
    """A store that was cut off is refused, or its faults are told: nothing else happens."""
    with Store(learned) as store:  # lessons are what was written last
        store.learn([(PILLS, "spam")])
        assert len(store.lessons()) > 0
    learned.write_bytes(learned.read_bytes()[:size])

    try:
        with Store(learned) as store:
            assert store.check()
    except StoreError as error:
        assert error.code in ("not-a-store", "store-damaged")  # noqa: PT017


@pytest.mark.parametrize(
    "text", [None, "", "null", "{}", '{"limits": 1}', '{"limits": {"parts": 0}}']
)
def test_damaged_analyzer(learned, text):
    """An analyser that cannot be read is told."""
    with closing(sqlite3.connect(learned)) as db, db:
        db.execute("UPDATE meta SET value = ? WHERE key = 'analyzer'", [text])
        db.execute("DELETE FROM meta WHERE key = 'seal'")  # as in an older store

    if text is None:
        unopened(learned, "store-empty", mode="ro")
    else:
        unopened(learned, "analyzer-invalid")


@pytest.mark.parametrize("mode", ["ro", "rw"])
def test_changed_analyzer(learned, mode):
    """An analyser that was changed behind the back of the store is damage, readable as it is."""
    with closing(sqlite3.connect(learned)) as db, db:
        change = "replace(value, '\"min_length\": 3', '\"min_length\": 2')"
        query = f"UPDATE meta SET value = {change} WHERE key = 'analyzer'"  # noqa: S608
        assert db.execute(query).rowcount == 1

    unopened(learned, "store-damaged", mode=mode)


def test_migration(learned, monkeypatch):
    """A store of an older schema is brought up to date, when it is opened for writing."""

    def add_a_column(db, schema):
        db.execute(f"ALTER TABLE {schema}.meta ADD COLUMN note")

    newer = (*_schema.MIGRATIONS, add_a_column)
    monkeypatch.setattr(_schema, "MIGRATIONS", newer)
    monkeypatch.setattr(_connect, "MIGRATIONS", newer)
    monkeypatch.setattr(_connect, "READABLE", len(newer))

    unopened(learned, "store-outdated", mode="ro")
    with Store(learned) as store:
        assert store.check() == []
        assert store._db.execute("SELECT note FROM meta").fetchone() == (None,)
        assert store._db.execute("PRAGMA user_version").fetchone() == (len(newer),)


def test_failed_migration(learned, monkeypatch):
    """A migration that fails changes nothing."""

    def fail_half_way(db, schema):
        db.execute(f"DROP TABLE {schema}.journal")
        db.execute(f"ALTER TABLE {schema}.nowhere ADD COLUMN x")

    newer = (*_schema.MIGRATIONS, fail_half_way)
    with monkeypatch.context() as patch:
        patch.setattr(_schema, "MIGRATIONS", newer)
        patch.setattr(_connect, "MIGRATIONS", newer)
        unopened(learned, "store-incomplete")

    with Store(learned) as store:
        assert store.check() == []


def test_read_only_file(nobodys):
    """A file that cannot be written is read, and not opened for writing."""
    nobodys.chmod(0o444)

    with unprivileged():
        unopened(nobodys, "store-readonly")
        with Store(nobodys, mode="ro") as store:
            assert len(store.classes) == 1


@pytest.mark.parametrize("mode", [0o444, 0o666])
def test_read_only_folder(nobodys, mode):
    """In a folder that cannot be written a store is read, and not opened for writing."""
    nobodys.chmod(mode)
    nobodys.parent.chmod(0o555)

    with unprivileged():
        unopened(nobodys, "store-readonly")
        with Store(nobodys, mode="ro") as store:
            assert store.counts(["noon"])
            assert store.check() == []


def test_read_only_folder_while_somebody_writes(nobodys):
    """In a folder that cannot be written, changes that somebody makes are seen."""
    with Store(nobodys) as writer:
        for file in nobodys.parent.iterdir():
            file.chmod(0o644)
        nobodys.parent.chmod(0o755)
        with unprivileged(), Store(nobodys, mode="ro") as reader:
            if os.geteuid() == NOBODY:
                assert not os.access(nobodys, os.W_OK, effective_ids=True)
            with as_before():
                writer.learn([(PILLS, "spam")])
            assert len(reader.classes) == 2


def with_changes_beside(path):
    """Return a store in a folder that cannot be written, with its latest changes beside it."""
    with Store(path) as writer:
        writer.learn([(PILLS, "spam")])
        copy = path.with_name("copy.db")
        shutil.copy(path, copy)
        shutil.copy(f"{path}-wal", f"{copy}-wal")
    for file in path.parent.iterdir():
        file.chmod(0o444)
    path.parent.chmod(0o555)
    return copy


def test_changes_beside_a_store_that_cannot_be_written(nobodys):
    """The latest changes are read where nothing can be written beside them, and stay there."""
    copy = with_changes_beside(nobodys)
    before = {file.name: file.read_bytes() for file in nobodys.parent.iterdir()}

    with unprivileged(), Store(copy, mode="ro") as store:
        assert [one.name for one in store.classes] == ["ham", "spam"]

    assert {file.name: file.read_bytes() for file in nobodys.parent.iterdir()} == before


def test_changes_that_cannot_be_reached(nobodys, monkeypatch):
    """If there is no room anywhere for the changes beside a store, that is told."""
    copy = with_changes_beside(nobodys)
    monkeypatch.setattr(tempfile, "tempdir", str(nobodys.parent))
    monkeypatch.setattr(_alone, "_MEMORY", str(nobodys.parent))

    with unprivileged():
        unopened(copy, "wal-unmerged", mode="ro")


def test_a_file_that_changes_while_it_is_read(nobodys):
    """What was read of a file that another program wrote to meanwhile does not count."""
    nobodys.parent.chmod(0o555)
    with unprivileged(), Store(nobodys, mode="ro") as reader:
        with (
            refused("store-busy", StoreError),
            reader.reading(),
            as_before(),
            Store(nobodys) as writer,
        ):
            writer.learn([(PILLS, "spam")])
        assert [one.name for one in reader.classes] == ["ham", "spam"]


def test_unreadable(nobodys):
    """A file that may not be read is told."""
    nobodys.chmod(0o000)

    with unprivileged(), refused("no-permission", StoreError):
        Store(nobodys, mode="ro")


@pytest.fixture
def without_wal(monkeypatch):
    """Let SQLite work as on a file system without shared memory."""
    monkeypatch.setattr(
        _connect, "uri", lambda path, **query: URI(path, vfs="unix-dotfile", **query)
    )


URI = _connect.uri


@pytest.mark.usefixtures("without_wal")
def test_without_wal(path):
    """Where WAL cannot work, a store has a journal of another kind and works."""
    with Store(path) as store:
        assert store.journal_mode == "delete"
        assert store.learn([(LUNCH, "ham")]) == ["learned"]
    with Store(path, mode="ro") as store:
        assert store.check() == []


def test_moved_to_where_wal_cannot_work(learned, request):
    """A store with WAL that was moved to where it cannot work goes on without."""
    before = contents(learned)
    request.getfixturevalue("without_wal")

    with Store(learned) as store:
        assert store.journal_mode == "delete"
        assert store.check() == []

    assert contents(learned) == before


def test_no_such_mode(path):
    """The modes are named to who asks for another one."""
    with refused("bad-parameter", InputError, parameter="mode"):
        Store(path, mode="w")
