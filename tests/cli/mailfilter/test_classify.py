import json
import os
import stat
import sys

import pytest

from priory import MailFilter
from priory.cli.main import main
from priory.mailfilter.filter import Judge

SPAM = b"Subject: pills\n\nBuy cheap pills now, only today!\n"
HAM = b"Subject: lunch\n\nSee you at the usual place.\n"
ODD = b"Subject: xylophone\n\nunheard\n"
CASES = [(SPAM, "spam", 0), (HAM, "ham", 1), (ODD, "unsure", 2)]


@pytest.mark.parametrize("case", CASES)
def test_exit_code(priory, taught, message, case):
    """The verdict on one message is the exit code, and a line with the probability."""
    content, label, code = case
    path = message(content)

    ran = priory("classify", path)

    with MailFilter(taught) as mail:
        verdict = mail.classify(content)
    best = f"{verdict.best}={verdict.probability:.4f}"
    assert verdict.label == label
    assert ran == (code, f"{label:<6}  {best:<11}  {path}\n", "")


@pytest.mark.parametrize("words", [[], ["-"]])
@pytest.mark.parametrize("case", CASES)
@pytest.mark.usefixtures("taught")
def test_standard_input(priory, standard_input, case, words):
    """A message comes from standard input if it is named, and if nothing is."""
    content, label, code = case
    standard_input(content)

    ran = priory("classify", *words)

    assert ran.code == code
    assert ran.out.startswith(label)
    assert ran.out.endswith("  standard input\n")


@pytest.mark.usefixtures("taught")
def test_one_of_an_mbox(priory, mbox):
    """An mbox with one message, as delivery agents send it, is one message."""
    assert priory("classify", mbox([HAM])).code == 1


@pytest.mark.usefixtures("taught")
def test_several(priory, mbox, message):
    """Several messages have a line each, and the exit code is zero."""
    ran = priory("classify", mbox([SPAM, HAM]), message(ODD))

    assert (ran.code, ran.err) == (0, "")
    assert [line.split()[0] for line in ran.out.splitlines()] == ["spam", "ham", "unsure"]


@pytest.mark.usefixtures("taught")
@pytest.mark.parametrize("options", [[], ["--json"]])
@pytest.mark.parametrize(
    "limit",
    ["priory.mailfilter.filter.JUDGED_BYTES", "priory.mailfilter._judge._MOST_CELLS"],
)
def test_some_at_a_time(priory, mbox, monkeypatch, limit, options):
    """Lines are the same and in the same order, however many messages are judged at once."""
    path = mbox([SPAM, HAM, ODD] * 40)
    expected = priory("classify", path, *options)

    monkeypatch.setattr(limit, 1)

    assert priory("classify", path, *options) == expected
    assert expected.out.count("\n") == 120


@pytest.mark.usefixtures("taught")
def test_folder(priory, tmp_path, message):
    """A folder is never one message, however many it has."""
    (tmp_path / "box").mkdir()
    message(HAM, "box/a")

    assert priory("classify", tmp_path / "box").code == 0


@pytest.mark.usefixtures("taught")
def test_json(priory, mbox):
    """For programs there is an object a message, with the probability of each class."""
    path = mbox([HAM, ODD])

    ran = priory("classify", path, "--json")

    first, second = map(json.loads, ran.out.splitlines())
    assert (first["file"], first["offset"], first["verdict"]) == (str(path), 0, "ham")
    assert first["probability"] == first["probabilities"]["ham"] > 0.9
    assert first["why_unsure"] is None
    assert second["why_unsure"].startswith("a probability of 5")


def test_another_class(priory, taught, message):
    """A class that is neither spam nor ham has the exit code of ham: it is not spam."""
    with MailFilter(taught) as mail:
        mail.learn_many((b"Subject: n %d\n\nxylophone music" % n, "music") for n in range(60))

    ran = priory("classify", message(b"Subject: x\n\nxylophone music"))

    assert (ran.code, ran.out.split()[0]) == (1, "music")


@pytest.mark.usefixtures("taught")
def test_settings_count(priory, message, monkeypatch):
    """Options and variables change the verdict."""
    path = message(SPAM)
    assert priory("classify", path, "--lost-ham", "1e9").code == 2
    monkeypatch.setenv("PRIORY_LOST_HAM", "1e9")
    assert priory("classify", path).code == 2
    assert priory("classify", path, "--lost-ham", "10").code == 0


def test_no_store(priory, store, message):
    """Without a store the exit code is three, none is made, and a line says what to do."""
    complaint = (
        f"priory: {store}: the store does not exist: learn some mail first, with `priory learn`\n"
    )

    assert priory("classify", message(SPAM)) == (3, "", complaint)
    assert not store.exists()


@pytest.mark.usefixtures("taught")
@pytest.mark.parametrize("others", [[], [HAM], [SPAM, HAM]])
def test_fault(priory, tmp_path, message, others):
    """What cannot be read is told, the rest is judged, and the exit code is three."""
    paths = [message(content, f"{n}.eml") for n, content in enumerate(others)]

    ran = priory("classify", tmp_path / "nowhere", *paths)

    assert (ran.code, ran.out.count("\n")) == (3, len(others))
    assert ran.err.startswith(f"priory: {tmp_path}/nowhere: No such file or folder")


@pytest.mark.usefixtures("taught")
def test_no_message(priory, standard_input):
    """Where there is no message there is no verdict."""
    standard_input(b"")

    assert priory("classify") == (3, "", "priory: standard input: 0 messages\n")


