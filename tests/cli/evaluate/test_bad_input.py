"""``priory evaluate`` on mail and options that are not as they should be."""

import json
import shlex
import sqlite3
import sys

import pytest
from tests.cli.evaluate.letters import HAM, N, letter

from priory import MailFilter


def refused(ran):
    """Return what was complained of, which must be one line and a mistake of the input."""
    assert ran.code == 2
    assert ran.out == ""
    assert ran.err.count("\n") == 1
    return ran.err.removeprefix("priory: ").strip()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "nothing to read"),
        (["inbox"], "inbox: name the class"),
        (["=inbox"], "=inbox: name the class"),
        (["spam=junk", "ham =inbox"], "ham =inbox: invalid class name 'ham '"),
        (["spam=nowhere", "h\tam=nowhere"], "h am=nowhere: invalid class name"),
        (["ham="], "ham=: name the class"),
        (["spam=junk", "--index", "index"], "both CLASS=PATH and --index"),
        (["spam=nowhere", "ham=inbox"], "nowhere: "),
        (["spam=junk"], "all 24 messages are of the class 'spam'"),
        (["spam=junk", "unsure=inbox"], "unsure=inbox: invalid class name 'unsure'"),
        (["work=junk", "ham=inbox"], "no message is of the class 'spam'"),
        (["--index", "nowhere"], "nowhere: "),
    ],
)
@pytest.mark.usefixtures("folder")
def test_mailboxes(priory, words, said):
    """Mailboxes by which no filter can be evaluated are refused in a line."""
    assert refused(priory("evaluate", *words)).startswith(said)


def test_another_class_can_be_spam(priory, folder):
    """Whoever calls spam junk says so."""
    assert folder
    assert priory("evaluate", "junk=junk", "ham=inbox", "--spam", "junk").code == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--folds", "3"], "--folds has no effect with --protocol online"),
        (["--protocol", "folds", "--delay", "0"], "--delay has no effect with --protocol folds"),
        (["--suspects", "--html", "a.html"], "--html has no effect with --suspects"),
        (["--suspects", "--order", "time"], "--order has no effect with --suspects"),
        (["--suspects", "--peer", "bogofilter"], "--peer has no effect with --suspects"),
        (["--suspects", "--mistakes", "0"], "--mistakes has no effect with --suspects"),
        (["--outcomes"], "--outcomes has no effect without --json"),
        (["--html", "nowhere/a.html"], "cannot write nowhere/a.html"),
        (["--against", "pills"], "--against pills: must be SETTING=VALUE"),
        (["--against", "event=guess"], "--against event=guess: event must be"),
        (["--against", "never_junk=x"], "--against never_junk=x: must be SETTING=VALUE"),
        (["--against", "alpha=1", "--against", "alpha=1"], "two filters are called 'alpha=1'"),
        (["--command", "own", "no-such-program", "true"], "no-such-program: no such program"),
        (["--command", "own", "true", ""], "--command: the command is empty"),
        (["--protocol", "time", "--train", "2"], "--train: "),
        (["--protocol", "folds", "--folds", "1"], "--folds: "),
        (["--share", "2"], "--share: "),
        (["--delay", "-1"], "--delay: "),
        (["--protocol", "cold-start", "--learned", "500"], "--learned: "),
        (["--protocol", "cold-start", "--judged", "1000"], "--judged: "),
    ],
)
def test_options(evaluate, words, said):
    """Options without effect, and values that cannot be, are refused in a line."""
    assert refused(evaluate(*words)).startswith(said)


@pytest.mark.parametrize(
    ("option", "value", "said"),
    [
        ("--resamples", "0", "from 1"),
        ("--resamples", "-1", "from 1"),
        ("--mistakes", "-1", "from 0"),
        ("--learned", "few", "such as 5,20"),
    ],
)
def test_words_that_are_no_numbers(evaluate, option, value, said, capsys):
    """What is no number is refused before a message is read."""
    with pytest.raises(SystemExit) as ended:
        evaluate(option, value)

    assert ended.value.code == 3
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("spam junk/00\nham inbox/77\n", "index, line 2: no such file: inbox/77"),
        ("spam junk/00\ninbox/01\n", "index, line 2: not a class and a path"),
        ("\n\n", "index: the index names no message: write lines"),
    ],
)
def test_index(priory, folder, text, said):
    """An index that names what is not there, or nothing, is refused with its line."""
    (folder / "index").write_text(text)

    assert refused(priory("evaluate", "--index", "index")).startswith(said)


