import builtins

import numpy as np
import pytest
from matplotlib.figure import Figure
from numpy.testing import assert_allclose

from priory import TextClassifier, cost_curve, error_reject_curve, reliability

KINDS = {"png": b"\x89PNG", "svg": b"<?xml", "pdf": b"%PDF"}
TEXTS = [
    "Buy cheap watches, buy now",
    "Cheap loans now",
    "See you at lunch",
    "The meeting is now at noon, see you",
    "Lunch was great",
]
LABELS = ["spam", "spam", "ham", "ham", "ham"]
CHEAP = "label,text\nham,cheap lunch\nham,see you\nspam,loans\nspam,lunch now\n"


@pytest.fixture
def figures(monkeypatch):
    """Return a list that gets the figures which are written."""
    written, write = [], Figure.savefig

    def spy(figure, *rest, **more):
        written.append(figure)
        return write(figure, *rest, **more)

    monkeypatch.setattr(Figure, "savefig", spy)
    return written


@pytest.fixture
def write(priory, tmp_path):
    """Write a picture, and return its bytes."""

    def run(*words, name="picture.png"):
        ran = priory("text", "plot", *words, "-o", tmp_path / name)
        assert (ran.code, ran.err) == (0, "")
        assert ran.out.endswith(f"{name}\n")
        return (tmp_path / name).read_bytes()

    return run


@pytest.fixture
def draw(write, figures):
    """Write a picture, and return the axes that were drawn on."""

    def run(*words):
        assert write(*words).startswith(KINDS["png"])
        (ax,) = figures.pop().axes
        return ax

    return run


@pytest.fixture
def judged(tmp_path):
    """Write texts that the model has not learned, and return their path, labels and logarithms."""
    path = tmp_path / "cheap.csv"
    path.write_text(CHEAP, encoding="utf-8")
    labels, texts = zip(*(line.split(",") for line in CHEAP.splitlines()[1:]), strict=True)
    return path, labels, TextClassifier().fit(TEXTS, LABELS).predict_log_proba(texts)


def words_beside(ax):
    """Return the words beside the vertical axis."""
    return [label.get_text() for label in ax.get_yticklabels()]


def legend(ax):
    """Return the words of the legend."""
    return [text.get_text() for text in ax.get_legend().get_texts()]


def lines(ax):
    """Return the points of each line, by its name."""
    return {line.get_label(): line.get_xydata() for line in ax.lines}


@pytest.mark.parametrize("kind", KINDS)
def test_formats(write, model, kind):
    """The ending of the name says what the picture is, and drawing it again changes nothing."""
    drawn = write("words", model, name=f"words.{kind}")
    assert drawn.startswith(KINDS[kind])
    assert write("words", model, name=f"words.{kind}") == drawn


def test_dots_an_inch(write, figures, model):
    """The picture has so many dots."""
    content = write("words", model, "--dpi", 40)
    width, height = figures.pop().get_size_inches() * 40
    assert content[16:24] == int(width).to_bytes(4) + int(height).to_bytes(4)


def test_words(draw, model):
    """The most telling words are named, each with its probability given each label."""
    ax = draw("words", model, "-n", 3)
    assert len(words_beside(ax)) == 3
    assert legend(ax) == ["ham", "spam"]
    fitted = TextClassifier().fit(TEXTS, LABELS)
    places = [list(fitted.vocabulary()).index(word) for word in words_beside(ax)]
    shown = [lines(ax)[label][:, 0] for label in ("ham", "spam")]
    assert_allclose(shown, np.exp(fitted.feature_log_prob_[:, places]))


def test_all_words(draw, model):
    """All words are drawn if it is asked for, however many they are."""
    n_words = len(TextClassifier().fit(TEXTS, LABELS).vocabulary())
    assert len(words_beside(draw("words", model, "--all"))) == n_words


