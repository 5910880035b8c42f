import mailbox
import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from priory.mail import read_mailbox


def test_order(tmp_path, read):
    """Messages come in the order of their numbers."""
    for name in ("10", "9", "101"):
        (tmp_path / name).write_text(name)

    assert read(tmp_path) == [b"9", b"10", b"101"]


def test_other_files(tmp_path, read, faults):
    """What was deleted, and what has no number, is no message."""
    for name in (".mh_sequences", ",3", "#4", "notes", "5"):
        (tmp_path / name).write_text(name)

    assert read(tmp_path) == [b"5"]
    assert faults == []


def test_folders_within(tmp_path, read):
    """A folder within is a mailbox of its own."""
    (tmp_path / ".mh_sequences").touch()
    (tmp_path / "work").mkdir()
    (tmp_path / "work" / "1").write_text("work")

    assert read(tmp_path) == []
    assert read(tmp_path / "work") == [b"work"]


def test_folder_with_a_number(tmp_path, read, faults):
    """A folder where a message should be is reported, and the rest is read."""
    (tmp_path / "1").mkdir()
    (tmp_path / "2").write_text("two")

    assert read(tmp_path, "mh") == [b"two"]
    assert [fault.place for fault in faults] == [str(tmp_path / "1")]


@settings(max_examples=25)  # that module writes slowly
@given(st.lists(st.binary().map(b"Subject: x\n\n".__add__)))
def test_python_writes(written):
    """What Python's own module writes is read as it was, in the same order."""
    with tempfile.TemporaryDirectory() as folder:
        box = mailbox.MH(Path(folder, "box"))
        keys = [box.add(message) for message in written]
        stored = [box.get_bytes(key) for key in keys]

        assert [entry.raw for entry in read_mailbox(Path(folder, "box"), "mh")] == stored
