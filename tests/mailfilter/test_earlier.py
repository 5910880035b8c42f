"""Messages that were learned by a version with other digests."""

import pytest

from mailfilter.written import LUNCH, MONEY, NEWS, PILLS
from priory.mailfilter._journal import DIGEST, EARLIER, identify
from priory.mailfilter.store import Store

BODY = b"--a\n\nLunch at noon?\n--a--\n--b\n\nCheap, cheap pills!\n--b--\n"
HEAD = b"From: ann@example.com\nSubject: lunch\nContent-Type: multipart/mixed; boundary="
LEARNED, SHOWN_OTHERWISE = HEAD + b"a\n\n" + BODY, HEAD + b"b\n\n" + BODY
MAIL = [(LUNCH, "ham"), (NEWS, "ham"), (PILLS, "spam"), (LEARNED, "ham")]


def age(path, messages):
    """Give messages of a closed store the digests and the bags, without a seal, of schema 3."""
    with Store(path) as store, store._writing() as db:
        db.executemany(
            "UPDATE journal SET digest = ?, bag = substr(bag, 6) WHERE digest = ?",
            [(one.earlier, one.digest) for one in identify(messages)],
        )
        db.execute("PRAGMA user_version = 3")


def digest_lengths(store):
    """Return how long the digests of a journal are."""
    return [n for (n,) in store._db.execute("SELECT length(digest) FROM journal ORDER BY id")]


@pytest.fixture
def old(path):
    """Return where a store of schema 3 stands."""
    with Store(path) as store:
        store.learn(MAIL)
    age(path, [raw for raw, _ in MAIL])
    return path


def test_copy_that_shows_something_else(old, open_store):
    """A copy that shows another part of the body is another message, and what was learned stays."""
    store = open_store(old)

    assert store.labels([LEARNED, SHOWN_OTHERWISE]) == ["ham", None]
    assert store.forget([SHOWN_OTHERWISE]) == ["unknown"]
    assert store.learn([(SHOWN_OTHERWISE, "spam")]) == ["learned"]
    assert store.labels([LEARNED, SHOWN_OTHERWISE]) == ["ham", "spam"]
    assert store.check() == []


@pytest.mark.parametrize("first", [0, 1])
def test_both_at_once(old, open_store, first):
    """Of two copies in one batch, the one is known that was learned, whichever comes first."""
    batch = [(LEARNED, "ham"), (SHOWN_OTHERWISE, "spam")]
    outcomes = ["known", "learned"]

    store = open_store(old)

    assert store.learn(batch[first:] + batch[:first]) == outcomes[first:] + outcomes[:first]
    assert store.check() == []


def test_copy_that_travelled(old, open_store):
    """A copy that gained headers on the way is the message that was learned."""
    relayed = b"Received: from relay.example.com\r\nX-List: caf\xe9\r\n" + LEARNED.replace(
        b"\n", b"\r\n"
    )
    store = open_store(old)

    assert store.labels([relayed]) == ["ham"]
    assert store.learn([(relayed, "spam")]) == ["corrected"]
    assert store.forget([relayed]) == ["forgotten"]
    assert store.check() == []


def test_digests_are_renewed(old, open_store):
    """What is met again is known by the digest of this version from then on."""
    store = open_store(old)
    assert digest_lengths(store) == [EARLIER] * 4

    assert store.learn([(LUNCH, "ham"), (NEWS, "spam")]) == ["known", "corrected"]

    assert digest_lengths(store) == [DIGEST, DIGEST, EARLIER, EARLIER]
    assert store.learn([(LUNCH, "ham"), (NEWS, "spam")]) == ["known", "known"]
    assert store.check() == []


def test_spent(old, open_store):
    """A message of which nothing is left to compare is known by the earlier digest, and stays."""
    store = open_store(old)
    with store._writing() as db:
        db.execute("UPDATE journal SET bag = NULL")

    assert store.labels([SHOWN_OTHERWISE]) == ["ham"]
    assert store.learn([(SHOWN_OTHERWISE, "spam")]) == ["spent"]
    assert store.learn([(SHOWN_OTHERWISE, "ham")]) == ["known"]
    assert digest_lengths(store) == [EARLIER] * 4


@pytest.mark.parametrize("aged", ["here", "there"])
@pytest.mark.parametrize("way", ["merge", "import"])
def test_merged(tmp_path, open_store, aged, way):
    """Of two stores of the same mail, one of them of schema 3, all messages count once."""
    paths = {name: tmp_path / f"{name}.db" for name in ("here", "there")}
    mail = {"here": [*MAIL], "there": [(LUNCH, "spam"), *MAIL[1:], (MONEY, "spam")]}
    for name, path in paths.items():
        with Store(path) as store:
            store.learn(mail[name])
    age(paths[aged], [raw for raw, _ in mail[aged]])
    here, there = open_store(paths["here"]), open_store(paths["there"], mode="ro")

    merged = here.merge(there.path) if way == "merge" else here.import_lines(there.export_lines())

    assert merged == (1, 3, 1, 0)
    assert digest_lengths(here)[:4] == [DIGEST] * 4
    assert {one.name: one.messages for one in here.classes} == {"ham": 2, "spam": 3}
    assert here.check() == []
    assert here.learn(mail["there"]) == ["known"] * 5


def test_merged_with_equal_messages(tmp_path, open_store):
    """Messages with the same words are told apart by their digests where those are of one kind."""
    here, there = (open_store(tmp_path / name) for name in ("here.db", "there.db"))
    first, second = (b"Date: Mon, %d Jan 2024 00:00:00 +0000\n" % n + LUNCH for n in (1, 2))
    here.learn([(first, "ham")])
    there.learn([(second, "ham")])

    assert here.merge(there.path).learned == 1


def test_merged_one_to_one(tmp_path, open_store):
    """Of several messages with the same words, as many are the same as both stores have."""
    copies = [b"Date: Mon, %d Jan 2024 00:00:00 +0000\n" % n + LUNCH for n in range(1, 4)]
    for name, mail in (("here", copies[:1]), ("there", copies)):
        with Store(tmp_path / f"{name}.db") as store:
            store.learn([(raw, "ham") for raw in mail])
    age(tmp_path / "there.db", copies)
    here = open_store(tmp_path / "here.db")

    assert here.merge(tmp_path / "there.db") == (2, 1, 0, 0)
    assert here.check() == []
