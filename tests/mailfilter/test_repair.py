"""What is salvaged from damaged stores."""

import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from tests.errors import refused

from mailfilter.damaged import PAGE, damaged
from mailfilter.written import LUNCH, NEWS, first_page, message, overwrite
from priory.mailfilter._schema import get_meta, put_meta
from priory.mailfilter._watch import LOGS, copy_unchanged, has_log
from priory.mailfilter.store import Store, StoreError


class Contents:
    """What a sound store holds: messages, bags, counts of tokens, and messages by class."""

    def __init__(self, path):
        with Store(path, mode="ro") as store:
            assert store.check() == []
            query = "SELECT digest, (SELECT name FROM classes WHERE id = class), bag FROM journal"
            rows = store._db.execute(query).fetchall()
            names = [one.name for one in store.classes]
            self.messages = {(digest, name) for digest, name, _ in rows}
            self.bags = {row for row in rows if row[2] is not None}
            self.counts = {
                (token, name): one
                for token, _, counts in store.rows()
                for name, one in zip(names, counts, strict=True)
                if any(one)
            }
            self.classes = {one.name: one.messages for one in store.classes}

    def exceeds(self, other):
        """Tell whether there is anything that another store has not, or has less of."""
        larger = [
            token
            for token, counts in self.counts.items()
            if any(a > b for a, b in zip(counts, other.counts.get(token, (0, 0)), strict=True))
        ]
        more = [name for name, n in self.classes.items() if n > other.classes.get(name, 0)]
        return (self.messages - other.messages) | (self.bags - other.bags) | {*larger, *more}


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    """Return a store with three classes and some history."""
    path = tmp_path_factory.mktemp("sound") / "mail.db"
    with Store(path) as store:
        names = ("ham", "spam", "ham", "work")
        store.learn([(message(i), names[i % 4]) for i in range(250)])
        store.forget([message(i) for i in range(3)])
    return path


@pytest.fixture(scope="module")
def compacted(sound):
    """Return a store that knows some messages without what they added, and some not at all."""
    path = sound.with_name("compacted.db")
    with Store(sound, mode="ro") as store:
        store.backup(path)
    with Store(path) as store:
        store._db.execute("UPDATE journal SET day = 20200101 WHERE id % 37 = 0")
        store.compact(min_messages=0)
        store.import_lines([b".MSG_COUNT 12 30 20200201\n", b"subj:free 5 0\n"], "bogofilter")
    return path


def salvaged(path, raw, tmp_path):
    """Repair a damaged store, and return the contents and the report, or what was refused."""
    damaged_path, target = tmp_path / "damaged.db", tmp_path / "new.db"
    damaged_path.write_bytes(raw)
    try:
        report = Store.repair(damaged_path, target, overwrite=True)
    except StoreError as error:
        assert error.code == "store-damaged"  # noqa: PT017
        return None
    assert damaged_path.read_bytes() == raw
    contents, before = Contents(target), Contents(path)
    if report.unnamed:  # by other names, nothing is comparable
        assert {digest for digest, _ in contents.messages} <= {d for d, _ in before.messages}
        return contents
    assert contents.exceeds(before) == set()
    if report.lost_messages is not None:
        assert report.lost_messages == len(before.messages) - len(contents.messages)
    if report.lost_tokens is not None:
        tokens = [{token for token, _ in one.counts} for one in (before, contents)]
        assert report.lost_tokens == len(tokens[0]) - len(tokens[1])
    return contents


def damage_many(path, tmp_path, numbers, times):
    """Repair a store after random mishaps, and return how many times something was salvaged."""
    raw, found = path.read_bytes(), 0
    for number in numbers:
        spoilt, _ = damaged(raw, random.Random(number), times)  # noqa: S311
        found += salvaged(path, spoilt, tmp_path) is not None
    return found


def test_some_random_damage(sound, tmp_path):
    """Whatever happens to a page, what is salvaged is sound and was there before."""
    assert damage_many(sound, tmp_path, range(25), 1) >= 20


@pytest.mark.slow
@pytest.mark.parametrize("start", range(0, 300, 50))
def test_random_damage(sound, tmp_path, start):
    """Three hundred stores with damage give what is sound and was there before, or nothing."""
    assert damage_many(sound, tmp_path, range(start, start + 50), 1) >= 40


@pytest.mark.slow
def test_much_random_damage(compacted, tmp_path):
    """So do stores with much damage of which not all messages were known."""
    assert damage_many(compacted, tmp_path, range(1000, 1060), 3) >= 40


