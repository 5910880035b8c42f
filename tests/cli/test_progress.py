import re
import sys

import pytest
from tests.cli.terminals import WITHOUT_RICH, on_terminal

from priory.cli._progress import Progress
from priory.cli.main import main

ERASED = "\r\x1b[2K"  # what clears the line of the bar


@pytest.fixture(autouse=True)
def plain(monkeypatch):
    """Draw without colours."""
    monkeypatch.setenv("NO_COLOR", "1")


def drawn(monkeypatch, terminal, size, updates, **options):
    """Return what is drawn on a terminal."""
    stream = terminal()
    monkeypatch.setattr(sys, "stderr", stream)
    with Progress(size, **options) as progress:
        for position, rows in updates:
            progress.update(position, rows)
    return stream.getvalue()


def test_bar(monkeypatch, terminal):
    """Where the size is known, a bar shows the share of it, and goes away at the end."""
    line = drawn(monkeypatch, terminal, 200, [(100, 12345)])

    assert re.search("━ +50% 12,345 rows", line)
    assert line.endswith("\r\x1b[1A\x1b[2K")


def test_rows(monkeypatch, terminal):
    """Where the size is not known, it shows the number of rows."""
    line = drawn(monkeypatch, terminal, None, [(0, 7)])

    assert "7 rows" in line
    assert "%" not in line


def test_not_too_often(monkeypatch, terminal):
    """It does not draw again at once."""
    assert drawn(monkeypatch, terminal, None, [(0, row) for row in range(1000)]).count("rows") < 100


def test_short(monkeypatch, terminal):
    """A command that ends soon shows no bar."""
    monkeypatch.setattr("priory.cli._progress.DELAY", 60.0)

    assert drawn(monkeypatch, terminal, 200, [(100, 5)]) == ""


def test_pipe(capsys):
    """Nothing is written where nobody looks."""
    with Progress(200) as progress:
        progress.update(100, 5)

    assert capsys.readouterr().err == ""


def test_not_wanted(monkeypatch, terminal):
    """Nothing is written where a command writes to the terminal itself."""
    assert drawn(monkeypatch, terminal, 200, [(100, 5)], is_wanted=False) == ""


def test_one_message(monkeypatch, terminal):
    """What is counted can be other things than rows, and one is no plural."""
    assert "1 message\n" in drawn(monkeypatch, terminal, None, [(0, 1)], thing="message")


def test_rate(monkeypatch, terminal, clock):
    """After a second it shows how fast it goes."""
    stream = terminal()
    monkeypatch.setattr(sys, "stderr", stream)

    with Progress(400) as progress:
        clock.now += 30.0
        progress.update(100, 6000)

    assert "25% 6,000 rows  200/s" in stream.getvalue()


class Clock:
    """A module of time in which it passes as it is told."""

    now = 0.0

    def monotonic(self):
        """Tell the time."""
        return self.now


@pytest.fixture
def clock(monkeypatch):
    """Let time stand still for bars."""
    clock = Clock()
    monkeypatch.setattr("priory.cli._progress.time", clock)
    return clock


def test_time_left(monkeypatch, terminal, clock):
    """Once it has seen some of it, it shows how long the rest takes."""
    stream = terminal()
    monkeypatch.setattr(sys, "stderr", stream)

    with Progress(400) as progress:
        for position in (1, 2, 3):
            progress.update(position, position)
            clock.now += 1.0  # rich renews its estimate twice a second

    first, *_, last = re.findall(r"--:--|[0-9]+:[0-9]+", stream.getvalue())
    assert (first, last) == ("--:--", "06:37")


@pytest.mark.parametrize("name", ["stdout", "stderr"])
def test_printed_meanwhile(monkeypatch, terminal, name):
    """What is printed while the bar is there stands above it, and nothing behind it."""
    stream = terminal()
    monkeypatch.setattr(sys, "stdout", stream)
    monkeypatch.setattr(sys, "stderr", stream)

    with Progress(None) as progress:
        progress.update(0, 7)
        print("done", file=getattr(sys, name))

    assert f"{ERASED}done\n" in stream.getvalue()
    assert sys.stdout is sys.stderr is stream


