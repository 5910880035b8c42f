"""Sorting in processes of its own: killed in the middle, and beside a mail server."""

import imaplib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest
from mailfilter.sorting.maildirs import HAM, LIST, SPAM, make, messages
from tests.environment import with_tests

PROGRAM = [sys.executable, "-c", "from priory.cli.main import main; raise SystemExit(main())"]
SLOW = """
import time
from priory.mailfilter.sorting import directories
rename = directories.rename
directories.rename = lambda *names: time.sleep(0.002) or rename(*names)
from priory.cli.main import main; raise SystemExit(main())
"""
PLACES = "/usr/lib/dovecot:/usr/libexec/dovecot"
MANY = 150
EACH = [pytest.mark.slow, pytest.mark.timeout(900)]  # 40 s, but not on a busy machine
STRIDES = ["13", pytest.param("1", marks=EACH)]
USER = 65534


def sort(maildir, *words):
    """Sort a Maildir, and return what was learned and what was done."""
    ran = subprocess.run(  # noqa: S603
        [*PROGRAM, "sort", str(maildir), "--json", *words], check=True, capture_output=True
    )
    lines = list(map(json.loads, ran.stdout.splitlines()))
    learned = [(Path(line["file"]).name, line["learned"]) for line in lines if "learned" in line]
    return learned, [line for line in lines if line.get("done")]


@pytest.mark.usefixtures("taught")
@pytest.mark.parametrize("moved", [1, 10, 75, 149])
def test_killed(tmp_path, moved):
    """Killed at any moment, no message is lost or doubled, and the next time ends the work."""
    maildir = tmp_path / "Maildir"
    make(maildir, {("", f"new/{n}"): SPAM % (1000 + n) for n in range(MANY)})
    before = messages(maildir)
    sort(maildir, "--learn-from-moves", "--folder", "Work")  # now it knows where messages are
    words = [sys.executable, "-c", SLOW, "sort", str(maildir)]
    with subprocess.Popen(words, stdout=subprocess.DEVNULL) as process:  # noqa: S603
        junk = maildir / ".Junk" / "new"
        while not junk.is_dir() or len(list(junk.iterdir())) < moved:
            time.sleep(0.001)
        process.send_signal(signal.SIGKILL)

    assert messages(maildir) == before
    learned, done = sort(maildir, "--learn-from-moves")
    assert learned == []
    assert len(done) <= MANY - moved
    assert len(list(junk.iterdir())) == MANY
    assert messages(maildir) == before
    assert sort(maildir, "--learn-from-moves") == ([], [])


def sweep(folder, way, stride):
    """Kill before steps, in one of two ways to rename, and return how many kills there were."""
    program = [sys.executable, str(Path(__file__).with_name("kills.py")), str(folder), way, stride]
    ran = subprocess.run(program, env=with_tests(), check=False, capture_output=True)  # noqa: S603
    assert ran.returncode == 0, ran.stderr.decode()
    return json.loads(ran.stdout)


@pytest.mark.usefixtures("taught_more")
@pytest.mark.parametrize("stride", STRIDES)
def test_killed_before_each_step(tmp_path, stride):
    """Killed before any step, nothing is lost or doubled, and folders are their owner's."""
    counted = sweep(tmp_path / "kills", "one", stride)

    assert counted["kills"] >= 100 // int(stride)
    assert counted["doubled"] == 0


@pytest.mark.usefixtures("taught_more")
@pytest.mark.parametrize("stride", STRIDES)
def test_killed_between_two_steps(tmp_path, stride):
    """Where a rename takes two steps, a message may be there twice, and is never lost."""
    assert sweep(tmp_path / "kills", "two", stride)["kills"] >= 100 // int(stride)


@pytest.fixture
def open_folder():
    """Return a folder that other users can enter, unlike those that pytest makes."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


def own(*paths):
    """Give files to another user."""
    for path in paths:
        os.chown(path, USER, USER)


SHARED = """
import os, sys
from priory.cli.main import main
store, ours, theirs, home = sys.argv[1:]
if main(["sort", ours, "--store", store, "--json"]):  # also loads what the user cannot read
    raise SystemExit("root")
