"""Sorting in processes of its own: killed in the middle, and beside a mail server."""

import imaplib
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from mailfilter.sorting.maildirs import HAM, SPAM, make, messages

PROGRAM = [sys.executable, "-c", "from priory.cli.main import main; raise SystemExit(main())"]
SLOW = """
import time
from priory.mailfilter.sorting import maildir
rename = maildir.rename
maildir.rename = lambda *names: time.sleep(0.002) or rename(*names)
from priory.cli.main import main; raise SystemExit(main())
"""
PLACES = "/usr/lib/dovecot:/usr/libexec/dovecot"
MANY = 150


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


@pytest.fixture
def server(tmp_path, monkeypatch):
    """Return a session with Dovecot, over pipes, on a Maildir of its own."""
    program = shutil.which("imap", path=PLACES)
    if program is None:
        pytest.skip("Dovecot is not installed")
    if os.geteuid() == 0:
        pytest.skip("Dovecot does not open the mailboxes of root")
    settings = {"base_dir": tmp_path / "run", "log_path": tmp_path / "dovecot.log"}
    settings |= {"mail_location": f"maildir:{tmp_path / 'Maildir'}", "first_valid_uid": 1}
    lines = [f"{name} = {value}\n" for name, value in settings.items()]
    lines.append("stats_writer_socket_path =\n")
    (tmp_path / "dovecot.conf").write_text("".join(lines), encoding="utf-8")
    monkeypatch.setenv("USER", "ann")
    with imaplib.IMAP4_stream(f"{program} -c {tmp_path / 'dovecot.conf'}") as session:
        yield session


@pytest.mark.usefixtures("taught")
def test_beside_dovecot(server, tmp_path):
    """An open session sees what was sorted, and what is moved in it is learned."""
    maildir = tmp_path / "Maildir"
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
