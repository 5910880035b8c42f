"""`priory filter` in processes: whatever becomes of the child that judges, the message is whole."""

import errno
import os
import re
import signal
import subprocess
import sys
import time

import pytest
from cli.mailfilter.conftest import SPAM

from priory.mailfilter.passthrough import strip

MESSAGE = SPAM % 99
FORGED = b"X-Priory: ham, probability=0.999\n" + MESSAGE
REASON = rb"priory: the message goes through unjudged: [^\n]+\n"
WHOLE = [
    *(sys.executable, "-c", "import sys; from priory.cli import program; sys.exit(program())"),
    "filter",
]
LARGE = MESSAGE + b"at noon, at the usual place\n" * 100_000
# What a child does instead of judging.
FATES = {
    "killed": "os.kill(os.getpid(), signal.SIGKILL)",
    "aborted": "os.abort()",
    "stopped": "os.kill(os.getpid(), signal.SIGSTOP)",
    "asleep": "time.sleep(60)",
    "silent": "os._exit(0)",
    "garbage": "[write(fd, b'V' * 999) for fd in range(3, 20)]; os._exit(0)",
    "half": "[write(fd, b'S' + bytes(7) + b'\\x05abc') for fd in range(3, 20)]; os._exit(0)",
    "no number": "[write(fd, b'V' + bytes(7) + b'\\x03a b') for fd in range(3, 20)]; os._exit(0)",
    "endless": "[write(fd, b'X' + bytes(8)) for fd in itertools.cycle(range(3, 20))]",
    "closed": "os.closerange(3, 20); time.sleep(60)",
    "loud": "print('noise', flush=True); os.write(1, b'noise'); os.write(2, b'noise'); os.abort()",
}

if not hasattr(os, "fork"):
    pytest.skip("there are no child processes to judge in", allow_module_level=True)


def program(fate="self"):
    """Return the words that run the command, with something else in place of judging."""
    code = f"""
import itertools, os, signal, time
from contextlib import suppress
from priory.cli.main import main
from priory.mailfilter import MailFilter

def write(fd, content):
    with suppress(OSError):
        os.write(fd, content)

def judge(self, raw):
    {fate}

MailFilter.classify = judge
raise SystemExit(main())
"""
    return [sys.executable, "-c", code, "filter"]


def send(words, raw=MESSAGE, **options):
    """Send a message through the command."""
    return subprocess.run(words, input=raw, check=False, capture_output=True, **options)  # noqa: S603


@pytest.mark.usefixtures("taught")
@pytest.mark.parametrize("raw", [MESSAGE, LARGE], ids=len)
@pytest.mark.parametrize("fate", FATES.values(), ids=FATES)
def test_fate(fate, raw):
    """However a child fails, the message comes out as it came, with one line of reasons."""
    ran = send([*program(fate), "--time-limit", "0.3"], raw)

    assert (ran.returncode, ran.stdout) == (75, raw)
    assert re.fullmatch(REASON, ran.stderr)


@pytest.mark.usefixtures("taught")
@pytest.mark.parametrize("fate", FATES.values(), ids=FATES)
def test_forged(fate):
    """However a child fails, a header that the sender forged does not come out."""
    ran = send([*program(fate), "--time-limit", "0.3"], FORGED)

    assert (ran.returncode, ran.stdout) == (75, MESSAGE)
    assert re.fullmatch(REASON, ran.stderr)


@pytest.mark.usefixtures("taught")
@pytest.mark.parametrize("fate", ["endless", "closed"])
def test_no_limit_but_an_end(fate):
    """A child that sends no end of parts, or closes its pipe and lives on, is not waited for."""
    ran = send([*program(FATES[fate]), "--time-limit", "0"], timeout=30)

    assert (ran.returncode, ran.stdout) == (75, MESSAGE)


