import re
from pathlib import Path

import pytest

from priory import _core
from priory.mail import MARKS

PAGE = Path(__file__).parents[2] / "docs" / "mail-parsing.md"


def test_all_are_explained():
    """Every mark that the core can give is explained, in the order of the core, and no other."""
    assert list(MARKS) == _core.mark_names()


@pytest.mark.parametrize("name", MARKS)
def test_sentences(name):
    """An explanation is one short sentence."""
    assert re.fullmatch(r"[A-Z][^.]{10,79}\.", MARKS[name])


def test_page():
    """The page on mail has a table with the same words."""
    table = [f"| `{name}` | {sentence} |" for name, sentence in MARKS.items()]

    assert "\n".join(["|---|---|", *table, ""]) in PAGE.read_text(encoding="utf-8")
