import signal
import subprocess
import sys

import pytest

PROGRAM = [sys.executable, "-c", "from priory.cli.main import main; raise SystemExit(main())"]
COMMANDS = [["show"], ["show", "--json"], ["tokens"], ["tokens", "--each", "--json"]]
SEPARATOR = b"From ann@example.com Sat Jan  3 01:05:34 2026\n"
MESSAGE = SEPARATOR + b"Subject: hello\n\nSee you at lunch, or at http://a.example/lunch\n\n"
# More than a pipe holds, and of which less is shown than a pipe holds.
LONG = (SEPARATOR + b"Subject: hello\n\n" + b"lunch\n" * 2000 + b"\n") * 100


def start(*words):
    """Start a command on standard input in a process of its own."""
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    return subprocess.Popen([*PROGRAM, "mail", *words, "-"], **pipes)  # noqa: S603


@pytest.mark.parametrize("words", COMMANDS)
def test_pipe(words):
    """Commands read from a pipe and write to a pipe, without a word beside."""
    with start(*words) as process:
        out, complaint = process.communicate(MESSAGE)

    assert (process.returncode, complaint) == (0, b"")
    assert b"hello" in out


@pytest.mark.parametrize("words", [["show"], ["tokens", "--each"]])
def test_message_by_message(words):
    """A message is shown before the mailbox is at its end."""
    with start(*words) as process:
        process.stdin.write(LONG)
        process.stdin.flush()
        first = process.stdout.readline()
        process.stdout.close()

    assert first.startswith(b"#1 -#1")


@pytest.mark.parametrize("words", COMMANDS)
def test_closed_pipe(words):
    """A reader who stops listening, as `head` does, gets no complaint."""
    with start(*words) as process:
        process.stdout.close()
        _, complaint = process.communicate(MESSAGE * 5000)

    assert complaint == b""
    assert process.returncode == 1


@pytest.mark.parametrize("words", [["show"], ["tokens"]])
def test_interrupt(words):
    """Ctrl-C ends a command with one line."""
    with start(*words) as process:
        process.stdin.write(LONG)
        process.stdin.flush()  # returns when the command has begun to read
        process.send_signal(signal.SIGINT)
        _, complaint = process.communicate()

    assert complaint == b"priory: interrupted\n"
    assert process.returncode == 130


@pytest.mark.parametrize("words", COMMANDS)
def test_closed_input(words):
    """Where standard input is closed, that is said in one line."""
    code = (
        "import sys; sys.stdin = None\nfrom priory.cli.main import main; raise SystemExit(main())"
    )
    ran = subprocess.run(  # noqa: S603
        [sys.executable, "-c", code, "mail", *words, "-"], check=False, capture_output=True
    )

    assert (ran.returncode, ran.stdout) == (2, b"")
    assert ran.stderr == b"priory: standard input is closed: name a file\n"
