"""The recipes of the documentation, tried with the programs they are for."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from cli.mailfilter.conftest import HAM, SPAM

from priory.mailfilter.passthrough import strip

PAGE = Path(__file__).parents[3] / "docs" / "mail-delivery.md"
PLACES = "/usr/lib/dovecot:/usr/libexec/dovecot"
MESSAGES = {"spam": SPAM % 99, "ham": HAM % 99}


def recipes(title):
    """Return the recipes of a section of the page."""
    section = PAGE.read_text(encoding="utf-8").partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    return re.findall(r"(?s)```text\n(.*?)```", section)


def program(name):
    """Return the path of a program, or leave the test out."""
    path = shutil.which(name) or shutil.which(name, path=PLACES)
    if path is None:
        pytest.skip(f"{name} is not installed")
    return path


def script(path, text):
    """Write a program."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    path.chmod(0o700)
    return path


@pytest.fixture
def path(tmp_path):
    """Return a search path on which there is the program `priory`."""
    code = "from priory.cli.main import main; raise SystemExit(main())"
    lines = f"#!/bin/sh\nexport PYTHONPATH='{':'.join(sys.path)}'\nexec '{sys.executable}'"
    script(tmp_path / "bin" / "priory", f"{lines} -c '{code}' \"$@\"\n")
    return f"{tmp_path / 'bin'}:/usr/bin:/bin"


@pytest.fixture
def deliver(tmp_path, home):
    """Return a function that hands a message to a program."""

    def run(words, raw):
        environment = {"HOME": str(home), "PATH": "/usr/bin:/bin", "USER": "ann", "LOGNAME": "ann"}
        environment |= {"XDG_DATA_HOME": str(home / "data")}
        return subprocess.run(  # noqa: S603
            list(map(str, words)),
            input=raw,
            env=environment,
            cwd=tmp_path,
            check=False,
            capture_output=True,
        )

    return run


@pytest.fixture
def broken(store):
    """Let the store be none."""
    store.parent.mkdir(parents=True)
    store.write_bytes(b"no store" * 1000)


FORWARDED = (
    b"From: ann@example.com\nSubject: lunch 99\nMIME-Version: 1.0\n"
    b"Content-Type: message/rfc822\n\nX-Priory: spam, probability=0.999\n"
    b"Subject: lunch\n\nSee you at noon, at the usual place.\n"
)


def found(maildir):
    """Return the messages of a Maildir and of its Junk folder, as they were before a filter."""
    folders = {"ham": maildir, "spam": maildir / ".Junk"}
    files = {name: sorted(folder.glob("new/*")) for name, folder in folders.items()}
    return {name: [strip(file.read_bytes()) for file in some] for name, some in files.items()}


@pytest.fixture
def procmail(tmp_path, home, path, deliver):
    """Return a function that delivers a message with procmail."""
    words = [program("procmail"), "-m", tmp_path / "procmailrc"]
    (home / "Maildir").mkdir()

    def run(raw, *after):
        first, *_ = recipes("procmail")
        first = first.replace("\n:0\n", "".join(["\n", *after, "\n:0\n"]))
        settings = f"HOME={home}\nPATH={path}\nXDG_DATA_HOME={home / 'data'}\n"
        (tmp_path / "procmailrc").write_text(settings + first, encoding="utf-8")
        return deliver(words, raw)

    return run


@pytest.mark.usefixtures("taught")
def test_procmail(procmail, home):
    """With procmail, spam goes into Junk and ham into the inbox."""
    assert {procmail(raw).returncode for raw in MESSAGES.values()} == {0}

    assert found(home / "Maildir") == {name: [raw] for name, raw in MESSAGES.items()}


@pytest.mark.usefixtures("taught")
def test_procmail_forwarded(procmail, home):
    """A verdict that stands in a message that was forwarded is none on that which carries it."""
    assert procmail(FORWARDED).returncode == 0

    assert found(home / "Maildir") == {"ham": [FORWARDED], "spam": []}


@pytest.mark.usefixtures("broken")
def test_procmail_failing(procmail, home):
    """Where the filter fails, procmail delivers the message as it came."""
    assert procmail(SPAM % 99).returncode == 0

    assert found(home / "Maildir") == {"ham": [SPAM % 99], "spam": []}
    log = (home / "procmail.log").read_text(encoding="utf-8")
    assert "unjudged" in log
    assert "Rescue of unfiltered data succeeded" in log


@pytest.mark.usefixtures("broken")
def test_procmail_waiting(procmail, home):
    """Where the filter fails, and that is wanted, procmail lets the message wait."""
    ran = procmail(SPAM % 99, recipes("procmail")[1])

    assert ran.returncode == 75
    assert found(home / "Maildir") == {"ham": [], "spam": []}