def test_lost_blocks_are_counted_anew(sound, tmp_path):
    """Where the journal is whole, all counts come back exactly."""
    raw = bytearray(sound.read_bytes())
    start, _ = first_page(sound, "blocks")
    raw[start : start + PAGE] = bytes(PAGE)

    found = salvaged(sound, bytes(raw), tmp_path)

    before = Contents(sound)
    assert (found.counts, found.bags, found.classes) == (
        before.counts,
        before.bags,
        before.classes,
    )


def test_lost_journal_leaves_the_counts(sound, tmp_path):
    """Where the journal is lost, the counts stay; nothing can be forgotten."""
    raw = bytearray(sound.read_bytes())
    start, _ = first_page(sound, "journal")
    raw[start : start + PAGE] = bytes(PAGE)

    found = salvaged(sound, bytes(raw), tmp_path)

    before = Contents(sound)
    assert (found.counts, found.messages, found.classes) == (before.counts, set(), before.classes)


def spoil(path, statement, tmp_path):
    """Return the bytes of a store in which a statement changed something behind its back."""
    copy = tmp_path / "spoilt.db"
    copy.write_bytes(path.read_bytes())
    with closing(sqlite3.connect(copy, isolation_level=None)) as db:
        db.execute(statement)
    return copy.read_bytes()


HARM = {
    "class": "UPDATE journal SET class = 1 + class % 3 WHERE id = 9",
    "unknown class": "UPDATE journal SET class = 99 WHERE id = 9",
    "bag": "UPDATE journal SET bag = x'C50102' WHERE id = 9",
    "block": "UPDATE blocks SET block = x'C50102' WHERE id = 3",
    "totals": "UPDATE classes SET messages = 1000 WHERE id = 1",
    "seal": "DELETE FROM meta WHERE key = 'seal'",
    "analyzer": "UPDATE meta SET value = 'no' WHERE key = 'analyzer'",
}


@pytest.mark.parametrize("harm", HARM)
def test_harm(sound, tmp_path, harm):
    """What does not agree with the rest is left out, and nearly all stays."""
    found = salvaged(sound, spoil(sound, HARM[harm], tmp_path), tmp_path)

    assert len(found.messages) >= len(Contents(sound).messages) - 1


def test_lost_index(sound, tmp_path):
    """A message of which nothing says whether its digest or its bag is damaged is left out."""
    before = Contents(sound).messages
    with closing(sqlite3.connect(sound)) as db:
        query = "SELECT rootpage FROM sqlite_master WHERE name = 'sqlite_autoindex_journal_1'"
        (root,) = db.execute(query).fetchone()
        (digest,) = db.execute("SELECT digest FROM journal WHERE id = 9").fetchone()
    raw = bytearray(spoil(sound, HARM["bag"], tmp_path))
    raw[(root - 1) * PAGE : root * PAGE] = bytes(PAGE)

    found = salvaged(sound, bytes(raw), tmp_path)

    assert found.messages == {one for one in before if one[0] != digest}


def test_version_of_an_earlier_one(sound, tmp_path):
    """A number of an earlier schema does not make wrong totals right, where they are sealed."""
    harm = f"{HARM['totals']}; PRAGMA user_version = 3"
    copy = tmp_path / "spoilt.db"
    copy.write_bytes(sound.read_bytes())
    with closing(sqlite3.connect(copy, isolation_level=None)) as db:
        db.executescript(harm)

    report = Store.repair(copy, tmp_path / "new.db")

    assert report.lost_messages is None
    assert Contents(tmp_path / "new.db").classes == Contents(sound).classes


@pytest.mark.parametrize("pages", [1, 5])
def test_truncated(sound, tmp_path, pages):
    """Of a store that lost its last pages, the rest is kept."""
    cut = tmp_path / "cut.db"
    cut.write_bytes(sound.read_bytes()[: -PAGE * pages])

    repaired = Store.repair(cut, tmp_path / "new.db")

    assert repaired.messages > 50
    assert Contents(tmp_path / "new.db").exceeds(Contents(sound)) == set()


@pytest.mark.parametrize("copy", [0, 1])
def test_changed_digest(sound, tmp_path, copy):
    """A digest that is not the same in the journal and in its index is nobody's."""
    raw = bytearray(sound.read_bytes())
    digest, _ = min(Contents(sound).messages)
    places = [raw.find(digest), raw.rfind(digest)]
    assert places[0] != places[1]
    raw[places[copy]] ^= 1

    assert salvaged(sound, bytes(raw), tmp_path) is not None