@pytest.mark.usefixtures("taught")
def test_nothing_is_read_behind_a_verdict():
    """With the verdict all is there, whatever the child does then."""
    words = program("[answer(fd) for fd in range(3, 20)]; time.sleep(60)")
    answer = """
def answer(fd):
    from priory.cli.mailfilter._answer import Outcome, send_outcome
    with suppress(OSError):
        send_outcome(fd, Outcome(0, b"X-Priory: spam\\n", 0), "")

MailFilter.classify"""
    words[2] = words[2].replace("\nMailFilter.classify", answer)

    ran = send([*words, "--time-limit", "0"], timeout=30)

    assert (ran.returncode, ran.stdout) == (0, b"X-Priory: spam\n" + MESSAGE)


@pytest.mark.usefixtures("taught")
@pytest.mark.parametrize(
    ("name", "is_scarce"),
    [("KILL", True), ("ABRT", True), ("SEGV", True), ("BUS", True), ("TERM", False)],
)
def test_signal(name, is_scarce):
    """Memory is asked about where a lack of it may have sent the signal, and nowhere else."""
    ran = send(program(f"os.kill(os.getpid(), signal.SIG{name})"))

    number = getattr(signal, f"SIG{name}")
    assert f"killed by signal {number}".encode() in ran.stderr
    assert (b"memory" in ran.stderr) == is_scarce


@pytest.mark.usefixtures("taught")
@pytest.mark.parametrize(("word", "code"), [("--exit-code", 3), ("--exit", 75)])
def test_exit_code(word, code):
    """Where exit codes are verdicts, a child that fails is none of them; words are not cut."""
    assert send([*program("os.abort()"), word]).returncode == code


@pytest.mark.usefixtures("taught")
@pytest.mark.parametrize("where", ["option", "variable", "file"])
def test_time_limit(where, configure, monkeypatch):
    """The time limit is a setting like all others."""
    words = program(FATES["stopped"])
    if where == "option":
        words += ["--time-limit", "0.1"]
    elif where == "variable":
        monkeypatch.setenv("PRIORY_TIME_LIMIT", "0.1")
    else:
        configure("time_limit = 0.1")

    ran = send(words)

    assert (ran.returncode, ran.stdout) == (75, MESSAGE)
    assert b" 0.1 seconds" in ran.stderr


@pytest.mark.usefixtures("taught")
@pytest.mark.parametrize("where", ["option", "with =", "variable"])
def test_time_limit_of_a_child_that_hangs_at_once(where, monkeypatch):
    """The time limit counts before the child has read any settings."""
    words = program()
    hang = "import priory.cli._parser as p, time\np.parser_for = lambda _: time.sleep(60)\n"
    words[2] = hang + words[2]
    if where == "variable":
        monkeypatch.setenv("PRIORY_TIME_LIMIT", "0.3")
    else:
        words += ["--time-limit=0.3"] if where == "with =" else ["--time-limit", "0.3"]

    ran = send(words, FORGED)

    assert (ran.returncode, ran.stdout) == (75, MESSAGE)
    assert b" 0.3 seconds" in ran.stderr


@pytest.mark.usefixtures("taught")
def test_no_time_limit():
    """Without a limit, a child that comes to its end late has all the time."""
    fate = "time.sleep(0.5); raise MemoryError('late')"

    ran = send([*program(fate), "--time-limit", "0"])

    assert (ran.returncode, ran.stdout) == (75, MESSAGE)
    assert b"MemoryError: late" in ran.stderr


LONG = b"X-Priory: ham\n" + b"".join(b"X-%d: %s\n" % (n, b"long" * 20) for n in range(5000))
# How the child of a killed parent lives on, and within which limit.
ALONE = {
    "late": ("0", "sleep(600)", "1", MESSAGE),
    "late at once": ("sleep(600)", "0", "1", MESSAGE),
    "nobody listens": ("sleep(1)", "0", "0", LONG + MESSAGE),
}


