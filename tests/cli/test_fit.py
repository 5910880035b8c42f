import json
import os
import sys
import warnings

import pytest

from priory import TextClassifier, TextNeighbors
from priory.cli import _data
from priory.cli.main import parser_for
from priory.cli.text import fit


def fitted(priory, tmp_path, *words):
    """Fit a model by the command, and load it."""
    ran = priory("text", "fit", *words, "-o", tmp_path / "model")
    assert ran.err == ""
    assert ran.code == 0
    return TextClassifier.load(tmp_path / "model")


def test_report(priory, mail, tmp_path):
    """It says what it learned."""
    path = tmp_path / "model"

    ran = priory("text", "fit", mail, "-o", path)

    assert ran == (0, f"{path}: 5 texts (3 ham, 2 spam), 15 words\n", "")


def test_many_labels(priory, mail, tmp_path):
    """Many labels are counted, not listed."""
    mail.write_text("label,text\n" + "".join(f"class{i},word{i}\n" for i in range(20)))

    ran = priory("text", "fit", mail, "-o", tmp_path / "model")

    assert ran.out.endswith("model: 20 texts (20 labels), 20 words\n")


def test_json(priory, mail, tmp_path):
    """It says the same as one JSON object."""
    path = tmp_path / "model"

    ran = priory("text", "fit", mail, "-o", path, "--json")

    assert json.loads(ran.out) == {
        "model": str(path),
        "texts": 5,
        "classes": {"ham": 3, "spam": 2},
        "words": 15,
        "bad_rows": 0,
    }


def test_same_as_python(priory, mail, tmp_path):
    """The model is that of the same texts and parameters in Python."""
    texts = ["Buy cheap watches, buy now", "Cheap loans now", "See you at lunch"]
    texts += ["The meeting is now at noon, see you", "Lunch was great"]
    expected = TextClassifier(model="bernoulli", alpha=0.5, ngram_range=(1, 2), min_df=2)
    expected.fit(texts, ["spam", "spam", "ham", "ham", "ham"])

    words = ["--model", "bernoulli", "--alpha", "0.5", "--ngrams", "1-2", "--min-df", "2"]
    model = fitted(priory, tmp_path, mail, *words)

    assert model.vocabulary() == expected.vocabulary()
    assert model.predict_proba(texts).tolist() == expected.predict_proba(texts).tolist()


def test_batches(priory, mail, tmp_path, monkeypatch):
    """A file that is read in batches gives the model of the whole."""
    whole = fitted(priory, tmp_path, mail)
    monkeypatch.setattr(_data, "MOST_ROWS", 2)

    batched = fitted(priory, tmp_path, mail)

    assert batched.vocabulary() == whole.vocabulary()
    assert batched.predict_proba(["cheap lunch"]).tolist() == (
        whole.predict_proba(["cheap lunch"]).tolist()
    )


EDITS = ["--model", "knn", "--metric", "levenshtein"]


def parsed(*words):
    """Return the options of a command line."""
    words = ["text", "fit", "DATA", "-o", "MODEL", *words]
    return parser_for(words).parse_args(words)


@pytest.mark.parametrize(
    ("words", "kind"), [([], TextClassifier), (["--model", "knn"], TextNeighbors)]
)
def test_defaults(words, kind):
    """What is not asked for is as in Python."""
    made = fit._unfitted(parsed(*words))

    assert type(made) is kind
    assert made.get_params() == kind().get_params()


