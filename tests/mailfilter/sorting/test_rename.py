import pytest

from priory.mailfilter.sorting import rename as module
from priory.mailfilter.sorting.rename import rename


@pytest.fixture(params=["in one step", "in two steps"])
def way(request, monkeypatch):
    """Let files be renamed in either way."""
    if request.param == "in two steps":
        monkeypatch.setattr(module, "_system", lambda: None)


@pytest.mark.usefixtures("way")
def test_rename(tmp_path):
    """A file gets its new name."""
    (tmp_path / "a").write_bytes(b"a")

    rename(str(tmp_path / "a"), str(tmp_path / "b"))

    assert [path.name for path in tmp_path.iterdir()] == ["b"]


@pytest.mark.usefixtures("way")
def test_taken(tmp_path):
    """A name that is taken is refused, and nothing changes."""
    (tmp_path / "a").write_bytes(b"a")
    (tmp_path / "b").write_bytes(b"b")

    with pytest.raises(FileExistsError):
        rename(str(tmp_path / "a"), str(tmp_path / "b"))

    assert {path.read_bytes() for path in tmp_path.iterdir()} == {b"a", b"b"}


@pytest.mark.usefixtures("way")
def test_gone(tmp_path):
    """A file that is not there any more is an error."""
    with pytest.raises(FileNotFoundError):
        rename(str(tmp_path / "a"), str(tmp_path / "b"))

    assert list(tmp_path.iterdir()) == []


def test_unable(tmp_path, monkeypatch):
    """Where the system cannot do it in one step, it is done in two."""
    (tmp_path / "a").write_bytes(b"a")
    monkeypatch.setattr(module, "_system", lambda: lambda _old, _new: module._UNABLE[0])

    rename(str(tmp_path / "a"), str(tmp_path / "b"))

    assert [path.name for path in tmp_path.iterdir()] == ["b"]


def test_renamed_between_two_steps(tmp_path, monkeypatch):
    """A file that another program renames between two steps keeps the name of that program."""
    (tmp_path / "a").write_bytes(b"a")
    monkeypatch.setattr(module, "_system", lambda: None)
    link = module.os.link

    def interfere(old, new, **options):
        link(old, new, **options)
        (tmp_path / "a").rename(tmp_path / "c")

    monkeypatch.setattr(module.os, "link", interfere)

    with pytest.raises(FileNotFoundError):
        rename(str(tmp_path / "a"), str(tmp_path / "b"))
    assert [path.name for path in tmp_path.iterdir()] == ["c"]
