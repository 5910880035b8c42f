import io
import re
from collections import Counter

from priory import _reference as reference
from priory import sample
from priory.cli import demo


def printed():
    """Return what the demo prints."""
    out = io.StringIO()
    assert demo.run(out) == 0
    return out.getvalue()


def table():
    """Return the rows of the demo's table: token, in spam, in ham."""
    rows = re.findall(r"^(\S+) +(\d+) +(\d+)$", printed(), re.MULTILINE)
    return {token: (int(spam), int(ham)) for token, spam, ham in rows}


def counts_by_label():
    """Count the tokens of the sample without the core."""
    counts = {"ham": Counter(), "spam": Counter()}
    for text, label in zip(*sample.messages(), strict=True):
        counts[label].update(reference.tokenize(text, domain_features=["money", "punctuation"]))
    return counts


def test_header():
    """It says first what was counted: messages, spam, tokens."""
    counts = counts_by_label()
    tokens = counts["spam"] + counts["ham"]
    first = printed().splitlines()[0]

    assert re.findall(r"\d+", first) == ["60", "23", str(tokens.total()), str(len(tokens))]


def test_columns():
    """Its table has a head that says what the numbers are."""
    assert re.search(r"^token +in spam +in ham$", printed(), re.MULTILINE)


def test_counts():
    """The numbers of the table are those of the sample."""
    counts, rows = counts_by_label(), table()

    assert len(rows) == demo.ROWS
    assert rows == {token: (counts["spam"][token], counts["ham"][token]) for token in rows}


def test_telling_words():
    """The words that it shows are told apart by common sense, too."""
    rows = table()

    assert rows["free"][0] > rows["free"][1]
    assert rows["punct:!!!"][1] == 0
    assert rows["the"][1] > rows["the"][0]


def test_lines_fit_a_terminal():
    """No line is wider than a terminal."""
    assert max(map(len, printed().splitlines())) <= 80