def test_evidence(draw, model, standard_input):
    """A bar for each word of a text is the log-odds that it adds, also of one from a pipe."""
    told = TextClassifier().fit(TEXTS, LABELS).explain("cheap lunch")
    ham, spam = told.contributions.T
    expected = dict(zip(told.features, np.abs(ham - spam), strict=True))
    standard_input(b"cheap lunch")
    for text in ("cheap lunch", "-"):
        ax = draw("evidence", model, text)
        bars = [abs(bar.get_width()) for bar in ax.patches]
        shown = dict(zip(words_beside(ax), bars, strict=True))
        assert {word: shown[word] for word in expected} == pytest.approx(expected)


def test_evidence_against_a_label(draw, model):
    """The label to compare with stands last in the title, also if it is the best one."""
    for label, title in [("ham", "spam against ham: +"), ("spam", "ham against spam: -")]:
        ax = draw("evidence", model, "cheap loans", "--against", label)
        assert ax.get_title().startswith(title)


def test_matrix(draw, mail):
    """Labelled texts become dots, one for each word of each, the texts of a label together."""
    ax = draw("matrix", mail)
    assert words_beside(ax) == ["ham", "spam"]
    n_words = [len(set(text.lower().replace(",", "").split())) for text in TEXTS]
    dots = ax.lines[0].get_ydata()
    assert np.bincount(dots).tolist() == [*n_words[2:], *n_words[:2]]


def test_roc(draw, model, judged):
    """The curve is that of the second label, or of the one that is named."""
    path, *_ = judged
    assert legend(draw("roc", model, path))[0].startswith("spam (area")
    assert legend(draw("roc", model, path, "--positive", "ham"))[0].startswith("ham (area")


def test_reliability(draw, model, judged):
    """The marks are how often the model was right, beside how sure it was."""
    path, labels, logs = judged
    bins = reliability(labels, np.exp(logs), bins=10).top
    (marks,) = (
        points
        for name, points in lines(draw("reliability", model, path)).items()
        if name.startswith("the model")
    )
    assert_allclose(marks, np.column_stack([bins.confidence, bins.right]))


def test_refusals(draw, model, judged):
    """The curve is the errors that remain, by the share refused."""
    path, labels, logs = judged
    curve = error_reject_curve(labels, logs, by="log_odds", log=True)
    drawn = lines(draw("refusals", model, path))["the model, by log-odds"]
    assert_allclose(drawn, np.column_stack([curve.rejected, curve.errors]))


@pytest.mark.parametrize(
    ("options", "costs"),
    [
        ((), [[0, 10], [1, 0]]),
        (("--false-alarm", 3, "--miss", 2), [[0, 3], [2, 0]]),
        (("--positive", "ham"), [[0, 1], [10, 0]]),
    ],
)
def test_costs(draw, model, judged, options, costs):
    """The curve is the mean cost at each threshold of the label, by the costs that are given."""
    path, labels, logs = judged
    positive = "ham" if "ham" in options else "spam"
    ax = draw("costs", model, path, *options)
    expected = cost_curve(labels, np.exp(logs), costs, positive=positive)
    assert_allclose(lines(ax)["the model"][:, 1], expected.costs)
    assert ax.get_xlabel() == f"threshold for the log-odds of {positive}"


def test_unknown_labels(priory, model, mail, tmp_path):
    """A label that the model does not know is refused, and nothing is written."""
    mail.write_text("label,text\njunk,win\n", encoding="utf-8")
    path = tmp_path / "a.png"
    ran = priory("text", "plot", "roc", model, mail, "-o", path)
    assert (ran.code, path.exists()) == (2, False)
    assert "unknown label 'junk': choose from ham, spam" in ran.err