@pytest.mark.parametrize(
    ("words", "parameters"),
    [
        (["--estimate", "map"], {"estimate": "map"}),
        (["--max-df", "0.5"], {"max_df": 0.5}),
        (["--max-df", "1"], {"max_df": 1}),
        (["--max-features", "3", "--rank-by", "chi2"], {"max_features": 3, "rank_by": "chi2"}),
        (["--analyzer", "char", "--ngrams", "3"], {"analyzer": "char", "ngram_range": (3, 3)}),
        (["--stop-words", "english"], {"stop_words": "english"}),
        (["--stem", "english"], {"stem": "english"}),
        (["--strip-accents", "ascii"], {"strip_accents": "ascii"}),
        (["--jobs", "1"], {"n_jobs": 1}),
        (["--model", "knn", "--neighbors", "3"], {"n_neighbors": 3}),
        (["--model", "knn", "--metric", "manhattan"], {"metric": "manhattan"}),
        (["--model", "knn", "--weights", "distance"], {"weights": "distance"}),
        (["--model", "knn", "--alpha", "0.5", "--min-df", "2"], {"alpha": 0.5, "min_df": 2}),
    ],
)
def test_parameters(words, parameters):
    """Each option is a parameter of the model."""
    assert fit._unfitted(parsed(*words)).get_params().items() >= parameters.items()


def test_neighbors(priory, mail, tmp_path):
    """A model of neighbours is that of the same texts and parameters in Python, and says so."""
    path = tmp_path / "near"
    words = ["--model", "knn", "--neighbors", "3", "--weights", "distance", "--ngrams", "1-2"]

    ran = priory("text", "fit", mail, "-o", path, *words)

    assert ran == (0, f"{path}: 5 texts (3 ham, 2 spam), 32 words\n", "")
    model = TextNeighbors.load(path)
    expected = TextNeighbors(3, weights="distance", ngram_range=(1, 2))
    expected.fit(model.texts_, ["spam", "spam", "ham", "ham", "ham"])
    assert model.texts_[1] == "Cheap loans now"
    assert model.predict_proba(["cheap lunch"]).tolist() == (
        expected.predict_proba(["cheap lunch"]).tolist()
    )


def test_neighbors_without_words(priory, mail, tmp_path):
    """A metric of strings has no words to count, and texts without words are told."""
    path = tmp_path / "near"
    assert priory("text", "fit", mail, "-o", path, *EDITS).out == (
        f"{path}: 5 texts (3 ham, 2 spam)\n"
    )
    assert (
        json.loads(priory("text", "fit", mail, "-o", path, *EDITS, "--json").out)["words"] is None
    )
    mail.write_text("label,text\nham,!\nspam,?\n")

    ran = priory("text", "fit", mail, "-o", path, "--model", "knn")

    assert ran.out == f"{path}: 2 texts (1 ham, 1 spam), 0 words\n"
    assert ran.err.startswith("priory: the model has no words, so it gives every text the same")


def test_labels_are_strings(priory, tmp_path):
    """Labels of a file are strings, also where they look like numbers."""
    path = tmp_path / "a.csv"
    path.write_text("label,text\n1,yes yes\n0,no no\n")

    assert fitted(priory, tmp_path, path).classes_.tolist() == ["0", "1"]


def test_folder(priory, tmp_path):
    """A folder with a folder for each class is learned."""
    for name, text in (("ham/1", "see you"), ("ham/2", "lunch"), ("spam/1", "buy now")):
        path = tmp_path / "mail" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    assert fitted(priory, tmp_path, tmp_path / "mail").class_count_.tolist() == [2, 1]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--alpha", "-1"], "alpha"),
        (["--stop-words", "klingon"], "klingon"),
        (["--stem", "klingon"], "klingon"),
        (["--ngrams", "2-1"], "ngram_range"),
        (["--max-features", "0"], "max_features"),
        (["--text", "body"], "no column is named 'body'"),
        (["--neighbors", "3"], "--neighbors means nothing to --model multinomial: leave it out"),
        (["--metric", "cosine"], "--metric means nothing to --model multinomial"),
        (["--model", "bernoulli", "--weights", "uniform"], "--weights means nothing to --model b"),
        (["--model", "knn", "--estimate", "mean"], "--estimate means nothing to --model knn"),
        (["--model", "knn", "--max-features", "3"], "--max-features means nothing to --model knn"),
        (["--model", "knn", "--rank-by", "chi2"], "--rank-by means nothing to --model knn"),
        (["--model", "knn", "--metric", "nonsense"], "'nonsense'"),
        (["--model", "knn", "--neighbors", "0"], "'--neighbors' parameter"),
        (["--model", "knn", "--neighbors", "6"], "--neighbors=6, but only 5 texts"),
        (["--model", "knn", "--neighbors", "6"], "or lower --neighbors"),
        ([*EDITS, "--analyzer", "char"], "--analyzer means nothing to --metric levenshtein"),
        ([*EDITS, "--ngrams", "2-3"], "--ngrams means nothing to --metric levenshtein"),
        ([*EDITS, "--min-df", "2"], "--min-df means nothing to --metric levenshtein"),
        (["--model", "knn", "--min-df", "9"], "min_df"),
    ],
)
def test_mistakes(priory, mail, tmp_path, words, message):
    """A value that means nothing is one line on standard error, and no model is written."""
    ran = priory("text", "fit", mail, "-o", tmp_path / "model", *words)

    assert ran.code == 2
    assert ran.err.startswith("priory: ")
    assert message in ran.err
    assert ran.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == [mail]


