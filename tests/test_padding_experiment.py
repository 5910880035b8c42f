"""The experiment on spam with ordinary words added, in sight and out of it."""

import pytest
from benchmarks.messages import Mail, generate, halves
from experiments import padded, page, run
from experiments.compared import COMPARISONS
from experiments.padded import Trial

from priory.mail import Message

WORDS = "sesame tahini"


@pytest.fixture
def trial():
    """Return made-up mail in halves."""
    return Trial(*halves(generate(300_000)))


@pytest.mark.parametrize("variant", padded.PAGES)
def test_words_are_added_where_they_are_said_to_be(variant):
    """Padding leaves a message as it is, but for words in sight or out of it."""
    raw = b"Subject: x\nContent-Type: text/html;\n charset=utf-8\n\n<p>Caf\xc3\xa9</p>"
    message = Message.parse(padded.padded(raw, padded.PAGES[variant].format(WORDS)))
    in_sight = [*WORDS.split()] if variant == padded.IN_SIGHT else []
    hidden = [] if variant in {padded.ALONE, padded.IN_SIGHT} else WORDS.split()

    assert message.subject == "x"
    assert message.text.split() == ["Café", *in_sight]
    assert message.hidden.split() == hidden


def test_frequent_words_are_those_of_most_ham():
    """Words count once for each ham that has them in its text, and no spam counts."""
    mail = [
        Mail("a/1", "ham", b"Subject: subject\n\nsome words words words\n"),
        Mail("a/2", "ham", b"\n\nsome other 1234\n"),
        Mail("a/3", "spam", b"\n\nother\n"),
    ]

    assert padded.frequent(mail, 3) == ["some", "other", "words"]


def test_verdicts_are_counted(trial):
    """Each way to add words is judged on the same caught spam, all of it spam without them."""
    found = padded.judged(trial, 3)

    assert list(found) == list(padded.PAGES)
    assert {sum(counts) for counts in found.values()} == {3}
    assert found[padded.ALONE] == (3, 0, 0)


def test_page_is_written(trial, tmp_path, monkeypatch):
    """Mail becomes a page with a row for each way to add words."""
    monkeypatch.setattr(page, "FOLDER", tmp_path)
    monkeypatch.setattr(padded, "load", lambda _: {"sample": trial})
    name = "hidden-styles"

    run.main([name, "--write"])

    text = page.path(name, COMPARISONS[name]).read_text("utf-8")
    assert [variant for variant in padded.PAGES if f"\n| {variant} | " not in text] == []
