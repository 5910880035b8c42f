"""Kill `priory sort` before each step in which it changes a Maildir; run as a program.

A child is killed before its first step, the next one before its second, and so on until one gets
to its end. After each, no message may be lost, and a second run must end the work.
"""

import json
import os
import signal
import sys
from collections import Counter
from pathlib import Path

from mailfilter.sorting.maildirs import BILL, HAM, LIST, SPAM, make, messages
from mailfilter.sweeping import sweep

from priory.cli.main import main
from priory.mailfilter.sorting import directories, rename
from priory.mailfilter.sorting.sorter import Sorter

USER = 65534
STEPS = {"open", "os.mkdir", "os.rmdir", "os.rename", "os.link", "os.remove", "os.chmod"}
STEPS |= {"os.chown", "os.listdir", "sqlite3.connect"}
TEXTS = {".Junk": SPAM, ".Lists": LIST, ".Receipts": BILL}
FILED = {folder: [text % (1000 + n) for n in range(2)] for folder, text in TEXTS.items()}
FILES = {
    ("", f"new/{folder[1:]}{n}"): raw
    for folder, raws in FILED.items()
    for n, raw in enumerate(raws)
}
FILES |= {("", "cur/5:2,"): HAM % 1005}
FILING = ["--file", "lists=Lists", "--file", "receipts=Receipts"]


class Killer:
    """Counts steps from the moment messages are moved, and kills before one of them."""

    def __init__(self, at):
        self.left = at
        self.is_armed = False
        sys.addaudithook(self.step)
        for name in ("rename", "rename_directory"):  # which the system does, unseen by hooks
            setattr(directories, name, self.stepping(getattr(directories, name)))
        Sorter.carry_out = self.arming(Sorter.carry_out)

    def step(self, event, *_):
        """Count a step."""
        if self.is_armed and event in STEPS:
            self.left -= 1
            if not self.left:
                os.kill(os.getpid(), signal.SIGKILL)

    def stepping(self, function):
        """Let a function be a step, and its end another one."""

        def run(*args):
            self.step("os.rename")
            function(*args)
            self.step("os.rename")

        return run

    def arming(self, function):
        """Let steps count from here on."""

        def run(*args):
            self.is_armed = True
            return function(*args)

        return run


def sort(maildir, at=0):
    """Sort in a child, killed before a step if one is named; return its status and output."""
    out = maildir.parent / "out"
    child = os.fork()
    if not child:
        with out.open("w") as sys.stdout:
            if at:
                Killer(at)
            code = main(["sort", str(maildir), "--learn-from-moves", "--json", *FILING])
        os._exit(code)
    status = os.waitpid(child, 0)[1]
    return status, out.read_text()


def is_used(path):
    """Tell what a mail program uses: not what a killed run left beside folders, nor the mark."""
    return path.name != "maildirfolder" and not path.name.startswith("priory-folder-")


def try_at(folder, at):
    """Kill before a step, check what is left, and sort again; tell if there was such a step."""
    maildir = folder / "Maildir"
    os.environ["PRIORY_PLACES"] = str(folder / "places")
    make(maildir, FILES)
    if os.geteuid() == 0:
        for path in [maildir, *maildir.rglob("*")]:
            os.chown(path, USER, USER)
    owner, before = maildir.stat().st_uid, Counter(FILES.values())
    status, _ = sort(maildir, at)
    left = messages(maildir)
    assert not before - left, "lost"
    doubled = (left - before).total()
    again, out = sort(maildir)
    assert again == 0, out
    assert not any("learned" in json.loads(line) for line in out.splitlines()), out
    assert messages(maildir) == left
    for name, raws in FILED.items():
        assert {path.read_bytes() for path in (maildir / name / "new").iterdir()} == {*raws}
        assert (maildir / name / "maildirfolder").exists()
    assert list((maildir / "new").iterdir()) == []
    assert {path.stat().st_uid for path in maildir.rglob("*") if is_used(path)} == {owner}
    return os.WIFSIGNALED(status), doubled


if __name__ == "__main__":
    folder, way, each = sys.argv[1:]
    if way == "two":
        rename._system = lambda: None
    n_kills, n_doubled = sweep(Path(folder), int(each), try_at)
    sys.stdout.write(json.dumps({"kills": n_kills, "doubled": n_doubled}))
