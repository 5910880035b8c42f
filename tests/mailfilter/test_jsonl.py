"""Stores as JSON lines."""

import json

import pytest
from tests.errors import refused

from mailfilter.written import LUNCH, MONEY, NEWS, PILLS, contents
from priory.errors import InputError
from priory.mailfilter.store import StoreError
from priory.tokens import MailAnalyzer

ODD = (
    b"From: <a@b\0c.com>\nSubject: \xe2\x80\xa8 gr\xc3\xbc\xc3\x9fe\n\n"
    b'\xf0\x9f\x98\x80 \xff "quoted"\n'
)


@pytest.fixture
def learned(store):
    """Return a store with mail of three classes, of which one message is spent."""
    store.learn([(LUNCH, "ham"), (PILLS, "spam"), (ODD, "Büro"), (NEWS, "ham")])
    store._db.execute("UPDATE journal SET bag = NULL WHERE id = 2")
    return store


def test_round_trip(learned, open_store, tmp_path):
    """What was exported is imported exactly, and exported again gives the same lines."""
    lines = list(learned.export_lines())
    other = open_store(tmp_path / "other.db")

    assert other.import_lines(lines).learned == 4
    assert contents(other.path) == contents(learned.path)
    assert list(other.export_lines()) == lines


def test_lines(learned):
    """Each line is an object: first the store, then tokens, then messages."""
    header, *rest = map(json.loads, learned.export_lines())

    assert (header["priory"], header["format"]) == ("store", 4)
    assert [known["name"] for known in header["classes"]] == ["ham", "spam", "Büro"]
    assert sum("token" in line for line in rest) == header["tokens"] == learned.n_tokens
    assert sum("digest" in line for line in rest) == header["journal"] == 4


def test_import_adds(learned, open_store, tmp_path):
    """What is there stays, and what comes is added."""
    other = open_store(tmp_path / "other.db")
    other.learn([(MONEY, "spam"), (LUNCH, "ham")])

    merged = other.import_lines(learned.export_lines())

    assert (merged.learned, merged.known) == (3, 1)
    assert other.check() == []


def broken(lines, number, **changes):
    """Change a line."""
    values = json.loads(lines[number])
    return [*lines[:number], json.dumps(values | changes).encode(), *lines[number + 1 :]]


def without(lines, key):
    """Take something out of the first line."""
    values = json.loads(lines[0])
    del values[key]
    return [json.dumps(values).encode(), *lines[1:]]


FAULTS = {
    "nothing": lambda _: [],
    "no JSON": lambda _: [b"Subject: hello\n"],
    "another object": lambda _: [b"{}\n"],
    "a list": lambda _: [b"[]\n"],
    "a newer format": lambda lines: broken(lines, 0, format=5),
    "cut off": lambda lines: lines[:-1],
    "cut within a line": lambda lines: [*lines[:-1], lines[-1][:40]],
    "a token twice": lambda lines: [*lines[:2], *lines[1:]],
    "a negative count": lambda lines: broken(lines, 1, counts=[[-1, 1], [0, 0], [0, 0]]),
    "a fraction": lambda lines: broken(lines, 1, counts=[[0.5, 1], [0, 0], [0, 0]]),
    "other counts": lambda lines: broken(lines, 1, counts=[[5, 5], [0, 0], [0, 0]]),
    "another token": lambda lines: [line.replace(b'"noon"', b'"none"') for line in lines],
    "no token": lambda lines: broken(lines, 1, token=None),
    "too few counts": lambda lines: broken(lines, 1, counts=[[1, 1]]),
    "a lone surrogate": lambda lines: broken(lines, 1, token="\ud800"),  # noqa: S106 (no password)
    "an unknown class": lambda lines: broken(lines, -1, **{"class": "nobody"}),
    "no bag": lambda lines: broken(lines, -1, bag="AAAA"),
    "no base64": lambda lines: broken(lines, -1, bag="!"),
    "a short digest": lambda lines: broken(lines, -1, digest="00"),
    "no number of tokens": lambda lines: without(lines, "tokens"),
    "an unreleased format": lambda lines: broken(lines, 0, format=3),
    "no analyser": lambda lines: without(lines, "analyzer"),
    "an analyser that is none": lambda lines: broken(lines, 0, analyzer=7),
    "deep": lambda _: [b"[" * 100_000],
    "too many classes": lambda lines: broken(lines, 0, classes=[{}] * 501),
    "an odd word list": lambda lines: broken(lines, 0, bogofilter="{"),
    "no text of a word list": lambda lines: broken(lines, 0, bogofilter={}),
    "an odd line of a word list": lambda lines: broken(lines, 0, bogofilter='{"a": [1]}'),
    "the class unsure": lambda lines: broken(lines, 0, classes=[{"name": "unsure"}]),
    "an odd class": lambda lines: broken(lines, 0, classes=[{"name": "\n"}]),
}


REFUSED = ("invalid-record", "empty-input", "truncated-export", "contradictory-records")


@pytest.mark.parametrize("fault", FAULTS)
def test_faults(learned, open_store, tmp_path, fault):
    """Lines that are not whole or not right are refused, and nothing is changed."""
    lines = FAULTS[fault](list(learned.export_lines()))
    other = open_store(tmp_path / "other.db")
    other.learn([(MONEY, "spam")])
    before = contents(other.path)

    with pytest.raises(InputError) as caught:
        other.import_lines(lines)
    assert caught.value.code in REFUSED
    assert (caught.value.place or "").startswith("line ") == (caught.value.code == "invalid-record")

    assert contents(other.path) == before
    assert other.learn([(LUNCH, "ham")]) == ["learned"]


def test_other_analyzer(learned, open_store, tmp_path):
    """Lines of a store with another analyser are refused."""
    other = open_store(tmp_path / "other.db", analyzer=MailAnalyzer(pairs=True))

    with refused("analyzer-differs", StoreError, parameter="analyzer"):
        other.import_lines(learned.export_lines())


def test_unknown_kind(store):
    """The kinds of lines are named to who asks for another one."""
    with refused("bad-parameter", InputError, parameter="kind"):
        store.import_lines([], "csv")
    with refused("bad-parameter", InputError, parameter="kind"):
        list(store.export_lines("csv"))


def test_writing_while_lines_are_read(learned):
    """Who writes in the middle of an export is told to wait, and the export goes on."""
    lines = learned.export_lines()
    next(lines)

    with refused("still-reading", StoreError):
        learned.learn([(MONEY, "spam")])

    assert len(list(lines)) == learned.n_tokens + 4
