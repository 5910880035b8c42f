import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = [sys.executable, "-c", "from priory.cli.main import main; raise SystemExit(main())"]
HEAVY = {"numpy", "scipy", "sklearn", "pandas", "stop_words"}
MORE_THAN_A_PIPE_HOLDS = 2**20


def start(*words):
    """Start the command in a process of its own."""
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    return subprocess.Popen([*PROGRAM, "text", *map(str, words)], **pipes)  # noqa: S603


def test_pipe(mail, tmp_path):
    """Commands read from a pipe and write to a pipe, without a word beside."""
    with start("fit", "-", "--format", "csv", "-o", tmp_path / "model") as process:
        _, complaint = process.communicate(mail.read_bytes())
    assert (process.returncode, complaint) == (0, b"")

    with start("predict", tmp_path / "model", "-", "--json") as process:
        out, complaint = process.communicate(b"cheap\nsee you at lunch\n")

    assert (process.returncode, complaint) == (0, b"")
    assert [json.loads(line)["label"] for line in out.splitlines()] == ["spam", "ham"]


def test_closed_pipe(model):
    """A reader who stops listening, as `head` does, gets no complaint."""
    with start("predict", model, "-") as process:
        process.stdout.close()
        _, complaint = process.communicate(b"cheap\n" * 50_000)

    assert complaint == b""
    assert process.returncode == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_full_disk(model):
    """A full disk is one line on standard error, also if it shows at the very end."""
    with Path("/dev/full").open("wb") as full:
        ran = subprocess.run(  # noqa: S603
            [*PROGRAM, "text", "words", model], check=False, stdout=full, stderr=subprocess.PIPE
        )

    what = b"standard output: No space left on device: free disk space and try again"
    assert (ran.returncode, ran.stderr) == (2, b"priory: %s\n" % what)


@pytest.mark.parametrize("command", ["fit", "predict"])
def test_interrupt(model, tmp_path, command):
    """Ctrl-C ends a command with one line, and leaves nothing behind."""
    there = sorted(tmp_path.iterdir())
    words = ["predict", model, "-"] if command == "predict" else ["fit", "-"]
    row = f"ham,{'word ' * 20}\n".encode()

    with start(*words, "--format", "csv", "-o", tmp_path / "out") as process:
        process.stdin.write(b"label,text\n" + row * (MORE_THAN_A_PIPE_HOLDS // len(row)))
        process.stdin.flush()  # returns when the command has begun to read
        process.send_signal(signal.SIGINT)
        complaint = process.stderr.read()

    assert complaint == b"priory: interrupted\n"
    assert process.returncode == 130
    assert sorted(tmp_path.iterdir()) == there


@pytest.mark.parametrize(
    "words",
    [
        ["--help"],
        ["text", "--help"],
        ["text", "fit", "--help"],
        ["text", "predict", "--help"],
        ["text", "explain", "--help"],
        ["text", "words", "--help"],
        ["mail", "--help"],
        ["mail", "show", "--help"],
        ["mail", "tokens", "--help"],
        ["demo", "--help"],
    ],
)
def test_help_is_light(words):
    """To show its help no command loads NumPy or scikit-learn."""
    code = (
        "import sys, json\nfrom priory.cli.main import main\n"
        f"try:\n    main({words!r})\n"
        "except SystemExit:\n    print(json.dumps(sorted(sys.modules)), file=sys.stderr)"
    )
    ran = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)  # noqa: S603

    assert not set(json.loads(ran.stderr)) & HEAVY


def test_mistakes_are_quick(tmp_path):
    """A mistake in the arguments is told before anything heavy is loaded."""
    code = (
        "import sys, json\nfrom priory.cli.main import main\n"
        f"main(['text', 'fit', 'nowhere.csv', '-o', {str(tmp_path / 'm')!r}])\n"
        "print(json.dumps(sorted(sys.modules)))"
    )
    ran = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)  # noqa: S603

    assert not set(json.loads(ran.stdout)) & HEAVY


@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="no such device")
@pytest.mark.parametrize("command", ["fit", "predict"])
def test_device(model, mail, command):
    """The device of standard output, here a pipe, is refused as what it is."""
    words = ["predict", model, mail] if command == "predict" else ["fit", mail]

    with start(*words, "-o", "/dev/stdout") as process:
        out, complaint = process.communicate()

    assert (process.returncode, out) == (2, b"")
    assert complaint.startswith(b"priory: cannot write /dev/stdout: not a regular file: ")


@pytest.mark.parametrize("stream", ["stdout", "stderr"])
@pytest.mark.parametrize(("word", "code"), [("words", 0), ("explain", 2)])
def test_closed_stream(model, stream, word, code):
    """To a closed stream nothing is written, and the exit code is as ever."""
    program = (
        f"import sys; sys.{stream} = None\n"
        "from priory.cli.main import main; raise SystemExit(main())"
    )
    words = [model] if word == "words" else ["nowhere", "text"]
    ran = subprocess.run(  # noqa: S603
        [sys.executable, "-c", program, "text", word, *words], check=False, capture_output=True
    )

    assert ran.returncode == code
    assert getattr(ran, stream) == b""
    assert b"Traceback" not in ran.stderr
