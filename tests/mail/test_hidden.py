"""Text that a page keeps from its readers: word by word what a browser shows."""

from itertools import chain

import pytest

from mail import browser
from priory.mail import Message

SNIPPETS = browser.snippets()
ALL = list(chain.from_iterable(SNIPPETS.values()))
HEAD = b"Content-Type: text/html; charset=utf-8\n\n"
ENOUGH = 100


def read(html):
    """Return the words that are visible and those that are hidden, as the parser has it."""
    message = Message.parse(HEAD + html.encode())
    return {"visible": sorted(message.text.split()), "hidden": sorted(message.hidden.split())}


@pytest.mark.parametrize("snippet", ALL, ids=lambda snippet: snippet["name"])
def test_words_are_seen_as_a_browser_shows_them(snippet):
    """Each word of a snippet is visible or hidden as in a browser, or as a reason says."""
    expected = {**snippet["browser"], **snippet.get("differs", {})}
    expected.pop("why", None)

    assert read(snippet["html"]) == expected


def test_snippets_are_well_formed():
    """Snippets have names of their own, and where they differ a reason and a difference."""
    names = [snippet["name"] for snippet in ALL]
    differing = [snippet for snippet in ALL if "differs" in snippet]

    assert len(ALL) >= ENOUGH
    assert len(set(names)) == len(names)
    assert all(set(it) <= {"name", "html", "browser", "differs"} for it in ALL)
    assert all(it["differs"]["why"].endswith(".") for it in differing)
    assert [it for it in differing if it["differs"].items() >= it["browser"].items()] == []


@pytest.mark.parametrize("path", SNIPPETS, ids=lambda path: path.stem)
def test_a_browser_still_shows_them_so(path):
    """The browser that is installed shows each snippet as the vectors say."""
    program = browser.chromium()
    if program is None:
        pytest.skip(f"none of {', '.join(browser.NAMES)} is installed to ask again")
    found = SNIPPETS[path]
    shown = browser.ask(program, [snippet["html"] for snippet in found])

    now = {it["name"]: sees for it, sees in zip(found, shown, strict=True)}
    assert now == {it["name"]: it["browser"] for it in found}
