"""Folders of other classes than spam: how they are named, filled, refused and learned from."""

import json
import os

import pytest
from cli.terminals import on_terminal
from mailfilter.sorting.maildirs import BILL, HAM, LIST, SPAM, UNSURE, make, tree

from priory import MailFilter
from priory.cli.mailfilter._kinds import FILING as FILING_KIND
from priory.cli.main import main

FILING = ["--file", "lists=Lists", "--file", "receipts=Receipts"]
USER = 65534


@pytest.fixture
def maildir(tmp_path):
    """Make a Maildir with a message of each class, and return its path."""
    texts = (SPAM, HAM, LIST, BILL, UNSURE)
    make(tmp_path / "Maildir", {("", f"new/{n}"): text % (90 + n) for n, text in enumerate(texts)})
    return tmp_path / "Maildir"


@pytest.mark.usefixtures("taught_more")
def test_file(priory, maildir):
    """Each class goes into its folder; what has none, and what is unsure, stays."""
    ran = priory("sort", maildir, *FILING)

    filed = {".Junk/new/0", ".Lists/new/2", ".Receipts/new/3"}
    assert set(tree(maildir)) == {*filed, "new/1", "new/4"}
    assert (maildir / ".Lists" / "maildirfolder").exists()
    assert (ran.code, ran.err) == (0, "")
    assert "goes to Lists     [parser] patch 92\n" in ran.out
    assert ran.out.endswith("1 filed into Junk, 1 filed into Lists, 1 filed into Receipts\n")


@pytest.mark.usefixtures("taught_more")
def test_without_a_folder(priory, maildir):
    """A class that was learned, and has no folder, stays in the inbox."""
    priory("sort", maildir)

    assert set(tree(maildir)) == {".Junk/new/0", "new/1", "new/2", "new/3", "new/4"}


@pytest.mark.usefixtures("taught_more")
def test_dry_run(priory, maildir):
    """A trial shows each folder, and makes none."""
    before = tree(maildir)

    ran = priory("sort", maildir, *FILING, "--dry-run")

    assert tree(maildir) == before
    assert not (maildir / ".Lists").exists()
    assert "goes to Receipts" in ran.out
    assert ran.out.endswith("1 would be filed into Lists, 1 would be filed into Receipts\n")


@pytest.mark.usefixtures("taught_more")
def test_json(priory, maildir):
    """Programs are told the folder of each message, and how many went into which."""
    ran = priory("sort", maildir, *FILING, "--json")

    *lines, last = map(json.loads, ran.out.splitlines())
    found = {line["verdict"]: (line["action"], line["to"], line["done"]) for line in lines}
    assert found["lists"] == ("file", "Lists", True)
    assert found["receipts"] == ("file", "Receipts", True)
    assert last["summary"]["actions"] == {"file": 3}
    assert last["summary"]["filed"] == {"Junk": 1, "Lists": 1, "Receipts": 1}


@pytest.mark.usefixtures("taught_more")
@pytest.mark.parametrize("way", ["option", "variable", "file"])
def test_setting(priory, maildir, monkeypatch, configure, way):
    """The folders are a setting: in the file of settings a table, elsewhere pairs."""
    words = []
    if way == "option":
        words = FILING
    elif way == "variable":
        monkeypatch.setenv("PRIORY_FILE", "lists=Lists; receipts=Receipts")
    else:
        configure('[file]\nlists = "Lists"\nreceipts = "Receipts"')

    priory("sort", maildir, *words)

    assert {".Lists/new/2", ".Receipts/new/3"} <= set(tree(maildir))


def test_stats(priory, configure, taught):
    """The folders in force are among the settings that are shown."""
    configure('[file]\nlists = "Lists"\nreceipts = "Receipts"')

    assert "lists=Lists; receipts=Receipts" in priory("stats").out
    settings = json.loads(priory("stats", "--json").out)["settings"]
    assert settings["file"]["value"] == {"lists": "Lists", "receipts": "Receipts"}
    assert taught.exists()


