import errno
import os
import stat
import sys

import pytest

from priory.cli import _output
from priory.cli._errors import CommandError, render_os


def test_whole(tmp_path):
    """A file that was written to its end takes its place, and nothing else is left."""
    path = tmp_path / "a"

    with _output.writer(str(path)) as out:
        print("hello", file=out)

    assert path.read_text() == "hello\n"
    assert list(tmp_path.iterdir()) == [path]


def fail(path, error):
    """Begin to write a file, and fail."""
    with _output.writer(str(path)) as out:
        print("hello", file=out)
        raise error


def test_error_names_file(tmp_path):
    """A full disk is told with the file that was to be written, and what to do."""
    path = tmp_path / "a"

    with pytest.raises(OSError, match="No space") as caught:
        fail(path, OSError(errno.ENOSPC, "No space left on device"))

    what = "No space left on device: free disk space and try again"
    assert render_os(caught.value) == f"{path}: {what}"


def test_error_of_input_is_not_renamed(tmp_path):
    """What fails without a name while something is read is not told of the file that is written."""
    with pytest.raises(OSError, match="Input/output") as caught:
        fail(tmp_path / "a", OSError(errno.EIO, "Input/output error"))

    assert caught.value.filename is None


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
def test_nothing(tmp_path, error):
    """Whatever happens before the end, the old file stays as it was, and nothing else is left."""
    path = tmp_path / "a"
    path.write_text("old")

    with pytest.raises(error):
        fail(path, error)

    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_mode(tmp_path):
    """A file that is replaced keeps who may read it."""
    path = tmp_path / "a"
    path.write_text("old")
    path.chmod(0o640)

    with _output.writer(str(path)) as out:
        print("new", file=out)

    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_link(tmp_path):
    """Through a link the file is written that it leads to."""
    target, link = tmp_path / "a", tmp_path / "b"
    target.write_text("old")
    link.symlink_to(target)

    with _output.writer(str(link)) as out:
        print("new", file=out)

    assert link.is_symlink()
    assert target.read_text() == "new\n"


def test_no_folder(tmp_path):
    """A folder that is not there is named before any work is done."""
    with pytest.raises(CommandError, match=r"folder .*nowhere does not exist: create it"):
        _output.check_output(str(tmp_path / "nowhere" / "a"))


@pytest.mark.parametrize("path", [os.curdir, os.devnull])
def test_no_file(path):
    """Neither a folder nor a device is replaced."""
    with pytest.raises(CommandError, match="not a regular file"):
        _output.check_output(path)


def test_pipe(tmp_path):
    """A pipe is not replaced either."""
    os.mkfifo(tmp_path / "pipe")

    with pytest.raises(CommandError, match=r"not a regular file"):
        _output.check_output(str(tmp_path / "pipe"))


def test_circle(tmp_path):
    """A link to itself leads to no file."""
    (tmp_path / "a").symlink_to("a")

    with pytest.raises(CommandError, match="symbolic link loop"):
        _output.check_output(str(tmp_path / "a"))


@pytest.mark.parametrize(
    ("path", "why"), [("-", "cannot go to standard output"), ("", "empty file name after -o")]
)
def test_no_name(path, why):
    """What is no name of a file is refused."""
    with pytest.raises(CommandError, match=f"{why}: name a file"):
        _output.check_output(path)


def test_standard_output(tmp_path, monkeypatch):
    """The file that standard output goes to is not replaced below it."""
    with (tmp_path / "a").open("w") as out:
        monkeypatch.setattr(sys, "stdout", out)

        with pytest.raises(CommandError, match="it is standard output"):
            _output.check_output(str(tmp_path / "a"))


@pytest.mark.parametrize("kind", ["same", "symbolic", "hard", "inside"])
def test_input(tmp_path, kind):
    """What is read is not overwritten, by whatever name it goes."""
    source, path = tmp_path / "in", tmp_path / "out"
    source.mkdir() if kind == "inside" else source.write_text("x")
    if kind == "symbolic":
        path.symlink_to(source)
    elif kind == "hard":
        path.hardlink_to(source)
    else:
        path = source if kind == "same" else source / "model"

    with pytest.raises(CommandError, match="would overwrite the input"):
        _output.check_output(str(path), str(source))


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be led where others cannot")
@pytest.mark.parametrize("kind", ["file", "folder"])
def test_planted_link(tmp_path, kind):
    """Root writes no file to where a link of a user leads."""
    home, precious = tmp_path / "home", tmp_path / "root" / "out"
    for path in (home, precious.parent):
        path.mkdir()
    precious.write_text("precious")
    os.chown(home, 65534, 65534)
    (home / "link").symlink_to(precious if kind == "file" else precious.parent)
    path = str(home / "link") if kind == "file" else str(home / "link" / "out")

    with pytest.raises(CommandError, match="could have put a link"):
        _output.check_output(path)
    with pytest.raises(CommandError, match="could have put a link"), _output.writer(path):
        pass

    assert precious.read_text() == "precious"
