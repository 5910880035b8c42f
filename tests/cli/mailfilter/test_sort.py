import json
import os
import signal
import sqlite3
import sys
from contextlib import closing

import pytest
from cli.mailfilter.conftest import PAIRS
from mailfilter.sorting.maildirs import HAM, SPAM, make, tree

from priory import MailFilter
from priory.cli.main import main
from priory.mailfilter.sorting import directories
from priory.mailfilter.sorting import maildir as module


@pytest.mark.usefixtures("taught")
def test_sort(priory, maildir):
    """Spam of the inbox goes into Junk, and a table says so."""
    ran = priory("sort", maildir)

    assert set(tree(maildir)) == {".Junk/cur/1:2,", "new/2", "cur/3:2,", ".Work/new/4"}
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines() == [
        "verdict  prob.  from   what          subject",
        "spam     0.999  INBOX  goes to Junk  cheap pills 91",
        "3 messages (1 ham, 1 spam, 1 unsure), 1 filed into Junk",
    ]


@pytest.mark.usefixtures("taught")
def test_dry_run(priory, maildir, taught):
    """A trial says what would be done, and does nothing."""
    before = tree(maildir)

    ran = priory("sort", maildir, "--dry-run", "--learn-from-moves")

    assert tree(maildir) == before
    assert not (maildir / ".Junk").exists()
    assert [path.name for path in taught.parent.iterdir()] == ["mail.db"]
    assert "goes to Junk" in ran.out
    assert ran.out.endswith("1 would be filed into Junk\n")


@pytest.mark.usefixtures("taught")
def test_json(priory, maildir):
    """Programs get a line of JSON for each message."""
    ran = priory("sort", maildir, "--json")

    spam, *others, last = map(json.loads, ran.out.splitlines())
    assert [line["verdict"] for line in others] == ["unsure", "ham"]
    assert spam.pop("probability") > 0.99
    assert spam == {
        "file": str(maildir / "cur" / "1:2,"),
        "folder": "INBOX",
        "verdict": "spam",
        "action": "file",
        "to": "Junk",
        "done": True,
        "why": None,
    }
    assert last == {
        "summary": {
            "verdicts": {"ham": 1, "spam": 1, "unsure": 1},
            "actions": {"file": 1},
            "filed": {"Junk": 1},
            "learned": {},
            "left": 0,
            "wanted": {},
            "unlearned": {},
        }
    }


@pytest.mark.usefixtures("taught")
def test_folders(priory, maildir):
    """Other folders are sorted when they are named, and spam goes where it was asked to go."""
    ran = priory("sort", maildir, "--folder", "Work", "--junk", "Müll")

    assert set(tree(maildir)) == {".M&APw-ll/new/4", "cur/1:2,", "new/2", "cur/3:2,"}
    assert ran.out.endswith("1 message (1 spam), 1 filed into Müll\n")


@pytest.mark.usefixtures("taught")
def test_unsure(priory, maildir, configure):
    """What becomes of unsure messages is a setting."""
    configure('when_unsure = "move"\nunsure_folder = "Look at"')

    ran = priory("sort", maildir)

    assert ".Look at/cur/3:2," in tree(maildir)
    assert ran.out.endswith("1 filed into Junk, 1 set aside\n")


@pytest.mark.usefixtures("taught")
def test_flag(priory, maildir):
    """Unsure messages can be flagged."""
    ran = priory("sort", maildir, "--when-unsure", "flag")

    assert "cur/3:2,F" in tree(maildir)
    assert "is flagged" in ran.out


def test_learn_from_moves_what_is_spent(priory, maildir, taught):
    """A move of a message that can no longer be corrected is told, and is a fault."""
    with MailFilter(taught) as mail:
        mail.learn(HAM % 92, "ham")
    priory("sort", maildir, "--learn-from-moves")
    with closing(sqlite3.connect(taught)) as db, db:
        db.execute("UPDATE journal SET bag = NULL")
    (maildir / "new" / "2").rename(maildir / ".Junk" / "cur" / "2:2,S")

    ran = priory("sort", maildir, "--learn-from-moves")

    assert ran.code == 2
    assert "learned as" not in ran.out
    place = maildir / ".Junk" / "cur" / "2:2,S"
    assert ran.err.startswith(f"priory: {place}: its journal entry was compacted")