def test_output_to_a_file(monkeypatch, terminal, capsys):
    """What is printed to a file while the bar is there goes to the file."""
    monkeypatch.setattr(sys, "stderr", terminal())

    with Progress(None) as progress:
        progress.update(0, 7)
        sys.stdout.write("done\n")

    assert capsys.readouterr().out == "done\n"


SLOW = """
import sys, time
from priory.cli._progress import Progress
with Progress(3) as progress:
    for n in (1, 2, 3):
        time.sleep(0.2)
        progress.update(n, n)
"""


def test_on_terminal():
    """On a real terminal it is one line that goes away, and the cursor is there again."""
    code, written = on_terminal(program=SLOW, columns=60)

    assert code == 0
    assert "3 rows" in written
    assert written.endswith("\x1b[2K")
    assert written.count("\x1b[?25l") == written.count("\x1b[?25h") == 1


def test_without_rich():
    """Where rich is not installed, nothing is drawn."""
    hidden = WITHOUT_RICH.partition("\n")[0]

    assert on_terminal(program=f"{hidden}\n{SLOW}") == (0, "")


def test_size_is_asked_when_it_is_drawn(monkeypatch, terminal):
    """What finds the size is called once, and not by a command that ends before the bar comes."""
    asked = []

    assert "50%" in drawn(monkeypatch, terminal, lambda: asked.append(1) or 200, [(100, 5)] * 2)
    monkeypatch.setattr("priory.cli._progress.DELAY", 60.0)
    drawn(monkeypatch, terminal, lambda: asked.append(2), [(100, 5)])

    assert asked == [1]


def test_size_of_folder(monkeypatch, terminal, tmp_path):
    """Of a folder of texts the number of files is the size, and each file is a step."""
    for name in ("ham/1", "ham/2", "spam/1", "spam/2"):
        path = tmp_path / "mail" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("see you")
    monkeypatch.setattr("priory.cli._progress.INTERVAL", 0.0)
    monkeypatch.setattr(sys, "stderr", stream := terminal())

    assert main(["text", "fit", str(tmp_path / "mail"), "-o", str(tmp_path / "model")]) == 0

    for share in ("25% 1 file", "50% 2 files", "100% 4 files"):
        assert share in stream.getvalue()


def test_size_is_not_asked_for(monkeypatch, terminal):
    """A size that takes work is only found out where a bar is drawn."""
    monkeypatch.setattr("priory.cli._progress.DELAY", 60.0)

    assert drawn(monkeypatch, terminal, lambda: 1 / 0, [(100, 5)]) == ""


@pytest.mark.parametrize("is_file", [False, True])
def test_predict(model, mail, monkeypatch, terminal, is_file):
    """Verdicts that go to the terminal are not mixed with a bar; those to a file have one."""
    out, err = terminal(), terminal()
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(sys, "stderr", err)
    words = ["-o", str(mail.with_name("out"))] if is_file else []

    assert main(["text", "predict", str(model), str(mail), *words]) == 0

    assert ("5 rows" in err.getvalue()) == is_file
    assert bool(out.getvalue()) != is_file


def test_room_for_control_c():
    """A bar leaves the columns free in which the terminal echoes ^C, so that it takes one line."""
    program = SLOW.replace("Progress(3)", "Progress(3, thing='x' * 30)")

    _, written = on_terminal(program=program, columns=60)

    bars = re.findall(
        r"\r(?:\x1b\[2K)?([^\r\n]*xx[^\r\n]*)", re.sub(r"\x1b\[[0-9;]*m", "", written)
    )
    assert bars
    assert max(map(len, bars)) <= 57
