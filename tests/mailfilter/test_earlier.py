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
            [(digest[:EARLIER], digest) for digest in identify(messages)],
        )
        db.execute("DROP TABLE lessons")
        db.execute("DROP TABLE taught")
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


@pytest.fixture
def spent(old, open_store):
    """Return a store of schema 3 whose messages are spent."""
    store = open_store(old)
    with store._writing() as db:
        db.execute("UPDATE journal SET bag = NULL")
    return store


def test_spent(spent):
    """A message of which nothing is left to compare is not counted again, and stays."""
    assert spent.learn([(LEARNED, "spam")]) == ["spent"]
    assert spent.learn([(LEARNED, "ham")]) == ["known"]
    assert spent.forget([LEARNED]) == ["spent"]
    assert digest_lengths(spent) == [EARLIER] * 4


@pytest.mark.parametrize("order", [1, -1])
def test_spent_in_a_batch(spent, order):
    """What is said of a copy does not depend on which message stands before it."""
    copies, outcomes = [(LEARNED, "ham"), (SHOWN_OTHERWISE, "spam")], ["known", "spent"]

    assert spent.learn(copies[::order]) == outcomes[::order]
    assert spent.forget([raw for raw, _ in copies][::order]) == ["spent"] * 2


def test_spent_is_not_believed(spent):
    """Of a message that may be a copy which shows something else, no class is told."""
    assert spent.labels([LEARNED, SHOWN_OTHERWISE]) == [None, None]


@pytest.mark.parametrize("order", [1, -1])
def test_same_words_in_a_batch(old, open_store, order):
    """Of two messages that may be the one that was learned, the same is known in every order."""
    copies = [LEARNED, LEARNED.replace(b"boundary=a", b"boundary=a; x=y")]
    assert identify(copies)[0][:EARLIER] == identify(copies)[1][:EARLIER]
    known = min(zip(identify(copies), copies, strict=True))[1]
    store = open_store(old)

    assert store.labels(copies[::order]) == ["ham", "ham"]
    outcomes = store.learn([(raw, "spam") for raw in copies[::order]])

    assert dict(zip(copies[::order], outcomes, strict=True)) == {
        raw: "corrected" if raw == known else "learned" for raw in copies
    }
    assert store.check() == []


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


@pytest.mark.parametrize("aged", ["here", "there"])
def test_merged_with_other_messages_of_the_same_words(tmp_path, open_store, aged):
    """Messages that differ only in their date are others, also for a store of schema 3."""
    dated = [b"Date: Mon, %d Jan 2024 00:00:00 +0000\n" % n + LUNCH for n in range(1, 21)]
    mail = {"here": (dated[:10], "ham"), "there": (dated[10:], "spam")}
    for name, (messages, label) in mail.items():
        with Store(tmp_path / f"{name}.db") as store:
            store.learn([(raw, label) for raw in messages])
    age(tmp_path / f"{aged}.db", mail[aged][0])
    here = open_store(tmp_path / "here.db")

    assert here.merge(tmp_path / "there.db") == (10, 0, 0, 0)
    assert here.labels(dated) == ["ham"] * 10 + ["spam"] * 10
    assert here.check() == []


@pytest.mark.parametrize("aged", ["here", "there"])
def test_merged_with_copies(tmp_path, open_store, aged):
    """A copy that travelled is the same message, and one that shows something else is another."""
    mail = {
        "here": [(LEARNED, "ham")],
        "there": [(SHOWN_OTHERWISE, "spam"), (b"Received: from a.example\n" + LEARNED, "ham")],
    }
    for name, batch in mail.items():
        with Store(tmp_path / f"{name}.db") as store:
            store.learn(batch if name != aged else batch[-1:])
    age(tmp_path / f"{aged}.db", [LEARNED])
    here = open_store(tmp_path / "here.db")

    assert here.merge(tmp_path / "there.db") == (int(aged == "here"), 1, 0, 0)
    assert here.labels([LEARNED]) == ["ham"]
    assert here.check() == []


@pytest.mark.parametrize("aged", ["here", "there"])
def test_merged_with_a_copy_that_shows_something_else(tmp_path, open_store, aged):
    """The digest of an earlier version does not make a copy with other words the same message."""
    for name, label in (("here", "ham"), ("there", "spam")):
        with Store(tmp_path / f"{name}.db") as store:
            store.learn([(LEARNED if name == aged else SHOWN_OTHERWISE, label)])
    age(tmp_path / f"{aged}.db", [LEARNED])
    here = open_store(tmp_path / "here.db")

    assert here.merge(tmp_path / "there.db") == (1, 0, 0, 0)
    assert sorted(map(str, here.labels([LEARNED, SHOWN_OTHERWISE]))) == ["ham", "spam"]
    assert here.check() == []


@pytest.mark.parametrize("aged", ["here", "there"])
def test_merged_with_spent_messages(tmp_path, open_store, aged):
    """Where one store dropped what a message added, a message of the other is left as it is."""
    for name, label in (("here", "ham"), ("there", "spam")):
        with Store(tmp_path / f"{name}.db") as store:
            store.learn([(LEARNED if name == aged else SHOWN_OTHERWISE, label)])
    age(tmp_path / f"{aged}.db", [LEARNED])
    with Store(tmp_path / f"{aged}.db") as store, store._writing() as db:
        db.execute("UPDATE journal SET bag = NULL")
    here = open_store(tmp_path / "here.db")

    assert here.merge(tmp_path / "there.db") == (1, 0, 0, 0)
    assert here.labels([SHOWN_OTHERWISE]) == ["spam" if aged == "here" else "ham"]
    assert here.check() == []
