"""Opening, closing and reading stores."""

from collections import Counter

from tests.errors import refused

from mailfilter.written import LUNCH, NEWS, PILLS
from priory.mailfilter.store import ClassCounts, StoreError
from priory.tokens import MailAnalyzer


def test_what_was_learned_stays(open_store):
    """What a store learned is there when it is opened again."""
    with open_store() as store:
        store.learn([(LUNCH, "ham"), (PILLS, "spam")])
        classes, rows = store.classes, list(store.rows())
    again = open_store()

    assert (again.classes, list(again.rows())) == (classes, rows)


def test_classes(store):
    """A class knows its messages, and the sums over its tokens."""
    store.learn([(PILLS, "spam")])

    counts = MailAnalyzer().count(PILLS)
    assert store.classes == (ClassCounts("spam", 1, len(counts), sum(counts.values())),)
    assert counts["cheap"] == 3


def test_histogram(store):
    """For each class it is known how many tokens stand in so many messages, or in none."""
    store.learn([(LUNCH, "ham"), (NEWS, "ham"), (PILLS, "spam")])

    ham, spam = (Counter(counts[i][0] for _, _, counts in store.rows()) for i in range(2))
    assert store.histogram() == [sorted(ham.items()), sorted(spam.items())]
    assert set(ham) == {0, 1, 2}


def test_histogram_of_nothing(store):
    """A store without classes has no histograms."""
    assert store.histogram() == []
    assert store.counts(["word"]) == {}


def test_analyzer_of_the_store(open_store):
    """A store keeps its analyser."""
    open_store(analyzer=MailAnalyzer(pairs=True)).close()

    assert open_store().analyzer == MailAnalyzer(pairs=True)


def test_other_analyzer(open_store):
    """Another analyser than that of the store is refused, with what differs."""
    open_store()

    with refused("analyzer-differs", StoreError, parameter="analyzer"):
        open_store(analyzer=MailAnalyzer(pairs=True))


def test_closed(store):
    """A store that was closed says so."""
    store.close()

    with refused("store-closed", StoreError):
        store.learn([(LUNCH, "ham")])


def test_reading_only(open_store):
    """A store opened for reading is not written."""
    open_store().learn([(LUNCH, "ham")])

    with refused("opened-readonly", StoreError, parameter="mode"):
        open_store(mode="ro").forget([LUNCH])


def test_one_moment(open_store):
    """What is read within `reading` is of one moment."""
    reader, writer = open_store(), open_store()
    writer.learn([(LUNCH, "ham")])

    with reader.reading():
        before = reader.classes
        writer.learn([(NEWS, "ham")])
        assert reader.classes == before

    assert reader.classes == writer.classes
