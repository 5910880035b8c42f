import json
import sys

import pytest

from priory import TextClassifier, TextNeighbors
from priory.cli import _data
from priory.cli._parser import parser_for
from priory.cli.text._fit_arguments import unfitted


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
    made = unfitted(parsed(*words))

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
    assert unfitted(parsed(*words)).get_params().items() >= parameters.items()


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


def test_singular(priory, mail, tmp_path):
    """One text and one word are no plurals."""
    mail.write_text("label,text\nham,hello\n")

    ran = priory("text", "fit", mail, "-o", tmp_path / "model")

    assert ran.out.endswith("model: 1 text (1 ham), 1 word\n")
