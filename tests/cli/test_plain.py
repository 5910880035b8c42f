import io
from contextlib import redirect_stderr, redirect_stdout

import pytest
from hypothesis import given
from hypothesis import strategies as st

from priory.cli import mailfilter
from priory.cli._parser import parser_for
from priory.cli._plain import plainly

COMMANDS = [name for name in mailfilter.COMMANDS if name != "store"]
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


@given(st.sampled_from(COMMANDS), st.lists(st.sampled_from(WORDS), max_size=6))
def test_as_argparse(name, rest):
    """A command line that is plain means what it means to argparse."""
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
