import gzip
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from mailfilter.written import MONEY, contents

from priory.cli.mailfilter.store.import_ import Lines
from priory.cli.main import main
from priory.mailfilter import Store
from priory.mailfilter._upkeep import Upkeep
from priory.tokens import MailAnalyzer

BOGOUTIL = shutil.which("bogoutil")
PROGRAM = [sys.executable, "-c", "from priory.cli.main import main; raise SystemExit(main())"]
LIST = b".MSG_COUNT 12 30 20200201\nfree 7 1 20200131\nsubj:lunch 0 9 20191224\nzero 0 0 20200101\n"
ERASED = "\r\x1b[1A\x1b[2K"  # what clears the line of the bar at the end
NOTHING = "nothing was imported"


@pytest.fixture
def lines(taught, tmp_path):
    """Export the store, and return the path of the lines."""
    path = tmp_path / "mail.jsonl"
    with Store(taught, mode="ro") as store:
        path.write_bytes(b"".join(store.export_lines()))
    return path


@pytest.fixture
def new(tmp_path):
    """Return the path of a store that is not there yet."""
    return tmp_path / "new.db"


def test_import(priory, taught, lines, new):
    """What was exported is imported exactly, and it is told what became of the messages."""
    assert priory("store", "import", lines, "--store", new) == (0, f"{lines}: 120 learned\n", "")
    assert contents(new) == contents(taught)
    assert priory("store", "import", lines, "--store", new).out == f"{lines}: 120 known\n"


@pytest.mark.parametrize("words", [[], ["-"]])
def test_standard_input(priory, standard_input, lines, words):
    """The lines come from standard input if it is named, and if nothing is."""
    standard_input(lines.read_bytes())

    assert priory("store", "import", *words) == (0, "standard input: 120 known\n", "")


def test_json(priory, lines, new):
    """For programs there is an object."""
    ran = priory("store", "import", lines, "--store", new, "--json")

    counts = {"learned": 120, "known": 0, "corrected": 0, "doubled": 0, "untold": 0}
    assert json.loads(ran.out) == {"from": str(lines), "store": str(new), **counts}


def test_bogofilter(priory, message, store):
    """A word list is imported into the default store, and exported unchanged."""
    path = message(LIST, "list.txt")

    ran = priory("store", "import", "--format", "bogofilter", path)

    assert ran == (0, f"{path}: 42 counted without a journal\n", "")
    assert priory("store", "export", "--format", "bogofilter").out.encode() == LIST
    with Store(store, mode="ro") as found:
        assert [(one.name, one.messages) for one in found.classes] == [("spam", 12), ("ham", 30)]


def test_names_of_classes(priory, message, store, configure):
    """The two classes of a word list are those of the settings."""
    configure('spam = "Werbung"\nham = "Post"\n')

    priory("store", "import", "--format", "bogofilter", message(LIST))

    with Store(store, mode="ro") as found:
        assert [one.name for one in found.classes] == ["Werbung", "Post"]


@pytest.mark.skipif(BOGOUTIL is None, reason="bogoutil is not installed")
@pytest.mark.parametrize("days", [[], ["-y", "0"]])
def test_bogoutil(priory, tmp_path, message, days):
    """What bogoutil dumps comes back unchanged, and bogoutil loads it unchanged."""

    def bogoutil(*words, content=b""):
        command = [BOGOUTIL, *days, *map(str, words)]
        return subprocess.run(command, check=True, capture_output=True, input=content).stdout  # noqa: S603

    bogoutil("-l", tmp_path / "one.db", content=LIST + b"undated 1 0\n")
    dump = bogoutil("-d", tmp_path / "one.db")

    assert priory("store", "import", "--format", "bogofilter", message(dump)).code == 0
    again = priory("store", "export", "--format", "bogofilter").out.encode()
    bogoutil("-l", tmp_path / "two.db", content=again)

    assert again == dump
    assert bogoutil("-d", tmp_path / "two.db") == dump


