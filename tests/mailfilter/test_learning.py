"""Learning, correcting and forgetting."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.errors import refused

from mailfilter.written import LUNCH, MONEY, NEWS, PILLS, contents, message
from priory.errors import InputError, InputTypeError
from priory.mailfilter import _schema
from priory.mailfilter.store import Store
from priory.tokens import MailAnalyzer

MESSAGES = [LUNCH, NEWS, PILLS, MONEY, b"", b"\xff\x00 no mail at all", message(1), message(2)]
CLASSES = ["ham", "spam", "Büro"]


def counted(learned):
    """Count in plain Python what a store should hold: messages, classes, tokens."""
    messages = Counter(learned.values())
    table = {}
    for raw, name in learned.items():
        for token, count in MailAnalyzer().count(raw).items():
            row = table.setdefault(token, dict.fromkeys(CLASSES, (0, 0)))
            row[name] = (row[name][0] + 1, row[name][1] + count)
    sums = {n: [sum(row[n][i] for row in table.values()) for i in range(2)] for n in messages}
    return {name: (messages[name], *sums[name]) for name in messages}, table


def held(store):
    """Return what a store holds in the same shape."""
    names = [known.name for known in store.classes]
    classes = {c.name: (c.messages, c.tokens, c.occurrences) for c in store.classes}
    zeros = dict.fromkeys(CLASSES, (0, 0))
    rows = {t: zeros | dict(zip(names, counts, strict=True)) for t, _, counts in store.rows()}
    assert store.n_tokens == len(rows)
    assert store.counts(rows) == {t: counts for t, _, counts in store.rows()}
    return classes, rows


step = st.tuples(st.sampled_from(MESSAGES), st.sampled_from([*CLASSES, None]))


@given(batches=st.lists(st.lists(step, max_size=6), max_size=6))
def test_any_sequence_is_exact(batches, tmp_path_factory):
    """Whatever is learned, corrected and forgotten, counts are those of what is left."""
    learned = {}
    with Store(tmp_path_factory.mktemp("store") / "words.db") as store:
        for batch in batches:
            for (raw, name), outcome in zip(batch, outcomes_of(store, batch), strict=True):
                before = learned.get(raw)
                if name is None:
                    learned.pop(raw, None)
                    assert outcome == ("unknown" if before is None else "forgotten")
                else:
                    learned[raw] = name
                    known = {None: "learned", name: "known"}
                    assert outcome == known.get(before, "corrected")
            assert held(store) == counted(learned)


def outcomes_of(store, batch):
    """Learn, or forget, in calls as large as can be."""
    outcomes = []
    while batch:
        forget = batch[0][1] is None
        size = next((i for i, b in enumerate(batch) if (b[1] is None) != forget), len(batch))
        some, batch = batch[:size], batch[size:]
        outcomes += store.forget([raw for raw, _ in some]) if forget else store.learn(some)
    return outcomes


@settings(max_examples=40)  # each of them writes to the disk
@given(order=st.permutations(range(20)))
def test_forgetting_leaves_nothing(order, tmp_path_factory):
    """Learning and then forgetting, in any order, leaves all tables as they were."""
    path = tmp_path_factory.mktemp("store") / "words.db"
    with Store(path) as store:
        store.learn([(LUNCH, "ham"), (PILLS, "spam")])
        before = contents(path)
        store.learn([(message(i), CLASSES[i % 3]) for i in range(20)])
        store.forget([message(i) for i in order[:10]])
        store.forget([message(i) for i in order[10:]])

    assert contents(path) == before


def test_one_by_one_is_the_same(open_store, tmp_path):
    """Learning one message at a time gives the tables that one batch gives."""
    batch = [(message(i), CLASSES[i % 2]) for i in range(60)]
    together, apart = open_store(), open_store(tmp_path / "apart.db")

    together.learn(batch)
    for one in batch:
        apart.learn([one])

    assert contents(together.path) == contents(apart.path)


def test_number_of_tokens_in_a_large_store(store):
    """The number of tokens stays right when only a few of many are looked at."""
    many = " ".join(f"filler{i}" for i in range(2000)).encode()
    store.learn([(b"Subject: many\n\n" + many, "ham")])

    store.learn([(LUNCH, "ham"), (PILLS, "spam")])
    store.learn([(LUNCH, "spam")])
    store.forget([PILLS])

    assert store.n_tokens == len(list(store.rows()))


def test_copy_with_other_headers(store):
    """A copy that gained headers and other line ends on its way takes away what was added."""
    store.learn([(LUNCH, "ham")])
    copy = b"Received: from somewhere\r\nX-Spam: no\r\n" + LUNCH.replace(b"\n", b"\r\n")

    assert store.learn([(copy, "ham")]) == ["known"]
    assert store.forget([copy]) == ["forgotten"]
    assert held(store) == ({}, {})


def test_day_of_tokens(store, monkeypatch):
    """A token has the day when it was last learned."""
    monkeypatch.setattr(_schema, "day_before", lambda: 20260101)
    store.learn([(LUNCH, "ham"), (PILLS, "spam")])
    monkeypatch.setattr(_schema, "day_before", lambda: 20260202)
    store.learn([(NEWS, "ham"), (LUNCH, "spam")])

    days = {token: day for token, day, _ in store.rows()}

    assert (days["pills"], days["news"], days["usual"]) == (20260101, 20260202, 20260202)


def test_nothing_to_learn(store):
    """An empty batch is no mistake."""
    assert store.learn([]) == []
    assert store.forget([]) == []


@pytest.mark.parametrize(
    "name", ["", " ", "a\nb", "\x1b[1m", "x" * 101, " ham", "ham\t", "\ud800", "unsure"]
)
def test_odd_names_of_classes(store, name):
    """What cannot be printed on a line, or is a verdict, is no class, and nothing is learned."""
    with refused("class-name", InputError):
        store.learn([(LUNCH, "ham"), (PILLS, name)])

    assert store.classes == ()


@pytest.mark.parametrize("name", ["Büro", "家族", "very important", "m1", "o'clock", "x" * 100])
def test_names_of_classes(store, name):
    """Any other text is a name."""
    store.learn([(LUNCH, name)])

    assert [known.name for known in store.classes] == [name]


def test_message_must_be_bytes(store):
    """A message that was decoded is refused with its place in the batch."""
    with refused("bad-parameter", InputTypeError, parameter="batch", place="message 1"):
        store.learn([(LUNCH, "ham"), (LUNCH.decode(), "ham")])


def test_class_that_left(store):
    """A class of which nothing is left is gone, and the next new one takes its place."""
    store.learn([(LUNCH, "work"), (PILLS, "spam")])
    store.forget([LUNCH])
    store.learn([(NEWS, "ham")])

    assert [known.name for known in store.classes] == ["ham", "spam"]
    assert held(store) == counted({PILLS: "spam", NEWS: "ham"})


def test_too_many_classes(store, monkeypatch):
    """There are only so many classes, because a table has only so many columns."""
    monkeypatch.setattr("priory.mailfilter._classes.MOST", 2)
    store.learn([(LUNCH, "a"), (NEWS, "b")])

    with refused("too-many-classes", InputError):
        store.learn([(PILLS, "c")])
