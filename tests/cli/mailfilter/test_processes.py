import os
import shutil
import signal
import subprocess
import sys
import time

import pytest

PROGRAM = [sys.executable, "-c", "from priory.cli.main import main; raise SystemExit(main())"]
MESSAGE = b"Subject: pills\n\nBuy cheap pills now, only today!\n"
COMMANDS = [["learn", "spam"], ["forget"], ["classify"]]


def start(*words):
    """Start a command on standard input in a process of its own."""
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    return subprocess.Popen([*PROGRAM, *words], **pipes)  # noqa: S603


@pytest.mark.usefixtures("taught")
@pytest.mark.parametrize("words", COMMANDS)
def test_pipe(words):
    """Commands read from a pipe and write to a pipe, without a word beside."""
    with start(*words) as process:
        out, complaint = process.communicate(MESSAGE)

    assert (process.returncode, complaint) == (0, b"")
    assert out.count(b"\n") == 1


@pytest.mark.usefixtures("taught")
@pytest.mark.parametrize("options", [[], ["--json"]])
def test_answers_in_turn(options):
    """A verdict comes when the message is at its end, though others may follow."""
    separator = b"From ann@example.com Sat Jan  3 01:05:34 2026\n"
    with start("classify", *options) as process:
        process.stdin.write(separator + MESSAGE + b"\n" + separator)
        process.stdin.flush()
        first = process.stdout.readline()
        rest, _ = process.communicate(MESSAGE)

    assert b"spam" in first
    assert rest.count(b"\n") == 1


@pytest.mark.usefixtures("taught")
@pytest.mark.parametrize("words", COMMANDS)
def test_interrupt_while_reading(words):
    """Ctrl-C while a command waits for messages ends it."""
    separator = b"From ann@example.com Sat Jan  3 01:05:34 2026\n"
    with start(*words, "-") as process:
        process.stdin.write((separator + MESSAGE + b"lunch\n" * 2000 + b"\n") * 100)
        process.stdin.flush()  # returns when the command has begun to read
        process.send_signal(signal.SIGINT)
        _, complaint = process.communicate()

    assert (process.returncode, complaint) == (130, b"priory: interrupted\n")


@pytest.mark.usefixtures("taught")
def test_nobody_reads(message):
    """A verdict that nobody read is none: the exit code is three, not that of ham."""
    read, write = os.pipe()
    os.close(read)
    ran = subprocess.run(  # noqa: S603
        [*PROGRAM, "classify", str(message(MESSAGE))],
        check=False,
        stdout=write,
        stderr=subprocess.PIPE,
    )
    os.close(write)

    assert (ran.returncode, ran.stderr) == (3, b"")


@pytest.mark.usefixtures("taught")
@pytest.mark.parametrize(("words", "code"), [([], 75), (["--exit-code"], 3), (["--mistake"], 75)])
@pytest.mark.parametrize("raw", [MESSAGE, MESSAGE * 10000], ids=["short", "long"])
def test_nobody_reads_the_message(words, code, raw):
    """Where nobody takes the message, the exit code says that it did not get through."""
    read, write = os.pipe()
    os.close(read)
    ran = subprocess.run(  # noqa: S603
        [*PROGRAM, "filter", *words], check=False, stdout=write, stderr=subprocess.PIPE, input=raw
    )
    os.close(write)

    assert ran.returncode == code
    assert b"Traceback" not in ran.stderr
    assert b"Exception ignored" not in ran.stderr


@pytest.mark.usefixtures("taught")
@pytest.mark.parametrize(("stream", "name"), [("<&-", b"input"), (">&-", b"output")])
@pytest.mark.parametrize("words", ["", "--mistake"])
def test_closed_streams(stream, name, words):
    """A message that cannot come in or go out is an error."""
    shell = ["/bin/sh", "-c", f'exec "$@" filter {words} {stream}', "sh", *PROGRAM]
    ran = subprocess.run(shell, check=False, input=MESSAGE, capture_output=True)  # noqa: S603

    assert ran.returncode == 75
    assert b"priory: " in ran.stderr
    assert b"standard %b is closed" % name in ran.stderr


@pytest.mark.usefixtures("taught")
def test_full_disk():
    """A message for which there is no room is an error."""
    if not os.path.exists("/dev/full"):  # noqa: PTH110
        pytest.skip("there is no /dev/full")
    with open("/dev/full", "wb") as full:  # noqa: PTH123
        ran = subprocess.run(  # noqa: S603
            [*PROGRAM, "filter"], check=False, input=MESSAGE, stdout=full, stderr=subprocess.PIPE
        )

    assert ran.returncode == 75
    what = b"standard output: No space left on device: free disk space and try again"
    assert ran.stderr == b"priory: %s\n" % what


@pytest.mark.usefixtures("taught")
def test_broken_installation(tmp_path):
    """A message goes through where parts of the program cannot be loaded."""
    (tmp_path / "_sqlite3.py").write_text("raise ImportError('no sqlite3')", encoding="utf-8")
    paths = os.pathsep.join([str(tmp_path), *sys.path])
    ran = subprocess.run(  # noqa: S603
        [*PROGRAM, "filter"],
        check=False,
        input=MESSAGE,
        capture_output=True,
        env={**os.environ, "PYTHONPATH": paths},
    )

    assert (ran.returncode, ran.stdout) == (75, MESSAGE)
    assert ran.stderr == (b"priory: the message goes through unjudged: ImportError: no sqlite3\n")


@pytest.fixture
def locked(taught):
    """Let another program be writing to the store."""
    code = (
        "import sqlite3, sys; db = sqlite3.connect(sys.argv[1], isolation_level=None)\n"
        "db.execute('BEGIN IMMEDIATE'); print('locked', flush=True); sys.stdin.read()"
    )
    pipes = dict.fromkeys(("stdin", "stdout"), subprocess.PIPE)
    with subprocess.Popen([sys.executable, "-c", code, str(taught)], **pipes) as writer:  # noqa: S603
        assert writer.stdout.readline() == b"locked\n"
        yield taught


WRITING = [
    ["learn", "spam", "-"],
    ["forget", "-"],
    ["store", "compact"],
    ["store", "merge", "OTHER"],
    ["store", "import", "--format", "bogofilter"],
]


@pytest.mark.parametrize("words", WRITING, ids=" ".join)
def test_interrupt_while_another_program_writes(locked, tmp_path, words):
    """Ctrl-C ends a command that waits for another program, which may write for long."""
    shutil.copy(locked, tmp_path / "other.db")
    given = [str(tmp_path / "other.db") if word == "OTHER" else word for word in words]
    with start(*given, "--timeout", "100") as process:
        process.stdin.write(b".MSG_COUNT 1 1\n" if "import" in words else MESSAGE)
        process.stdin.close()
        time.sleep(2)  # until it waits
        process.send_signal(signal.SIGINT)
        code = process.wait(timeout=20)

        assert code == 130
        assert b"interrupted" in process.stderr.read()


@pytest.mark.usefixtures("locked")
def test_another_program_writes_for_too_long():
    """A command gives up after the timeout, and says so."""
    with start("learn", "spam", "-", "--timeout", "0.3") as process:
        _, complaint = process.communicate(MESSAGE)

    assert process.returncode == 2
    assert b"wait longer with --timeout" in complaint
