import os

import pytest

from priory.mailfilter.sorting import rename as module


@pytest.fixture(params=["in one step", "in two steps"])
def way(request, monkeypatch):
    """Let files be renamed in either way."""
    if request.param == "in two steps":
        monkeypatch.setattr(module, "_system", lambda: None)


@pytest.fixture
def folder(tmp_path):
    """Return a descriptor of the folder of the test."""
    descriptor = os.open(tmp_path, os.O_RDONLY)
    yield descriptor
    os.close(descriptor)


@pytest.fixture
def other(tmp_path):
    """Return a descriptor of another folder."""
    (tmp_path / "other").mkdir()
    descriptor = os.open(tmp_path / "other", os.O_RDONLY)
    yield descriptor
    os.close(descriptor)


def names(path):
    """Return the names in a folder."""
    return sorted(path.name for path in path.iterdir())


@pytest.mark.usefixtures("way")
def test_rename(tmp_path, folder, other):
    """A file gets its new name, in whatever folder."""
    (tmp_path / "a").write_bytes(b"a")

    module.rename("a", "b", folder, other)

    assert (names(tmp_path), names(tmp_path / "other")) == (["other"], ["b"])


@pytest.mark.usefixtures("way")
def test_taken(tmp_path, folder):
    """A name that is taken is refused, and nothing changes."""
    (tmp_path / "a").write_bytes(b"a")
    (tmp_path / "b").write_bytes(b"b")

    with pytest.raises(FileExistsError):
        module.rename("a", "b", folder, folder)

    assert {path.read_bytes() for path in tmp_path.iterdir()} == {b"a", b"b"}


@pytest.mark.usefixtures("way")
def test_gone(tmp_path, folder):
    """A file that is not there any more is an error."""
    with pytest.raises(FileNotFoundError):
        module.rename("a", "b", folder, folder)

    assert names(tmp_path) == []


@pytest.mark.usefixtures("way")
def test_links(tmp_path, folder):
    """A link is renamed, not what it leads to."""
    (tmp_path / "file").write_bytes(b"")
    (tmp_path / "a").symlink_to("file")

    module.rename("a", "b", folder, folder)

    assert names(tmp_path) == ["b", "file"]
    assert (tmp_path / "b").is_symlink()


@pytest.mark.usefixtures("way")
def test_directory(tmp_path, folder):
    """A directory gets its new name, and replaces nothing that holds something."""
    for name in ("a", "c", "d"):
        (tmp_path / name).mkdir()
    (tmp_path / "d" / "file").write_bytes(b"")

    module.rename_directory("a", "b", folder, folder)
    with pytest.raises(OSError, match=r"exists|not empty"):
        module.rename_directory("c", "d", folder, folder)

    assert names(tmp_path) == ["b", "c", "d"]


def test_unable(tmp_path, monkeypatch, folder):
    """Where the system cannot do it in one step, it is done in two."""
    (tmp_path / "a").write_bytes(b"a")
    monkeypatch.setattr(module, "_system", lambda: lambda *_: module._UNABLE[0])

    module.rename("a", "b", folder, folder)

    assert names(tmp_path) == ["b"]


def test_renamed_between_two_steps(tmp_path, monkeypatch, folder):
    """A file that another program renames between two steps keeps the name of that program."""
    (tmp_path / "a").write_bytes(b"a")
    monkeypatch.setattr(module, "_system", lambda: None)
    link = module.os.link

    def interfere(old, new, **options):
        link(old, new, **options)
        (tmp_path / "a").rename(tmp_path / "c")

    monkeypatch.setattr(module.os, "link", interfere)

    with pytest.raises(FileNotFoundError):
        module.rename("a", "b", folder, folder)
    assert names(tmp_path) == ["c"]