LINE_1 = "line 1: not a valid store record (invalid JSON: Expecting value, at character 1)"
GARBAGE = {
    b"": f"no lines: {NOTHING}; export it anew",
    b"Subject: hello\n": f"{LINE_1}: {NOTHING}; export it anew",
    b"{}\n": f"line 1: not a valid store record (missing key 'priory'): {NOTHING}; export it anew",
    LIST: f"{LINE_1}: {NOTHING}; for a word list, say --format bogofilter",
    b"\0" * 5000: f"{LINE_1}: {NOTHING}; export it anew",
    gzip.compress(LIST): (
        "line 1: not a valid store record ('utf-8' codec can't decode byte 0x8b in position 1: "
        f"invalid start byte): {NOTHING}; it is packed by gzip: unpack it first"
    ),
}


@pytest.mark.parametrize("content", GARBAGE, ids=range(len(GARBAGE)))
def test_garbage(priory, taught, message, content):
    """What was never exported is refused with its line and what to do, and nothing changes."""
    before, path = contents(taught), message(content)

    ran = priory("store", "import", path)

    assert ran == (2, "", f"priory: {path}: {GARBAGE[content]}\n")
    assert contents(taught) == before


def test_store_itself(priory, taught, lines):
    """Who imports a store is told to merge it."""
    ran = priory("store", "import", taught, "--store", lines.with_name("x.db"))

    assert ran.code == 2
    assert ran.err.endswith("; it is a store: add it with `priory store merge`\n")


def test_broken_line(priory, taught, lines):
    """A broken line is named by its number, and of the lines before it nothing is kept."""
    content = lines.read_bytes().splitlines(keepends=True)
    content[6] = content[6][:-9] + b"\n"
    lines.write_bytes(b"".join(content))
    with Store(taught) as store:
        store.learn([(MONEY, "spam")])
    before = contents(taught)

    ran = priory("store", "import", lines)

    assert ran.code == 2
    assert ran.err.startswith(f"priory: {lines}: line 7: not a valid store record (invalid JSON: ")
    assert contents(taught) == before


def test_broken_list(priory, taught, message):
    """A broken line of a word list is named by its number, too."""
    before, path = contents(taught), message(LIST + b"a b c\n")

    ran = priory("store", "import", "--format", "bogofilter", path)

    what = "line 5: not a valid word list record (expected a token and two or three numbers)"
    assert ran == (2, "", f"priory: {path}: {what}: {NOTHING}; export it anew\n")
    assert contents(taught) == before


def test_json_lines_for_a_list(priory, lines):
    """Who names the wrong format is told the right one."""
    ran = priory("store", "import", "--format", "bogofilter", lines)

    assert ran.code == 2
    assert ran.err.endswith(f": {NOTHING}; for JSON lines, say --format jsonl\n")


def test_class_that_is_none(message, capsys):
    """A list cannot be imported as unsure."""
    words = ["--format", "bogofilter", "--ham", "unsure"]

    with pytest.raises(SystemExit) as ended:
        main(["store", "import", str(message(LIST)), *words])

    assert ended.value.code == 3
    assert "--ham: 'unsure' is reserved" in capsys.readouterr().err


def test_other_analyzer(priory, lines, new):
    """Lines with other tokens are refused in the words of the command line."""
    Store(new, analyzer=MailAnalyzer(pairs=True)).close()

    ran = priory("store", "import", lines, "--store", new)

    assert ran.code == 2
    assert "another analyser (pairs=" in ran.err
    assert ran.err.endswith("): name another store with --store\n")


def test_tokens_of_another_version(priory, lines):
    """Lines whose tokens another version made are named by their file."""
    first, rest = lines.read_bytes().split(b"\n", 1)
    header = json.loads(first)
    header["analyzer"]["version"] = "mail 0"
    lines.write_bytes(json.dumps(header).encode() + b"\n" + rest)

    ran = priory("store", "import", lines)

    assert ran.code == 2
    assert ran.err.startswith(f"priory: {lines}: the tokens were made by the rules 'mail 0', not ")
    assert ran.err.endswith(
        f": {NOTHING}; update Priory, or learn the mail again into a new store\n"
    )


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ("{0}/no", "No such file or directory: check the path"),
        ("{0}", "Is a directory: name a file in it"),
    ],
)
def test_nothing_to_read(priory, tmp_path, store, path, why):
    """What cannot be read is named, and no store is made."""
    path = path.format(tmp_path)

    ran = priory("store", "import", path)

    assert ran == (2, "", f"priory: cannot read {path!r}: {why}\n")
    assert not store.exists()


