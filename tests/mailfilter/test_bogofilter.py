"""Word lists of bogofilter, both ways."""

import math
import shutil
import subprocess

import pytest
from tests.errors import refused

from mailfilter.written import LUNCH, MONEY, NEWS, PILLS
from priory import MailFilter
from priory.errors import InputError
from priory.mailfilter.settings import EVENTS, Settings

BOGOUTIL = shutil.which("bogoutil")
needs_bogoutil = pytest.mark.skipif(BOGOUTIL is None, reason="bogoutil is not installed")

LIST = [
    b"$9.99 4 0 20200131\n",
    b".ENCODING 2 0 20200130\n",
    b".MSG_COUNT 12 30 20200201\n",
    b".ROBX 520000 0 20200131\n",
    b".WORDLIST_VERSION 20040500 0 20200130\n",
    b"FREE 7 1 20200131\n",
    b"from:ann 0 9 20191224\n",
    b"gr\xc3\xbcn 1 2 20200131\n",
    b"head:x-mailer 3 3 20200131\n",
    b"raw\xc0\xff 1 0 20200131\n",
    b"rtrn:ann 0 9 20191224\n",
    b"subj:free 5 0 20200131\n",
    b"\xc3 2 0 20200131\n",
    b"\xee\xbe\x80 1 0 20200131\n",
]


def test_unchanged(store):
    """A list that is imported and exported again is the same."""
    store.import_lines(LIST, "bogofilter")

    assert list(store.export_lines("bogofilter")) == LIST
    assert store.check() == []


def test_what_a_list_becomes(store):
    """Counts are messages, occurrences are as many, and prefixes that both have are ours."""
    store.import_lines(LIST, "bogofilter")

    assert [(known.name, known.messages) for known in store.classes] == [("spam", 12), ("ham", 30)]
    assert store.counts(["subject:free", "subj:free", "return-path:ann", "grün", ".ROBX"]) == {
        "grün": ((1, 1), (2, 2)),
        "return-path:ann": ((0, 0), (9, 9)),
        "subject:free": ((5, 5), (0, 0)),
    }


def test_learning_goes_on(store):
    """Mail is learned and forgotten on top of a list."""
    store.import_lines(LIST, "bogofilter")
    store.learn([(LUNCH, "ham"), (PILLS, "spam")])
    assert b".MSG_COUNT 13 31 20200201\n" in list(store.export_lines("bogofilter"))
    store.forget([LUNCH, PILLS])

    assert list(store.export_lines("bogofilter")) == LIST
    assert store.check() == []


def test_names_of_classes(store):
    """Any two classes can be spam and good."""
    store.import_lines(LIST, "bogofilter", spam="Werbung", good="Post")

    assert [known.name for known in store.classes] == ["Werbung", "Post"]
    assert list(store.export_lines("bogofilter", spam="Werbung", good="Post")) == LIST


def test_twice(store):
    """A list that is imported twice counts twice, as with bogoutil."""
    store.import_lines(LIST, "bogofilter")
    store.import_lines(LIST, "bogofilter")

    assert b".MSG_COUNT 24 60 20200201\n" in list(store.export_lines("bogofilter"))


def test_words_without_counts(store):
    """A word with neither count is no token, and is exported as it came until it is learned."""
    zeros = [b"gr\xc3\xbcn 0 0 20200101\n", b"lunch 0 0\n", b"subj:x 0 0 20200101\n"]
    lines = [LIST[2], *zeros]
    store.import_lines(lines, "bogofilter")

    assert store.n_tokens == 0
    assert store.check() == []
    assert list(store.export_lines("bogofilter")) == lines
    store.learn([(NEWS, "ham")])
    found = [line.split()[:3] for line in store.export_lines("bogofilter")]
    assert [b"lunch", b"0", b"1"] in found
    assert [b"lunch", b"0", b"0"] not in found


def test_no_days(store):
    """A list without days, as bogofilter writes with timestamps off, is the same again."""
    lines = [b".MSG_COUNT 4 5\n", b"free 1 2\n", b"noon 0 1 20200101\n"]
    store.import_lines(lines, "bogofilter")

    assert list(store.export_lines("bogofilter")) == lines


@pytest.mark.parametrize("event", EVENTS)
def test_more_than_all_messages(path, event):
    """A word that has more messages than there are is judged as one that all have."""
    with MailFilter(path, Settings(event=event)) as mail:
        mail.store.import_lines([*LIST, b"pills 99 0 20200131\n"], "bogofilter")
        verdict = mail.classify(b"\n\npills")

    assert verdict.best == "spam"
    assert verdict.probability > 0.5
    assert math.isfinite(verdict.log_odds)


@pytest.mark.parametrize("line", [b"word\n", b"word 1\n", b"word 1 x 2\n", b"a b 1 2 3\n", b"\n"])
def test_no_list(store, line):
    """What is no line of a list is refused with its number, and nothing is learned."""
    with refused("invalid-record", InputError, place=f"line {len(LIST) + 1}"):
        store.import_lines([*LIST, line], "bogofilter")

    assert store.classes == ()


def test_no_number_of_messages(store):
    """A list without the number of its messages is not whole."""
    with refused("truncated-export", InputError):
        store.import_lines([b"word 1 2 20200101\n"], "bogofilter")


def test_store_without_mail(store):
    """An empty store is an empty list."""
    lines = list(store.export_lines("bogofilter"))

    assert [line.split()[0] for line in lines] == [
        b".ENCODING",
        b".MSG_COUNT",
        b".WORDLIST_VERSION",
    ]


def bogoutil(*arguments, **options):
    """Run bogofilter's own program."""
    return subprocess.run(  # noqa: S603
        [BOGOUTIL, *arguments], check=True, capture_output=True, **options
    ).stdout


@needs_bogoutil
def test_bogoutil_reads_it(store, tmp_path):
    """Bogofilter loads what was exported, and dumps the same again."""
    store.learn([(LUNCH, "ham"), (NEWS, "ham"), (PILLS, "spam"), (MONEY, "spam")])
    lines = list(store.export_lines("bogofilter"))

    bogoutil("-l", tmp_path / "wordlist.db", input=b"".join(lines))

    dump = bogoutil("-d", tmp_path / "wordlist.db").splitlines(keepends=True)
    assert dump == [line for line in lines if not line.startswith(b".WORDLIST_VERSION")]


@needs_bogoutil
def test_list_of_bogoutil(store, tmp_path):
    """What bogofilter dumps is imported, and exported unchanged."""
    bogoutil("-l", tmp_path / "wordlist.db", input=b"".join(LIST))
    dump = bogoutil("-d", tmp_path / "wordlist.db")

    store.import_lines(dump.splitlines(keepends=True), "bogofilter")

    assert b"".join(store.export_lines("bogofilter")) == dump
