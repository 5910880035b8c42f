"""What the tests of the mail filter share."""

import os
import shutil
import subprocess

import pytest

from mailfilter.written import Stores


@pytest.fixture
def path(tmp_path):
    """Return where a store may be made."""
    return tmp_path / "words.db"


@pytest.fixture
def open_store(path):
    """Return a function that opens stores, which are closed in the end."""
    with Stores(path) as stores:
        yield stores.open


@pytest.fixture
def store(open_store):
    """Return a new store."""
    return open_store()


class SmallDisk:
    """A disk of its own, which may become larger."""

    def __init__(self, path):
        self.path = path
        self._mount = shutil.which("mount")
        if self._mount is None or os.geteuid() != 0:
            pytest.skip("only root may make a small disk")
        words = ["-t", "tmpfs", "-o", "size=1m", "tmpfs", path]
        if subprocess.run([self._mount, *words], check=False, capture_output=True).returncode:  # noqa: S603
            pytest.skip("a small disk cannot be made here")

    def enlarge(self):
        """Make room."""
        subprocess.run([self._mount, "-o", "remount,size=8m", self.path], check=True)  # noqa: S603

    def leave(self):
        """Take the disk away."""
        subprocess.run([shutil.which("umount"), self.path], check=True)  # noqa: S603


@pytest.fixture
def small_disk(tmp_path):
    """Return a disk of a megabyte."""
    path = tmp_path / "disk"
    path.mkdir()
    disk = SmallDisk(path)
    yield disk
    disk.leave()
