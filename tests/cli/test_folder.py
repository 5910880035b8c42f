import os
import sys

import pytest

from priory import TextClassifier
from priory.cli._folder import read_folder
from priory.cli._rows import Bad, Layout

LABELLED = Layout(text="text", label="label")
any_bytes = pytest.mark.skipif(sys.platform != "linux", reason="names of files must be text here")


@pytest.fixture
def mail(tmp_path):
    """Write a folder with a text in each of two classes, and return its path."""
    for name in ("ham", "spam"):
        (tmp_path / "mail" / name).mkdir(parents=True)
        (tmp_path / "mail" / name / "1").write_text(f"a {name}")
    return tmp_path / "mail"


def labels(folder):
    """Return the label of each text, and of bad ones why they are."""
    rows = read_folder(str(folder), LABELLED)
    return [row.why if isinstance(row, Bad) else row.label for row in rows]


def test_linked_class(mail, tmp_path):
    """A class may be a link to a folder elsewhere."""
    (mail / "ham").rename(tmp_path / "elsewhere")
    (mail / "ham").symlink_to(tmp_path / "elsewhere")

    assert labels(mail) == ["ham", "spam"]


@pytest.mark.parametrize("target", [".", "..", "../mail"])
def test_link_back(mail, target):
    """A link to a folder that it stands in is bad, not read again."""
    (mail / "up").symlink_to(target)

    assert labels(mail) == ["ham", "spam", "symbolic link to a parent folder"]


@pytest.mark.parametrize("target", ["nowhere", "zero"])
def test_link_to_nothing(mail, target):
    """A link that leads nowhere is bad, not passed over."""
    (mail / "zero").symlink_to(target)

    assert labels(mail) == ["ham", "spam", "broken symbolic link"]


def test_links_between_classes(mail):
    """Links to folders below those of the classes are passed over, so none leads in a circle."""
    (mail / "ham" / "other").symlink_to(mail / "spam")
    (mail / "spam" / "other").symlink_to(mail / "ham")

    assert labels(mail) == ["ham", "spam"]


@any_bytes
def test_class_that_is_no_text(priory, mail, tmp_path):
    """A class whose name is not UTF-8 is a bad row, named with its bytes spelled out."""
    (mail / "spam").rename(mail / os.fsdecode(b"sp\xe9m"))

    ran = priory("text", "fit", mail, "-o", tmp_path / "model")

    assert ran.code == 2
    assert rf"sp\xe9m{os.sep}1, line 1: the name of the class folder is not valid UTF-8" in ran.err
    assert not (tmp_path / "model").exists()


@any_bytes
def test_skipped_class(priory, mail, tmp_path):
    """With --skip-bad the other classes are learned."""
    (mail / "spam").rename(mail / os.fsdecode(b"sp\xe9m"))

    ran = priory("text", "fit", mail, "-o", tmp_path / "model", "--skip-bad")

    assert rf"left out 1 bad row: {mail}{os.sep}sp\xe9m{os.sep}1" in ran.err
    assert TextClassifier.load(tmp_path / "model").classes_.tolist() == ["ham"]


@any_bytes
@pytest.mark.parametrize(("words", "spelled"), [([], r"\xe9"), (["--json"], r"\\xe9")])
def test_file_that_is_no_text(priory, model, tmp_path, words, spelled):
    """A text gets its verdict though its file's name is not UTF-8; its bytes are spelled out."""
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / os.fsdecode(b"\xe9")).write_text("cheap")

    ran = priory("text", "predict", model, tmp_path / "in", *words)

    assert ran.code == 0
    assert f"{os.sep}{spelled}" in ran.out
