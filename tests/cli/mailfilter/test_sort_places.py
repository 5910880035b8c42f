"""What is odd in a Maildir, and where a sort remembers the places of messages."""

import os

import pytest
from mailfilter.sorting.maildirs import tree


def put_odd(path, kind):
    """Put something that is no message where messages are."""
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    else:
        path.symlink_to({"loop": path.name, "dangling": "nowhere"}.get(kind, path.parent))


@pytest.mark.parametrize("state", ["cur", "new"])
@pytest.mark.parametrize("kind", ["loop", "dangling", "link", "pipe", "folder"])
@pytest.mark.usefixtures("taught")
def test_odd_entries(priory, maildir, kind, state):
    """What is no message is reported, once, and the rest is sorted."""
    put_odd(maildir / state / "0:2,", kind)

    ran = priory("sort", maildir, "--learn-from-moves")

    assert ran.code == 2
    assert ran.err.count("\n") == 1
    assert ran.err.startswith(f"priory: {maildir}/{state}/0:2,: cannot read the file: ")
    assert (maildir / ".Junk" / "cur" / "1:2,").exists()
    assert os.path.lexists(maildir / state / "0:2,")


@pytest.mark.usefixtures("taught")
def test_linked_junk(priory, maildir, tmp_path):
    """A link where Junk should be is refused, with the place and what to do."""
    (tmp_path / "elsewhere").mkdir()
    (maildir / ".Junk").symlink_to(tmp_path / "elsewhere")
    before = tree(maildir)

    ran = priory("sort", maildir)

    assert ran.code == 2
    assert f"{maildir}/.Junk: not a plain directory: move the link" in ran.err
    assert tree(maildir) == before
    assert list((tmp_path / "elsewhere").iterdir()) == []


@pytest.mark.usefixtures("taught")
def test_places(priory, maildir, home):
    """What is remembered stands in a private file of the state directory."""
    priory("sort", maildir)

    path = home / "state" / "priory" / "places.db"
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize("way", ["option", "variable", "file"])
@pytest.mark.usefixtures("taught")
def test_places_setting(priory, maildir, monkeypatch, configure, way):
    """The file of what is remembered is a setting."""
    path, words = maildir.parent / "my.places", []
    if way == "option":
        words = ["--places", path]
    elif way == "variable":
        monkeypatch.setenv("PRIORY_PLACES", str(path))
    else:
        configure(f'places = "{path}"')

    priory("sort", maildir, *words)

    assert path.stat().st_mode & 0o777 == 0o600


def test_places_beside_the_store(priory, maildir, taught, home):
    """What an earlier version remembered beside the store is taken over, once."""
    priory("sort", maildir, "--places", f"{taught}.places")
    (maildir / ".Junk" / "cur" / "1:2,").rename(maildir / "cur" / "1:2,")

    trial = priory("sort", maildir, "--dry-run")
    assert "put back by hand" in trial.out
    assert (taught.parent / "mail.db.places").exists()
    ran = priory("sort", maildir, "--learn-from-moves")

    assert "1 learned as ham" in ran.out
    assert (home / "state" / "priory" / "places.db").exists()
    assert [path.name for path in taught.parent.iterdir()] == ["mail.db"]
