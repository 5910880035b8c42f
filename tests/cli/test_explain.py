import json
import re
import sys

import pytest

from priory import TextClassifier, TextNeighbors
from priory.cli.main import main

TEXT = "Cheap, CHEAP lunch for gnomes"


def lines(out, name):
    """Return the numbers that a report gives for a name."""
    return [line.split()[-3:] for line in out.splitlines() if line.startswith(name)]


def test_verdict(priory, model):
    """It begins with the labels and their probabilities, the best first."""
    out = priory("text", "explain", model, TEXT).out

    ham, spam = TextClassifier.load(model).predict_proba([TEXT])[0]
    rows = [line.split() for line in out.splitlines()[:3]]
    assert rows == [["label", "probability"], ["spam", f"{spam:.4f}"], ["ham", f"{ham:.4f}"]]


def test_words(priory, model):
    """It shows for each known word its count, its logarithms and their difference."""
    out = priory("text", "explain", model, TEXT).out

    words = {e.word: e for e in TextClassifier.load(model).explain(TEXT).evidence}
    ham, spam = words["cheap"].contributions
    assert words["cheap"].count == 2
    assert lines(out, "cheap") == [[f"{spam:.2f}", f"{ham:.2f}", f"{spam - ham:+.2f}"]]
    assert re.search(r"^cheap +2 ", out, re.MULTILINE)


def test_sum(priory, model):
    """It shows what the prior says, and the sum of all."""
    out = priory("text", "explain", model, TEXT).out

    explanation = TextClassifier.load(model).explain(TEXT)
    for name, values in (("(prior)", explanation.prior), ("(sum)", explanation.joint_log_proba)):
        assert lines(out, name)[0][:2] == [f"{values[1]:.2f}", f"{values[0]:.2f}"]


def test_unknown_words(priory, model):
    """It names the words that the model does not know."""
    assert "\nUnknown words: for, gnomes\n" in priory("text", "explain", model, TEXT).out


def test_marks(priory, model):
    """It ends with the text, and marks what speaks for the label and against it."""
    out = priory("text", "explain", model, TEXT).out

    assert out.endswith("\n\n[+Cheap], [+CHEAP] [-lunch] for gnomes\n")


def test_other_words(priory, model):
    """Beyond the number that was asked for, words are summed up in one line."""
    out = priory("text", "explain", model, TEXT, "-n", "1").out

    assert lines(out, "cheap")
    assert not lines(out, "lunch")
    assert lines(out, "(1 other word)")


def test_absent_words(priory, mail, tmp_path):
    """Words that are not there speak too, if the model hears them."""
    priory("text", "fit", mail, "-o", tmp_path / "model", "--model", "bernoulli")

    out = priory("text", "explain", tmp_path / "model", TEXT).out

    absent = TextClassifier.load(tmp_path / "model").explain(TEXT).absent
    assert lines(out, "(absent words)")[0][:2] == [f"{absent[1]:.2f}", f"{absent[0]:.2f}"]


@pytest.mark.parametrize("event_model", ["multinomial", "bernoulli"])
def test_json(priory, mail, tmp_path, event_model):
    """As JSON it has everything, and what spoke adds up to the verdict."""
    priory("text", "fit", mail, "-o", tmp_path / "model", "--model", event_model)

    found = json.loads(priory("text", "explain", tmp_path / "model", TEXT, "--json").out)

    assert found["label"] == "spam"
    assert found["unknown"] == ["for", "gnomes"]
    assert {e["word"]: e["places"] for e in found["evidence"]}["cheap"] == [[0, 5], [7, 12]]
    for label in ("ham", "spam"):
        spoken = sum(evidence["contributions"][label] for evidence in found["evidence"])
        total = found["prior"][label] + found["absent"][label] + spoken
        assert total == pytest.approx(found["joint_log_proba"][label])


