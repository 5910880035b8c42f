import re

import numpy as np
import pytest

from evidence.samples import of_row, of_text
from priory import GaussianNB, TextClassifier
from priory.evidence import to_text
from priory.tokens import MailAnalyzer

COLOR = re.compile(r"\x1b\[[\d;]*m")


def numbers(text, column):
    """Return the numbers of a column of the table of terms, but for the sum, and the sum."""
    lines = [line.split() for line in text.split("\n\n")[1].splitlines()[1:]]
    *terms, total = (float(cells[column]) for cells in lines)
    return terms, total


@pytest.mark.parametrize("explanation", [of_text(), of_row(), of_text(model="bernoulli")])
@pytest.mark.parametrize("n", [0, 1, 20])
@pytest.mark.parametrize("against", [None, "news"])
def test_columns_add_up(explanation, n, against):
    """Each column of the table is a sum of what stands above, up to rounding."""
    text = to_text(explanation, n=n, against=against)

    for column in (-1, -2, -3):
        terms, total = numbers(text, column)
        assert sum(terms) == pytest.approx(total, abs=0.005 * (len(terms) + 1))


def test_printed():
    """Printed, the explanation of a text is its table."""
    explanation = of_text()

    assert str(explanation) == to_text(explanation) == explanation.to_text()
    assert "[+Cheap], [+CHEAP] [-lunch] for gnomes" in str(explanation)


def test_colors():
    """Lines have the colour of their sign, and without colours nothing else is different."""
    plain, colored = (to_text(of_text(), color=color) for color in (False, True))

    assert COLOR.sub("", colored) == plain
    by_name = {COLOR.sub("", line).split(" ")[0]: line for line in colored.splitlines()}
    assert by_name["cheap"].startswith("\x1b[38;5;166m")
    assert by_name["lunch"].startswith("\x1b[38;5;32m")
    assert by_name["word"].startswith("word")
    assert "\x1b" not in plain


def test_values():
    """The values of a row are shown, whatever they are."""
    model = GaussianNB().fit([[1.5, 2.0], [3.0, 7.5], [2.0, 2.5], [4.0, 7.0]], ["a", "b", "a", "b"])

    assert re.search(r"^1 +2.25 ", to_text(model.explain([[1.0, 2.25]])[0]), re.MULTILINE)


@pytest.mark.parametrize("text", ["cheap \x1b[2J", "cheap \u202e", "cheap \ud800", "cheap\x00\x7f"])
def test_hostile_text(text):
    """Nothing in a text can command the terminal, and all of it can be written."""
    shown = to_text(of_text(text))

    assert shown.replace("\n", "").isprintable()
    shown.encode()


def test_hostile_names():
    """Nothing in the name of a class or of a feature can, and long ones are cut."""
    labels = ["\x1b[31mred\n", "x" * 999]
    model = TextClassifier(analyzer=str.split).fit(["a\x1b[2J", "y" * 999], labels)

    shown = to_text(model.explain("a\x1b[2J " + "y" * 999))

    assert shown.replace("\n", "").isprintable()
    assert max(map(len, shown.splitlines()[:-1])) < 250


def test_messages():
    """A message in bytes has tables, and no text to be marked."""
    messages = [b"Subject: pills\n\nbuy", b"Subject: lunch\n\nsee you"]
    model = TextClassifier(analyzer=MailAnalyzer()).fit(messages, ["spam", "ham"])

    lines = to_text(model.explain(messages[0])).splitlines()

    assert lines[-1].startswith("(sum)")


def test_many_classes():
    """Beyond the best, classes are summed up, but the reference is named."""
    labels = [f"c{i}" for i in range(20)]
    explanation = TextClassifier().fit([f"word{i}" for i in range(20)], labels).explain("word3")

    text = to_text(explanation, against="c19")

    shares = [float(line.split()[-1]) for line in text.split("\n\n")[0].splitlines()[1:]]
    assert "c19" in text
    assert "14 others" in text
    assert np.sum(shares) == pytest.approx(1, abs=0.001)
