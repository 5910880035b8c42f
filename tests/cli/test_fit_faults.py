"""What goes wrong when a model is fitted from the shell."""

import json
import os
import re
import warnings

import pytest

from priory import TextClassifier
from priory.cli._parser import parser_for

PARAMETERS = r"\w+_(?:df|range|jobs|words|neighbors|features)\b|\w=|a function of"
EDITS = ["--model", "knn", "--metric", "levenshtein"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--alpha", "-1"], "priory: --alpha: must be a float in"),
        (["--stop-words", "klingon"], "priory: --stop-words: no stop words for 'klingon': choose"),
        (["--stop-words", "stem"], "priory: --stop-words: no stop words for 'stem'"),
        (["--stem", "klingon"], "priory: --stem: must be one of 'arabic', "),
        (["--ngrams", "2-1"], "priory: --ngrams: must be two integers"),
        (["--ngrams", "0-1"], "priory: --ngrams: must be two integers"),
        (["--max-features", "0"], "priory: --max-features: must be an int"),
        (["--min-df", "1.5"], "priory: --min-df: must be a float"),
        (["--max-df", "-2"], "priory: --max-df: must be a float"),
        (["--jobs", "0"], "priory: --jobs: must not be 0: pass -1"),
        (
            ["--analyzer", "char", "--stem", "english"],
            "priory: --stem has no effect with --analyzer char: remove it",
        ),
        (
            ["--analyzer", "char_wb", "--stop-words", "english"],
            "priory: --stop-words has no effect with --analyzer char_wb: remove it",
        ),
        (
            ["--estimate", "map", "--alpha", "0.5"],
            "below 1: use --estimate mean, or an --alpha of at least 1",
        ),
        (["--estimate", "map", "--alpha", "0.5"], "priory: --alpha: the posterior has no"),
        (["--text", "body"], "no column 'body' (columns: label, text): set --text"),
        (["--rank-by", "chi2"], "--rank-by has no effect without --max-features"),
        (["--text", "label"], "--text and --label are the same column 'label'"),
        (["--neighbors", "3"], "--neighbors has no effect with --model multinomial: remove it"),
        (["--metric", "cosine"], "--metric has no effect with --model multinomial"),
        (
            ["--model", "bernoulli", "--weights", "uniform"],
            "--weights has no effect with --model b",
        ),
        (["--model", "knn", "--estimate", "mean"], "--estimate has no effect with --model knn"),
        (
            ["--model", "knn", "--max-features", "3"],
            "--max-features has no effect with --model knn",
        ),
        (["--model", "knn", "--rank-by", "chi2"], "--rank-by has no effect with --model knn"),
        (
            ["--model", "knn", "--metric", "alpha"],
            "priory: --metric: 'alpha' is not one of cosine, ",
        ),
        (["--model", "knn", "--neighbors", "0"], "priory: --neighbors: must be an int"),
        (["--model", "knn", "--metric", "alpha"], "prefix: choose one of them\n"),
        (
            ["--model", "knn", "--neighbors", "6"],
            "priory: --neighbors: 6 is too many: only 5 texts",
        ),
        (["--model", "knn", "--neighbors", "6"], ": learn more texts or lower --neighbors\n"),
        ([*EDITS, "--analyzer", "char"], "--analyzer has no effect with --metric levenshtein"),
        ([*EDITS, "--ngrams", "2-3"], "--ngrams has no effect with --metric levenshtein"),
        ([*EDITS, "--min-df", "2"], "--min-df has no effect with --metric levenshtein"),
        (
            ["--model", "knn", "--min-df", "9"],
            "priory: --min-df: 9 documents is above the upper limit of 5: lower --min-df or raise ",
        ),
        (
            ["--model", "knn", "--min-df", "3", "--max-df", "2"],
            "priory: --min-df: 3 is above the upper limit of 2: lower --min-df or raise --max-df\n",
        ),
    ],
)
def test_mistakes(priory, mail, tmp_path, words, message):
    """A value that means nothing is one line on standard error, and no model is written."""
    ran = priory("text", "fit", mail, "-o", tmp_path / "model", *words)

    assert ran.code == 2
    assert ran.err.startswith("priory: ")
    assert message in ran.err
    assert not re.search(PARAMETERS, ran.err)
    assert ran.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == [mail]


@pytest.mark.parametrize(
    "words", [["--alpha", "x"], ["--ngrams", "x"], ["--min-df", "x"], ["--delimiter", "ab"]]
)
def test_misuse(mail, capsys, words):
    """A value that is none is shown the usage, and what it must be."""
    with pytest.raises(SystemExit, match="3"):
        parser_for(["text", "fit"]).parse_args(["text", "fit", str(mail), "-o", "m", *words])

    assert "usage: priory text fit" in capsys.readouterr().err


def test_bad_row(priory, mail, tmp_path):
    """A bad row stops it, and no model is written."""
    mail.write_text("label,text\nham,hello\nham\n")

    ran = priory("text", "fit", mail, "-o", tmp_path / "model")

    problem = "the number of fields is 1, and the header has 2"
    remedy = "correct it, or skip such rows with --skip-bad"
    assert ran == (2, "", f"priory: {mail}, line 3: {problem}: {remedy}\n")
    assert list(tmp_path.iterdir()) == [mail]


