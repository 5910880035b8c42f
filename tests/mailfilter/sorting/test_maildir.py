import os

import pytest
from tests.errors import refused

from priory.errors import InputError
from priory.mailfilter.sorting.maildir import File, Maildir


@pytest.fixture
def root(tmp_path):
    """Make an empty Maildir."""
    for name in ("cur", "new", "tmp"):
        (tmp_path / name).mkdir()
    return tmp_path


@pytest.fixture
def maildir(root):
    """Return an empty Maildir."""
    return Maildir(str(root))


def put(root, *files):
    """Write messages that are their own names."""
    for file in files:
        path = root / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(file.encode())


def test_no_maildir(tmp_path):
    """A folder without cur and new is refused."""
    with refused("not-a-maildir", InputError):
        Maildir(str(tmp_path))


def test_files(maildir, root):
    """Messages are found, the older ones first, and files of mail servers are none."""
    put(root, "new/2", "cur/1:2,S", "cur/.hidden", "cur/dovecot.index", "dovecot-uidlist", "tmp/3")

    assert maildir.files("") == [File("", "cur", "1:2,S"), File("", "new", "2")]
    assert [(file.base, file.flags) for file in maildir.files("")] == [("1", "S"), ("2", "")]


def test_folder_that_is_gone(maildir):
    """A folder that is not there has no messages."""
    assert maildir.files(".Work") == []


def test_folders(maildir, root):
    """Folders are those that have cur and new."""
    for folder in (".Junk", ".Work.a"):
        maildir.create(folder)
    (root / ".git").mkdir()
    (root / "plain" / "cur").mkdir(parents=True)

    assert maildir.folders() == ["", ".Junk", ".Work.a"]


def test_create(maildir, root):
    """A folder is made as Maildir++ wants it, with the permissions of the Maildir, and once."""
    root.chmod(0o750)
    maildir.create(".Junk")
    put(root, ".Junk/cur/1:2,")
    maildir.create(".Junk")

    made = sorted(path.name for path in (root / ".Junk").iterdir())
    assert made == ["cur", "maildirfolder", "new", "tmp"]
    assert (root / ".Junk" / "cur").stat().st_mode & 0o777 == 0o750
    assert (root / ".Junk" / "maildirfolder").stat().st_mode & 0o777 == 0o640
    assert (root / ".Junk" / "cur" / "1:2,").exists()


@pytest.mark.parametrize("name", ["new/1.a", "cur/1.a:2,FS", "cur/1.a,S=5:2,abS", "new/\udcff"])
def test_move(maildir, root, name):
    """A message keeps its name, with its flags, and stays in cur or new."""
    maildir.create(".Junk")
    (root / os.fsdecode(name)).write_bytes(b"a")

    moved = maildir.move(maildir.files("")[0], ".Junk")

    assert maildir.files("") == []
    assert maildir.files(".Junk") == [moved] == [File(".Junk", *name.split("/"))]


@pytest.mark.parametrize("taken", ["cur/1.a,S=5:2,S", "new/1.a,S=5", "cur/1.a,S=5:2,FR"])
def test_name_clash(maildir, root, taken):
    """A name that a message of the folder has, with whatever flags, is not given twice."""
    maildir.create(".Junk")
    put(root, "cur/1.a,S=5:2,S", f".Junk/{taken}")

    moved = maildir.move(maildir.files("")[0], ".Junk")

    assert moved.base != "1.a,S=5"
    assert moved.name.endswith(",S=5:2,S")
    assert (root / ".Junk" / taken).read_bytes() == f".Junk/{taken}".encode()
    assert (root / ".Junk" / "cur" / moved.name).read_bytes() == b"cur/1.a,S=5:2,S"


def test_late_clash(maildir, root):
    """A name that is taken while messages are moved is not overwritten."""
    maildir.create(".Junk")
    put(root, "cur/1:2,", "cur/2:2,")
    first, second = maildir.files("")
    maildir.move(first, ".Junk")
    put(root, ".Junk/cur/2:2,")

    assert maildir.move(second, ".Junk").base != "2"
    assert len(maildir.files(".Junk")) == 3


def test_flag(maildir, root):
    """A flag stands among the others in the order of letters, and once."""
    put(root, "cur/1:2,RS")

    flagged = maildir.flag(maildir.files("")[0], "F")

    assert maildir.files("") == [flagged] == [File("", "cur", "1:2,FRS")]


def test_gone(maildir):
    """A message that is not there any more cannot be moved."""
    maildir.create(".Junk")

    with pytest.raises(FileNotFoundError):
        maildir.move(File("", "cur", "1:2,"), ".Junk")


def test_read(maildir, root):
    """A message is read whole; one that is gone, or is none, is reported."""
    put(root, "cur/1:2,")
    os.mkfifo(root / "cur" / "2:2,")
    faults = []

    assert maildir.read(File("", "cur", "1:2,"), faults.append) == b"cur/1:2,"
    assert maildir.read(File("", "cur", "2:2,"), faults.append) is None
    assert maildir.read(File("", "cur", "3:2,"), faults.append) is None
    assert len(faults) == 2