os.setgroups([]), os.setgid(65534), os.setuid(65534)
os.environ |= {"HOME": home, "XDG_STATE_HOME": home + "/state", "XDG_CONFIG_HOME": home}
raise SystemExit(main(["sort", theirs, "--store", store, "--json"]))
"""


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
def test_shared_store(open_folder, taught):
    """A user sorts by a store that neither they nor anybody else of them can write."""
    shared, home = open_folder / "shared", open_folder / "home"
    shared.mkdir(mode=0o755)
    shutil.copy(taught, shared / "mail.db")
    (shared / "mail.db").chmod(0o644)
    home.mkdir()
    for name in ("ours", "theirs"):
        make(open_folder / name, {("", "new/1"): SPAM % 1001})
    own(home, open_folder / "theirs", *(open_folder / "theirs").rglob("*"))
    words = [shared / "mail.db", open_folder / "ours", open_folder / "theirs", home]
    program = [sys.executable, "-c", SHARED, *map(str, words)]

    ran = subprocess.run(program, check=False, capture_output=True)  # noqa: S603

    assert (ran.returncode, ran.stderr) == (0, b"")
    assert (open_folder / "theirs" / ".Junk" / "new" / "1").exists()
    assert [path.name for path in shared.iterdir()] == ["mail.db"]
    places = home / "state" / "priory" / "places.db"
    assert (places.stat().st_uid, places.stat().st_mode & 0o777) == (USER, 0o600)
    assert places.parent.stat().st_mode & 0o777 == 0o700


@pytest.fixture
def server(open_folder, monkeypatch):
    """Return a session with Dovecot, over pipes, on a Maildir of another user if we are root."""
    program = shutil.which("imap", path=PLACES)
    if program is None:
        pytest.skip("Dovecot is not installed")
    settings = {"base_dir": open_folder / "run", "log_path": open_folder / "dovecot.log"}
    settings |= {"mail_location": f"maildir:{open_folder / 'Maildir'}", "first_valid_uid": 1}
    lines = [f"{name} = {value}\n" for name, value in settings.items()]
    lines.append("stats_writer_socket_path =\n")
    (open_folder / "dovecot.conf").write_text("".join(lines), encoding="utf-8")
    monkeypatch.setenv("USER", "ann")
    command = f"{program} -c {open_folder / 'dovecot.conf'}"
    if os.geteuid() == 0:  # whose mailboxes it does not open
        if shutil.which("setpriv") is None:
            pytest.skip("there is no setpriv")
        own(open_folder)
        monkeypatch.setenv("HOME", str(open_folder))
        command = f"setpriv --reuid {USER} --regid {USER} --clear-groups {command}"
    with imaplib.IMAP4_stream(command) as session:
        yield session


@pytest.mark.usefixtures("taught")
def test_beside_dovecot(server, open_folder, monkeypatch, home):
    """An open session sees what was sorted, and what is moved in it is learned."""
    monkeypatch.setenv("HOME", str(home))
    maildir = open_folder / "Maildir"
    texts = [*(SPAM % n for n in range(100, 105)), *(HAM % n for n in range(100, 105))]
    for raw in texts:
        server.append("INBOX", "", None, raw)
    before = messages(maildir)
    assert server.select("INBOX")[1] == [b"10"]

    assert len(sort(maildir, "--learn-from-moves")[1]) == 5
    server.noop()
    assert server.select("INBOX")[1] == [b"5"]
    assert server.select("Junk")[1] == [b"5"]
    assert messages(maildir) == before

    server.create("Trash")
    server.create("Work")
    uids = server.uid("SEARCH", "ALL")[1][0].split()
    server.uid("MOVE", uids[0], "Work")
    server.uid("MOVE", uids[1], "Trash")
    server.select("INBOX")
    uids = server.uid("SEARCH", "ALL")[1][0].split()
    server.uid("MOVE", uids[0], "Junk")

    learned, _ = sort(maildir, "--learn-from-moves")
    assert sorted(label for _, label in learned) == ["ham", "spam"]
    assert sort(maildir, "--learn-from-moves") == ([], [])
    assert messages(maildir) == before


@pytest.mark.usefixtures("taught_more")
def test_classes_beside_dovecot(server, open_folder, monkeypatch, home):
    """A server lists the folders of classes, and what is moved between them in it is learned."""
    monkeypatch.setenv("HOME", str(home))
    maildir, words = open_folder / "Maildir", ["--learn-from-moves", "--file", "lists=Bücher"]
    for raw in [SPAM % 100, HAM % 100, *(LIST % n for n in range(100, 104))]:
        server.append("INBOX", "", None, raw)
    before = messages(maildir)

    assert len(sort(maildir, *words)[1]) == 5
    name = "B&APw-cher"  # as IMAP spells it
    assert server.select("INBOX")[1] == [b"1"]
    assert server.select(name)[1] == [b"4"]
    assert any(name.encode() in line for line in server.list()[1])
    server.create("Archive")
    uids = server.uid("SEARCH", "ALL")[1][0].split()
    for uid, folder in zip(uids, ("INBOX", "Junk", "Archive"), strict=False):
        server.uid("MOVE", uid, folder)
    server.select("INBOX")
    server.uid("MOVE", server.uid("SEARCH", "SUBJECT", "lunch")[1][0], name)

    learned, _ = sort(maildir, *words)
    assert sorted(label for _, label in learned) == ["ham", "lists", "spam"]
    assert sort(maildir, *words) == ([], [])
    assert messages(maildir) == before