def test_terminal(priory, monkeypatch, terminal, store):
    """Nobody types lines of a store."""
    monkeypatch.setattr(sys, "stdin", terminal())

    ran = priory("store", "import")

    what = "there is nothing to read: name a FILE, or send lines in a pipe"
    assert ran == (2, "", f"priory: {what}\n")
    assert not store.exists()


@pytest.mark.parametrize("times", [1, 2])
def test_interrupt(priory, lines, new, monkeypatch, times):
    """Ctrl-C while lines are added waits for the end; a second one leaves nothing of them."""
    merge, signals = Upkeep._merge, [signal.SIGINT] * times

    def merge_meanwhile(self):
        while signals:
            signal.raise_signal(signals.pop())
        return merge(self)

    monkeypatch.setattr(Upkeep, "_merge", merge_meanwhile)

    ran = priory("store", "import", lines, "--store", new)

    out = f"{lines}: 120 learned\n" if times == 1 else ""
    assert ran == (130, out, "priory: interrupted\n")
    assert new.exists() == (times == 1)


def test_no_store_for_nothing(priory, lines, tmp_path):
    """Where something is wrong with lines, no new store is made of them, nor anything else."""
    lines.write_bytes(lines.read_bytes()[:-9])
    folder = tmp_path / "folder"
    folder.mkdir()

    ran = priory("store", "import", lines, "--store", folder / "new.db")

    assert ran.code == 2
    assert NOTHING in ran.err
    assert list(folder.iterdir()) == []


def test_store_made_meanwhile(priory, lines, new, monkeypatch):
    """Who makes the store while lines are read loses nothing, and the lines are added to it."""
    read = Lines.read

    def read_meanwhile(self, at_end):
        assert not new.exists()
        with Store(new) as other:
            other.learn([(b"Subject: another\n\nprogram", "ham")])
        yield from read(self, at_end)

    monkeypatch.setattr(Lines, "read", read_meanwhile)

    ran = priory("store", "import", lines, "--store", new)

    assert ran == (0, f"{lines}: 120 learned\n", "")
    with Store(new, mode="ro") as found:
        assert found.journal.messages == 121
        assert found.check() == []


def test_interrupt_while_reading(taught, lines):
    """Ctrl-C while a command waits for lines ends it, and nothing of them is kept."""
    before = contents(taught)
    content = lines.read_bytes()
    assert len(content) < 2**16
    command = [*PROGRAM, "store", "import"]
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    with subprocess.Popen(command, **pipes) as process:  # noqa: S603
        process.stdin.write(content + b" " * 2**17)
        process.stdin.flush()  # returns when the command has begun to read
        process.send_signal(signal.SIGINT)
        out, complaint = process.communicate()

    assert (process.returncode, out, complaint) == (130, b"", b"priory: interrupted\n")
    assert contents(taught) == before


def test_bar(lines, monkeypatch, terminal):
    """On a terminal a bar shows the share that was read and its lines, and goes away at the end."""
    monkeypatch.setenv("NO_COLOR", "1")
    err = terminal()
    monkeypatch.setattr(sys, "stderr", err)

    main(["store", "import", str(lines)])

    assert re.search(r" \d% 1 line ", err.getvalue())
    assert err.getvalue().endswith(ERASED)


@pytest.mark.skipif(os.geteuid() == 0, reason="root writes everywhere")
def test_read_only(priory, taught, lines):
    """A store that cannot be written is told in the words of the command line."""
    Path(taught).chmod(0o400)

    ran = priory("store", "import", lines)

    what = "it cannot be written, or no files beside it: change the permissions"
    assert ran == (2, "", f"priory: {taught}: {what}\n")
