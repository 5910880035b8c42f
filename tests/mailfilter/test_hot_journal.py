"""Stores without WAL that a killed program left half written, with a journal to roll back."""

import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing, suppress
from pathlib import Path

import pytest
from tests.errors import refused

from mailfilter.users import unprivileged
from mailfilter.written import LUNCH, contents, message
from priory import MailFilter
from priory.mailfilter.store import Store, StoreError

# With a small cache, pages are written to the file before the transaction is at its end.
SPOIL = """
import os, signal, sqlite3, sys
db = sqlite3.connect(sys.argv[1], isolation_level=None)
db.execute("PRAGMA cache_size = 2")
db.execute("BEGIN IMMEDIATE")
db.execute("UPDATE classes SET messages = 7")
db.execute("UPDATE blocks SET block = zeroblob(length(block))")
db.execute("UPDATE journal SET bag = zeroblob(length(bag))")
os.kill(os.getpid(), signal.SIGKILL)
"""


def make_hot(path):
    """Make a store without WAL, and let a program be killed that writes to it."""
    with Store(path) as store:
        store.learn([(message(i), ("ham", "spam")[i % 2]) for i in range(300)])
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA journal_mode = DELETE").fetchone() == ("delete",)
    before, raw = contents(path), path.read_bytes()
    words = [sys.executable, "-c", SPOIL, str(path)]
    assert subprocess.run(words, check=False).returncode == -signal.SIGKILL  # noqa: S603
    assert Path(f"{path}-journal").stat().st_size > 512
    assert path.read_bytes() != raw
    return before


def judged(path):
    """Judge, and look at the rest."""
    with MailFilter(path, mode="ro", timeout=1) as mail:
        assert mail.store.check() == []
        assert mail.store.labels([message(2)]) == ["ham"]
        return mail.classify(message(2)).label, [one.messages for one in mail.store.classes]


@pytest.fixture
def home():
    """Return a folder that any user may enter."""
    with tempfile.TemporaryDirectory() as name:
        place = Path(name, "home")
        place.mkdir()
        Path(name).chmod(0o755)
        yield place
        place.chmod(0o777)


@pytest.mark.parametrize(
    ("mode", "log"), [(0o444, 0o444), (0o666, 0o666), (0o666, 0o444), (0o444, 0o666)]
)
def test_read_only_folder(home, mode, log):
    """In a folder that cannot be written a store is read as it was before it was half written."""
    path = home / "words.db"
    make_hot(path)
    path.chmod(mode)
    Path(f"{path}-journal").chmod(log)
    home.chmod(0o555)

    with unprivileged():
        assert judged(path)[1] == [150, 150]
        assert judged(path)[1] == [150, 150]


def test_read_only_folder_stays_as_it_is(home):
    """What cannot be written is read, and stays as it is."""
    path = home / "words.db"
    make_hot(path)
    for file in home.iterdir():
        file.chmod(0o444)
    home.chmod(0o555)
    before = {file.name: file.read_bytes() for file in home.iterdir()}

    with unprivileged():
        judged(path)

    assert {file.name: file.read_bytes() for file in home.iterdir()} == before


def test_merge_from_a_read_only_folder(home, tmp_path):
    """A half-written store in a folder that cannot be written is not merged, and that is told."""
    path = home / "words.db"
    make_hot(path)
    for file in home.iterdir():
        file.chmod(0o444)
    home.chmod(0o555)
    tmp_path = Path(tempfile.mkdtemp())
    try:
        tmp_path.chmod(0o777)
        with unprivileged(), Store(tmp_path / "mine.db") as store:
            store.learn([(LUNCH, "ham")])
            with refused("wal-unmerged", StoreError) as caught:
                store.merge(path)
            assert [one.messages for one in store.classes] == [1]
    finally:
        shutil.rmtree(tmp_path)
    assert f"{path}-journal" in str(caught.value)


def test_full_disk(small_disk):
    """On a full disk a half-written store is rolled back, and verdicts come."""
    small_disk.enlarge()
    path = small_disk.path / "words.db"
    make_hot(path)
    with open(path.with_name("full"), "wb", buffering=0) as file, suppress(OSError):  # noqa: PTH123
        while file.write(bytes(4096)):
            pass

    assert judged(path)[1] == [150, 150]
    assert judged(path)[1] == [150, 150]


def test_writable(path):
    """Where it can be written, a half-written store is as before, and goes on learning."""
    before = make_hot(path)

    assert judged(path)[1] == [150, 150]
    assert contents(path) == before
    with Store(path) as store:
        assert store.learn([(LUNCH, "ham")]) == ["learned"]