@pytest.mark.usefixtures("taught_more")
def test_spam_as_a_class(priory, maildir):
    """Spam is a class like others: what names its folder may be either setting, or both alike."""
    priory("sort", maildir, "--file", "spam=Rubbish")
    assert ".Rubbish/new/0" in tree(maildir)

    ran = priory("sort", maildir, "--file", "spam=Rubbish", "--junk", "Rubbish")
    assert (ran.code, ran.err) == (0, "")


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--file", "spam=A", "--junk", "B"], "name two folders for 'spam': B and A"),
        (["--file", "lists=A", "--file", "lists=B"], "class 'lists' has two folders, 'A' and 'B'"),
        (["--file", "lists=A", "--file", "receipts=A"], "A would be the folder of both lists and"),
        (["--file", "lists=Junk"], "Junk would be the folder of both lists and spam"),
        (["--file", "lists=INBOX"], "lists messages cannot go into the inbox"),
        (["--file", "ham=inbox"], "ham messages cannot go into the inbox"),
        (["--file", "lists=Work", "--folder", "Work"], "Work is the folder that lists goes into"),
        (
            ["--file", "lists=A", "--when-unsure", "move", "--unsure-folder", "A"],
            "A would be the folder of both lists and unsure",
        ),
    ],
)
@pytest.mark.usefixtures("taught_more")
def test_mistakes(priory, maildir, words, complaint):
    """Folders that contradict each other are refused before anything is done."""
    before = tree(maildir)

    ran = priory("sort", maildir, *words)

    assert (ran.code, ran.out) == (2, "")
    assert complaint in ran.err
    assert tree(maildir) == before


@pytest.mark.parametrize(
    ("word", "complaint"),
    [
        ("lists", f"must be {FILING_KIND.what}, not 'lists'"),
        ("=Lists", f"must be {FILING_KIND.what}, not '=Lists'"),
        ("lists=", f"must be {FILING_KIND.what}, not 'lists='"),
        ("lists=A;", f"must be {FILING_KIND.what}, not 'lists=A;'"),
        ("unsure=A", "'unsure' is reserved"),
        ("lists=a/b", "invalid Maildir folder name 'a/b'"),
    ],
)
def test_words(maildir, capsys, word, complaint):
    """What is no class and folder is refused as an option."""
    with pytest.raises(SystemExit):
        main(["sort", str(maildir), "--file", word])

    assert f"argument --file: {complaint}" in capsys.readouterr().err


@pytest.mark.parametrize("value", ['"lists"', '["lists"]', "{lists = 1}", "3", "{unsure = 'A'}"])
def test_tables(priory, maildir, configure, value):
    """What is no table of folders is refused in the file of settings."""
    path = configure(f"file = {value}")

    ran = priory("sort", maildir)

    assert ran.code == 2
    assert ran.err.startswith(f"priory: {path}: file")


def test_never_learned(maildir, taught):
    """On a terminal it is said of a class that was never learned that it has to be, and how."""
    code, written = on_terminal("sort", maildir, *FILING, columns=200, PRIORY_STORE=str(taught))

    assert code == 0
    assert "no class 'lists' was learned (there are spam, ham), so nothing is filed" in written
    assert "priory learn lists PATH" in written
    assert "--learn-from-moves" in written
    assert not (maildir / ".Lists").exists()


@pytest.mark.usefixtures("taught")
def test_never_learned_in_silence(priory, maildir, configure):
    """Cron, which mails each complaint, has none of it; JSON and the statistics have."""
    ran = priory("sort", maildir, *FILING)
    assert (ran.code, ran.err) == (0, "")

    ran = priory("sort", maildir, *FILING, "--json")
    missing = {"lists": "Lists", "receipts": "Receipts"}
    assert json.loads(ran.out.splitlines()[-1])["summary"]["unlearned"] == missing
    assert ran.err == ""

    configure('[file]\nlists = "Lists"\nreceipts = "Receipts"')
    assert json.loads(priory("stats", "--json").out)["unlearned"] == missing
    assert "note: no class 'lists' was learned" in priory("stats").out


def test_learn_from_moves(priory, maildir, taught_more):
    """What is moved into the folder of a class is learned as it, and back to the inbox as ham."""
    make(maildir, {(".Archive", "new/9"): HAM % 99})
    priory("sort", maildir, *FILING, "--learn-from-moves")
    moves = [
        ("new/1", ".Lists/cur/1:2,S"),
        (".Lists/new/2", ".Archive/cur/2:2,S"),
        (".Receipts/new/3", "cur/3:2,"),
        ("new/4", ".Receipts/cur/4:2,S"),
    ]
    for old, new in moves:
        (maildir / old).rename(maildir / new)

    trial = priory("sort", maildir, *FILING, "--learn-from-moves", "--dry-run")
    ran = priory("sort", maildir, *FILING, "--learn-from-moves")

    for label in ("ham", "lists", "receipts"):
        assert f"1 would be learned as {label}" in trial.out
        assert f"1 learned as {label}" in ran.out
    with MailFilter(taught_more, mode="ro") as mail:
        labels = mail.store.labels([HAM % 91, LIST % 92, BILL % 93, UNSURE % 94])
    assert labels == ["lists", None, "ham", "receipts"]
    assert {new for _, new in moves} <= set(tree(maildir))