@pytest.mark.parametrize(
    ("name", "message"),
    [("a.gif", "end the name with .png, .svg or .pdf"), ("no/a.png", "does not exist: create it")],
)
def test_bad_names(priory, model, tmp_path, name, message):
    """A picture of no known kind, or in no folder, is refused."""
    ran = priory("text", "plot", "words", model, "-o", tmp_path / name)
    assert ran.code == 2
    assert message in ran.err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["words", "-n", "0"], "--top: must be 1 or more, not 0"),
        (["words", "--top", "-1"], "--top: must be 1 or more, not -1"),
        (["evidence", "cheap", "-n", "-1"], "--top: must be 0 or more, not -1"),
        (["costs", "mail.csv", "--miss", "nan"], "--miss: must be"),
        (["costs", "mail.csv", "--miss", "-1"], "--miss: must be"),
        (["costs", "mail.csv", "--false-alarm", "inf"], "--false-alarm: must be"),
    ],
)
def test_mistakes(priory, model, monkeypatch, words, message):
    """A value that means nothing is one line that names the option, and nothing is written."""
    monkeypatch.chdir(model.parent)
    name, *more = words

    ran = priory("text", "plot", name, model, *more, "-o", "a.png")

    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"priory: {message}")
    assert ran.err.count("\n") == 1
    assert not (model.parent / "a.png").exists()


def test_complement_weights(priory, mail, tmp_path):
    """A model without word probabilities is refused in one line, with what helps."""
    path = tmp_path / "model"
    priory("text", "fit", mail, "--model", "complement", "-o", path)

    ran = priory("text", "plot", "words", path, "-o", tmp_path / "a.png")

    assert ran.code == 2
    assert ran.err.endswith(": fit another --model\n")
    assert ran.err.count("\n") == 1


def test_one_label(priory, mail, tmp_path):
    """Evidence for one label against none is refused, and it is the model that is wrong."""
    mail.write_text("label,text\nham,lunch\n", encoding="utf-8")
    path = tmp_path / "model"
    priory("text", "fit", mail, "-o", path)

    ran = priory("text", "plot", "evidence", path, "lunch", "-o", tmp_path / "a.png")

    assert ran.code == 2
    assert ran.err.startswith("priory: MODEL: ")


@pytest.mark.parametrize("words", [["words"], ["evidence", "cheap"]])
def test_top_is_n(priory, model, tmp_path, words):
    """The long name of -n is that of `priory words`."""
    name, *more = words
    for option in ("-n", "--top"):
        path = tmp_path / f"{option}.svg"
        assert priory("text", "plot", name, model, *more, option, "2", "-o", path).code == 0

    assert (tmp_path / "-n.svg").read_bytes() == (tmp_path / "--top.svg").read_bytes()


def test_bad_numbers(priory, model, tmp_path):
    """Numbers that make no sense are refused."""
    path = tmp_path / "a.png"
    for option in ("-n", "--dpi"):
        ran = priory("text", "plot", "words", model, option, "0", "-o", path)
        assert (ran.code, path.exists()) == (2, False)


def test_without_matplotlib(priory, model, tmp_path, monkeypatch):
    """Without matplotlib it says how to get it."""
    real = builtins.__import__

    def refuse(name, *rest, **more):
        if name.startswith("matplotlib"):
            raise ImportError(name)
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", refuse)
    ran = priory("text", "plot", "words", model, "-o", tmp_path / "a.png")
    assert ran.code == 2
    assert "pip install priory[plot]" in ran.err


@pytest.mark.parametrize(
    ("name", "curve"),
    [
        ("roc", "spam (area"),
        ("reliability", "the model (ECE"),
        ("refusals", "the model, by"),
        ("costs", "the model"),
    ],
)
def test_neighbors_are_judged(draw, near, mail, name, curve):
    """What is drawn from predictions is drawn for neighbours, too."""
    drawn = lines(draw(name, near, mail))
    (points,) = (drawn[label] for label in drawn if str(label).startswith(curve))
    assert np.isfinite(points).all(axis=1).any()


@pytest.mark.parametrize(("name", "more"), [("words", []), ("evidence", ["cheap"])])
def test_neighbors_have_no_weights(priory, near, tmp_path, name, more):
    """What is drawn from weights of words is refused, and no picture is written."""
    ran = priory("text", "plot", name, near, *more, "-o", tmp_path / "a.png")

    assert ran.code == 2
    assert "is a k-NN model: words have no weights" in ran.err
    assert not (tmp_path / "a.png").exists()
