"""Commands run on a pseudo-terminal."""

import os
import pty
import subprocess
import sys
import termios

PROGRAM = "import sys; from priory.cli import program; sys.exit(program())"
WITHOUT_RICH = f"import sys; sys.modules['rich'] = None\n{PROGRAM}"


def on_terminal(*words, columns=80, program=PROGRAM, cwd=None, typed="", **variables):
    """Run a command on a terminal, and return its exit code and what was written there."""
    ours, theirs = pty.openpty()
    os.write(ours, typed.encode())
    termios.tcsetwinsize(theirs, (24, columns))
    kept = {
        name: value for name, value in os.environ.items() if name not in ("COLUMNS", "NO_COLOR")
    }
    environment = {**kept, "TERM": "xterm-256color", "PYTHONUTF8": "1", **variables}
    with subprocess.Popen(  # noqa: S603
        [sys.executable, "-c", program, *map(str, words)],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=environment,
        cwd=cwd,
    ) as process:
        os.close(theirs)
        written = _read(ours)
        os.close(ours)
    return process.returncode, written.decode().replace("\r\n", "\n")


def _read(terminal):
    pieces = []
    while True:
        try:
            piece = os.read(terminal, 65536)
        except OSError:  # what Linux says when the other side is closed
            piece = b""
        if not piece:
            return b"".join(pieces)
        pieces.append(piece)