def _summary(ran):
    return json.loads(ran.out.splitlines()[-1])["summary"]


def test_begin_with_moves(priory, maildir, taught):
    """A class may begin with what is moved into its folder; then it is no longer missed."""
    words = ["sort", maildir, "--file", "lists=Lists", "--learn-from-moves"]
    make(maildir, {(".Lists", "new/8"): LIST % 98})
    assert _summary(priory(*words, "--json"))["unlearned"] == {"lists": "Lists"}
    (maildir / "new" / "2").rename(maildir / ".Lists" / "cur" / "2:2,S")

    ran = priory(*words, "--json")

    assert (ran.code, ran.err, _summary(ran)["unlearned"]) == (0, "", {})
    with MailFilter(taught, mode="ro") as mail:
        assert mail.store.labels([LIST % 92, LIST % 98]) == ["lists", None]


@pytest.mark.usefixtures("taught_more")
def test_put_back(priory, maildir):
    """What was put back is not filed again, into whatever folder; a copy of another one is."""
    priory("sort", maildir, *FILING)
    (maildir / ".Lists" / "new" / "2").rename(maildir / "new" / "2")
    make(maildir, {("", "new/7"): BILL % 93})

    ran = priory("sort", maildir, "--file", "lists=Elsewhere", "--file", "receipts=Receipts")

    assert "stays: it was put back by hand" in ran.out
    assert {"new/2", ".Receipts/new/3", ".Receipts/new/7"} <= set(tree(maildir))


def test_learned_otherwise(priory, maildir, taught_more):
    """What was learned as one class is never filed as another."""
    with MailFilter(taught_more) as mail:
        mail.learn(LIST % 92, "ham")

    ran = priory("sort", maildir, *FILING, "--unsure", "9")

    assert "stays: it was learned as ham" in ran.out
    assert "new/2" in tree(maildir)


@pytest.mark.usefixtures("taught_more")
def test_never_junk(priory, maildir, tmp_path):
    """Senders whose mail is never spam are filed into the folders of other classes."""
    (tmp_path / "people").write_text("example.net\nexample.info\n", encoding="utf-8")
    words = ["--never-junk", tmp_path / "people", "--never-junk-unauthenticated", "true"]

    priory("sort", maildir, *FILING, *words)

    assert {"new/0", ".Lists/new/2"} <= set(tree(maildir))


@pytest.mark.usefixtures("taught_more")
@pytest.mark.parametrize("name", [".Lists", ".Lists/new"])
def test_linked_folder(priory, maildir, tmp_path, name):
    """A link where the folder of a class should be is refused, and nothing at all is moved."""
    (tmp_path / "elsewhere" / "cur").mkdir(parents=True)
    (maildir / name).parent.mkdir(exist_ok=True)
    (maildir / name).symlink_to(tmp_path / "elsewhere")
    before = tree(maildir)

    ran = priory("sort", maildir, *FILING)

    assert ran.code == 2
    assert f"{maildir / name}: not a plain directory: move the link" in ran.err
    assert tree(maildir) == before


@pytest.mark.skipif(os.geteuid() != 0, reason="only root meets folders of other owners")
@pytest.mark.usefixtures("taught_more")
def test_owner(priory, maildir):
    """Root files into no folder of another owner, and gives new ones to the owner."""
    make(maildir, {(".Lists", "new/8"): LIST % 98})
    for path in [maildir, *maildir.rglob("*")]:
        if ".Lists" not in path.parts:
            os.chown(path, USER, USER)
    before = tree(maildir)

    ran = priory("sort", maildir, *FILING)
    assert f"{maildir}/.Lists: does not belong to the owner" in ran.err
    assert tree(maildir) == before

    for path in [maildir / ".Lists", *(maildir / ".Lists").rglob("*")]:
        os.chown(path, USER, USER)
    assert priory("sort", maildir, *FILING).code == 0
    assert {path.stat().st_uid for path in maildir.rglob("*")} == {USER}
