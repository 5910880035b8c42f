"""Reviews on a pseudo-terminal, by real keys."""

import os
import subprocess
import sys

import pytest

if sys.platform == "win32":
    pytest.skip("there are no pseudo-terminals", allow_module_level=True)
pytest.importorskip("rich")
pytest.importorskip("blessed")

from mailfilter.written import with_other_rules
from tests.cli.mailfilter.conftest import HAM, SPAM
from tests.cli.mailfilter.review.conftest import doubtful
from tests.cli.terminals import PROGRAM, Driven, on_terminal

from priory import MailFilter
from priory.cli.mailfilter.review.keyboard import Keyboard

ASKED = "q quit"  # how each question ends
INTERRUPT, END, LEFT = "\x03", "\x04", "\x1b[D"


@pytest.fixture
def maildir(tmp_path):
    """Make a Maildir with three doubtful messages, the first one the newest, and a sure one."""
    folder = tmp_path / "Maildir"
    for name in ("cur", "new", "tmp"):
        (folder / name).mkdir(parents=True)
    for number in range(3):
        path = folder / "new" / f"{number}.a"
        path.write_bytes(doubtful(number))
        os.utime(path, (9 - number, 9 - number))
    (folder / "cur" / "9.a:2,S").write_bytes(SPAM % 99)
    return folder


def labels(store, folder):
    """Return as what the messages of a Maildir were learned."""
    paths = sorted(path for path in folder.glob("*/*") if path.is_file())
    with MailFilter(store, mode="ro") as mail:
        found = mail.store.labels([path.read_bytes() for path in paths])
    return {path.name[0]: label for path, label in zip(paths, found, strict=True) if label}


def test_review(taught, maildir):
    """Keys teach, skip, take back and quit; the store and the terminal are as they should be."""
    files = sorted(maildir.glob("*/*"))
    with Driven("review", maildir) as terminal:
        first = terminal.wait_for(ASKED)
        terminal.type("s")
        terminal.wait_for("Learned as spam.")
        terminal.wait_for(ASKED)
        assert labels(taught, maildir) == {"0": "spam"}  # at once
        terminal.type("n")
        terminal.wait_for("Skipped.")
        terminal.wait_for(ASKED)
        terminal.type("h")
        terminal.wait_for("Learned as ham.")
        sure = terminal.wait_for(ASKED)
        terminal.type("u")
        terminal.wait_for("Taken back: it is not learned.")
        terminal.wait_for(ASKED)
        terminal.type("q")
        code, modes = terminal.ended()

    assert (code, modes) == (0, terminal.modes)
    assert "4 messages left, 3 unsure" in first
    assert "Subject: 0\n" in first
    assert "\nspam (" in sure
    assert terminal.written.endswith("1 learned as spam, 1 skipped, 1 unsure left\n")
    assert labels(taught, maildir) == {"0": "spam"}
    assert sorted(maildir.glob("*/*")) == files


def test_resumed(taught, maildir):
    """Another review goes on behind what was learned, and asks again about what was skipped."""
    for key in "sn":
        with Driven("review", maildir) as terminal:
            terminal.wait_for(ASKED)
            terminal.type(key)
            terminal.wait_for(ASKED)
            terminal.type("q")
            terminal.ended()

    with Driven("review", maildir) as terminal:
        assert "3 messages left, 2 unsure" in terminal.wait_for(ASKED)
    assert labels(taught, maildir) == {"0": "spam"}


@pytest.mark.parametrize(("key", "code"), [(INTERRUPT, 130), (END, 0), ("Q", 0)])
def test_ways_out(taught, maildir, key, code):
    """Whatever ends a review, the terminal is as before, and what was learned is kept and told."""
    with Driven("review", maildir) as terminal:
        terminal.wait_for(ASKED)
        terminal.type("h")
        terminal.wait_for(ASKED)
        terminal.type(key)
        assert terminal.ended() == (code, terminal.modes)

    assert "1 learned as ham, 2 unsure left\n" in terminal.written
    assert labels(taught, maildir) == {"0": "ham"}


@pytest.mark.usefixtures("taught")
def test_to_the_end(mbox):
    """After the last message the answer can still be taken back, and then comes the end."""
    with Driven("review", mbox([doubtful(0)])) as terminal:
        for key in "hus":
            terminal.wait_for(ASKED)
            terminal.type(key)
        assert "That was the last one." in terminal.wait_for(ASKED)
        terminal.type("xq")
        assert terminal.ended()[0] == 0

    assert terminal.written.endswith("1 learned as spam\n")