@pytest.mark.parametrize(
    "words", [["--alpha", "x"], ["--ngrams", "x"], ["--min-df", "x"], ["--delimiter", "ab"]]
)
def test_misuse(mail, capsys, words):
    """A value that is none is shown the usage, and what it must be."""
    with pytest.raises(SystemExit, match="2"):
        parser_for(["text", "fit"]).parse_args(["text", "fit", str(mail), "-o", "m", *words])

    assert "usage: priory text fit" in capsys.readouterr().err


def test_bad_row(priory, mail, tmp_path):
    """A bad row stops it, and no model is written."""
    mail.write_text("label,text\nham,hello\nham\n")

    ran = priory("text", "fit", mail, "-o", tmp_path / "model")

    problem = "the number of fields is 1, and the header has 2"
    remedy = "correct it, or leave such rows out with --skip-bad"
    assert ran == (2, "", f"priory: {mail}, line 3: {problem}; {remedy}\n")
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


def test_who_may_read_it(priory, mail, tmp_path):
    """The model is as readable as any file that the user makes."""
    (tmp_path / "other").touch()

    fitted(priory, tmp_path, mail)

    assert (tmp_path / "model").stat().st_mode == (tmp_path / "other").stat().st_mode


def test_standard_input(priory, mail, tmp_path, standard_input):
    """It learns from a pipe."""
    standard_input(mail.read_bytes())

    model = fitted(priory, tmp_path, "-", "--format", "csv")

    assert model.class_count_.tolist() == [3, 2]
    assert not sys.stdin.closed


def test_warning(priory, mail, tmp_path, monkeypatch):
    """What the library warns of is one line on standard error."""
    learn = TextClassifier.partial_fit

    def warn_and_learn(self, *arguments):
        warnings.warn("these stop words\nare odd", UserWarning, stacklevel=1)
        return learn(self, *arguments)

    monkeypatch.setattr(TextClassifier, "partial_fit", warn_and_learn)
    ran = priory("text", "fit", mail, "-o", tmp_path / "model")

    assert (ran.code, ran.err) == (0, "priory: these stop words are odd\n")


def test_singular(priory, mail, tmp_path):
    """One text and one word are no plurals."""
    mail.write_text("label,text\nham,hello\n")

    ran = priory("text", "fit", mail, "-o", tmp_path / "model")

    assert ran.out.endswith("model: 1 text (1 ham), 1 word\n")


@pytest.mark.parametrize(
    ("words", "remedy"),
    [
        (["--min-df", "9"], "lower --min-df or raise --max-df (--min-df 9 and --max-df 1.0)"),
        (["--min-df", "3", "--max-df", "2"], "lower --min-df or raise --max-df"),
        (["--max-df", "0.0", "--json"], "lower --min-df or raise --max-df"),
        (["--ngrams", "50"], "look at the texts, --analyzer, --ngrams and --stop-words"),
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
