import re

import pytest

from priory import TextClassifier, sample
from priory.cli import demo


@pytest.fixture
def printed(priory):
    """Return what the demo prints."""
    ran = priory("demo")
    assert (ran.code, ran.err) == (0, "")
    return ran.out


def test_numbers(printed):
    """It says first what was learned from what."""
    assert re.match(r"Learned \d+ words from 48 messages, \d+ of them spam\.\n", printed)


def test_verdicts(printed):
    """Its verdicts are those of a model that has not seen the messages."""
    texts, labels = sample.messages()
    unseen = texts[demo.HELD_OUT]
    del texts[demo.HELD_OUT], labels[demo.HELD_OUT]
    verdicts = TextClassifier().fit(texts, labels).predict(unseen).tolist()

    shown = re.findall(r"^.+ (ham|spam) +(?:0|1)\.\d{3}", printed, re.MULTILINE)

    assert shown == verdicts


def test_score(printed):
    """It counts its mistakes, and most verdicts are right."""
    mistakes = re.findall(r"no, (?:ham|spam)$", printed, re.MULTILINE)
    right, of = map(int, re.search(r"^(\d+) of (\d+) are right", printed, re.MULTILINE).groups())

    assert of == 12
    assert right == of - len(mistakes)
    assert right >= 9


def test_telling_words(printed):
    """The words that it shows are told apart by common sense, too."""
    ham, spam = printed.split("The most telling words:")[1].split("\n\n")[1:3]

    assert "cheap" in spam
    assert "the" in ham


def test_explanation(printed):
    """It ends with a message whose words are marked."""
    assert "[+FREE]" in printed.split("\n\n")[-1]


def test_lines_fit_a_terminal(printed):
    """No line is wider than a terminal."""
    assert max(map(len, printed.splitlines())) <= 80