@pytest.mark.usefixtures("taught")
def test_pager(maildir, tmp_path):
    """The whole text goes to the pager, which has the terminal as it was, and nothing hostile."""
    text = b"Subject: x\x1b[2J\n\n" + b"unheard\x1b]0;owned\x07 of\n" * 30 + b"unseen\n"
    (maildir / "new" / "8.a").write_bytes(text)
    seen, modes = tmp_path / "seen", tmp_path / "modes"
    pager = tmp_path / "pager"
    pager.write_text(f"#!/bin/sh\nstty -a </dev/tty >{modes}\ncat >{seen}\n")
    pager.chmod(0o700)
    with Driven("review", maildir, PAGER=f"{pager} -R") as terminal:
        terminal.wait_for(ASKED)
        terminal.type("o")
        again = terminal.wait_for(ASKED)
        terminal.type("q")
        terminal.ended()

    assert "5 messages left" in again
    assert seen.read_text().count("unheard") == 30
    assert "unseen" in seen.read_text()
    assert "\x1b" not in seen.read_text()
    assert " icanon" in modes.read_text()
    assert " echo " in modes.read_text()
    assert "\x1b]0" not in terminal.written
    assert "\x1b[2J" not in terminal.written


@pytest.mark.usefixtures("taught")
def test_interrupted_pager(maildir, tmp_path):
    """Ctrl-C in the pager is the pager's, and the review goes on."""
    pager = tmp_path / "pager"
    pager.write_text("#!/bin/sh\ntrap 'exit 1' INT\ncat >/dev/null\necho READY\nsleep 20 & wait\n")
    pager.chmod(0o700)
    with Driven("review", maildir, PAGER=str(pager)) as terminal:
        terminal.wait_for(ASKED)
        terminal.type("o")
        terminal.wait_for("READY")
        terminal.type(INTERRUPT)
        terminal.wait_for(ASKED)
        terminal.type("q")
        assert terminal.ended() == (0, terminal.modes)


@pytest.mark.usefixtures("taught")
@pytest.mark.parametrize("columns", [20, 40])
def test_narrow(maildir, columns):
    """On a narrow terminal nothing is wider, and after a change of width the next card is."""
    subject = b"Subject: " + b"a long subject " * 20 + b"\n\n" + b"a long line " * 50 + b"\n"
    (maildir / "new" / "8.a").write_bytes(subject)
    with Driven("review", maildir, columns=columns) as terminal:
        narrow = terminal.wait_for(ASKED)
        terminal.resize(80)
        terminal.type("n")
        wide = terminal.wait_for(ASKED)

    assert max(map(len, narrow.splitlines())) == columns
    assert max(map(len, wide.splitlines())) == 80


def test_typed_ahead(taught, maildir):
    """What was typed while nothing was asked, and keys without a meaning, decide nothing."""
    with Driven("review", maildir) as terminal:
        terminal.type("sss")
        terminal.wait_for(ASKED)
        terminal.type(f"{LEFT}zh")
        terminal.wait_for("Learned as ham.")
        terminal.wait_for(ASKED)
        terminal.type("q")
        terminal.ended()

    assert labels(taught, maildir) == {"0": "ham"}


def test_mail_program_beside(taught, maildir):
    """A message that is flagged meanwhile is asked about; one that is moved is told and skipped."""
    with Driven("review", maildir) as terminal:
        terminal.wait_for(ASKED)
        (maildir / "new" / "1.a").unlink()
        (maildir / "new" / "2.a").rename(maildir / "cur" / "2.a:2,F")
        terminal.type("n")
        terminal.wait_for("1.a: moved or deleted meanwhile, skipped")
        assert "Subject: 2\n" in terminal.wait_for(ASKED)
        terminal.type("s")
        terminal.wait_for("Learned as spam.")

    assert labels(taught, maildir) == {"2": "spam"}


def test_another_program_learns(taught, maildir, message):
    """While a review waits for a key, another program can learn without waiting."""
    with Driven("review", maildir) as terminal:
        terminal.wait_for(ASKED)
        ran = subprocess.run(  # noqa: S603
            [sys.executable, "-c", PROGRAM, "learn", "ham", message(HAM % 99), "--timeout", "0"],
            check=False,
            capture_output=True,
        )
        terminal.type("s")
        terminal.wait_for("Learned as spam.")

    assert (ran.returncode, ran.stderr) == (0, b"")
    with MailFilter(taught, mode="ro") as mail:
        assert [one.messages for one in mail.store.classes] == [61, 61]


