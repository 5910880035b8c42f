"""Commands run on a pseudo-terminal."""

import os
import pty
import re
import select
import subprocess
import sys
import termios
import time

PROGRAM = "import sys; from priory.cli import program; sys.exit(program())"
WITHOUT_RICH = f"import sys; sys.modules['rich'] = None\n{PROGRAM}"


def _environment():
    """Return the variables of this process, but for what the terminal of a test decides."""
    ours = ("COLUMNS", "LINES", "NO_COLOR")
    return {name: value for name, value in os.environ.items() if name not in ours}


def on_terminal(*words, columns=80, program=PROGRAM, cwd=None, typed="", **variables):
    """Run a command on a terminal, and return its exit code and what was written there."""
    ours, theirs = pty.openpty()
    os.write(ours, typed.encode())
    termios.tcsetwinsize(theirs, (24, columns))
    environment = {**_environment(), "TERM": "xterm-256color", "PYTHONUTF8": "1", **variables}
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


class Driven:
    """A command on a terminal of its own, to which keys are sent as it asks for them."""

    def __init__(self, *words, columns=80, program=PROGRAM, **variables):
        self._ours, self._theirs = pty.openpty()
        self.resize(columns)
        self.modes = termios.tcgetattr(self._theirs)
        own = "import fcntl, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0)"  # for Ctrl-C
        self.process = subprocess.Popen(  # noqa: S603
            [sys.executable, "-c", f"{own}\n{program}", *map(str, words)],
            stdin=self._theirs,
            stdout=self._theirs,
            stderr=self._theirs,
            env={
                **_environment(),
                "TERM": "xterm-256color",
                "PYTHONUTF8": "1",
                "NO_COLOR": "1",
                **variables,
            },
            start_new_session=True,
        )
        self.written, self._bytes = "", b""
        self._seen = 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        for descriptor in (self._ours, self._theirs):
            os.close(descriptor)

    def wait_for(self, text, seconds=30):
        """Wait until a text appears behind those that were waited for, and return what came."""
        end = time.monotonic() + seconds
        while (found := self.written.find(text, self._seen)) < 0:
            assert time.monotonic() < end, f"no {text!r} in {self.written[self._seen :]!r}"
            self._read(0.1)
        start, self._seen = self._seen, found + len(text)
        return self.written[start : self._seen]

    def type(self, keys):
        """Send keys."""
        os.write(self._ours, keys.encode())

    def resize(self, columns):
        """Give the terminal another width."""
        termios.tcsetwinsize(self._theirs, (24, columns))

    def hang_up(self):
        """Close the terminal, as a lost connection does."""
        os.close(self._theirs)
        os.close(self._ours)
        self._ours, self._theirs = os.pipe()  # to be closed in the end

    def ended(self, seconds=60):
        """Wait for the end, and return the exit code and the modes of the terminal then."""
        code = self.process.wait(seconds)
        while self._read(0.0):
            pass
        return code, termios.tcgetattr(self._theirs)

    def _read(self, seconds):
        if not select.select([self._ours], [], [], seconds)[0]:
            return False
        self._bytes += os.read(self._ours, 65536)
        text = self._bytes.decode(errors="replace").replace("\r\n", "\n")
        self.written = re.sub(r"\x1b\[[0-9;]*m", "", text)  # without colours
        return True
