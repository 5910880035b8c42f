import io
import sys

import pytest

from priory.cli._progress import Progress
from priory.cli.main import main


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self):
        """Say yes."""
        return True


def drawn(monkeypatch, size, updates):
    """Return what is drawn on a terminal."""
    stream = Terminal()
    monkeypatch.setattr(sys, "stderr", stream)
    with Progress(size) as progress:
        for position, rows in updates:
            progress.update(position, rows)
    return stream.getvalue()


def test_bar(monkeypatch):
    """Where the size is known, a bar shows the share of it, and goes away at the end."""
    bar = f"[{'#' * 15}{' ' * 15}]  50%  12,345 rows"

    assert drawn(monkeypatch, 200, [(100, 12345)]) == f"\r{bar}\x1b[K\r\x1b[K"


def test_rows(monkeypatch):
    """Where the size is not known, it shows the number of rows."""
    assert drawn(monkeypatch, None, [(0, 7)]).startswith("\r7 rows\x1b")


def test_not_too_often(monkeypatch):
    """It does not draw again at once."""
    assert drawn(monkeypatch, None, [(0, row) for row in range(1000)]).count("rows") < 1000


def test_pipe(capsys):
    """Nothing is written where nobody looks."""
    with Progress(200) as progress:
        progress.update(100, 5)

    assert capsys.readouterr().err == ""


def test_not_wanted(monkeypatch):
    """Nothing is written where a command writes to the terminal itself."""
    stream = Terminal()
    monkeypatch.setattr(sys, "stderr", stream)

    with Progress(200, is_wanted=False) as progress:
        progress.update(100, 5)

    assert stream.getvalue() == ""


def test_one_row(monkeypatch):
    """One row is no plural."""
    assert drawn(monkeypatch, None, [(0, 1)]).startswith("\r1 row\x1b")


def test_things(monkeypatch):
    """What is counted can be other things than rows."""
    stream = Terminal()
    monkeypatch.setattr(sys, "stderr", stream)

    with Progress(None, thing="message") as progress:
        progress.update(0, 7)

    assert stream.getvalue().startswith("\r7 messages\x1b")


@pytest.mark.parametrize("is_file", [False, True])
def test_predict(model, mail, tmp_path, monkeypatch, is_file):
    """Verdicts that go to the terminal are not mixed with a bar; those to a file have one."""
    out, err = Terminal(), Terminal()
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(sys, "stderr", err)
    words = ["-o", str(tmp_path / "out")] if is_file else []

    assert main(["text", "predict", str(model), str(mail), *words]) == 0

    assert ("5 rows" in err.getvalue()) == is_file
    assert bool(out.getvalue()) != is_file