def test_empty_mailbox(priory, folder):
    """A mailbox without messages is named before it is said that a class is missing."""
    (folder / "empty").mkdir()

    ran = priory("evaluate", "spam=empty", "ham=inbox")

    assert ran.code == 2
    assert ran.err.startswith("priory: empty: no message in it")
    assert "all 24 messages are of the class 'ham'" in ran.err


def test_empty_stream(priory, folder, standard_input):
    """Nothing on standard input is no message."""
    (folder / "empty").mkdir()
    standard_input(b"")

    ran = priory("evaluate", "spam=-", "ham=empty")

    assert ran.code == 2
    assert "there is no message to evaluate" in ran.err


def test_missing_date(priory, folder):
    """A message of an mbox without a date has no place in a stream, and the remedy is named."""
    entry = b"From a Thu Jan  1 00:00:00 2026\n" + letter(HAM, 3, date=False) + b"\n"
    (folder / "box").write_bytes(entry * 2)

    said = refused(priory("evaluate", "spam=junk", "ham=box"))

    assert said.startswith("box#1: ")
    assert "pass --order listed, or --protocol folds" in said
    assert priory("evaluate", "spam=junk", "ham=box", "--order", "listed").code == 0


def test_what_is_no_mail_is_passed_over(priory, folder):
    """A file of a folder that is no message is told and left out."""
    (folder / "notes").mkdir()
    (folder / "notes" / "one.eml").write_bytes(letter(HAM, 1))
    (folder / "notes" / "list.txt").write_bytes(b"milk, eggs\n")

    ran = priory("evaluate", "spam=junk", "ham=notes")

    assert (ran.code, ran.out.split("\n")[0]) == (0, "25 messages: 1 ham, 24 spam")
    assert "notes/list.txt" in ran.err


def test_no_store_is_made(evaluate, home):
    """The command writes nothing where stores and settings are."""
    assert evaluate("--html", "report.html").code == 0
    assert evaluate("--suspects").code == 0
    assert list(home.rglob("*")) == []


def test_store_in_use_is_not_touched(evaluate, home):
    """A store that another program has locked is neither read nor changed."""
    path = home / "data" / "priory" / "mail.db"
    path.parent.mkdir(parents=True)
    with MailFilter(path) as mail:
        mail.learn(b"Subject: cheap pills\n\n", "ham")
    before = path.read_bytes()

    with sqlite3.connect(path, isolation_level=None) as db:
        db.execute("BEGIN EXCLUSIVE")
        ran = evaluate()
        db.execute("ROLLBACK")

    assert (ran.code, ran.err) == (0, "")
    assert path.read_bytes() == before


def test_damaged_store_does_not_matter(evaluate, home):
    """What lies where the store would be is not even opened."""
    path = home / "data" / "priory" / "mail.db"
    path.parent.mkdir(parents=True)
    path.write_bytes(b"no store at all")

    assert evaluate().code == 0


DIES = """
import pathlib, sys
count = pathlib.Path("count")
count.write_text(count.read_text() + "." if count.exists() else ".")
sys.exit("out of order") if len(count.read_text()) > 9 else print("spam 1")
"""


@pytest.mark.parametrize("protocol", ["online", "folds"])
def test_a_program_that_fails_ends_its_own_trial(evaluate, folder, protocol):
    """What other filters did is reported all the same, with the reason, and the exit code tells."""
    (folder / "dies.py").write_text(DIES)
    dies = shlex.join([sys.executable, "dies.py"])
    words = ["--protocol", protocol, "--command", "dies", "true", dies]

    ran = evaluate(*words, "--command", "other", "true", "echo ham", "--json")
    found = json.loads(ran.out)

    assert (ran.code, ran.err) == (2, "")
    assert found["filters"][0]["messages"] == 2 * N
    [failure] = found["failures"]
    assert failure["filter"] == "dies"
    assert "printed no verdict" in failure["reason"]
    assert [one["other"] for one in found["comparisons"]] == ["other"]
    twins = {one["filter"]: one["twins"] is not None for one in found["filters"]}
    assert twins == {"priory": True, "other": True, "dies": False}


def test_the_text_says_why_a_program_failed(evaluate):
    """On terminals the reason stands with the filter."""
    ran = evaluate("--command", "dies", "false", "echo ham")

    assert ran.code == 2
    assert "Partial: dies failed after 1 message: false failed with code 1\n" in ran.out
