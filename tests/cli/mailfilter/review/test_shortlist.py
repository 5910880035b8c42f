"""Which messages are asked about, and in which order."""

import os

import pytest
from tests.cli.mailfilter.conftest import HAM, SPAM
from tests.cli.mailfilter.review.conftest import doubtful

from priory.cli.mailfilter.review import shortlist as module
from priory.cli.mailfilter.review.arrival import arrived
from priory.cli.mailfilter.review.shortlist import Candidate, Shortlist, shortlisted
from priory.mail import Entry


def offered(labels, **how):
    """Offer messages of these verdicts, each later than the one before; return the numbers."""
    found = Shortlist(**how)
    for number, label in enumerate(labels):
        found.offer(Candidate(Entry(b"x" * 10, "-"), label, float(number), number))
    return [one.number for one in found.candidates]


def test_order():
    """Unsure ones come first, the newest of them first, and then the newest of the others."""
    assert offered(["ham", "unsure", "spam", "unsure"], limit=10) == [3, 1, 2, 0]


def test_limit():
    """Where there are too many, those that come last in the order are left out."""
    assert offered(["unsure", "ham", "unsure", "ham"], limit=3) == [2, 0, 3]


def test_only_unsure():
    """Those of a sure verdict may be left out."""
    assert offered(["ham", "unsure", "spam"], limit=10, only_unsure=True) == [1]


def test_memory(monkeypatch):
    """What waits takes no more memory than it may, but there is always one message."""
    monkeypatch.setattr(module, "MOST_BYTES", 25)

    assert offered(["ham"] * 5, limit=10) == [4, 3]
    monkeypatch.setattr(module, "MOST_BYTES", 1)
    assert offered(["ham"] * 5, limit=10) == [4]


def test_learned_ones_are_known(filter_):
    """What was learned is not asked about again, so that a review can be broken off."""
    raws = [SPAM % 0, HAM % 0, doubtful(0), SPAM % 99]

    found = shortlisted(filter_, (Entry(raw, "-") for raw in raws), Shortlist(10))

    assert (found.n_read, found.n_known) == (4, 2)
    assert [(one.entry.raw, one.label) for one in found.candidates] == [
        (doubtful(0), "unsure"),
        (SPAM % 99, "spam"),
    ]


@pytest.mark.parametrize(
    "head",
    [
        b"Received: by mx; Sat, 3 Jan 2026 01:05:34 +0000\nReceived: by a; Fri, 2 Jan 2026 01:00",
        b"Date: Sat, 3 Jan 2026 02:05:34 +0100",
        b"Received: by mx\nDate: Sat, 3 Jan 2026 01:05:34 +0000",
    ],
)
def test_arrival(head):
    """The topmost Received says when a message arrived, or else its Date."""
    assert arrived(Entry(head + b"\n\nDate: Sat, 3 Jan 1970 01:05:34", "-")) == 1767402334


@pytest.mark.parametrize("date", [b"", b"Date: 99 Xyz 99999999999999999999 99:99", b"Date: \xff"])
def test_arrival_without_date(message, date):
    """What has no date arrived when its file was written, if it is alone there."""
    path = message(date + b"\nSubject: x\n\n")
    os.utime(path, (1000, 1000))

    assert arrived(Entry(path.read_bytes(), str(path))) == 1000
    assert arrived(Entry(path.read_bytes(), "no such file")) == 0
    assert arrived(Entry(path.read_bytes(), str(path), number=1)) == 0


def test_future_date():
    """Who writes a date of the future does not come before what came later."""
    future = Entry(b"Date: Sat, 3 Jan 3026 01:05:34 +0000\n\n", "-")

    assert arrived(future) < 2**33
