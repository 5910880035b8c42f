"""The experiment on neighbours of texts."""

import pytest
from benchmarks.corpora import Labelled
from experiments import near_texts, page, run
from experiments.compared import COMPARISONS
from experiments.near_texts import Split

from priory import TextNeighbors, sample

TEXTS, LABELS = sample.messages()


@pytest.fixture
def split():
    """Return texts to learn and texts to ask about, one of them without words."""
    return Split(
        Labelled(TEXTS[10:], LABELS[10:]), Labelled([*TEXTS[:10], ""], [*LABELS[:10], "ham"])
    )


@pytest.mark.parametrize("weights", near_texts.WEIGHTS)
def test_accuracy_is_that_of_the_model(split, weights):
    """Each number of voters is judged as the model judges, and a text without words is an error."""
    rows = {row[1]: row[2:] for row in near_texts.judged(split, "min_df=2")}

    for k, accuracy in zip(near_texts.VOTERS, rows[weights], strict=True):
        model = TextNeighbors(k, weights=weights, min_df=2).fit(TEXTS[10:], LABELS[10:])
        right = sum(model.predict(TEXTS[:10]) == LABELS[:10])
        assert accuracy == f"{100 * right / 11:.2f}"


def test_reuters_is_read(tmp_path):
    """The head and lines without a label are no texts."""
    folder = tmp_path / "r8-r52"
    folder.mkdir()
    for part in ("train", "test"):
        text = f"Class\tExample\nearn\t{part} one\n\tnobody's\nacq\ttwo\n"
        (folder / f"r8-{part}-all-terms.txt").write_text(text)

    found = near_texts.load(tmp_path)

    assert list(found) == ["Reuters R8"]
    assert found["Reuters R8"].asked == Labelled(["test one", "two"], ["earn", "acq"])


def test_page_is_written(split, tmp_path, monkeypatch):
    """Texts become a page with two rows for each variant."""
    monkeypatch.setattr(page, "FOLDER", tmp_path)
    monkeypatch.setattr(near_texts, "load", lambda _: {"sample": split})
    name = "neighbours-of-texts"

    run.main([name, "--write"])

    text = page.path(name, COMPARISONS[name]).read_text("utf-8")
    assert "- sample: 50 texts of 2 classes learned, 11 asked about" in text
    assert text.count("| distance |") == text.count("| uniform |") == len(near_texts.VARIANTS)


def test_absent_texts_are_named(tmp_path):
    """Without texts the command says what to do."""
    with pytest.raises(SystemExit, match="--data"):
        run.main(["neighbours-of-texts", "--data", str(tmp_path)])
