import io
from contextlib import redirect_stderr, redirect_stdout

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from priory.cli import mailfilter
from priory.cli._commands import load, package_of
from priory.cli._parser import parser_for
from priory.cli._plain import Arguments, plainly
from priory.cli.mailfilter import classify

COMMANDS = [name for name in mailfilter.COMMANDS if name != "store"]
PLAIN = [name for name in COMMANDS if name != "sort"]  # which has an option that can be repeated
VALUES = ("2", "0.5", "auto", "x.db", "ham", "1")
WORDS = (
    *("a", "b c", "", "-", "--", "-h", "--help", "-1", "-x", "--nonsense", "spam", "file", "mbox"),
    *("--json", "--json=1", "--js", "--kind", "--kind=mbox", "--kind=tar", "--store", "--store=x"),
    *("--store=", "--store=-x", "--timeout", "--timeout=2", "--timeout=x", "2", "auto"),
    *("--alpha", "--exit-code", "--top", "--dry-run", "--lost-ham", "--spam=unsure"),
)


def by_argparse(words):
    """Parse with argparse; None for what is a mistake or a call for help."""
    try:
        with redirect_stderr(io.StringIO()), redirect_stdout(io.StringIO()):
            return vars(parser_for(words).parse_args(words))
    except SystemExit:
        return None


@st.composite
def lines(draw):
    """Draw a command with some of its options, and with values that they may have."""
    name = draw(st.sampled_from(PLAIN))
    arguments = Arguments()
    load(package_of(name), name).add_arguments(arguments)
    words = draw(st.lists(st.sampled_from(["spam", "a", "b c", "-"]), max_size=3))
    for flag in draw(st.lists(st.sampled_from(list(arguments._options)), max_size=4)):
        option = arguments._options[flag]
        value = draw(st.sampled_from([*(option._choices or VALUES)]))
        given = (
            [flag]
            if option.stands_alone
            else draw(st.sampled_from([[flag, value], [f"{flag}={value}"]]))
        )
        place = draw(st.integers(0, len(words)))
        words[place:place] = given
    return [name, *words]


@given(lines())
def test_as_argparse(words):
    """A command line that is plain means what it means to argparse."""
    options = plainly(words)

    assume(options is not None)
    assert vars(options) == by_argparse(words)


@given(st.sampled_from(COMMANDS), st.lists(st.sampled_from(WORDS), max_size=6))
def test_odd_words(name, rest):
    """Odd words are left to argparse, or mean the same."""
    words = [name, *rest]
    options = plainly(words)

    assert options is None or vars(options) == by_argparse(words)


@pytest.mark.parametrize(
    "words",
    [
        ["classify"],
        ["classify", "a", "--json", "b"],
        ["classify", "--store", "x.db", "--alpha=auto", "a"],
        ["learn", "--kind", "mbox", "spam", "-"],
        ["filter", "--exit-code", "--store=x.db"],
        ["demo"],
    ],
)
def test_plain(words):
    """Arguments in any order, options with their values, and - are plain."""
    assert vars(plainly(words)) == by_argparse(words)


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["--version"],
        ["nonsense"],
        ["text", "fit"],
        ["store", "check"],
        ["learn"],
        ["filter", "a"],
        ["classify", "--help"],
        ["classify", "--js"],
        ["classify", "--json=1"],
        ["classify", "--store"],
        ["classify", "--store", "--json"],
        ["classify", "--kind", "tar"],
        ["classify", "--timeout", "x"],
        ["classify", "--", "a"],
    ],
)
def test_not_plain(words):
    """Calls for help, mistakes and whatever is unusual are left to argparse."""
    assert plainly(words) is None


def test_unknown_ways(monkeypatch):
    """A command that asks a parser for what only argparse has is left to argparse."""
    monkeypatch.setattr(classify, "add_arguments", lambda parser: parser.add_subparsers())

    assert plainly(["classify"]) is None
