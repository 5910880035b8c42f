import os
import re
import stat
import subprocess
import sys

import pytest
from mailfilter.written import LUNCH, empty

from priory.cli.main import main
from priory.mailfilter import Store
from priory.mailfilter.store import KINDS

ERASED = "\r\x1b[1A\x1b[2K"  # what clears the line of the bar at the end
PROGRAM = [sys.executable, "-c", "from priory.cli.main import main; raise SystemExit(main())"]


def exported(path, *kind):
    """Return the lines of a store."""
    with Store(path, mode="ro") as store:
        return b"".join(store.export_lines(*kind)).decode()


@pytest.mark.parametrize("words", [[], ["-"]])
def test_standard_output(priory, taught, words):
    """Without a name, or with a dash, the lines go to standard output, and nothing else does."""
    assert priory("store", "export", *words) == (0, exported(taught), "")


def test_file(priory, taught, tmp_path):
    """A file holds the lines, may be read by its owner alone, and is told."""
    path = tmp_path / "mail.jsonl"

    ran = priory("store", "export", path)

    lines = exported(taught)
    assert ran == (0, f"{path}: {lines.count(chr(10))} lines\n", "")
    assert path.read_text(encoding="utf-8") == lines
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_bogofilter(priory, taught):
    """A word list has the two classes of the settings."""
    ran = priory("store", "export", "--format", "bogofilter")

    assert ran == (0, exported(taught, "bogofilter"), "")
    assert "\n.MSG_COUNT 60 60 " in f"\n{ran.out}"


def test_classes_of_a_list(priory, taught, monkeypatch):
    """Other classes can be named, and what has no place in a list is told."""
    with Store(taught) as store:
        store.learn([(LUNCH, "work")])
    monkeypatch.setenv("PRIORY_HAM", "work")

    ran = priory("store", "export", "--format", "bogofilter")

    assert ran.code == 0
    assert ran.err == "priory: a word list has two classes, so these are left out: ham\n"
    assert "\n.MSG_COUNT 60 1 " in f"\n{ran.out}"


def test_no_class_of_a_list(priory, taught):
    """A list of classes that are not there is a mistake."""
    words = ["--format", "bogofilter", "--spam", "junk", "--ham", "good"]

    ran = priory("store", "export", *words)

    complaint = (
        f"priory: {taught} has neither junk nor good, the two classes of a word list, "
        "but spam, ham: name two of them with --spam and --ham\n"
    )
    assert ran == (2, "", complaint)


def test_file_in_the_way(priory, taught, message):
    """A file that stands there is replaced only by force."""
    there = message(b"precious")

    ran = priory("store", "export", there)
    kept = there.read_bytes()
    forced = priory("store", "export", there, "--force")

    remedy = "name another file, or replace it with --force"
    assert ran == (2, "", f"priory: {there}: file exists: {remedy}\n")
    assert kept == b"precious"
    assert forced.code == 0
    assert there.read_text(encoding="utf-8") == exported(taught)


@pytest.mark.parametrize("kind", KINDS)
def test_damaged_store(priory, taught, tmp_path, kind):
    """A damaged store is not exported, and no file is left."""
    empty(taught, "sqlite_autoindex_journal_1")

    ran = priory("store", "export", tmp_path / "x", "--format", kind)

    remedy = "restore a backup, or salvage what is whole with `priory store check --repair`"
    assert ran == (2, "", f"priory: {taught}: the store is damaged: {remedy}\n")
    assert [file.name for file in tmp_path.iterdir()] == ["home"]


def test_onto_the_store(priory, taught):
    """The store itself is never replaced, also not by force."""
    before = taught.read_bytes()

    ran = priory("store", "export", taught, "--force")

    assert ran == (2, "", f"priory: {taught} would overwrite the input {taught}: name another\n")
    assert taught.read_bytes() == before


@pytest.mark.usefixtures("taught")
@pytest.mark.parametrize(
    ("path", "complaint"),
    [
        ("", "empty file name: name a file"),
        ("{0}", "cannot write {0}: not a regular file: name a file"),
        ("{0}/no/x", "cannot write {0}/no/x: folder {0}/no does not exist: create it"),
    ],
)
def test_odd_places(priory, tmp_path, path, complaint):
    """A place that cannot have a file is named, with what to do."""
    ran = priory("store", "export", path.format(tmp_path))

    assert ran == (2, "", f"priory: {complaint.format(tmp_path)}\n")


@pytest.mark.usefixtures("taught")
def test_failing_disk(priory, tmp_path, monkeypatch):
    """If not all can be written, nothing is left, and the file is named."""

    def fail(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    ran = priory("store", "export", tmp_path / "x")

    what = "No space left on device: free disk space and try again"
    assert ran == (2, "", f"priory: {tmp_path}/x: {what}; the export is not whole\n")
    assert not list(tmp_path.glob("*x*"))
    assert not list(tmp_path.glob(".*"))


@pytest.mark.usefixtures("taught")
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full")  # noqa: PTH110
def test_full_output():
    """Lines for which there is no room are an error."""
    with open("/dev/full", "wb") as full:  # noqa: PTH123
        ran = subprocess.run(  # noqa: S603
            [*PROGRAM, "store", "export"], check=False, stdout=full, stderr=subprocess.PIPE
        )

    what = b"No space left on device: free disk space and try again"
    line = b"priory: standard output: %b; the export is not whole\n" % what
    assert (ran.returncode, ran.stderr) == (2, line)


@pytest.mark.usefixtures("taught")
def test_nobody_reads():
    """A reader who stops listening gets no traceback, and the exit code says so."""
    read, write = os.pipe()
    os.close(read)
    ran = subprocess.run(  # noqa: S603
        [*PROGRAM, "store", "export"], check=False, stdout=write, stderr=subprocess.PIPE
    )
    os.close(write)

    assert (ran.returncode, ran.stderr) == (1, b"")


@pytest.mark.usefixtures("taught")
def test_bar(tmp_path, monkeypatch, terminal):
    """On a terminal a bar shows the share and the number of lines, and goes away at the end."""
    monkeypatch.setenv("NO_COLOR", "1")
    err = terminal()
    monkeypatch.setattr(sys, "stderr", err)

    main(["store", "export", str(tmp_path / "x")])

    assert re.search(r" \d% 1 line ", err.getvalue())
    assert err.getvalue().endswith(ERASED)


def test_no_store(priory, store):
    """Where there is no store, none is made."""
    ran = priory("store", "export")

    what = "the store does not exist: learn some mail first, with `priory learn`"
    assert ran == (2, "", f"priory: {store}: {what}\n")
    assert not store.exists()


def test_many_classes(priory, taught):
    """Of many classes that are left out ten are named."""
    with Store(taught) as store:
        store.learn([(b"Subject: %d\n\nx" % n, f"c{n}") for n in range(11)])

    ran = priory("store", "export", "--format", "bogofilter")

    assert ran.err.endswith(" left out: c0, c1, c2, c3, c4, c5, c6, c7, c8, c9 and 1 other\n")
