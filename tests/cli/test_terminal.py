import sys

import pytest

from priory.cli import _terminal

rich_console = pytest.importorskip("rich.console")


def drawn(renderable, width=80):
    """Return the lines that are drawn, without colours."""
    out = rich_console.Console(width=width, force_terminal=True, color_system=None)
    with out.capture() as captured:
        out.print(renderable)
    return [line.rstrip() for line in captured.get().splitlines()]


HEAD = ["token", "weight", "here"]
ROWS = [
    ["(before any token)", "+0.50", ""],
    ["[red]cheap[/red]", "+2.00", "1"],
    ["pills", "+1.00", "1"],
    ["noon", "-0.50", "2"],
    ["(log-odds)", "+3.00", ""],
]


def test_weights():
    """Weights have bars to either side, by their size; sums have none; nothing is markup."""
    lines = drawn(_terminal.weight_table(HEAD, ROWS, 1))

    assert lines == [
        "token               weight                     here",
        "(before any token)   +0.50",
        "[red]cheap[/red]     +2.00          │████████     1",
        "pills                +1.00          │████         1",
        "noon                 -0.50        ██│             2",
        "(log-odds)           +3.00",
    ]


def test_shades():
    """The more a word says, the stronger is its colour, and the sides have different ones."""
    shades = [_terminal.shade(share) for share in (1.0, 0.5, 0.1, -0.1, -0.5, -1.0)]

    assert len(set(shades)) == 6
    assert _terminal.shade(1.0) == _terminal.shade(float("inf"))


@pytest.mark.parametrize("weight", ["+inf", "-inf", "nan", "+0.00"])
def test_odd_weights(weight):
    """What cannot be drawn to scale is drawn somehow."""
    lines = drawn(_terminal.weight_table(HEAD, [["a", weight, ""], ["b", "+1.00", ""]], 1))

    assert weight in lines[1]


def test_narrow():
    """Where there is no room, names are cut, and numbers are not."""
    rows = [["x" * 60, "+1.00", "1"]]

    lines = drawn(_terminal.weight_table(HEAD, rows, 1), width=60)

    assert max(map(len, lines)) <= 60
    assert "…  " in lines[1]
    assert lines[1].endswith("│████████     1")


def test_shares():
    """Probabilities have bars."""
    lines = drawn(_terminal.share_table(["class", "probability"], [["spam", "0.7500"]]))

    assert lines == ["class  probability", "spam        0.7500  ████████████"]


@pytest.mark.parametrize(
    ("text", "width", "expected"),
    [("abc", 5, "abc  "), ("abcdef", 5, "abcd…"), ("当選事務局", 5, "当選…"), ("当選", 4, "当選")],
)
def test_fitted(text, width, expected):
    """A cell is as wide as it shall be, also of wide letters."""
    assert _terminal.fitted(text, width) == expected


@pytest.mark.parametrize("reason", ["pipe", "dumb", "no rich"])
def test_no_console(monkeypatch, terminal, reason):
    """Plain text goes to pipes and dumb terminals, and where rich is not installed."""
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys, "stdout", terminal())
    assert _terminal.console() is not None

    if reason == "pipe":
        monkeypatch.setattr(sys.stdout, "isatty", lambda: False)
    elif reason == "dumb":
        monkeypatch.setenv("TERM", "dumb")
    else:
        monkeypatch.setitem(sys.modules, "rich.console", None)

    assert _terminal.console() is None


@pytest.mark.parametrize(
    ("n_classes", "width", "n_shown"), [(4, 80, 3), (2, 60, 1), (2, 80, 2), (4, 50, 1), (4, 20, 0)]
)
def test_words_come_first(n_classes, width, n_shown):
    """Where there is no room for all columns, bars go first, then counts, and words stay."""
    classes = [f"of 1,000 {name}" for name in ("spam", "work", "news", "home")[:n_classes]]
    rows = [["subject:confidential", "+1.00", "1", *["1,000"] * n_classes]]

    lines = drawn(_terminal.weight_table([*HEAD, *classes], rows, 1), width=width)

    assert max(map(len, lines)) <= width
    assert lines[1].startswith("subject:confidential  " if width > 20 else "subject:")
    assert "+1.00" in lines[1]
    assert lines[0].count("of 1,000") == lines[1].count("1,000") == n_shown
    assert "│" not in lines[1]
