import json

import pytest

from priory import TextClassifier
from priory.evaluate.texts import cross_validate, measure_texts


@pytest.fixture
def data(tmp_path):
    """Texts that are easy to tell apart, but for some."""
    rows = ["up,good day", "down,bad day", "up,good sun", "down,bad rain", "up,fine day"] * 6
    path = tmp_path / "days.csv"
    path.write_text("label,text\n" + "\n".join([*rows, "down,good day"]) + "\n")
    return path


def _rows(path):
    lines = path.read_text().splitlines()[1:]
    return [line.partition(",")[2] for line in lines], [line.partition(",")[0] for line in lines]


def test_measures_by_folds(priory, data):
    """The table has what Python measures on the same folds, and the mistakes."""
    (trial,) = cross_validate({"nb": TextClassifier()}, *_rows(data), folds=3)
    expected = measure_texts(trial)

    ran = priory("text", "evaluate", data, "--folds", "3")

    assert (ran.code, ran.err) == (0, "")
    said, twins, _, row, *mistakes = ran.out.splitlines()
    assert said == "31 texts judged, by 3 folds"
    assert twins.startswith(f"{trial.twins} of them (")
    assert row.split() == [
        "multinomial",
        *(
            f"{n:.4f}"
            for n in (expected.accuracy, expected.macro_f1, expected.log_loss, expected.ece)
        ),
    ]
    assert mistakes == ["1 text of down called up"]


def test_twins_are_told(priory, data):
    """JSON has the number of twins, and groups leave none."""
    twins = [
        json.loads(priory("text", "evaluate", data, "--folds", "3", "--json", *words).out)["twins"]
        for words in ([], ["--grouped"])
    ]

    assert twins == [31, 0]


def test_compares_models(priory, data):
    """Each further model has a row, and is compared with the first."""
    ran = priory("text", "evaluate", data, "--against", "bernoulli", "--against", "knn")

    assert ran.code == 0
    rows = [line.split()[0] for line in ran.out.splitlines()[3:6]]
    assert rows == ["multinomial", "bernoulli", "knn"]
    assert ran.out.count("multinomial against") == 2


def test_judges_a_test_file(priory, data, tmp_path):
    """With a test file, what DATA teaches judges its texts."""
    other = tmp_path / "other.tsv"
    other.write_text("label\ttext\nup\tgood day\ndown\tbad rain\nside\tbad day\n")

    ran = priory("text", "evaluate", data, "--test", other, "--json")

    report = json.loads(ran.out)
    assert (report["texts"], report["folds"]) == (3, None)
    assert report["models"]["multinomial"]["accuracy"] == pytest.approx(2 / 3)
    assert report["confusion"] == [["down", "down", 1], ["side", "down", 1], ["up", "up", 1]]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--folds", "1"], "1 folds"),
        (["--folds", "99"], "99 folds"),
        (["--grouped", "--test", "x.csv"], "--grouped has no effect with --test"),
        (["--folds", "3", "--test", "x.csv"], "--folds has no effect with --test"),
        (["--against", "multinomial"], "--against multinomial"),
        (["--test", "missing.csv"], "cannot read missing.csv"),
    ],
)
def test_mistakes_are_told(priory, data, words, why):
    """What makes no sense is told in a line."""
    ran = priory("text", "evaluate", data, *words)

    assert (ran.code, ran.out) == (2, "")
    assert why in ran.err
    assert ran.err.count("\n") == 1


def test_one_class_is_no_evaluation(priory, tmp_path):
    """Texts of one label cannot be told apart."""
    path = tmp_path / "one.csv"
    path.write_text("label,text\n" + "up,good day\n" * 9)

    ran = priory("text", "evaluate", path)

    assert ran.code == 2
    assert "only one class" in ran.err
