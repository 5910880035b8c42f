"""The experiments: how mail is judged, and whether their pages are whole."""

import re
from dataclasses import replace

import numpy as np
import pytest
from benchmarks.messages import Mail, generate
from experiments import page, run
from experiments.judge import COST, MODELS, Score, folds, judge
from experiments.measures import measured, roca
from experiments.questions import QUESTIONS
from sklearn.metrics import roc_auc_score

HEADINGS = ["Question", "Data", "Command", "Table", "Verdict"]
PAGES = sorted(page.FOLDER.glob("[0-9]*.md"))


def mail(*folders, size=20):
    """Make messages of which only the places matter."""
    return [Mail(f"{folder}/{i}", "ham", b"") for folder in folders for i in range(size)]


def test_folds_are_stratified():
    """Each fold has its share of each folder."""
    whole = mail("easy_ham", "spam")
    dealt = folds(whole, 5)

    for folder in ("easy_ham", "spam"):
        rows = [fold for fold, m in zip(dealt, whole, strict=True) if m.place.startswith(folder)]
        assert sorted(rows) == sorted(list(range(5)) * 4)


def test_folds_never_change():
    """The fold of a message depends on the names, not on the order of reading."""
    forth, back = mail("spam"), mail("spam")[::-1]

    assert list(folds(forth, 5)) == list(folds(back, 5))[::-1]
    assert folds(forth, 5).tolist()[:8] == [0, 4, 2, 2, 3, 1, 3, 0]


def test_classes_are_told_apart():
    """Every model does better than chance on generated mail, in every fold."""
    scores = judge(generate(300_000), {}, 3)

    assert list(scores) == list(MODELS)
    assert {len(by_fold) for by_fold in scores.values()} == {3}
    assert max(roca(one) for by_fold in scores.values() for one in by_fold) < 25


def test_only_known_tokens_are_judged():
    """A token that stands only in the judged fold is not learned."""
    alike = [Mail(f"spam/{i}", ["ham", "spam"][i % 2], b"\n\nword\n") for i in range(8)]
    alone = [replace(m, raw=b"\n\nword%d\n" % i) for i, m in enumerate(alike)]
    [few], [many] = (
        {scores[0].features for scores in judge(mail, {}, 2).values()} for mail in (alike, alone)
    )

    assert many - few == len(alone) // 2 - 1


def score(lost, missed=0):
    """Make a score of ten hams and ten spams that scores do not tell apart."""
    spam = np.arange(20) >= 10
    said = np.where(spam, "spam", "ham")
    said[:lost], said[10 : 10 + missed] = "spam", "ham"
    return Score(measured(np.zeros(20), spam, said), features=1)


def test_area_above_the_roc_curve():
    """It is scikit-learn's area under the curve, taken from 100; ties count half."""
    chance = np.random.default_rng(0)
    odds, spam = chance.integers(0, 9, 50).astype(float), np.arange(50) % 3 == 0
    found = Score(measured(odds, spam, np.where(spam, "spam", "ham")), features=1)

    assert roca(found) == pytest.approx(100 * (1 - roc_auc_score(spam, odds)))


def test_cost():
    """A ham called spam costs as much as ten missed spams."""
    assert score(2, 5).cost == 2 * COST + 5


def test_won_tied_lost():
    """Fewer mistakes than the baseline in a fold are a fold won."""
    base = [score(2), score(2), score(2)]
    ours = [score(1), score(2), score(4)]

    assert str(page.Tally.of(ours, base, page.MEASURES["ham called spam"])) == "1/1/1"
    assert str(page.Tally.of(ours, base, page.MEASURES["1-ROCA %"])) == "0/3/0"
    assert page.Tally(1, 1, 1) + page.Tally(0, 3, 0) == page.Tally(1, 4, 1)


def test_pages_are_written(tmp_path, monkeypatch):
    """A question goes from mail to a page, and a verdict survives the next run."""
    corpus = generate(100_000)
    question = QUESTIONS["case"]
    monkeypatch.setattr(page, "FOLDER", tmp_path)
    monkeypatch.setattr(run.messages, "load", lambda _: corpus)

    run.main(["case", "--folds", "2", "--write"])
    file = page.path("case", question)
    file.write_text(file.read_text("utf-8").replace(page.NO_VERDICT, "Fold."), "utf-8")
    run.main(["case", "--folds", "2", "--write"])

    text = file.read_text("utf-8")
    assert headings(text) == HEADINGS
    assert text.endswith("\n## Verdict\n\nFold.\n")
    assert text.count("| keep | ") == len(MODELS) * len(question.views) + 1


def test_absent_corpus_is_named(tmp_path):
    """Without a corpus the command says what to do."""
    with pytest.raises(SystemExit, match="--data"):
        run.main(["case", "--data", str(tmp_path)])


def headings(text):
    """Return the headings of a page's sections."""
    return re.findall(r"(?m)^## (.*)$", text)


@pytest.mark.parametrize("file", PAGES, ids=lambda file: file.stem)
def test_pages_are_whole(file):
    """Each page has its five sections, a command that exists, and a verdict."""
    text = file.read_text("utf-8")
    command = re.search(r"(?m)^\$ python -m (accuracy|experiments\.run ([\w-]+))", text)

    assert headings(text) == HEADINGS
    assert command
    if command[2]:  # the program of the page
        assert page.path(command[2], run.ALL[command[2]]) == file
    assert page.verdict(file) != page.NO_VERDICT