def test_lost_names(sound, tmp_path):
    """Classes whose names were lost have others, which are told."""
    raw = spoil(sound, "DELETE FROM classes", tmp_path)
    (tmp_path / "damaged.db").write_bytes(raw)

    report = Store.repair(tmp_path / "damaged.db", tmp_path / "new.db")

    assert report.unnamed == ("class 1", "class 2", "class 3")
    assert list(Contents(tmp_path / "new.db").classes) == list(report.unnamed)


def test_changes_in_the_log(sound, tmp_path):
    """What was learned last, and stands in the file beside the store, is salvaged, too."""
    path = tmp_path / "live.db"
    path.write_bytes(sound.read_bytes())
    with Store(path) as store:
        store.learn([(LUNCH, "ham")])
        for end in ("", "-wal"):
            copy = tmp_path / f"copy.db{end}"
            copy.write_bytes((tmp_path / f"live.db{end}").read_bytes())

    Store.repair(tmp_path / "copy.db", tmp_path / "new.db")

    with Store(tmp_path / "new.db") as store:
        assert store.forget([LUNCH]) == ["forgotten"]


def test_repaired_store_learns(sound, tmp_path):
    """A repaired store is a store as others are."""
    overwrite_page(sound, tmp_path / "damaged.db")
    Store.repair(tmp_path / "damaged.db", tmp_path / "new.db")

    with Store(tmp_path / "new.db") as store:
        assert store.journal_mode == "wal"
        assert store.learn([(NEWS, "ham"), (message(50), "ham")])[0] == "learned"
        assert store.check() == []


def overwrite_page(path, copy):
    """Copy a store, and spoil a page of the copy."""
    copy.write_bytes(path.read_bytes())
    overwrite(copy, 5 * PAGE, bytes(PAGE))


@pytest.mark.parametrize("raw", [b"", b"no store" * 1000])
def test_no_store(tmp_path, raw):
    """Of what is no store nothing is salvaged, and no file is made."""
    path = tmp_path / "damaged.db"
    path.write_bytes(raw)

    with refused("store-damaged", StoreError):
        Store.repair(path, tmp_path / "new.db")
    assert list(tmp_path.iterdir()) == [path]


def test_list_of_tables(sound, tmp_path):
    """Without its list of tables nothing can be read, and that is told."""
    path = tmp_path / "damaged.db"
    path.write_bytes(sound.read_bytes())
    overwrite(path, 100, bytes(PAGE - 100))

    with refused("store-damaged", StoreError):
        Store.repair(path, tmp_path / "new.db")


def test_targets(sound, tmp_path):
    """A file that stands there stays, and the store itself is no target."""
    (tmp_path / "new.db").write_text("precious")

    with refused("path-taken", StoreError):
        Store.repair(sound, tmp_path / "new.db")
    with refused("same-store", StoreError):
        Store.repair(sound, sound)
    with refused("store-missing", StoreError):
        Store.repair(tmp_path / "none.db", tmp_path / "other.db")
    assert (tmp_path / "new.db").read_text() == "precious"


@pytest.mark.parametrize("log", LOGS)
def test_logs_go_with_the_damaged_store(tmp_path, log):
    """What SQLite keeps beside a store is copied with it."""
    path = tmp_path / "mail.db"
    path.write_bytes(b"damaged")
    Path(f"{path}{log}").write_bytes(b"log")

    assert has_log(str(path))
    copy_unchanged(str(path), str(tmp_path / "copy.db"))

    assert Path(f"{tmp_path / 'copy.db'}{log}").read_bytes() == b"log"


@pytest.mark.parametrize("words", ["as it was", "{}", "[1]", "no JSON", None])
def test_where_it_comes_from(tmp_path, words):
    """What made a store, and what an imported word list said of itself, is kept if it is sound."""
    path = tmp_path / "mail.db"
    with Store(path) as store:
        store.import_lines([b".MSG_COUNT 12 30 20200201\n", b"subj:free 5 0\n"], "bogofilter")
        store.import_lines([b".MSG_COUNT 1 1 20200201\n", b".WORDLIST_VERSION 2 0\n"], "bogofilter")
        with store._writing() as db:
            put_meta(db, "made_by", "priory 0.0.9")
            before = get_meta(db, "bogofilter")
            if words != "as it was":
                db.execute("UPDATE meta SET value = ? WHERE key = 'bogofilter'", [words])
    kept = before if words == "as it was" else "{}" if words == "{}" else None

    Store.repair(path, tmp_path / "new.db")

    assert before is not None
    with Store(tmp_path / "new.db") as store:
        assert get_meta(store._db, "made_by") == "priory 0.0.9"
        assert get_meta(store._db, "bogofilter") == kept
