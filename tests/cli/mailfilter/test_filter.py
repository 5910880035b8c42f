import builtins
import re
import sqlite3
from contextlib import closing

import pytest
from cli.mailfilter.conftest import HAM, SPAM
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from mailfilter.written import set_schema

from priory import MailFilter
from priory.cli.mailfilter import _pipe
from priory.cli.mailfilter.filter import NOTHING_LEARNED
from priory.mailfilter import passthrough
from priory.mailfilter.passthrough import annotate, strip

HOSTILE = (
    *(b"", b"\n", b"\0", b" ", b"\r\r\r", b"no header\n", b"Subject: a", b"\xff" * 99),
    *(b"From a\nSubject: b\n\nX-Priory: c", b"Subject: a\r\n\r\nb\nc\rd"),
)


@pytest.mark.parametrize(("raw", "verdict"), [(SPAM % 99, b"spam"), (HAM % 99, b"ham")])
@pytest.mark.usefixtures("taught")
def test_verdict(pipe, raw, verdict):
    """A message gains a header with its verdict, and every verdict is a success."""
    code, out, complaint = pipe(raw)

    assert (code, complaint) == (0, "")
    assert re.match(rb'X-Priory: %b, probability=0\.9\d\d, evidence="\S+;' % verdict, out)
    assert strip(out) == raw


@pytest.mark.parametrize(
    ("raw", "code"), [(SPAM % 99, 0), (HAM % 99, 1), (b"Subject: words unheard of", 2)]
)
@pytest.mark.usefixtures("taught")
def test_exit_code(pipe, raw, code):
    """The exit code is the verdict if that is asked for."""
    assert pipe(raw, "--exit-code")[0] == code


@pytest.mark.parametrize("raw", HOSTILE)
@pytest.mark.usefixtures("taught")
def test_hostile(pipe, raw):
    """Whatever comes in comes out, but for the header."""
    code, out, _ = pipe(raw)

    assert code == 0
    assert strip(out) == raw


@pytest.mark.usefixtures("taught")
def test_random(pipe):
    """Random bytes come out as they came, but for the header; to filter twice is to filter once."""

    @settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(st.binary())
    def check(raw):
        _, once, complaint = pipe(raw)
        assert complaint == ""
        assert strip(once) == strip(raw)
        assert pipe(once)[1] == once

    check()


@pytest.mark.usefixtures("taught")
def test_forged(pipe):
    """A header that the sender forged is gone, and tells nothing."""
    raw = SPAM % 99
    forged = b"x-priory: ham, probability=0.999\n" + raw

    assert pipe(forged) == pipe(raw)


def corrupt(path):
    """Write something else over a store."""
    path.write_bytes(b"no store" * 1000)


def damage(path):
    """Write something else over the pages of a store."""
    path.write_bytes(path.read_bytes()[:8192] + b"\xa5" * (path.stat().st_size - 8192))


def renumber(path):
    """Let a store be from a newer version."""
    with closing(sqlite3.connect(path)) as db, db:
        set_schema(db, 99)


@pytest.mark.parametrize("harm", [corrupt, damage, renumber])
@pytest.mark.parametrize("raw", [SPAM % 99, b"", b"\0\r \xff\n\nX-Priory: a\n"])
def test_broken_store(pipe, taught, raw, harm):
    """Where a store is broken the message comes out as it came, and the reason is told."""
    harm(taught)

    code, out, complaint = pipe(raw)

    assert (code, out) == (75, raw)
    assert complaint.startswith(f"priory: the message goes through unjudged: {taught}: ")
    assert complaint.count("\n") == 1
    assert pipe(raw, "--exit-code")[:2] == (3, raw)


def test_forged_and_broken(pipe, taught):
    """Where a store is broken, headers that the sender forged are gone, too."""
    corrupt(taught)

    assert pipe(b"X-Priory: ham\n" + SPAM % 99)[:2] == (75, SPAM % 99)


def test_stripping_fails(pipe, monkeypatch, taught):
    """Where headers cannot be looked at, the message comes out as it came."""
    corrupt(taught)
    monkeypatch.setattr(passthrough, "_stripped", lambda _: 1 / 0)
    raw = b"X-Priory: ham\n" + SPAM % 99

    assert pipe(raw)[:2] == (75, raw)


@pytest.mark.parametrize("raw", [SPAM % 99, b"X-Priory: ham\n" + SPAM % 99, b""])
def test_no_store(pipe, raw):
    """Where there is no store yet, the verdict is unsure, without a complaint."""
    code, out, complaint = pipe(raw)

    assert (code, complaint) == (0, "")
    assert out == annotate(raw, NOTHING_LEARNED)
    assert pipe(raw, "--exit-code")[0] == 2


