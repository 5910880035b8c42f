"""Kill `priory store check --repair --replace` before each of its steps; run as a program.

A child is killed before its first step, the next one before its second, and so on until one gets
to its end. Another program has the store open, so that what it learned is in the log. After each,
no message may be lost, and a second run must end the work.
"""

import json
import os
import signal
import sqlite3
import sys
from contextlib import closing, contextmanager
from pathlib import Path

from mailfilter.sweeping import sweep
from mailfilter.written import message
from priory.cli.main import main
from priory.mailfilter import _replace
from priory.mailfilter.store import Store

STEPS = {"open", "os.mkdir", "os.rmdir", "os.rename", "os.link", "os.remove", "os.chmod"}
STEPS |= {"os.chown", "sqlite3.connect", "shutil.copyfile"}
KNOWN, LATER = 60, 3  # messages in the file, and in the log


class Killer:
    """Counts steps from the moment a store is replaced, and kills before one of them."""

    def __init__(self, at):
        self.left = at
        sys.addaudithook(self.step)
        call = _replace._Lock.__call__

        def step_and_call(*args):
            self.step("os.rename")
            call(*args)

        _replace._Lock.__call__ = step_and_call

    def step(self, event, *_):
        """Count a step."""
        if event in STEPS:
            self.left -= 1
            if not self.left:
                os.kill(os.getpid(), signal.SIGKILL)


def refuse(*_):
    """Write to the damaged store for nobody, as SQLite does if its header is damaged."""
    error = sqlite3.OperationalError("attempt to write a readonly database")
    error.sqlite_errorcode = sqlite3.SQLITE_READONLY
    raise error


def replace(path, at=0):
    """Repair in a child, killed before a step if one is named; return its status."""
    child = os.fork()
    if not child:
        original = _replace.replace

        def armed(*args):
            if at:
                Killer(at)
            return original(*args)

        _replace.replace = armed
        with open(os.devnull, "w") as sys.stdout:  # noqa: PTH123
            code = main(["store", "check", "--repair", "--replace", "--store", str(path)])
        os._exit(code)
    return os.waitpid(child, 0)[1]


@contextmanager
def learner(path):
    """Let a child learn, which has the store open from then on."""
    ready, told = os.pipe()
    child = os.fork()
    if not child:
        store = Store(path)
        store.learn([(message(KNOWN + i), "later") for i in range(LATER)])
        os.write(told, b"!")
        signal.pause()
    os.read(ready, 1)
    os.close(ready)
    os.close(told)
    yield
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)


def make(path):
    """Make a store in which one message is damaged."""
    with Store(path) as store:
        store.learn([(message(i), ("ham", "spam")[i % 2]) for i in range(KNOWN)])
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("UPDATE journal SET bag = zeroblob(length(bag)) WHERE id = 7")


def look(path):
    """Check that no message is lost, and return whether the store is sound."""
    with Store(path, mode="ro") as store:
        labels = store.labels([message(i) for i in range(KNOWN + LATER)])
        assert labels == ["ham", "spam"] * (KNOWN // 2) + ["later"] * LATER
        return store.check() == []


def try_at(folder, at):
    """Kill before a step, check what is left, and repair again; tell if there was such a step."""
    folder.mkdir()
    path = folder / "mail.db"
    make(path)
    with learner(path):
        assert os.stat(f"{path}-wal").st_size  # noqa: PTH116
        status = replace(path, at)
        was_sound = look(path)
        assert os.waitstatus_to_exitcode(replace(path)) == (0 if was_sound else 1)
        assert look(path)
    assert look(path)
    assert not look(folder / "mail.db.damaged")
    left = {one.name for one in folder.iterdir() if not one.name.startswith(".priory-")}
    assert left <= {"mail.db", "mail.db.damaged"}, left
    return os.WIFSIGNALED(status), was_sound


if __name__ == "__main__":
    place, way, each = sys.argv[1:]
    if way == "names":
        _replace._overwrite = refuse
    n_kills, n_sound = sweep(Path(place), int(each), try_at)
    sys.stdout.write(json.dumps({"kills": n_kills, "done": n_sound}))
