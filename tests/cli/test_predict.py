import json

import pytest

from priory import TextClassifier
from priory.cli import _data

TEXTS = ["cheap watches", "lunch with you", ""]


@pytest.fixture
def unseen(tmp_path):
    """Write three texts as CSV, and return the path."""
    path = tmp_path / "unseen.csv"
    path.write_text("id,text\n1,cheap watches\n2,lunch with you\n3,\n")
    return path


def cells(out):
    """Return the cells of a tab-separated table."""
    return [line.split("\t") for line in out.splitlines()]


def test_table(priory, model, unseen):
    """It writes label and probability of each text, in the order of the input."""
    ran = priory("text", "predict", model, unseen)

    head, *rows = cells(ran.out)
    shares = TextClassifier.load(model).predict_proba(TEXTS)
    assert (ran.code, ran.err) == (0, "")
    assert head == ["label", "probability"]
    assert [row[0] for row in rows] == TextClassifier.load(model).predict(TEXTS).tolist()
    assert [float(row[1]) for row in rows] == pytest.approx(shares.max(axis=1), rel=1e-5)


def test_neighbors(priory, near, unseen):
    """The nearest texts vote, and texts without words are counted, not hidden."""
    ran = priory("text", "predict", near, unseen)

    _, *rows = cells(ran.out)
    assert [row[0] for row in rows] == ["spam", "ham", "ham"]
    assert [float(row[1]) for row in rows] == pytest.approx([2 / 3, 1, 0.6], rel=1e-5)
    assert ran.code == 0
    assert ran.err == "priory: 1 row has no known words; class priors are used\n"


def test_proba(priory, model, unseen):
    """If asked to, it writes the probability of every label."""
    head, *rows = cells(priory("text", "predict", model, unseen, "--proba").out)

    shares = TextClassifier.load(model).predict_proba(TEXTS)
    assert head == ["label", "ham", "spam"]
    assert [list(map(float, row[1:])) for row in rows] == pytest.approx(shares, rel=1e-5)


def test_json(priory, model, unseen):
    """As JSON lines, each verdict has its place in the file, and numbers to the last digit."""
    ran = priory("text", "predict", model, unseen, "--json", "--proba")

    first = json.loads(ran.out.splitlines()[0])
    ham, spam = TextClassifier.load(model).predict_proba(TEXTS)[0].tolist()
    assert len(ran.out.splitlines()) == 3
    assert first == {
        "label": "spam",
        "probability": spam,
        "probabilities": {"ham": ham, "spam": spam},
        "file": str(unseen),
        "line": 2,
    }


def test_json_of_the_best(priory, model, unseen):
    """Without being asked to, JSON has the probability of the label only."""
    first = json.loads(priory("text", "predict", model, unseen, "--json").out.splitlines()[0])

    assert set(first) == {"label", "probability", "file", "line"}


def test_batches(priory, model, unseen, monkeypatch):
    """A file that is read in batches gets the verdicts of the whole."""
    whole = priory("text", "predict", model, unseen)
    monkeypatch.setattr(_data, "MOST_ROWS", 2)

    assert priory("text", "predict", model, unseen) == whole


def test_lines(priory, model, standard_input):
    """Standard input is one text a line."""
    standard_input(b"cheap watches\nlunch with you\n")

    rows = cells(priory("text", "predict", model, "-").out)

    assert [row[0] for row in rows] == ["label", "spam", "ham"]


def test_no_header(priory, model, unseen):
    """A table without a header gives a table without a header."""
    unseen.write_text("1,cheap watches\n2,lunch with you\n")

    rows = cells(priory("text", "predict", model, unseen, "--no-header", "--text", "2").out)

    assert [row[0] for row in rows] == ["spam", "ham"]


def test_folder(priory, model, tmp_path):
    """Of a folder the files are named."""
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "a").write_text("cheap watches")
    (folder / "b").write_text("lunch with you")

    head, *rows = cells(priory("text", "predict", model, folder).out)

    assert head == ["label", "probability", "file"]
    assert [(row[0], row[2]) for row in rows] == [
        ("spam", str(folder / "a")),
        ("ham", str(folder / "b")),
    ]


def test_no_rows(priory, model, unseen):
    """Where there are no texts, there are no verdicts."""
    unseen.write_text("id,text\n")

    assert priory("text", "predict", model, unseen) == (0, "label\tprobability\n", "")


def test_output(priory, model, unseen, tmp_path):
    """It writes to a file what it would print."""
    printed = priory("text", "predict", model, unseen)

    ran = priory("text", "predict", model, unseen, "-o", tmp_path / "out")

    assert ran == (0, "", "")
    assert (tmp_path / "out").read_text() == printed.out