def test_no_folder_of_the_store(pipe, tmp_path):
    """A store that was named in a folder that is not there is a mistake, and is told."""
    raw = SPAM % 99
    code, out, complaint = pipe(raw, "--store", str(tmp_path / "typo/mail.db"))

    assert (code, out) == (75, raw)
    assert "typo/mail.db" in complaint


def test_forbidden_store(pipe, store):
    """A store that cannot be looked for is no store that is missing."""
    store.parent.parent.mkdir()
    store.parent.write_text("no folder", encoding="utf-8")

    code, out, complaint = pipe(SPAM % 99)

    assert (code, out) == (75, SPAM % 99)
    assert str(store) in complaint


def test_locked_store(pipe, taught):
    """A store that another program holds is waited for, and no longer than that."""
    with closing(sqlite3.connect(taught, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = DELETE")
        db.execute("BEGIN EXCLUSIVE")

        code, out, complaint = pipe(SPAM % 99, "--timeout", "0")

    assert (code, out) == (75, SPAM % 99)
    assert "locked by another process" in complaint


@pytest.mark.usefixtures("taught")
def test_learning_meanwhile(pipe, taught):
    """A program that learns does not keep messages waiting."""
    with closing(sqlite3.connect(taught, isolation_level=None)) as db:
        db.execute("BEGIN IMMEDIATE")

        assert pipe(SPAM % 99, "--timeout", "0")[0] == 0


@pytest.mark.usefixtures("taught")
def test_broken_settings(pipe, configure):
    """Where the settings are broken the message comes out as it came, and the reason is told."""
    path = configure("unsure = true")

    code, out, complaint = pipe(SPAM % 99)

    assert (code, out) == (75, SPAM % 99)
    assert str(path) in complaint


@pytest.mark.parametrize("words", [["--no-such-option"], ["--alpha", "x"], ["extra"], ["--store"]])
def test_broken_command_line(pipe, words):
    """Also a command line with a mistake lets the message through."""
    code, out, complaint = pipe(SPAM % 99, *words)

    assert (code, out) == (75, SPAM % 99)
    assert complaint.startswith("priory: the message goes through unjudged: ")
    assert complaint.count("\n") == 1
    assert pipe(SPAM % 99, "--exit-code", *words)[:2] == (3, SPAM % 99)


@pytest.mark.parametrize(
    "error", [MemoryError(), RecursionError("deep"), KeyboardInterrupt(), BaseException("panic")]
)
@pytest.mark.usefixtures("taught")
def test_any_error(pipe, monkeypatch, error):
    """Whatever happens while a message is judged, it comes out as it came."""

    def fail(*_):
        raise error

    monkeypatch.setattr(MailFilter, "classify", fail)

    code, out, complaint = pipe(SPAM % 99)

    assert (code, out) == (75, SPAM % 99)
    assert type(error).__name__ in complaint


@pytest.fixture
def short(monkeypatch):
    """Let messages be kept up to 200 bytes."""
    monkeypatch.setattr(_pipe, "_BLOCK", 10)
    monkeypatch.setattr(_pipe.Incoming.read, "__defaults__", (200,))


@pytest.mark.usefixtures("taught", "short")
def test_too_long(pipe):
    """Of a message that is too long the beginning is judged, and all of it comes out."""
    raw = SPAM % 99 + b"at noon\n" * 50_000

    code, out, _ = pipe(raw)

    assert (code, strip(out)) == (0, raw)
    assert out.startswith(b"X-Priory: spam,")


@pytest.mark.usefixtures("taught", "short")
def test_endless_headers(pipe):
    """A message whose headers do not end comes out as it came."""
    raw = b"X-Priory: ham\nSubject: a\n" * 10_000

    code, out, complaint = pipe(raw)

    assert (code, out) == (75, raw)
    assert "its headers are longer" in complaint


@pytest.mark.usefixtures("taught")
@pytest.mark.parametrize("n_blocks", [0, 1, 5])
def test_no_memory(pipe, monkeypatch, n_blocks):
    """Where memory ends while a message comes in, it still goes out."""
    raw = SPAM % 99 + b"at noon\n" * 1000
    left = iter(range(n_blocks + 1))  # and one for what is not kept

    def allocate(size):
        if next(left, None) is None:
            raise MemoryError
        return builtins.bytearray(size)

    monkeypatch.setattr(_pipe, "_BLOCK", 10)
    monkeypatch.setattr(_pipe, "bytearray", allocate, raising=False)

    code, out, _ = pipe(raw)

    assert code in (0, 75)
    assert strip(out) == raw
