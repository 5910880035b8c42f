import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.errors import refused

from priory.errors import InputError
from priory.mailfilter.sorting.names import (
    called,
    directory,
    find_junk,
    is_junk,
    is_trash,
    is_within,
)


@pytest.mark.parametrize(
    ("name", "folder"),
    [
        ("Junk", ".Junk"),
        (".Junk", ".Junk"),
        ("Junk E-mail", ".Junk E-mail"),
        ("INBOX.Spam", ".INBOX.Spam"),
        ("inbox", ""),
        ("R&D", ".R&-D"),
        ("台北", ".&U,BTFw-"),
        ("Gelöscht", ".Gel&APY-scht"),
    ],
)
def test_directory(name, folder):
    """A folder is a directory that begins with a dot, in the UTF-7 of IMAP."""
    assert directory(name) == folder
    assert called(folder) == (name.removeprefix(".") if folder else "INBOX")


@given(st.text(st.characters(exclude_characters="./", exclude_categories=["C", "Z"]), min_size=1))
def test_round_trip(name):
    """Whatever a folder is called, its directory tells."""
    if name.upper() != "INBOX":
        assert directory(name).isascii()
        assert called(directory(name)) == name


@pytest.mark.parametrize("name", ["", ".", "..", "a/b", "../cur", "a..b", "a.", "a\nb", "\0"])
def test_no_folder(name):
    """A name that could lead elsewhere is refused."""
    with refused("folder-name", InputError, parameter="name"):
        directory(name)


@pytest.mark.parametrize("folder", [".&!!!-", ".&AAA", ".&2D0-", ".&"])
def test_broken_names(folder):
    """A name that cannot be decoded stands for itself."""
    assert called(folder) == folder[1:]


@pytest.mark.parametrize(
    ("folders", "junk"),
    [
        ([""], ".Junk"),
        (["", ".Spam"], ".Spam"),
        (["", ".spam", ".Junk"], ".Junk"),
        (["", ".INBOX.Spam"], ".INBOX.Spam"),
        (["", ".Junk E-mail"], ".Junk E-mail"),
        (["", ".Junk.2026", ".Work"], ".Junk"),
    ],
)
def test_find_junk(folders, junk):
    """A folder for junk is known by its usual names."""
    assert find_junk(folders) == junk


def test_kinds():
    """Folders for junk and for trash are those of usual names, the chosen ones, and below them."""
    junk = (".Junk", ".Spam.2026", ".INBOX.Spam")
    trash = (
        ".Trash",
        ".Deleted Items.2026",
        ".INBOX.Trash",
        ".Weg",
        directory("Gelöschte Objekte"),
    )

    assert all(map(is_junk, junk))
    assert not any(map(is_junk, ("", ".Work", ".Junkyard", ".Work.Spam")))
    assert all(is_trash(folder, ".Weg") for folder in trash)
    assert not any(is_trash(folder, None) for folder in ("", ".Junk", ".Weg", ".Trashy"))


def test_within():
    """A folder stands below another if its name goes on behind a dot."""
    assert is_within(".Lists", ".Lists")
    assert is_within(".Lists.Python", ".Lists")
    assert not is_within(".Listserv", ".Lists")
    assert not is_within(".Lists", ".Lists.Python")
