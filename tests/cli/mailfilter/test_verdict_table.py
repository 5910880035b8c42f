import re

import pytest

from priory import MailFilter
from priory.cli.mailfilter._verdict_table import VerdictTable
from priory.mail import Entry, Limits, Message
from priory.mailfilter import Settings
from priory.tokens import MailAnalyzer

rich_console = pytest.importorskip("rich.console")

SPAM = b"From: The Shop <shop@example.net>\nSubject: cheap pills\n\nBuy cheap pills now!\n"
HAM = b"From: ann@example.com\nSubject: lunch\n\nSee you at noon, at the usual place.\n"
ODD = b"Subject: xylophone\n\nunheard\n"
HOSTILE = (
    b"From: =?utf-8?q?=1B[2J[red]Eve[/red]?= <eve@example.net>\n"
    b"Subject: =?utf-8?q?:smile:_=E2=80=AE_[bold]?=\n\nBuy cheap pills now!\n"
)


@pytest.fixture
def drawn(taught):
    """Return a function that draws the verdicts on messages, and returns lines and colours."""

    def draw(*raws, width=80, place="a.eml", settings=Settings()):  # noqa: B008 (frozen)
        out = rich_console.Console(width=width, force_terminal=True, color_system="standard")
        with MailFilter(taught, settings, mode="ro") as mail, out.capture() as captured:
            table = VerdictTable(out, mail)
            for raw in raws:
                table.add(Entry(raw, place), mail.classify(raw))
            table.total()
        text = re.sub(r"\x1b\[[0-9;]*m", "", captured.get())
        return [line.rstrip() for line in text.splitlines()], captured.get()

    return draw


def test_rows(drawn):
    """A message has a row with its verdict, its sender and its subject, and all have a total."""
    lines, _ = drawn(SPAM, HAM, SPAM, ODD)

    head, spam, ham, _, odd, blank, total = lines
    assert head.split() == ["verdict", "probability", "from", "subject"]
    assert re.fullmatch(r"spam +[01]\.\d{4} +The Shop +cheap pills", spam)
    assert re.fullmatch(r"ham +[01]\.\d{4} +ann@example\.com +lunch", ham)
    assert re.fullmatch(r"unsure +\w+ 0\.\d{4} +a\.eml +xylophone", odd)
    assert (blank, total) == ("", "4 messages: 2 spam, 1 ham, 1 unsure")


def test_colours(drawn):
    """Each verdict has its colour."""
    _, written = drawn(SPAM, HAM, ODD)

    assert re.search(r"\x1b\[1;31mspam", written)
    assert re.search(r"\x1b\[1;32mham", written)
    assert re.search(r"\x1b\[1;33munsure", written)


def test_only_verdicts_have_colours(drawn):
    """What follows the verdict of a row is plain."""
    _, written = drawn(SPAM)

    assert re.search(r"\x1b\[1;31mspam *\x1b\[0m +[01]\.\d{4} +The Shop +cheap pills\n", written)


@pytest.mark.parametrize("width", [30, 40, 80, 99])
def test_width(drawn, width):
    """A row is one line, however long the subject is."""
    long = SPAM.replace(b"cheap pills\n", b"cheap pills " * 30 + b"\n", 1)

    lines, _ = drawn(long, width=width)

    assert len(lines) == 2
    assert len(lines[1]) == width
    assert lines[1].endswith("…")


@pytest.mark.parametrize("width", [1, 10, 24])
def test_hardly_any_width(drawn, width):
    """On the narrowest terminals a row is one line, too."""
    lines, _ = drawn(SPAM, width=width)

    assert len(lines) == 2
    assert max(map(len, lines)) <= width


@pytest.mark.parametrize("width", [100, 120, 200])
def test_places(drawn, width):
    """Where there is room, the place of a message stands at the end, as commands take it."""
    long = SPAM.replace(b"cheap pills\n", b"cheap pills " * 30 + b"\n", 1)

    lines, _ = drawn(long, SPAM, width=width)

    assert lines[0].split() == ["verdict", "probability", "from", "subject", "path"]
    assert [line.split()[-1] for line in lines[1:3]] == ["a.eml", "a.eml"]
    assert {len(line) for line in lines[:3]} == {width}


def test_long_place(drawn):
    """Of a place that is too long for the line the end is shown."""
    lines, _ = drawn(SPAM, width=100, place="folder/" * 20 + "a.eml")

    assert lines[1].endswith("/folder/a.eml")
    assert len(lines[1]) == 100


def test_one(drawn):
    """One message needs no total."""
    lines, _ = drawn(SPAM)

    assert len(lines) == 2


def test_hostile(drawn):
    """What a message says is neither obeyed by the terminal nor taken for markup."""
    lines, written = drawn(HOSTILE, width=120)

    assert r"\x1b[2J[red]Eve[/r" in lines[1]
    assert r":smile: \u202e [bold]" in lines[1]
    assert "\x1b[2J" not in written


def test_colours_of_other_names(drawn):
    """The class that the settings name as spam has the colour of spam."""
    _, written = drawn(SPAM, HAM, settings=Settings(spam="ham", ham="spam"))

    assert re.search(r"\x1b\[1;32mspam", written)
    assert re.search(r"\x1b\[1;31mham", written)


def test_parsed_once_within_the_limits(tmp_path, monkeypatch):
    """For its row a message is parsed once more, by the limits of the store, and not tokenised."""
    limits, calls = Limits(header=200), []
    parse = Message.parse
    with MailFilter(tmp_path / "x.db", analyzer=MailAnalyzer(limits=limits)) as mail:
        verdict, table = mail.classify(SPAM), VerdictTable(rich_console.Console(quiet=True), mail)
        monkeypatch.setattr(Message, "parse", lambda *given: calls.append(given) or parse(*given))
        monkeypatch.setattr(MailAnalyzer, "native", None)
        table.add(Entry(SPAM, "a.eml"), verdict)

    assert calls == [(SPAM, limits)]
