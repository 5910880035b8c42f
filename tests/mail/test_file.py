import io
import sys

import pytest
from tests.errors import refused

from priory.errors import InputError
from priory.mail import read_mailbox

MAIL = b"Subject: hello\n\nHello!\n"
MBOX = b"From ann Sat Jan  3 01:05:34 1996\n" + MAIL


class Slow(io.BytesIO):
    """Standard input that comes byte by byte, and may break."""

    def __init__(self, content, breaks=False):
        super().__init__(content)
        self.breaks = breaks

    def read1(self, _):
        """Read one byte."""
        byte = super().read1(1)
        if self.breaks and not byte:
            raise OSError(5, "Input/output error")
        return byte


@pytest.fixture
def send(monkeypatch):
    """Return a function that puts bytes into standard input."""

    def put(content, **options):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(Slow(content, **options)))

    return put


@pytest.mark.parametrize("content", [MAIL, b"", b"\x1f", b"From: me\n", b"anything"])
def test_one_message(tmp_path, read, content):
    """A file named one message is its content, whatever that is."""
    (tmp_path / "mail").write_bytes(content)

    assert read(tmp_path / "mail", "file") == [content]


@pytest.mark.parametrize(("content", "found"), [(MAIL, [MAIL]), (MBOX * 2, [MAIL] * 2)])
def test_standard_input(send, read, content, found):
    """Standard input is a message or an mbox, by its first bytes, however slowly they come."""
    send(content)

    assert read("-") == found
    assert not sys.stdin.closed


def test_place_in_standard_input(send):
    """The place of a message says that it came through standard input."""
    send(MBOX)

    assert [e.place for e in read_mailbox("-")] == ["-#1"]


def test_breaks(send, read, faults):
    """What was read before an error is a message, and the error is reported."""
    send(MAIL, breaks=True)

    assert read("-") == [MAIL]
    assert [(fault.place, fault.code) for fault in faults] == [("standard input", "unreadable")]


def test_breaks_at_once(send, read, faults):
    """An error before the first byte leaves no message."""
    send(b"", breaks=True)

    assert read("-", "file") == []
    assert len(faults) == 1


def test_closed_standard_input(monkeypatch, read):
    """Without standard input there is an error that says what to do."""
    monkeypatch.setattr(sys, "stdin", None)

    with refused("stdin-closed", InputError, parameter="path"):
        read("-")


@pytest.mark.parametrize("more", [0, 1])
def test_maximum(tmp_path, read, faults, more):
    """A message that is longer than the maximum is cut and reported."""
    (tmp_path / "mail").write_bytes(b"x" * (100 + more))

    assert read(tmp_path / "mail", max_bytes=100) == [b"x" * 100]
    assert len(faults) == more
