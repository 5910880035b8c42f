"""Stores that several programs use, and that are stopped in the middle."""

import os
import random
import resource
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.environment import with_tests
from tests.errors import refused

from mailfilter.written import LUNCH, PILLS, contents, message
from priory.mailfilter import _tokens
from priory.mailfilter.store import Store, StoreError

TESTS = Path(__file__).parent.parent
# With PRIORY_KILLS=500 the test takes minutes, and hits rarer moments.
KILLS = int(os.environ.get("PRIORY_KILLS", "24"))


@contextmanager
def learner(path, first=0, last=100_000, size=1):
    """Start a program that learns messages, and wait until it has opened the store."""
    process = subprocess.Popen(  # noqa: S603
        [sys.executable, TESTS / "mailfilter" / "learner.py", path, *map(str, (first, last, size))],
        stdout=subprocess.PIPE,
        env=with_tests(),
    )
    with process:
        assert process.stdout.readline() == b"ready\n"
        yield process
        process.kill()


def acknowledged(process):
    """Return the number of the last message that was said to be learned, or -1."""
    lines = process.stdout.read().split(b"\n")[:-1]
    return int(lines[-1]) if lines else -1


@pytest.mark.timeout(120 + 2 * KILLS)
def test_killed_at_any_moment(path):
    """A program that is killed while it learns leaves a sound store with all it acknowledged."""
    chance = random.Random(5)  # noqa: S311 (no secret)
    last = -1
    for _ in range(KILLS):
        first, size = last + 1, chance.choice([1, 1, 7, 400])
        with learner(path, first, size=size) as process:
            time.sleep(chance.random() * 0.12)
            process.kill()
            last = max(last, acknowledged(process))
        with Store(path) as store:
            assert store.check() == []
            batch = [(message(i), "known") for i in range(first, last + 1)]
            assert "learned" not in store.learn(batch)  # all are corrected: all were there
            store.forget([message(i) for i in range(last + 1, last + 401)])  # not acknowledged
            assert sum(known.messages for known in store.classes) == last + 1

    print(f"{KILLS} kills, {last + 1} messages acknowledged, none lost")  # noqa: T201 (for -rP)
    assert last > 0


def test_two_writers(path):
    """Programs that write at the same time wait for each other, and nothing is lost."""
    with learner(path, 0, 120) as one, learner(path, 1000, 1120) as other:
        assert (acknowledged(one), acknowledged(other)) == (119, 1119)

    with Store(path) as store:
        assert sum(known.messages for known in store.classes) == 240
        assert store.check() == []


def test_readers_while_writing(path):
    """Readers always see all of a batch or nothing of it."""
    with learner(path, 0, 1200, 20) as process, Store(path, mode="ro") as store:
        seen = set()
        while process.poll() is None:
            with store.reading():
                messages = sum(known.messages for known in store.classes)
                counts = store.counts(["header:subject"]).get("header:subject", ())
            assert messages == sum(count[0] for count in counts)
            seen.add(messages)

    assert len(seen) > 1


def test_lookups_while_writing(path):
    """Whoever looks tokens up while others learn finds all that were learned before."""
    with Store(path) as store:
        store.learn([(message(i), "ham") for i in range(300)])
        known = {token: counts[0] for token, _, counts in store.rows()}
    with learner(path, 1000, 1600, 5) as process, Store(path, mode="ro") as store:
        while process.poll() is None:
            found, rows = store.counts(known), {row[0] for row in store.rows()}
            assert all(found[token][0] >= counts for token, counts in known.items())
            assert rows >= set(known)


def test_totals_while_writing(path):
    """Who asks for the classes while another program learns never takes that for damage."""
    with learner(path), Store(path, mode="ro") as store:
        until = time.monotonic() + 2.0
        seen = 0
        while time.monotonic() < until:
            totals = sum(known.messages for known in store.classes)
            assert totals >= seen - 2  # it forgets some again
            seen = totals

    assert seen > 0


def test_new_store_by_several(path):
    """Several programs that make the same store at once make one."""
    with learner(path, 0, 5) as a, learner(path, 5, 10) as b, learner(path, 10, 15) as c:
        assert [acknowledged(process) for process in (a, b, c)] == [4, 9, 14]

    with Store(path) as store:
        assert sum(known.messages for known in store.classes) == 15


def test_somebody_writes_for_too_long(open_store):
    """Who cannot wait any longer is told that somebody else writes."""
    writer, waiting = open_store(), open_store(timeout=0.05)
    with writer._writing(), refused("store-busy", StoreError):
        waiting.learn([(LUNCH, "ham")])

    assert waiting.learn([(LUNCH, "ham")]) == ["learned"]


def test_interrupted(store, monkeypatch):
    """Ctrl-C in the middle of learning leaves the store as it was, and usable."""
    store.learn([(LUNCH, "ham")])
    before = contents(store.path)

    def interrupt(*_):
        signal.raise_signal(signal.SIGINT)

    with monkeypatch.context() as patch:
        patch.setattr(_tokens, "put_meta", interrupt)
        with pytest.raises(KeyboardInterrupt):
            store.learn([(message(i), "spam") for i in range(50)])

    assert contents(store.path) == before
    assert store.learn([(PILLS, "spam")]) == ["learned"]


def fill(store):
    """Learn until there is no room."""
    with pytest.raises(StoreError) as caught:
        fill_up(store)
    assert caught.value.code in ("disk-full", "disk-error")
    assert caught.value.note


def fill_up(store):
    """Learn larger and larger messages."""
    for start in range(0, 100_000, 100):
        store.learn([(message(i) + b"%d " % i * 50, "ham") for i in range(start, start + 100)])


def test_full_database(store):
    """A store that may not grow stays as it was, says so, and learns on when there is room."""
    store.learn([(LUNCH, "ham")])
    store._db.execute("PRAGMA max_page_count = 60")
    fill(store)

    assert store.check() == []
    store._db.execute("PRAGMA max_page_count = 1000000")
    assert store.learn([(LUNCH, "ham"), (PILLS, "spam")]) == ["known", "learned"]


def test_full_disk(small_disk):
    """On a full disk a store stays as it was, says so, and learns on when there is room."""
    with Store(small_disk.path / "words.db") as store:
        store.learn([(LUNCH, "ham")])
        fill(store)
        assert store.check() == []
    with Store(small_disk.path / "words.db") as store:
        assert store.check() == []
        small_disk.enlarge()
        assert store.learn([(LUNCH, "ham"), (PILLS, "spam")]) == ["known", "learned"]


def test_files_may_not_grow(path):
    """If the system refuses larger files, a store stays as it was and says so."""
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    try:
        with Store(path) as store:
            store.learn([(LUNCH, "ham")])
            resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, limits[1]))
            fill(store)
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
            assert store.check() == []
            assert store.learn([(LUNCH, "ham"), (PILLS, "spam")]) == ["known", "learned"]
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, handler)