def test_against(priory, mail, tmp_path):
    """Another label can be the one that the best is held against."""
    mail.write_text("label,text\n1,cheap\n2,lunch\n3,goal\n")
    priory("text", "fit", mail, "-o", tmp_path / "model")

    out = priory("text", "explain", tmp_path / "model", "cheap", "--against", "3").out

    assert re.search(r"^word +count +1 +3 +difference$", out, re.MULTILINE)


def test_against_whom(priory, model):
    """A label that the model does not have is refused, with those it has."""
    ran = priory("text", "explain", model, TEXT, "--against", "eggs")

    assert ran == (2, "", "priory: unknown label 'eggs': choose from ham, spam\n")


def test_against_itself(priory, model):
    """The label that is predicted cannot be compared with itself."""
    ran = priory("text", "explain", model, TEXT, "--against", "spam")

    assert (ran.code, ran.out) == (2, "")
    assert "'spam' is the predicted label" in ran.err


@pytest.mark.parametrize(
    ("environment", "is_colored"),
    [
        ({}, True),
        ({"NO_COLOR": "1"}, False),
        ({"NO_COLOR": ""}, True),
        ({"TERM": "dumb"}, False),
    ],
)
def test_colors(model, terminal, monkeypatch, environment, is_colored):
    """A terminal gets colours unless somebody does not want them."""
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "stdout", stream := terminal())

    main(["text", "explain", str(model), TEXT])

    assert bool(re.search(r"\x1b\[3[0-9]", stream.getvalue())) == is_colored


def test_no_colors_elsewhere(priory, model, monkeypatch):
    """Files and pipes get none."""
    monkeypatch.setenv("TERM", "xterm")

    assert "\x1b" not in priory("text", "explain", model, TEXT).out


def test_page(priory, model, tmp_path):
    """It writes a page, which only its owner may read, and nothing else."""
    path = tmp_path / "why.html"

    ran = priory("text", "explain", model, TEXT, "--html", path, "-n", "1")

    assert ran == (0, "", "")
    assert path.read_text() == TextClassifier.load(model).explain(TEXT).to_html(n=1)
    assert path.stat().st_mode & 0o077 == 0
    assert sorted(each.name for each in tmp_path.iterdir()) == [
        "mail.csv",
        "mail.safetensors",
        "why.html",
    ]


def test_page_on_standard_output(priory, model):
    """A page can go into a pipe."""
    out = priory("text", "explain", model, TEXT, "--html", "-", "--against", "ham").out

    assert out == TextClassifier.load(model).explain(TEXT).to_html(against="ham")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("", "empty file name after --html: name a file"),
        (".", "not a regular file: name a file with --html"),
        ("none/why.html", "does not exist: create it"),
        ("mail.safetensors", "would overwrite the input"),
    ],
)
def test_bad_places(priory, model, monkeypatch, name, message):
    """A place where no page can stand is refused, and nothing changes."""
    monkeypatch.chdir(model.parent)
    before = model.read_bytes()

    ran = priory("text", "explain", "mail.safetensors", TEXT, "--html", name)

    assert ran.code == 2
    assert message in ran.err
    assert model.read_bytes() == before


def test_two_forms(priory, model):
    """One form at a time."""
    ran = priory("text", "explain", model, TEXT, "--json", "--html", "-")

    assert ran == (2, "", "priory: --html and --json are mutually exclusive: remove one\n")


def test_standard_input(priory, model, standard_input):
    """A text can come from a pipe, with several lines and a byte order mark."""
    standard_input("\ufeffCheap\nlunch".encode())

    assert priory("text", "explain", model, "-").out.endswith("\n\n[+Cheap]\n[-lunch]\n")


def test_bytes(priory, model, standard_input):
    """Bytes that are no text are refused, with their line."""
    standard_input(b"Cheap\n\xff")

    ran = priory("text", "explain", model, "-")

    assert ran == (2, "", "priory: standard input, line 2: not valid UTF-8\n")


@pytest.mark.parametrize("text", ["", "gnomes"])
def test_nothing_known(priory, model, text):
    """Where no word is known, the prior speaks alone."""
    ran = priory("text", "explain", model, text)

    assert ran.code == 0
    assert lines(ran.out, "(prior)") == lines(ran.out, "(sum)")


