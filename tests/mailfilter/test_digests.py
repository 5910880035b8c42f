"""A message that damage hides from the journal is not counted twice."""

import random
import shutil
import sqlite3
from contextlib import closing

import pytest
from tests.errors import refused

from mailfilter.written import LUNCH, NEWS, PILLS, message
from priory.mailfilter._journal import identify
from priory.mailfilter.store import Store, StoreError

NAMES = ("ham", "spam", "work")
MAIL = [(message(i), NAMES[i % 3]) for i in range(200)]
RAW = [raw for raw, _ in MAIL]


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    """Return a store in which every message was learned."""
    path = tmp_path_factory.mktemp("sound") / "mail.db"
    with Store(path) as store:
        store.learn(MAIL)
    return path


@pytest.fixture
def damaged(sound, tmp_path):
    """Return a store whose index has another digest for the first message."""
    target = tmp_path / "damaged.db"
    shutil.copy(sound, target)
    (digest,) = identify(RAW[:1])
    content = bytearray(target.read_bytes())
    places = [i for i in range(len(content)) if content[i : i + len(digest)] == digest]
    assert len(places) == 2
    for place in places:
        spoilt = bytearray(content)
        spoilt[place + 5] ^= 4
        target.write_bytes(spoilt)
        with closing(sqlite3.connect(target)) as db:
            if not db.execute("SELECT 1 FROM journal WHERE digest = ?", [digest]).fetchone():
                return target
    raise AssertionError("no index was spoilt")


def test_hidden_message(damaged, open_store):
    """A message that the index no longer has is neither learned again, nor said to be unknown."""
    store = open_store(damaged)
    before = store.classes

    for act in (
        lambda: store.learn(MAIL[:1]),
        lambda: store.labels(RAW[:1]),
        lambda: store.forget(RAW[:1]),
    ):
        with refused("store-damaged", StoreError):
            act()

    assert store.classes == before


def test_check(damaged, open_store):
    """What is hidden is found by `check`."""
    assert open_store(damaged).check() != []


def test_others_are_known(damaged, open_store):
    """Messages whose digests begin otherwise are known, and new ones are learned."""
    digests = identify(RAW)
    others = [raw for raw, d in zip(RAW, digests, strict=True) if d[0] != digests[0][0]]
    store = open_store(damaged)

    assert None not in store.labels(others)
    assert len(others) > 190


@pytest.mark.parametrize("hurt", [0, 1])
def test_merge(damaged, open_store, tmp_path, hurt):
    """Neither is a hidden message counted twice by a merge, in whichever store it is hidden."""
    path = tmp_path / "whole.db"
    with Store(path) as other:
        other.learn(MAIL[:2])
    here, there = ((path, damaged), (damaged, path))[hurt]
    store = open_store(here)

    with refused("store-damaged", StoreError) as caught:
        store.merge(there)

    assert caught.value.where == str(damaged)


def test_kept_up(open_store, path):
    """Whatever is learned, corrected, forgotten, compacted and merged, the checksums agree."""
    store = open_store(path)
    store.learn([(LUNCH, "ham"), (NEWS, "ham"), (PILLS, "spam")])
    store.learn([(NEWS, "spam")])
    store.forget([LUNCH])
    store.compact(older_than_days=0)
    with Store(path.with_name("other.db")) as other:
        other.learn([(LUNCH, "ham"), (PILLS, "ham")])
    store.merge(path.with_name("other.db"))

    assert store.check() == []
    assert store.labels(RAW[:20]) == [None] * 20
    Store.repair(path, path.with_name("repaired.db"))
    with Store(path.with_name("repaired.db")) as repaired:
        assert repaired.check() == []
        assert repaired.learn(MAIL[:20]) == ["learned"] * 20


@pytest.mark.parametrize("value", ["NULL", "'text'", "x'00'", "zeroblob(1024)"])
def test_checksums_are_damaged(sound, tmp_path, value):
    """Checksums that are damaged themselves hide nothing."""
    path = tmp_path / "damaged.db"
    shutil.copy(sound, path)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute(f"UPDATE meta SET value = {value} WHERE key = 'digests'")  # noqa: S608

    firsts = {digest[0] for digest in identify(RAW)}
    others = [message(i) for i in range(1000, 1100)]
    new = next(raw for raw in others if identify([raw])[0][0] in firsts)
    with Store(path) as store, refused("store-damaged", StoreError):
        store.learn([(new, "ham")])


def bits(path, target, seed, times):
    """Flip single bits, and return after how many of them messages counted twice."""
    content, rng, twice = path.read_bytes(), random.Random(seed), 0  # noqa: S311
    with Store(path, mode="ro") as store:
        expected = [one.messages for one in store.classes]
    for _ in range(times):
        spoilt = bytearray(content)
        spoilt[rng.randrange(len(spoilt))] ^= 1 << rng.randrange(8)
        target.write_bytes(spoilt)
        for end in ("-wal", "-shm", "-journal"):
            target.with_name(f"{target.name}{end}").unlink(missing_ok=True)
        try:
            with Store(target) as store:
                labels = store.labels(RAW)
                store.learn(MAIL)
                found = [one.messages for one in store.classes]
        except StoreError:
            continue
        twice += found != expected or labels != [name for _, name in MAIL]
    return twice


def test_some_bits(sound, tmp_path):
    """After a flipped bit, a store refuses or knows what it knew."""
    assert bits(sound, tmp_path / "damaged.db", 1, 60) == 0


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 8))
def test_bits(sound, tmp_path, seed):
    """So it does after many others."""
    assert bits(sound, tmp_path / "damaged.db", seed, 300) == 0
