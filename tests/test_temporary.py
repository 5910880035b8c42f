"""Temporary files: what killed programs left is removed, and nothing else."""

import os
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from priory import _temporary
from priory._temporary import temporary_folder, temporary_path
from priory.cli._output import writer
from priory.mailfilter import Store
from priory.text.files import file as model_file

TWO_HOURS = 7200


@pytest.fixture(scope="module")
def gone():
    """Return the number of a process that has ended."""
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        process.wait()
    return process.pid


def name(process, end=""):
    """Write the name of a temporary file of a process."""
    return f".priory-{process}-0123456789abcdef.tmp{end}"


def aged(path):
    """Let a file, or a folder with all within, be two hours old."""
    then = time.time() - TWO_HOURS
    for one in (*(path.iterdir() if path.is_dir() else ()), path):
        os.utime(one, (then, then), follow_symlinks=False)
    return path


def test_stale_ones_are_removed(tmp_path, gone):
    """Files and folders of programs that are gone leave at the next run, if they are old."""
    for end in ("", "-wal", "-shm", "-journal"):
        aged_file = tmp_path / name(gone, end)
        aged_file.touch()
        aged(aged_file)
    folder = tmp_path / f".priory-{gone}-fedcba9876543210.tmp"
    folder.mkdir()
    (folder / "new.db").touch()
    aged(folder)

    temporary_path(tmp_path)

    assert list(tmp_path.iterdir()) == []


def test_others_stay(tmp_path, gone):
    """What is young, of a running program, or named otherwise stays."""
    (tmp_path / name(gone)).touch()
    kept = [name(os.getpid()), ".priory-1-short.tmp", f"x{name(gone)}", f"{name(gone)}~"]
    kept += [".0123456789abcdef.tmp"]
    for one in kept:
        (tmp_path / one).touch()
        aged(tmp_path / one)

    temporary_path(tmp_path)

    assert {one.name for one in tmp_path.iterdir()} == {name(gone), *kept}


def test_a_young_file_in_an_old_folder(tmp_path, gone):
    """A folder in which something changed of late stays."""
    folder = tmp_path / name(gone)
    folder.mkdir()
    (folder / "new.db").touch()
    then = time.time() - TWO_HOURS
    os.utime(folder, (then, then))

    temporary_path(tmp_path)

    assert (folder / "new.db").exists()


def test_links_are_not_followed(tmp_path, gone):
    """A link by such a name is neither followed nor removed, nor is one within a stale folder."""
    precious = tmp_path / "precious"
    precious.mkdir()
    (precious / "mail").write_text("kept")
    (tmp_path / name(gone)).symlink_to(precious)
    aged(tmp_path / name(gone))
    folder = tmp_path / f".priory-{gone}-fedcba9876543210.tmp"
    folder.mkdir()
    (folder / "link").symlink_to(precious)
    aged(folder)

    temporary_path(tmp_path)

    assert (precious / "mail").read_text() == "kept"
    assert (tmp_path / name(gone)).is_symlink()
    assert not folder.exists()


def test_swapped_for_a_link(tmp_path, gone, monkeypatch):
    """A folder that becomes a link while it is looked at is neither followed nor removed."""
    (tmp_path / "old").mkdir()
    aged(tmp_path / "old")
    left = tmp_path / name(gone)
    left.mkdir()
    aged(left)

    def swap(*args):
        left.rename(tmp_path / "aside")
        left.symlink_to(tmp_path / "old")
        return TIMES_WITHIN(*args)

    monkeypatch.setattr(_temporary, "_times_within", swap)
    temporary_path(tmp_path)

    assert left.is_symlink()


TIMES_WITHIN = _temporary._times_within


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root may give")
def test_those_of_others(tmp_path, gone):
    """Files of another user stay."""
    path = aged_file = tmp_path / name(gone)
    path.touch()
    os.chown(aged_file, 65534, 65534)
    aged(path)

    temporary_path(tmp_path)

    assert path.exists()


def test_folder_is_private_and_goes(tmp_path):
    """Only its owner may enter a temporary folder, and it is gone in the end."""
    with temporary_folder(tmp_path) as folder:
        (folder / "some").touch()
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700

    assert list(tmp_path.iterdir()) == []


KILLED = """
import os, signal, sys
from priory.cli._output import writer
with writer(sys.argv[1]) as out:
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_killed_while_writing(tmp_path):
    """What a killed program left beside its output is gone when the output is written again."""
    path = tmp_path / "out.txt"
    ran = subprocess.run([sys.executable, "-c", KILLED, str(path)], check=False)  # noqa: S603
    assert ran.returncode == -signal.SIGKILL
    (left,) = tmp_path.iterdir()
    assert left.name.startswith(".priory-")
    aged(left)

    with writer(str(path)) as out:
        out.write("whole")

    assert [one.name for one in tmp_path.iterdir()] == ["out.txt"]


@pytest.fixture
def synced(monkeypatch):
    """Return a list of what was synced: whether it was a folder."""
    calls = []
    fsync = os.fsync

    def note(descriptor):
        calls.append(stat.S_ISDIR(os.fstat(descriptor).st_mode))
        fsync(descriptor)

    monkeypatch.setattr(os, "fsync", note)
    return calls


def write_output(path):
    """Write a file as commands do."""
    with writer(str(path)) as out:
        out.write("text")


def write_model(path):
    """Write a file of a model."""
    model_file.write(path, {"a": np.zeros(3)}, {})


def write_backup(path):
    """Write a copy of a store."""
    with Store(Path(f"{path}.db")) as store:
        store.backup(path)


@pytest.mark.parametrize("write", [write_output, write_model, write_backup])
def test_synced_with_the_folder(tmp_path, synced, write):
    """The content of a file is on the disk before its name, and then the name is."""
    write(tmp_path / "out")

    assert synced[-2:] == [False, True]


@pytest.mark.parametrize("write", [write_output, write_model])
def test_mode_of_a_swapped_file(tmp_path, monkeypatch, write):
    """The mode of a file that is replaced goes to the new one, not to where a link leads."""
    out, precious = tmp_path / "out", tmp_path / "precious"
    for path, mode in ((out, 0o666), (precious, 0o600)):
        path.touch()
        path.chmod(mode)

    def swap(path, flags, *args, **options):
        descriptor = OPEN(path, flags, *args, **options)
        if flags & os.O_EXCL:
            Path(path).rename(tmp_path / "aside")
            Path(path).symlink_to(precious)
        return descriptor

    monkeypatch.setattr(os, "open", swap)
    write(out)

    assert stat.S_IMODE(precious.stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "aside").stat().st_mode) == 0o666


OPEN = os.open