@pytest.mark.usefixtures("taught")
@pytest.mark.parametrize(("early", "late", "limit", "raw"), ALONE.values(), ids=ALONE)
def test_left_alone(tmp_path, early, late, limit, raw):
    """A child that is late ends; one whose parent was killed holds nothing of it open."""
    note = tmp_path / "pid"
    words = [*program(late), "--time-limit", limit]
    words[2] = f"""
from time import sleep
from priory.cli.mailfilter import _child
send = _child._send_bare
def note(*given):
    with open({str(note)!r}, "w") as file:
        file.write(str(os.getpid()))
    {early}
    send(*given)
_child._send_bare = note
{words[2]}"""
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    with subprocess.Popen(words, **pipes) as process:  # noqa: S603
        process.stdin.write(raw)
        process.stdin.close()
        while not (note.exists() and note.read_text(encoding="ascii")):
            time.sleep(0.01)
        process.kill()
        assert (process.stdout.read(), process.stderr.read()) == (b"", b"")

    for _ in range(300):
        if not is_alive(int(note.read_text(encoding="ascii"))):
            break
        time.sleep(0.1)
    else:
        pytest.fail("the child lives on")


def is_alive(pid):
    """Tell whether a process is still there, and not only waited for."""
    ran = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], check=False, capture_output=True)  # noqa: S603, S607
    return ran.stdout.strip() != b"" and not ran.stdout.startswith(b"Z")


@pytest.mark.usefixtures("taught")
@pytest.mark.parametrize("words", [["--no-such-option"], ["--alpha", "x"], ["extra"]])
def test_broken_command_line(words):
    """What argparse says in the child becomes one line, and forged headers go all the same."""
    ran = send([*WHOLE, *words], FORGED)

    assert (ran.returncode, ran.stdout) == (75, MESSAGE)
    assert re.fullmatch(REASON, ran.stderr)
    assert words[0].encode() in ran.stderr


@pytest.mark.usefixtures("taught")
@pytest.mark.parametrize("name", ["EAGAIN", "ENOMEM"])
@pytest.mark.parametrize("raw", [MESSAGE, FORGED], ids=["as it came", "forged"])
def test_no_process(name, raw):
    """Where no process can be started, the message comes out, and forged headers do not."""
    words = program()
    number = getattr(errno, name)
    why = f"{number}, os.strerror({number})"
    no_fork = f"import os\ndef fork():\n    raise OSError({why})\nos.fork = fork\n"
    words[2] = no_fork + words[2]

    ran = send(words, raw)

    assert (ran.returncode, ran.stdout) == (75, MESSAGE)
    assert ran.stderr.startswith(b"priory: the message goes through unjudged: ")
    assert b"check the file" not in ran.stderr


@pytest.mark.usefixtures("taught")
def test_ignored_children():
    """Where the system keeps no children, verdicts are as they are."""
    ignoring = f"import signal; signal.signal(signal.SIGCHLD, signal.SIG_IGN); {WHOLE[2]}"

    ran = send([sys.executable, "-c", ignoring, "filter"])

    assert (ran.returncode, strip(ran.stdout), ran.stderr) == (0, MESSAGE, b"")
    assert ran.stdout.startswith(b"X-Priory: spam,")


@pytest.mark.usefixtures("taught")
def test_pipes_that_do_not_wait():
    """Pipes that somebody made non-blocking, and slow ones, carry the message as others do."""
    (source, into), (out, sink) = os.pipe(), os.pipe()
    for end in (source, sink):
        os.set_blocking(end, False)
    with subprocess.Popen(WHOLE, stdin=source, stdout=sink, stderr=subprocess.PIPE) as process:  # noqa: S603
        os.close(source)
        os.close(sink)
        time.sleep(0.5)
        with os.fdopen(into, "wb") as file:
            file.write(LARGE)
        with os.fdopen(out, "rb") as file:
            assert strip(file.read()) == LARGE
        assert process.stderr.read() == b""

    assert process.returncode == 0


@pytest.mark.usefixtures("taught")
def test_interrupted():
    """After Ctrl-C while a message is judged, it comes out as it came."""
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    fate = "os.kill(os.getppid(), signal.SIGINT); time.sleep(60)"
    with subprocess.Popen(program(fate), **pipes) as process:  # noqa: S603
        out, complaint = process.communicate(FORGED)

    assert (process.returncode, out) == (75, MESSAGE)
    assert complaint.endswith(b": KeyboardInterrupt\n")
