import json
import os
import signal
import subprocess
import sys

import pytest

PROGRAM = [sys.executable, "-c", "from priory.cli.main import main; raise SystemExit(main())"]
HEAVY = {"numpy", "scipy", "sklearn", "pandas", "stop_words", "asyncio", "tomllib"}
# All that one verdict loads, by the first part of the name: each module takes its time.
STANDARD = {
    *("collections", "contextlib", "errno", "functools", "gc", "importlib", "itertools"),
    *("keyword", "math", "operator", "reprlib", "types", "warnings"),
}
JUDGES = {
    *(
        "",
        "._core",
        "._record",
        "._show",
        "._threads",
        ".mail",
        ".mail.limits",
        ".tokens",
        ".tokens.mail",
    ),
    *(f".cli{name}" for name in ("", ".main", "._commands", "._errors", "._plain")),
    *(f".cli.mailfilter{name}" for name in ("", "._config", "._settings", "._store", "._verdict")),
    *(f".mailfilter{name}" for name in ("", ".errors", ".filter", ".settings", ".store")),
    *(f".mailfilter.{name}" for name in ("verdict", "_judge", "_messages", "_specification")),
    *(f".mailfilter.{name}" for name in ("_classes", "_connect", "_file", "_schema", "_tokens")),
    ".mailfilter._upkeep",
}
READS = {
    *(f".mail.{name}" for name in ("entry", "mailbox", "mbox", "_file")),
    *(".cli._progress", ".cli.mailfilter._messages", ".cli.mailfilter.classify"),
}
PASSES = {
    *(".cli.mailfilter.filter", ".cli.mailfilter._pipe"),
    *(".mailfilter._header", ".mailfilter.passthrough"),
}
MESSAGE = b"Subject: pills\n\nBuy cheap pills now, only today!\n"
COMMANDS = [["learn", "spam"], ["forget"], ["classify"]]


def start(*words):
    """Start a command on standard input in a process of its own."""
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    return subprocess.Popen([*PROGRAM, *words], **pipes)  # noqa: S603


@pytest.mark.usefixtures("taught")
@pytest.mark.parametrize("words", [*COMMANDS, ["explain"], ["words"]])
def test_light(message, words):
    """A message is dealt with before NumPy, scikit-learn, asyncio or tomllib could be loaded."""
    code = (
        "import sys, json\nfrom priory.cli.main import main\n"
        f"assert main([*{words!r}, {str(message(MESSAGE))!r}]) == 0\n"
        "print(json.dumps(sorted(sys.modules)), file=sys.stderr)"
    )
    ran = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)  # noqa: S603

    assert not set(json.loads(ran.stderr)) & HEAVY


@pytest.mark.parametrize(("command", "more"), [("classify", READS), ("filter", PASSES)])
def test_lightest(taught, message, command, more):
    """A verdict waits for nothing that it can do without."""
    words = [command, "--store", str(taught)]
    code = (
        "import sys\nbefore = set(sys.modules)\nfrom priory.cli import program\n"
        f"sys.argv[1:] = {words!r}\nassert program() == 0\n"
        "print(*sorted(set(sys.modules) - before), file=sys.stderr)"
    )
    with message(MESSAGE).open("rb") as file:
        ran = subprocess.run(  # noqa: S603
            [sys.executable, "-c", code], check=True, stdin=file, capture_output=True
        )
    loaded = ran.stderr.decode().split()
    ours = {name for name in loaded if name.startswith("priory")}
    others = {name.partition(".")[0] for name in loaded if not name.startswith(("priory", "_"))}

    assert not ours - {f"priory{name}" for name in JUDGES | more}
    assert not others - STANDARD


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
def test_filter_is_light():
    """A message goes through before NumPy, scikit-learn, asyncio or tomllib could be loaded."""
    code = (
        "import sys, json\nfrom priory.cli.main import main\nassert main(['filter']) == 0\n"
        "print(json.dumps(sorted(sys.modules)), file=sys.stderr)"
    )
    ran = subprocess.run(  # noqa: S603
        [sys.executable, "-c", code], check=True, capture_output=True, input=MESSAGE
    )

    assert ran.stdout.startswith(b"X-Priory: spam,")
    assert not set(json.loads(ran.stderr)) & HEAVY


@pytest.mark.usefixtures("taught")
@pytest.mark.parametrize(("words", "code"), [([], 75), (["--exit-code"], 3), (["--mistake"], 75)])
@pytest.mark.parametrize("raw", [MESSAGE, MESSAGE * 10000])
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
    what = b"standard output: No space left on device: make room on that disk and try again"
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