def test_learn_from_moves(priory, maildir, taught):
    """What was moved by hand is learned, and then the rest is judged."""
    priory("sort", maildir, "--learn-from-moves")
    (maildir / "new" / "2").rename(maildir / ".Junk" / "cur" / "2:2,S")
    (maildir / ".Junk" / "cur" / "1:2,").rename(maildir / "cur" / "1:2,")

    trial = priory("sort", maildir, "--learn-from-moves", "--dry-run")
    ran = priory("sort", maildir, "--learn-from-moves")

    assert trial.out.endswith("1 would be learned as ham, 1 would be learned as spam\n")
    assert ran.out.endswith("1 learned as ham, 1 learned as spam\n")
    with MailFilter(taught, mode="ro") as mail:
        assert mail.store.labels([SPAM % 91, HAM % 92]) == ["ham", "spam"]
    assert "cur/1:2," in tree(maildir)


def test_learning_as_json(priory, maildir):
    """Programs are told what was learned."""
    priory("learn", "spam", maildir / "new" / "2")
    priory("sort", maildir, "--learn-from-moves")
    (maildir / "new" / "2").rename(maildir / ".Work" / "cur" / "2:2,S")
    make(maildir, {(".Junk", "cur/5:2,"): HAM % 95})
    priory("sort", maildir, "--learn-from-moves")
    (maildir / ".Junk" / "cur" / "5:2,").rename(maildir / "cur" / "5:2,S")

    ran = priory("sort", maildir, "--learn-from-moves", "--json")

    assert json.loads(ran.out.splitlines()[0]) == {
        "file": str(maildir / "cur" / "5:2,S"),
        "folder": "INBOX",
        "learned": "ham",
        "outcome": "learned",
    }


@pytest.mark.usefixtures("taught")
def test_odd_names(priory, maildir):
    """Names and subjects are shown without what terminals obey."""
    raw = (SPAM % 96).replace(b"cheap pills", b"cheap \x1b[31m pills")
    (maildir / "new" / os.fsdecode(b"\xff\x1b")).write_bytes(raw)

    text = priory("sort", maildir, "--dry-run")
    lines = priory("sort", maildir, "--json")

    assert "\x1b" not in text.out + lines.out
    assert len(tree(maildir / ".Junk")) == 2


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--folder", "Nope"], "has no folder Nope: there are INBOX, Work"),
        (["--folder", "Junk", "--junk", "Junk"], "has no folder Junk"),
        (["--folder", "Work", "--junk", "Work"], "Work is the folder that spam goes into"),
        (["--folder", ".a//cur"], "--folder: invalid Maildir folder name '.a//cur': use printable"),
        (["--folder", "a/b"], "name 'a/b': use printable characters, no '/'"),
        (["--folder", "a "], "--folder must be the name of a folder"),
        (["--junk", "INBOX"], "cannot go into the inbox"),
        (["--when-unsure", "move", "--unsure-folder", "INBOX"], "cannot go into the inbox"),
    ],
)
@pytest.mark.usefixtures("taught")
def test_mistakes(priory, maildir, words, complaint):
    """Folders that are not there, or make no sense, are refused before anything is done."""
    before = tree(maildir)

    ran = priory("sort", maildir, *words)

    assert (ran.code, ran.out.strip()) == (2, "")
    assert complaint in ran.err
    assert tree(maildir) == before


@pytest.mark.usefixtures("taught")
def test_no_maildir(priory, tmp_path):
    """What is no Maildir is refused."""
    ran = priory("sort", tmp_path)

    assert ran.code == 2
    assert "not a Maildir" in ran.err