def test_bad_row(priory, model, unseen, tmp_path):
    """A bad row stops it, and a half-written file does not stay."""
    unseen.write_text("id,text\n1,cheap\n2\n")

    ran = priory("text", "predict", model, unseen, "-o", tmp_path / "out")

    assert ran.code == 2
    assert "unseen.csv, line 3: the number of fields is 1" in ran.err
    assert not (tmp_path / "out").exists()


def test_skipped_rows(priory, model, unseen):
    """Bad rows get no verdict if asked to leave them out; JSON tells which lines have one."""
    unseen.write_text("id,text\n1,cheap\n2\n3,lunch\n")

    ran = priory("text", "predict", model, unseen, "--skip-bad", "--json")

    assert ran.code == 0
    assert [json.loads(line)["line"] for line in ran.out.splitlines()] == [2, 4]
    assert ran.err.startswith("priory: left out 1 bad row: ")


@pytest.mark.parametrize("which", ["model", "unseen"])
def test_input_stays(priory, model, unseen, which):
    """Neither the model nor the texts are overwritten."""
    path = {"model": model, "unseen": unseen}[which]
    before = path.read_bytes()

    ran = priory("text", "predict", model, unseen, "-o", path)

    assert ran.code == 2
    assert "would overwrite the input" in ran.err
    assert path.read_bytes() == before


def test_labels_do_not_break_lines(priory, tmp_path, mail):
    """A label with tabs and line breaks is spelled out in its cell."""
    mail.write_text('label,text\n"a\tb\nc",hello\n')
    priory("text", "fit", mail, "-o", tmp_path / "model")

    ran = priory("text", "predict", tmp_path / "model", mail)

    assert cells(ran.out) == [["label", "probability"], [r"a\tb\nc", "1"]]


def test_no_model(priory, unseen, tmp_path):
    """A model that is not there is an error that names it."""
    ran = priory("text", "predict", tmp_path / "nowhere", unseen)

    assert ran.code == 2
    assert ran.err.startswith("priory: ")
    assert "nowhere" in ran.err
    assert ran.err.count("\n") == 1


def test_not_a_model(priory, unseen):
    """A file that is no model is an error that names it."""
    ran = priory("text", "predict", unseen, unseen)

    assert ran.code == 2
    assert ran.err.startswith("priory: ")
    assert "unseen.csv" in ran.err


@pytest.fixture
def unsmoothed(priory, mail, tmp_path):
    """Fit a model in which a word that a label has not seen rules it out."""
    path = tmp_path / "unsmoothed"
    assert priory("text", "fit", mail, "-o", path, "--estimate", "mle").code == 0
    return path


def test_no_label(priory, unsmoothed, standard_input):
    """A text that no label can have made gets none, and that is told at the end."""
    standard_input(b"cheap\ncheap lunch\n")

    ran = priory("text", "predict", unsmoothed, "-")

    assert cells(ran.out) == [["label", "probability"], ["spam", "1"], ["", "nan"]]
    assert ran.err.startswith("priory: 1 row has no label: every one has probability 0; ")
    assert ran.err.count("\n") == 1


def test_no_label_as_json(priory, unsmoothed, standard_input):
    """In JSON no label is null, and what is no number a string."""
    standard_input(b"cheap lunch\n")

    found = json.loads(priory("text", "predict", unsmoothed, "-", "--json", "--proba").out)

    assert (found["label"], found["probability"]) == (None, "nan")
    assert found["probabilities"] == {"ham": "nan", "spam": "nan"}


@pytest.mark.parametrize("suffix", ["csv", "tsv", "jsonl", "txt"])
def test_empty_file(priory, model, tmp_path, suffix):
    """An empty file of any format has no texts, and gets the header alone."""
    path = tmp_path / f"a.{suffix}"
    path.touch()

    assert priory("text", "predict", model, path) == (0, "label\tprobability\n", "")


@pytest.mark.parametrize(
    "words", [["--text", "body"], ["--jobs", "0"], ["--format", "jsonl"], ["--encoding", "utf-16"]]
)
def test_no_lone_header(priory, model, unseen, words):
    """Where the first rows get no verdicts, nothing is printed."""
    ran = priory("text", "predict", model, unseen, *words)

    assert (ran.code, ran.out) == (2, "")


def test_standard_output(priory, model, unseen, tmp_path, monkeypatch):
    """The output called - is standard output."""
    monkeypatch.chdir(tmp_path)

    assert priory("text", "predict", model, unseen, "-o", "-") == (
        priory("text", "predict", model, unseen)
    )
    assert not (tmp_path / "-").exists()


def test_no_name(priory, model):
    """An empty name of the data is refused."""
    ran = priory("text", "predict", model, "")

    assert ran == (2, "", "priory: empty DATA: name a file or a folder\n")


def test_file_that_is_no_model(priory, mail):
    """A file that never was a model is not called a damaged one."""
    ran = priory("text", "predict", mail, mail)

    assert (ran.code, ran.out) == (2, "")
    assert "not a Priory model file: name a model file" in ran.err
