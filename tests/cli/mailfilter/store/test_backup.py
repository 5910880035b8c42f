import json
import os
import sqlite3
import stat
from contextlib import closing

import pytest
from mailfilter.written import contents, damage


def test_backup(priory, taught, tmp_path):
    """A copy has the same contents, may be read by its owner alone, and is told."""
    copy = tmp_path / "copy.db"

    ran = priory("store", "backup", copy)

    size = copy.stat().st_size
    assert ran == (0, f"{copy}: {size:,} bytes, copied from {taught}\n", "")
    assert contents(copy) == contents(taught)
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600


def test_json(priory, taught, tmp_path):
    """For programs there is an object."""
    copy = tmp_path / "copy.db"

    ran = priory("store", "backup", copy, "--json")

    size = copy.stat().st_size
    assert json.loads(ran.out) == {"store": str(taught), "backup": str(copy), "bytes": size}


def test_file_in_the_way(priory, taught, message):
    """A file that stands there is replaced only by force."""
    there = message(b"precious")

    ran = priory("store", "backup", there)
    kept = there.read_bytes()
    forced = priory("store", "backup", there, "--force")

    remedy = "name another file, or replace it with --force"
    assert ran == (2, "", f"priory: {there}: the file exists already: {remedy}\n")
    assert kept == b"precious"
    assert forced.code == 0
    assert contents(there) == contents(taught)


def test_damaged_store(priory, taught, message):
    """A damaged store replaces nothing, also not by force."""
    damage(taught)
    there = message(b"precious")

    ran = priory("store", "backup", there, "--force")

    assert ran.code == 2
    remedy = "restore a backup, or salvage what is whole with `priory store check --repair`"
    assert ran.err == f"priory: {taught}: the store is damaged: {remedy}\n"
    assert there.read_bytes() == b"precious"


def test_wrong_counts(priory, taught, message):
    """A store whose counts are wrong replaces nothing, also not by force."""
    with closing(sqlite3.connect(taught)) as db, db:
        db.execute("UPDATE classes SET tokens = tokens + 1 WHERE name = 'ham'")
    there = message(b"precious")

    ran = priory("store", "backup", there, "--force")

    assert ran.code == 2
    assert ran.err.startswith(f"priory: {taught}: the token counts do not match the journal (The ")
    assert ran.err.endswith(" salvage what is whole with `priory store check --repair`\n")
    assert there.read_bytes() == b"precious"


@pytest.mark.usefixtures("taught")
@pytest.mark.parametrize(
    ("path", "complaint"),
    [
        ("", "a copy cannot be written to '': name a file"),
        ("-", "a copy cannot be written to '-': name a file"),
        ("{0}", "{0}: it is a folder: name a file in it"),
        ("{0}/no/copy.db", "{0}/no/copy.db: the folder {0}/no does not exist: create it first"),
    ],
)
def test_odd_places(priory, tmp_path, path, complaint):
    """A place that cannot have a copy is named, with what to do."""
    ran = priory("store", "backup", path.format(tmp_path), "--force")

    assert ran == (2, "", f"priory: {complaint.format(tmp_path)}\n")


def test_onto_itself(priory, taught):
    """A store is not copied onto itself."""
    ran = priory("store", "backup", taught, "--force")

    assert ran == (
        2,
        "",
        f"priory: {taught}: source and target are the same store: name another file\n",
    )


@pytest.mark.skipif(os.geteuid() == 0, reason="root writes everywhere")
def test_read_only(priory, taught, tmp_path):
    """A store that cannot be written can be copied, and a folder that cannot be is named."""
    folder = tmp_path / "folder"
    folder.mkdir()
    taught.chmod(stat.S_IRUSR)
    folder.chmod(stat.S_IRUSR | stat.S_IXUSR)

    assert priory("store", "backup", tmp_path / "copy.db").code == 0
    ran = priory("store", "backup", folder / "copy.db")
    assert (ran.code, ran.out) == (2, "")
    what = "Permission denied: check the permissions"
    assert ran.err.startswith(f"priory: {folder}/copy.db: {what}")
