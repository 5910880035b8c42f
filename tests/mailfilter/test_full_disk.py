"""Stores on a disk without a byte left."""

import os
import subprocess
import sys
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest
from tests.environment import with_tests

from mailfilter.written import message
from priory import MailFilter
from priory.mailfilter.store import Store, StoreError

LEARN = """
import os, signal, sys
from mailfilter.written import message
from priory.mailfilter.store import Store
store = Store(sys.argv[1])
store.learn([(message(i), ("ham", "spam")[i % 2]) for i in range(40)])
if sys.argv[2] == "empty":
    store._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
print("learned", flush=True)
sys.stdin.read()
os.kill(os.getpid(), signal.SIGKILL)
"""


@contextmanager
def learner(path, log):
    """Run a program that has learned, holds the store open, and is killed in the end."""
    words = [sys.executable, "-c", LEARN, str(path), log]
    with subprocess.Popen(  # noqa: S603 (ourselves)
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=with_tests()
    ) as process:
        assert process.stdout.readline() == b"learned\n"
        yield


def fill(folder):
    """Leave no room on a disk."""
    with open(folder / "full", "wb", buffering=0) as file, suppress(OSError):  # noqa: PTH123
        while file.write(bytes(4096)):
            pass
    status = os.statvfs(folder)
    assert status.f_bavail == 0


def killed(path, log, index):
    """Let a store be left by a killed program: its log empty or not, its index there or not."""
    with learner(path, log):
        pass
    if index == "none":
        Path(f"{path}-shm").unlink()
    assert bool(Path(f"{path}-wal").stat().st_size) == (log == "changes")


@pytest.fixture
def full(small_disk):
    """Return where a store may be made on a small disk."""
    small_disk.enlarge()
    return small_disk.path / "mail.db"


def judge(path):
    """Judge a message, and look at the rest."""
    with MailFilter(path, mode="ro", timeout=1) as mail:
        verdict = mail.classify(message(2))
        assert mail.store.check() == []
        return verdict.probabilities, [one.messages for one in mail.store.classes]


@pytest.mark.parametrize("log", ["empty", "changes"])
@pytest.mark.parametrize("index", ["none", "stale"])
def test_left_by_a_killed_program(full, log, index):
    """On a full disk verdicts come, whatever a killed program left beside the store."""
    killed(full, log, index)
    fill(full.parent)

    probabilities, messages = judge(full)

    assert messages == [20, 20]
    assert set(probabilities) == {"ham", "spam"}
    assert judge(full) == (probabilities, messages)


@pytest.mark.parametrize("log", ["empty", "changes"])
def test_beside_a_live_program(full, log):
    """On a full disk verdicts come while another program has the store open."""
    with learner(full, log):
        fill(full.parent)
        assert judge(full)[1] == [20, 20]


@pytest.mark.parametrize("log", ["empty", "changes"])
def test_closed_store(full, log):
    """On a full disk verdicts come from a store that nobody has open."""
    killed(full, log, "none")
    judge(full)
    assert [one.name for one in full.parent.iterdir()] == ["mail.db"]
    fill(full.parent)

    assert judge(full)[1] == [20, 20]


def test_many_at_once(full):
    """On a full disk many programs judge at once, also those that must wait for each other."""
    killed(full, "changes", "none")
    fill(full.parent)
    code = (
        "import sys; from priory import MailFilter\n"
        "with MailFilter(sys.argv[1], mode='ro') as mail:\n"
        "    print(mail.classify(b'Subject: word1').best)"
    )
    words = [sys.executable, "-c", code, str(full)]
    running = [subprocess.Popen(words, stdout=subprocess.PIPE) for _ in range(8)]  # noqa: S603

    assert all(process.communicate()[0] in (b"ham\n", b"spam\n") for process in running)


def test_room_again(full):
    """Who read a store on a full disk sees what is learned when there is room again."""
    killed(full, "changes", "none")
    fill(full.parent)
    with Store(full, mode="ro") as reader:
        assert reader.classes[0].messages == 20
        (full.parent / "full").unlink()
        with Store(full) as writer:
            writer.learn([(message(100), "ham")])
            assert reader.classes[0].messages == 21


def test_to_learn(full):
    """On a full disk nothing is learned, and that is told."""
    killed(full, "empty", "none")
    fill(full.parent)

    with pytest.raises(StoreError) as caught, closing(Store(full, timeout=1)) as store:
        store.learn([(message(100), "ham")])
    assert caught.value.code == "disk-full"
