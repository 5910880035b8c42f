import json

import pytest

from priory import TextClassifier


def test_tables(priory, model):
    """It shows the most telling words of each label, with their counts there and elsewhere."""
    ran = priory("text", "words", model, "-n", "2")

    ham, spam = (block.splitlines() for block in ran.out.split("\n\n"))
    first = TextClassifier.load(model).words(2)["spam"][0]
    assert (ran.code, ran.err) == (0, "")
    assert ham[0].split() == ["ham", "weight", "count", "elsewhere"]
    assert len(ham) == len(spam) == 3
    assert spam[1].split()[:2] == [first.word, f"{first.weight:.2f}"]
    assert spam[1].split()[2:] == [str(first.counts["spam"]), str(first.counts["ham"])]


def test_by_mutual_information(priory, model):
    """Words can be ranked by what they say of the label, and rare ones left out."""
    words = ("--by", "mutual_info", "--min-count", "2", "--label", "ham")
    out = priory("text", "words", model, *words).out

    found = TextClassifier.load(model).words(by="mutual_info", min_count=2)["ham"]
    rows = [line.split()[:2] for line in out.splitlines()[1:]]
    assert rows == [[word.word, f"{word.weight:.4f}"] for word in found]
    assert all(sum(word.counts.values()) >= 2 for word in found)


def test_default_number(priory, model):
    """Ten words of each are shown if nothing else is asked for."""
    assert len(priory("text", "words", model, "--label", "ham").out.splitlines()) == 11


def test_one_label(priory, model):
    """If asked to, it shows the words of one label."""
    out = priory("text", "words", model, "--label", "spam").out

    assert out.startswith("spam ")
    assert "\n\n" not in out


def test_json(priory, model):
    """As JSON it has the counts of each label."""
    found = json.loads(priory("text", "words", model, "-n", "1", "--json").out)

    (telling,) = TextClassifier.load(model).words(1)["spam"]
    assert list(found) == ["ham", "spam"]
    assert found["spam"] == [
        {"word": telling.word, "weight": telling.weight, "counts": dict(telling.counts)}
    ]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--label", "eggs"], "unknown label 'eggs': choose from ham, spam"),
        (["-n", "0"], "--top: must be 1 or more, not 0"),
        (["--min-count", "-1"], "--min-count: must be 0 or more, not -1"),
    ],
)
def test_mistakes(priory, model, words, message):
    """What means nothing is refused, with what would."""
    assert priory("text", "words", model, *words) == (2, "", f"priory: {message}\n")


def test_neighbors(priory, near):
    """A model of neighbours has no weights of words, and what it has is named."""
    ran = priory("text", "words", near)

    assert (ran.code, ran.out) == (2, "")
    assert "is a k-NN model: words have no weights" in ran.err
    assert "`priory text explain`" in ran.err


def test_top_is_n(priory, model):
    """The long name of -n is that of `priory words`."""
    assert priory("text", "words", model, "--top", "1") == priory("text", "words", model, "-n", "1")
