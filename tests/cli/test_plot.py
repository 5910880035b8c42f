import builtins

import pytest

PICTURES = {"png": b"\x89PNG", "svg": b"<?xml", "pdf": b"%PDF"}


@pytest.fixture
def draw(priory, tmp_path):
    """Draw a picture, and return its bytes."""

    def run(*words, name="picture.png"):
        ran = priory("text", "plot", *words, "-o", tmp_path / name)
        assert (ran.code, ran.err) == (0, "")
        assert ran.out.endswith(f"{name}\n")
        return (tmp_path / name).read_bytes()

    return run


@pytest.mark.parametrize("kind", PICTURES)
def test_formats(draw, model, kind):
    """The ending of the name says what the picture is."""
    assert draw("words", model, name=f"words.{kind}").startswith(PICTURES[kind])


@pytest.mark.parametrize("kind", PICTURES)
def test_same_picture_same_file(draw, model, kind):
    """A picture has no date in it, so drawing it again changes nothing."""
    assert draw("words", model, name=f"a.{kind}") == draw("words", model, name=f"a.{kind}")


def test_words(draw, model):
    """More words, or all of them, make another picture."""
    assert len({draw("words", model, *more) for more in [(), ("-n", 3), ("--all",)]}) == 3


def test_evidence(draw, model, standard_input):
    """The words of a text are named in its picture, also of one from standard input."""
    drawn = draw("evidence", model, "cheap lunch", name="a.svg")
    standard_input(b"cheap lunch")
    assert draw("evidence", model, "-", name="a.svg") == drawn
    assert drawn != draw("evidence", model, "cheap watches", name="a.svg")


def test_evidence_against_a_label(draw, model):
    """The label to compare with can be the only other one."""
    drawn = draw("evidence", model, "cheap loans", name="a.svg")
    assert draw("evidence", model, "cheap loans", "--against", "ham", name="a.svg") == drawn


def test_matrix(draw, mail):
    """Labelled texts become a picture of dots."""
    assert draw("matrix", mail).startswith(PICTURES["png"])


@pytest.mark.parametrize("name", ["roc", "reliability", "refusals", "costs"])
def test_curves(draw, model, mail, name):
    """Labelled texts judge a model."""
    assert draw(name, model, mail).startswith(PICTURES["png"])


def test_curve_of_one_label(draw, model, mail):
    """The label of a curve can be named."""
    one, other = (draw("roc", model, mail, "--positive", name) for name in ("spam", "ham"))
    assert one != other


def test_unknown_labels(priory, model, mail, tmp_path):
    """A label that the model does not know is refused, and nothing is written."""
    mail.write_text("label,text\njunk,win\n", encoding="utf-8")
    path = tmp_path / "a.png"
    ran = priory("text", "plot", "roc", model, mail, "-o", path)
    assert (ran.code, path.exists()) == (2, False)
    assert "no label is 'junk': there are ham, spam" in ran.err


@pytest.mark.parametrize(
    ("name", "message"), [("a.gif", "end it with .png, .svg or .pdf"), ("no/a.png", "no folder")]
)
def test_bad_names(priory, model, tmp_path, name, message):
    """A picture of no known kind, or in no folder, is refused."""
    ran = priory("text", "plot", "words", model, "-o", tmp_path / name)
    assert ran.code == 2
    assert message in ran.err


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