@pytest.mark.usefixtures("taught")
@pytest.mark.parametrize("how", ["SIG_DFL", "SIG_IGN"])
def test_hung_up(maildir, how):
    """A terminal that is closed ends the review, instead of being asked for ever."""
    program = f"import signal; signal.signal(signal.SIGHUP, signal.{how})\n{PROGRAM}"
    with Driven("review", maildir, program=program) as terminal:
        terminal.wait_for(ASKED)
        terminal.hang_up()
        assert terminal.process.wait(30) != 0


@pytest.mark.parametrize("error", [EOFError, OSError])
def test_end_of_keys(monkeypatch, error):
    """Where no key can come any more, it is as if Ctrl-D was typed."""

    def fail(_):
        raise error

    keyboard = Keyboard()
    monkeypatch.setattr("blessed.Terminal.inkey", fail)

    assert keyboard.read() == END


def test_first_lessons(store, maildir):
    """A review may be the first lesson of all: it makes the store."""
    with Driven("review", maildir) as terminal:
        assert "nothing was learned so far" in terminal.wait_for(ASKED)
        terminal.type("s")
        terminal.wait_for("Learned as spam.")
        assert "only spam was learned" in terminal.wait_for(ASKED)

    assert labels(store, maildir)


def test_without_packages(taught, maildir):
    """Where a package is not installed, it is said what to install."""
    for package in ("blessed", "rich"):
        absent = f"import sys; sys.modules['{package}'] = None\n{PROGRAM}"
        code, written = on_terminal("review", maildir, program=absent)
        assert code == 2
        assert "pip install blessed rich" in written
    assert labels(taught, maildir) == {}


@pytest.mark.usefixtures("taught")
def test_dumb_terminal(maildir):
    """A dumb terminal gets plain lines, and gives keys as well."""
    with Driven("review", maildir, TERM="dumb") as terminal:
        terminal.wait_for(ASKED)
        terminal.type("h")
        terminal.wait_for("Learned as ham.")

    assert "\x1b" not in terminal.written


def test_what_sort_marked(priory, taught, maildir):
    """Without a mailbox, what was sorted is reviewed: flagged ones first, then those in Junk."""
    for number in range(3):
        (maildir / "new" / f"{number}.a").rename(maildir / "cur" / f"{number}.a:2,")
    (maildir / "cur" / "9.a:2,S").rename(maildir / "cur" / "9.a:2,")
    assert priory("sort", maildir, "--when-unsure", "flag").code == 0

    with Driven("review") as terminal:
        first = terminal.wait_for(ASKED)
        for _ in range(3):
            terminal.type("n")
            last = terminal.wait_for(ASKED)

    assert "4 messages left, 3 unsure" in first
    assert ".Junk/cur/9.a" in last
    assert labels(taught, maildir) == {}


@pytest.mark.usefixtures("taught")
def test_nothing_to_review(mbox):
    """Where all was learned, or nothing sorted, it is said, and no key is waited for."""
    assert on_terminal("review", mbox([SPAM % 0, HAM % 0])) == (
        0,
        "Nothing to review: 2 of 2 messages were learned.\n",
    )
    code, written = on_terminal("review")
    assert code == 0
    assert "name a MAILBOX" in written


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["-"], "standard input is where keys come from"),
        (["inbox", "--limit", "0"], "--limit must be 1 or more"),
        (["no-such-mailbox"], "No such file or folder"),
    ],
)
def test_mistakes(store, words, complaint):
    """A mistake is one line, and no store is made."""
    code, written = on_terminal("review", *words)

    assert code == 2
    assert complaint in written
    assert not store.exists()


def test_no_terminal(priory, store, maildir, standard_input):
    """Where there is no terminal, it is said what to use instead."""
    standard_input(b"sss")

    ran = priory("review", maildir)

    assert (ran.code, ran.out) == (2, "")
    assert "priory classify --json" in ran.err
    assert not store.exists()


def test_unknown_rules(taught, maildir):
    """Where verdicts are made by other rules than those of the store, that is said first."""
    with_other_rules(taught)
    with Driven("review", maildir) as terminal:
        said = terminal.wait_for(ASKED)
        terminal.type("q")
        terminal.ended()

    assert "made by the rules 'mail 3', which are not known here" in " ".join(said.split())
