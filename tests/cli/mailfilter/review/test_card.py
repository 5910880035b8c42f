"""The card of a message: what it says, and what it never lets through."""

import pytest

pytest.importorskip("rich")

from rich.cells import cell_len

from priory.cli.mailfilter.review.bindings import bindings_for
from priory.cli.mailfilter.review.card import card
from priory.cli.mailfilter.review.session import Session
from priory.mailfilter import Settings

HOSTILE = (
    b"From: \x1b[2J\x1b]0;owned\x07 <a@example.net>\nSubject: =?utf-8?b?G1szMW3igK5yZWQ=?= pills\n"
    b"\n\nBuy \x1b[31mcheap\x1b[0m pills\r\nnow\tat noon\n\n\n" + b"wide \xe5\xaf\xbf " * 60 + b"\n"
)


@pytest.fixture
def drawn(filter_, candidate):
    """Return a function that gives the lines of the card of a message."""

    def draw(raw, width=80):
        session = Session(filter_, [candidate(raw)])
        found = card(session.current(), "1 left", width, session.limits, filter_.settings)
        return ["".join(text for text, _ in line) for line in found]

    return draw


def test_content(drawn):
    """The card has the verdict, the sender, the subject, first lines, and three reasons."""
    raw = b"From: Shop <a@example.net>\nSubject: pills\n\n\nBuy cheap pills\n\n\nnow, at noon\n"

    lines = drawn(raw)

    assert lines[0].startswith("-- 1 left ---")
    assert lines[1].startswith(("spam (0.", "unsure (spam 0."))
    assert lines[1].endswith("0.eml")
    assert lines[2:7] == [
        "From:    Shop <a@example.net>",
        "Subject: pills",
        "",
        "  Buy cheap pills",
        "  now, at noon",
    ]
    assert "  spam: cheap (in 60 of 60 spam, 0 of 60 ham)" in lines
    assert sum(" of 60 ham" in line for line in lines) == 3


def test_different_reasons(drawn):
    """Of tokens that say the same again, such as the domains of one sender, there is one."""
    lines = drawn(b"From: a@example.net\nSubject: x\n\ncheap pills\n")

    reasons = [line.split()[1] for line in lines if " of 60 ham" in line]
    assert sorted(reasons) == ["cheap", "from:example.net", "pills"]


@pytest.mark.parametrize("width", [20, 40, 80])
def test_hostile(drawn, width):
    """Nothing of a message is obeyed by the terminal, or takes more than its line."""
    lines = drawn(HOSTILE, width)

    assert all(line.isprintable() for line in lines)
    assert not any("\u202e" in line for line in lines)
    assert max(map(cell_len, lines)) <= width


def test_no_text(drawn):
    """A message without anything is said to be so."""
    lines = drawn(b"\n")

    assert "From:    -" in lines
    assert "  (no text)" in lines


def test_long_text(drawn):
    """Of a text of megabytes, only the beginning is looked at."""
    assert len(drawn(b"Subject: x\n\n" + b"line\n" * 10**6)) < 20


def test_bindings():
    """Letters are for ham and spam by whatever name, and digits for the first other classes."""
    classes = ["junk", "ham", *map(str, range(20))]

    bindings = bindings_for(classes, Settings(spam="junk"))

    labels = [bindings(key).label for key in "hHsS19"]
    assert labels == ["ham", "ham", "junk", "junk", "0", "8"]
    assert [bindings(key).what for key in "n ouq?x"] == [
        *("skip", "skip", "open", "undo", "quit", "help"),
        "",
    ]
    assert list(bindings.shown)[:3] == ["h", "s", "1"]