def test_procmail_without_store(procmail, home):
    """Where there is no store yet, mail goes to the inbox, without a complaint in the log."""
    assert procmail(SPAM % 99).returncode == 0

    assert found(home / "Maildir") == {"ham": [SPAM % 99], "spam": []}
    log = (home / "procmail.log").read_text(encoding="utf-8")
    assert not re.search("priory|Rescue", log.partition("Folder")[0])


@pytest.fixture
def maildrop(tmp_path, home, path, deliver):
    """Return a function that delivers a message with maildrop."""
    words = [program("maildrop"), tmp_path / "mailfilter"]
    for folder in (home / "Maildir", home / "Maildir" / ".Junk"):
        for name in ("cur", "new", "tmp"):
            (folder / name).mkdir(parents=True)

    def run(raw):
        settings = f'HOME="{home}"\nPATH="{path}"\nXDG_DATA_HOME="{home / "data"}"\n'
        settings += 'SHELL="/bin/sh"\n'
        (tmp_path / "mailfilter").write_text(settings + recipes("maildrop")[0], encoding="utf-8")
        (tmp_path / "mailfilter").chmod(0o600)
        return deliver(words, raw)

    return run


@pytest.mark.usefixtures("taught")
def test_maildrop(maildrop, home):
    """With maildrop, spam goes into Junk and ham into the inbox."""
    assert {maildrop(raw).returncode for raw in MESSAGES.values()} == {0}

    assert found(home / "Maildir") == {name: [raw] for name, raw in MESSAGES.items()}


@pytest.mark.usefixtures("taught")
def test_maildrop_forwarded(maildrop, home):
    """A verdict that stands in a message that was forwarded is none on that which carries it."""
    assert maildrop(FORWARDED).returncode == 0

    assert found(home / "Maildir") == {"ham": [FORWARDED], "spam": []}


@pytest.mark.usefixtures("broken")
def test_maildrop_failing(maildrop, home):
    """Where the filter fails, maildrop delivers the message as it came."""
    assert maildrop(SPAM % 99).returncode == 0

    assert found(home / "Maildir") == {"ham": [SPAM % 99], "spam": []}


@pytest.fixture
def dovecot(tmp_path, home, path, deliver):
    """Return a function that delivers a message with Dovecot."""
    words = [program("dovecot-lda"), "-c", tmp_path / "dovecot.conf"]
    if os.geteuid() == 0:
        pytest.skip("Dovecot does not deliver mail to root")
    plugin, wrapper, sieve = recipes("Sieve, with Dovecot")
    data = f"export XDG_DATA_HOME='{home / 'data'}' PATH='{path}'\n"
    script(tmp_path / "sieve-filter" / "priory-filter", wrapper.replace("exec", f"{data}exec"))
    (tmp_path / "sieve").mkdir()
    (tmp_path / "sieve" / "priory.sieve").write_text(sieve, encoding="utf-8")
    settings = {"base_dir": tmp_path, "state_dir": tmp_path, "log_path": tmp_path / "dovecot.log"}
    settings |= {"mail_location": "maildir:~/Maildir", "first_valid_uid": 1}
    settings |= {"postmaster_address": "a@example.com", "hostname": "example.com"}
    lines = [f"{name} = {value}\n" for name, value in settings.items()]
    lines += ["stats_writer_socket_path =\n", "protocol lda {\n  mail_plugins = sieve\n}\n"]
    lines.append(plugin.replace("/etc/dovecot", str(tmp_path)))
    (tmp_path / "dovecot.conf").write_text("".join(lines), encoding="utf-8")

    return lambda raw: deliver(words, raw)


@pytest.mark.usefixtures("taught")
def test_sieve(dovecot, home):
    """With Sieve, spam goes into Junk and ham into the inbox."""
    assert {dovecot(raw).returncode for raw in MESSAGES.values()} == {0}

    messages = found(home / "Maildir")
    assert messages == {name: [raw] for name, raw in MESSAGES.items()}


@pytest.mark.usefixtures("taught")
def test_sieve_forwarded(dovecot, home):
    """A verdict that stands in a message that was forwarded is none on that which carries it."""
    assert dovecot(FORWARDED).returncode == 0

    assert found(home / "Maildir") == {"ham": [FORWARDED], "spam": []}


@pytest.mark.usefixtures("broken")
def test_sieve_failing(dovecot, home, tmp_path):
    """Where the filter fails, Dovecot delivers the message as it came."""
    assert dovecot(SPAM % 99).returncode == 0

    assert found(home / "Maildir") == {"ham": [SPAM % 99], "spam": []}
    assert "non-zero exit code 75" in (tmp_path / "dovecot.log").read_text(encoding="utf-8")