def test_no_store(priory, maildir):
    """Where nothing was learned nothing is done."""
    before = tree(maildir)

    ran = priory("sort", maildir)

    assert ran.code == 2
    assert "the store does not exist" in ran.err
    assert tree(maildir) == before


@pytest.mark.usefixtures("taught")
def test_broken_memory(priory, maildir, tmp_path):
    """Where it cannot be remembered what is done, nothing is done."""
    with closing(sqlite3.connect(tmp_path / "places")) as db:
        db.execute("CREATE TABLE another (program)")
    before = tree(maildir)

    ran = priory("sort", maildir, "--places", tmp_path / "places")

    assert ran.code == 2
    assert "another program" in ran.err
    assert tree(maildir) == before


@pytest.mark.usefixtures("taught")
def test_vanished(priory, maildir, monkeypatch):
    """A message that another program moves meanwhile is passed over, and that is said."""
    rename = directories.rename

    def interfere(*names):
        (maildir / "cur" / "1:2,").rename(maildir / "cur" / "1:2,RS")
        rename(*names)

    monkeypatch.setattr(directories, "rename", interfere)

    ran = priory("sort", maildir)

    assert ran.code == 0
    assert "another program moved or changed it meanwhile" in ran.err
    assert "cur/1:2,RS" in tree(maildir)


@pytest.mark.usefixtures("taught")
def test_vanished_before_it_is_read(priory, maildir, monkeypatch):
    """A message that vanishes before it is read is passed over, and that is said."""
    files = module.Maildir.files

    def interfere(self, folder):
        found = files(self, folder)
        return [*found, module.File("", "cur", "gone:2,")] if folder == "" else found

    monkeypatch.setattr(module.Maildir, "files", interfere)

    ran = priory("sort", maildir)

    assert ran.code == 0
    assert "another program moved or changed it meanwhile" in ran.err


@pytest.mark.usefixtures("taught")
def test_failing(priory, maildir, monkeypatch):
    """A message that cannot be moved stays, and that is an error."""

    def fail(old, *_):
        raise PermissionError(13, "Permission denied", old)

    monkeypatch.setattr(directories, "rename", fail)
    before = tree(maildir)

    ran = priory("sort", maildir)

    assert ran.code == 2
    assert "it cannot be moved and stays: Permission denied" in ran.err
    assert "stays: see above" in ran.out
    assert tree(maildir) == before


@pytest.mark.usefixtures("taught")
def test_server_files(priory, maildir):
    """What a mail server keeps in a Maildir is left alone."""
    others = {}
    for name in ("dovecot-uidlist", "dovecot.index.cache", "subscriptions", "cur/dovecot.index"):
        (maildir / name).write_bytes(SPAM % 91)
        others[name] = (maildir / name).stat().st_ino

    priory("sort", maildir)

    assert {name: (maildir / name).stat().st_ino for name in others} == others


@pytest.mark.usefixtures("taught")
def test_folder_that_cannot_be_made(priory, maildir):
    """If something else stands where Junk should be, nothing is moved, and it is said why."""
    (maildir / ".Junk").write_bytes(b"")

    ran = priory("sort", maildir)

    assert ran.code == 2
    assert "  not done: see below  cheap pills 91\n" in ran.out
    assert ran.err.startswith(f"priory: {maildir}/.Junk: not a plain directory: ")


@pytest.mark.usefixtures("taught")
@pytest.mark.parametrize("words", [[], ["--json"]])
def test_refusal_alone(priory, maildir, words):
    """Where the Maildir is refused before any message is judged, nothing else is said."""
    priory("sort", maildir)
    (maildir / ".Junk" / "cur" / "1:2,").rename(maildir / "cur" / "1:2,")
    (maildir / ".Junk").rename(maildir.parent / "aside")
    (maildir / ".Junk").symlink_to(maildir.parent / "aside")

    ran = priory("sort", maildir, *words)

    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"priory: {maildir}/.Junk: not a plain directory: ")