def test_skipped_rows(priory, mail, tmp_path):
    """Rows left out are counted on standard error and in the report."""
    mail.write_text("label,text\nham,hello\nham\nspam,buy\n")

    ran = priory("text", "fit", mail, "-o", tmp_path / "model", "--skip-bad", "--json")

    assert ran.code == 0
    assert ran.err.startswith("priory: left out 1 bad row: ")
    assert json.loads(ran.out)["bad_rows"] == 1


@pytest.mark.parametrize("content", ["label,text\n", "label,text\nham\n"])
def test_no_rows(priory, mail, tmp_path, content):
    """Where nothing is left to learn from, no model is written."""
    mail.write_text(content)

    ran = priory("text", "fit", mail, "-o", tmp_path / "model", "--skip-bad")

    assert ran.code == 2
    assert ran.err.endswith("mail.csv has no rows to learn from\n")
    assert list(tmp_path.iterdir()) == [mail]


def test_input_stays(priory, mail):
    """The input is not overwritten."""
    before = mail.read_bytes()

    ran = priory("text", "fit", mail, "-o", mail)

    assert ran.code == 2
    assert "would overwrite the input" in ran.err
    assert mail.read_bytes() == before


def test_changed_input(priory, mail, tmp_path, monkeypatch):
    """If the input changes meanwhile, no model is written."""
    learn = TextClassifier.partial_fit

    def touch_and_learn(self, *arguments):
        os.utime(mail, (1, 1))
        return learn(self, *arguments)

    monkeypatch.setattr(TextClassifier, "partial_fit", touch_and_learn)
    ran = priory("text", "fit", mail, "-o", tmp_path / "model")

    assert ran.code == 2
    assert "changed while it was read" in ran.err
    assert list(tmp_path.iterdir()) == [mail]


@pytest.mark.parametrize("method", ["partial_fit", "save"])
def test_interrupt(priory, mail, tmp_path, monkeypatch, method):
    """Ctrl-C leaves nothing behind, and the exit code is that of shells."""

    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(TextClassifier, method, interrupt)
    ran = priory("text", "fit", mail, "-o", tmp_path / "model")

    assert ran == (130, "", "priory: interrupted\n")
    assert list(tmp_path.iterdir()) == [mail]


def test_warning(priory, mail, tmp_path, monkeypatch):
    """What the library warns of is one line on standard error."""
    learn = TextClassifier.partial_fit

    def warn_and_learn(self, *arguments):
        warnings.warn("these stop words\nare odd", UserWarning, stacklevel=1)
        return learn(self, *arguments)

    monkeypatch.setattr(TextClassifier, "partial_fit", warn_and_learn)
    ran = priory("text", "fit", mail, "-o", tmp_path / "model")

    assert (ran.code, ran.err) == (0, "priory: these stop words are odd\n")


@pytest.mark.parametrize(
    ("words", "remedy"),
    [
        (["--min-df", "9"], "lower --min-df or raise --max-df (--min-df 9 and --max-df 1.0)"),
        (["--min-df", "3", "--max-df", "2"], "lower --min-df or raise --max-df"),
        (["--max-df", "0.0", "--json"], "lower --min-df or raise --max-df"),
        (["--ngrams", "50"], "check the texts, --analyzer, --ngrams and --stop-words"),
    ],
)
def test_no_words(priory, mail, tmp_path, words, remedy):
    """A model without words is written, and that it has none is one line on standard error."""
    ran = priory("text", "fit", mail, "-o", tmp_path / "model", *words)

    assert ran.code == 0
    assert ran.err.startswith("priory: the model has no words, ")
    assert remedy in ran.err
    assert ran.err.count("\n") == 1
    assert TextClassifier.load(tmp_path / "model").n_words_ == 0


@pytest.mark.parametrize("suffix", ["csv", "tsv", "jsonl"])
def test_empty_file(priory, tmp_path, suffix):
    """There is nothing to learn from an empty file of any format."""
    path = tmp_path / f"a.{suffix}"
    path.touch()

    ran = priory("text", "fit", path, "-o", tmp_path / "model")

    assert ran == (2, "", f"priory: {path} has no rows to learn from\n")


def test_standard_output(priory, mail, tmp_path, monkeypatch):
    """A model does not go to standard output, nor to a file called -."""
    monkeypatch.chdir(tmp_path)

    ran = priory("text", "fit", mail, "-o", "-")

    message = "a model cannot go to standard output: name a file with -o"
    assert ran == (2, "", f"priory: {message}\n")
    assert list(tmp_path.iterdir()) == [mail]


def test_one_class(priory, mail, tmp_path):
    """A model of a single class is written, with a warning."""
    mail.write_text("label,text\nham,hello\nham,lunch\n")

    ran = priory("text", "fit", mail, "-o", tmp_path / "model")

    assert ran.code == 0
    assert ran.err.startswith("priory: only one class, ham: ")
