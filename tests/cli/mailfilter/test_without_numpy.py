"""The commands on mail where NumPy, and whatever else takes long to load, is not there."""

import shutil
import subprocess
import sys

from priory import sample

# What a filter that starts for each message must not wait for.
ABSENT = (
    *("numpy", "scipy", "sklearn", "pandas", "polars", "pyarrow", "matplotlib"),
    *("rapidfuzz", "stop_words", "snowballstemmer", "asyncio", "tomllib"),
)
PROGRAM = f"""
import sys

class Absent:
    def find_spec(name, path=None, target=None):
        if name.partition(".")[0] in {ABSENT}:
            print(name, "was asked for", file=sys.stderr)
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Absent)
from priory.cli import program
raise SystemExit(program())
"""
MAILBOX = sample.mailbox_path()
SPAM = MAILBOX / "spam" / "001-pills-plain.eml"


def run(*words, content=None):
    """Run a command in a process of its own, and return what it writes."""
    command = [sys.executable, "-c", PROGRAM, *map(str, words)]
    ran = subprocess.run(command, check=False, input=content, capture_output=True)  # noqa: S603

    assert (ran.returncode, ran.stderr) == (0, b""), words
    return ran.stdout


def test_mail_commands(tmp_path):
    """All of them work without NumPy and the like, and do not even try to import them."""
    copy, maildir = tmp_path / "copy.db", tmp_path / "Maildir"
    for folder in ("cur", "new", "tmp"):
        (maildir / folder).mkdir(parents=True)
    shutil.copy(SPAM, maildir / "new" / "1")

    assert b"73 learned" in run("learn", "ham", MAILBOX / "ham")
    assert b"71 learned" in run("learn", "spam", MAILBOX / "spam")
    assert b"4,132 tokens" in run("stats")
    assert run("classify", SPAM).startswith(b"spam ")
    assert b'"spam"' in run("classify", "--json", SPAM)
    assert b"pills" in run("explain", SPAM)
    assert b"of 71 spam" in run("words", "pills")
    assert run("filter", content=SPAM.read_bytes()).startswith(b"X-Priory: spam,")
    run("sort", maildir, "--learn-from-moves")
    assert len(list((maildir / ".Junk" / "new").iterdir())) == 1
    assert run("forget", SPAM) == b"1 forgotten\n"

    assert b"no problem" in run("store", "check")
    exported = run("store", "export")
    assert b"copied" in run("store", "backup", copy)
    assert b"143 known" in run("store", "merge", copy)
    assert b"0 tokens dropped" in run("store", "compact")
    run("store", "import", "--store", tmp_path / "other.db", content=exported)
    assert run("store", "export", "--store", tmp_path / "other.db") == exported

    for words in (["show"], ["show", "--json"], ["tokens"], ["tokens", "--each", "--json"]):
        assert b"pills" in run("mail", *words, SPAM)
    page = tmp_path / "report.html"
    mailboxes = (f"ham={MAILBOX / 'ham'}", f"spam={MAILBOX / 'spam'}")
    assert run("evaluate", *mailboxes, "--html", page).startswith(b"144 messages: 73 ham, 71 spam")
    assert b"looks wrong" in run("evaluate", "--suspects", *mailboxes)
    assert run("demo").startswith(b"Learned 96 messages")
    assert b"store" in run("--help")