@pytest.mark.usefixtures("taught")
def test_folder_that_the_system_refuses(priory, maildir, monkeypatch):
    """If the system does not let Junk be made, nothing is moved, and it is said where."""

    def fail(*_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(directories, "rename_directory", fail)

    ran = priory("sort", maildir)

    assert ran.code == 2
    assert "  not done: cannot create its folder  cheap pills 91\n" in ran.out
    where = f"cannot create folder {maildir}/.Junk: Permission denied"
    assert ran.err.startswith(f"priory: {where}: check permissions")


@pytest.mark.usefixtures("taught")
def test_interrupt(priory, maildir, monkeypatch):
    """Ctrl-C waits until the message at hand is moved, which is counted; the rest is not done."""
    (maildir / "cur" / "5:2,").write_bytes(SPAM % 95)
    rename = directories.rename

    def rename_meanwhile(*names):
        rename(*names)
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(directories, "rename", rename_meanwhile)

    ran = priory("sort", maildir)

    assert (ran.code, ran.err) == (130, "priory: interrupted\n")
    assert "  goes to Junk           cheap pills 91\n" in ran.out
    assert "  not done: interrupted  cheap pills 95\n" in ran.out
    assert ran.out.endswith(", 1 filed into Junk\n")
    assert ".Junk/cur/1:2," in tree(maildir)


@pytest.mark.usefixtures("taught")
def test_bar(maildir, monkeypatch, terminal):
    """The bar shows the share of the messages that were judged."""
    monkeypatch.setenv("NO_COLOR", "1")
    err = terminal()
    monkeypatch.setattr(sys, "stderr", err)

    main(["sort", str(maildir)])

    assert "33% 1 message " in err.getvalue()


WRONG = "invalid Maildir folder name 'a/b': use printable characters, no '/'"


def test_name_of_a_folder(priory, maildir, monkeypatch, configure):
    """A name that no Maildir folder can have is told with what is wrong with it."""
    path = configure('junk = "a/b"')
    assert f"{path}: junk: {WRONG}" in priory("sort", maildir).err

    path.unlink()
    monkeypatch.setenv("PRIORY_JUNK", "a/b")
    assert f"PRIORY_JUNK: {WRONG}" in priory("sort", maildir).err


def test_name_of_a_folder_as_option(maildir, capsys):
    """Options are refused in the same words."""
    with pytest.raises(SystemExit):
        main(["sort", str(maildir), "--junk", "a/b"])

    assert f"argument --junk: {WRONG}" in capsys.readouterr().err


@pytest.mark.usefixtures("taught")
def test_read_mail(priory, maildir):
    """What was read or flagged stays, which is counted, unless all is asked for."""
    make(maildir, {("", "cur/5:2,S"): SPAM % 95, ("", "cur/6:2,F"): SPAM % 96})

    ran, lines = priory("sort", maildir), priory("sort", maildir, "--json").out.splitlines()

    assert {"cur/5:2,S", "cur/6:2,F", ".Junk/cur/1:2,"} <= set(tree(maildir))
    assert ", 2 left because read, " in ran.out
    assert "--all" in ran.out
    assert json.loads(lines[-1])["summary"]["left"] == 2

    ran = priory("sort", maildir, "--all")

    assert {".Junk/cur/5:2,S", ".Junk/cur/6:2,F"} <= set(tree(maildir))
    assert "left" not in ran.out


def test_cold_start(priory, maildir, store):
    """While little was learned, it is said how many more messages of which class are wanted."""
    store.parent.mkdir(parents=True)
    with MailFilter(store) as mail:
        mail.learn_many((text % n, label) for text, label in PAIRS for n in range(3))

    ran, lines = priory("sort", maildir), priory("sort", maildir, "--json").out.splitlines()

    assert ran.out.endswith("; for fewer unsure, learn more messages: 17 of ham, 17 of spam\n")
    assert json.loads(lines[-1])["summary"]["wanted"] == {"ham": 17, "spam": 17}