@pytest.mark.usefixtures("taught")
@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ([""], 'empty PATH: name a file or a folder, or "-"'),
        (["."], ".: a folder cannot be read as 'mbox': omit --kind to detect it"),
    ],
)
def test_mistakes(priory, words, complaint):
    """What cannot be a mailbox is a line, and the exit code is three."""
    assert priory("classify", "--kind", "mbox", *words) == (3, "", f"priory: {complaint}\n")


@pytest.mark.usefixtures("taught")
def test_terminal(priory, monkeypatch):
    """Nobody is left waiting for what is typed on a terminal."""
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
    complaint = "priory: there is nothing to read: name a PATH, or send messages in a pipe\n"

    assert priory("classify") == (3, "", complaint)


@pytest.mark.parametrize("words", [["--nonsense"], ["--unsure", "much"], ["--kind", "x"]])
def test_misuse(capsys, words):
    """Misuse never looks like a verdict."""
    with pytest.raises(SystemExit) as stopped:
        main(["classify", *words])

    assert stopped.value.code == 3
    assert capsys.readouterr().err.startswith("usage: priory")


def test_bad_settings(priory, configure, message):
    """A mistake in the file with the settings never looks like a verdict."""
    path = configure("unsure = 'much'")
    complaint = "unsure must be a non-negative number, not 'much'"

    assert priory("classify", message(HAM)) == (3, "", f"priory: {path}: {complaint}\n")


def test_unexpected(priory, taught, message, monkeypatch):
    """What nobody thought of never looks like a verdict."""
    assert taught.exists()
    monkeypatch.setattr(Judge, "judge", lambda *_: 1 // 0)

    ran = priory("classify", message(HAM))

    assert (ran.code, ran.out) == (3, "")
    assert "ZeroDivisionError" in ran.err


def test_hostile_place(priory, taught, message):
    """The name of a file does not break the terminal."""
    assert taught.exists()
    path = message(HAM, "a\x1b[2J\u202e\n")

    ran = priory("classify", path)

    assert ran.out.endswith(f"{path.parent}/a\\x1b[2J\\u202e\\n\n")


@pytest.mark.skipif(os.name == "posix" and os.geteuid() == 0, reason="root writes everywhere")
def test_read_only(priory, taught, message):
    """A store in a folder where nothing can be written gives verdicts."""
    path = message(HAM)
    taught.chmod(stat.S_IRUSR)
    taught.parent.chmod(stat.S_IRUSR | stat.S_IXUSR)
    try:
        assert priory("classify", path).code == 1
    finally:
        taught.parent.chmod(stat.S_IRWXU)


def test_changes_nothing(priory, taught, message):
    """To classify does not change the store."""
    before = taught.read_bytes()

    priory("classify", message(HAM))

    assert taught.read_bytes() == before


@pytest.mark.usefixtures("taught")
@pytest.mark.parametrize("command", ["filter", "sort", "stats"])
def test_unknown_class(priory, pipe, tmp_path, command):
    """If the class of the settings was not learned, that is said, with those that were."""
    for name in ("cur", "new", "tmp"):
        (tmp_path / "Maildir" / name).mkdir(parents=True)

    if command == "filter":
        complaint = pipe(b"Subject: pills\n\nBuy cheap pills now!\n", "--spam", "junk")[2]
    else:
        words = [tmp_path / "Maildir"] if command == "sort" else []
        complaint = priory(command, *words, "--spam", "junk").err

    there = "no class 'junk' was learned; there are spam, ham"
    assert complaint == f"priory: {there}: see the setting spam\n"


@pytest.mark.usefixtures("taught")
@pytest.mark.parametrize("command", ["classify", "explain"])
@pytest.mark.parametrize("option", ["--spam", "--ham"])
def test_no_such_class(priory, message, command, option):
    """An option that names a class that was never learned is an error with those there are."""
    ran = priory(command, message(SPAM), option, "junk")

    assert (ran.code, ran.out) == (3 if command == "classify" else 2, "")
    assert ran.err == f"priory: {option}: no class 'junk' was learned: there are spam, ham\n"


@pytest.mark.usefixtures("taught")
@pytest.mark.parametrize("words", [[], ["--json"]])
def test_empty_folder(priory, tmp_path, words):
    """A folder may be empty: that is said, and is no error."""
    (tmp_path / "box").mkdir()

    ran = priory("classify", tmp_path / "box", *words)

    assert ran == (0, "", f"priory: {tmp_path}/box: 0 messages\n")


@pytest.mark.usefixtures("taught")
@pytest.mark.parametrize("place", ["folder", "file"])
@pytest.mark.parametrize("command", ["classify", "learn", "forget", "explain"])
def test_empty_mailbox(priory, tmp_path, message, command, place):
    """A mailbox without messages is no error in any command, and what there is is said."""
    path = message(b"", "box") if place == "file" else tmp_path / "box"
    path.mkdir() if place == "folder" else None
    words = ["spam"] if command == "learn" else []
    done = {"learn": "spam: 0 learned\n", "forget": "0 forgotten\n"}.get(command, "")

    code = 2 if (command, place) == ("classify", "file") else 0  # 0 would be spam

    assert priory(command, *words, path) == (code, done, f"priory: {path}: 0 messages\n")


@pytest.mark.usefixtures("taught")
@pytest.mark.parametrize(
    ("command", "code"), [("classify", 3), ("learn", 2), ("forget", 2), ("explain", 2)]
)
def test_empty_pipe(priory, standard_input, command, code):
    """A pipe from which nothing comes has failed to send a message."""
    standard_input(b"")
    words = ["spam"] if command == "learn" else []

    assert priory(command, *words, "-").code == code


def test_help(capsys):
    """The help has the exit codes."""
    with pytest.raises(SystemExit):
        main(["classify", "--help"])

    assert "0 spam, 1 ham, 2 unsure, 3 error" in " ".join(capsys.readouterr().out.split())