def test_one_label(priory, mail, tmp_path):
    """A model of one label has no runner-up, and is sure."""
    mail.write_text("label,text\nham,hello\n")
    priory("text", "fit", mail, "-o", tmp_path / "model")

    out = priory("text", "explain", tmp_path / "model", "hello").out

    assert re.match(r"label +probability\nham +1\.0000\n", out)
    assert out.endswith("[hello]\n")


def test_many_labels(priory, mail, tmp_path):
    """Of many labels the best are named, and the others summed up."""
    rows = [f"class{i},word{i} again\n" for i in range(9)]
    mail.write_text("label,text\n" + "".join(rows))
    priory("text", "fit", mail, "-o", tmp_path / "model")

    out = priory("text", "explain", tmp_path / "model", "word4").out

    assert out.splitlines()[1].startswith("class4 ")
    assert out.splitlines()[6].startswith("4 others ")


def test_controls(priory, model):
    """Nothing in a text can command the terminal."""
    assert "\x1b" not in priory("text", "explain", model, "cheap \x1b[2J").out


def test_negative_number(priory, model):
    """A number of words below zero is refused."""
    ran = priory("text", "explain", model, TEXT, "-n", "-1")

    assert ran == (2, "", "priory: --top must be 0 or more, not -1\n")


def test_top_is_n(priory, model):
    """The long name of -n is that of `priory explain`."""
    words = ("text", "explain", model, TEXT)

    assert priory(*words, "--top", "1") == priory(*words, "-n", "1")


def test_no_label(priory, mail, tmp_path):
    """A text that no label can have made is explained as well."""
    priory("text", "fit", mail, "-o", tmp_path / "model", "--estimate", "mle")

    ran = priory("text", "explain", tmp_path / "model", TEXT)

    assert ran.code == 0
    assert ran.out.startswith("No label: every one has probability 0; fit with --estimate mean ")


def test_neighbors(priory, near):
    """Of a model of neighbours it shows the nearest texts, as tables and as JSON."""
    explanation = TextNeighbors.load(near).explain(TEXT)

    assert priory("text", "explain", near, TEXT) == (0, f"{explanation}\n", "")
    assert priory("text", "explain", near, TEXT, "--json").out == f"{explanation.to_json()}\n"
    out = priory("text", "explain", near, TEXT, "-n", "1").out
    assert out == f"{explanation.to_text(n=1)}\n"


def test_page_of_neighbors(priory, near, tmp_path):
    """The page of neighbours is written whole, for oneself alone."""
    ran = priory("text", "explain", near, TEXT, "--html", tmp_path / "why.html")

    assert ran == (0, "", "")
    assert (tmp_path / "why.html").read_text() == TextNeighbors.load(near).explain(TEXT).to_html()
    assert (tmp_path / "why.html").stat().st_mode & 0o077 == 0


def test_neighbors_are_held_against_nothing(priory, near):
    """An option about words is refused by name."""
    ran = priory("text", "explain", near, TEXT, "--against", "ham")

    assert ran.code == 2
    assert ran.err.startswith("priory: --against has no effect with ")


def test_undecodable_argument(priory, model):
    """Bytes of the command line that are no text do no harm."""
    assert priory("text", "explain", model, "cheap \udcff").out.endswith("[+cheap] \\xff\n")


def test_undecodable_characters(priory, mail, tmp_path):
    """Bytes that are no text have no n-grams of characters, which is said in one line."""
    priory("text", "fit", mail, "-o", tmp_path / "model", "--analyzer", "char")

    ran = priory("text", "explain", tmp_path / "model", "cheap \udcff")

    assert (ran.code, ran.out) == (2, "")
    assert ran.err.endswith(": pass valid UTF-8\n")


def test_closed_input(priory, model, monkeypatch):
    """Without a standard input there is nothing to explain."""
    monkeypatch.setattr(sys, "stdin", None)

    ran = priory("text", "explain", model, "-")

    assert ran == (2, "", "priory: standard input is closed: name a file\n")
