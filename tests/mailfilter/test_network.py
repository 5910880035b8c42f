"""Files on other machines."""

import pytest

from priory.mailfilter import _network
from priory.mailfilter._network import is_remote

MOUNTS = r"""/dev/sda1 / ext4 rw,relatime 0 0
server:/export /srv/far nfs4 rw,vers=4.2 0 0
//server/share /srv/with\040blank cifs rw 0 0
/dev/sdb1 /srv/far/near ext4 rw 0 0
me@host: /srv/mine fuse.sshfs rw 0 0
/dev/fuse /srv/disk fuse.ntfs rw 0 0
server:/old /srv/twice nfs rw 0 0
/dev/sdc1 /srv/twice ext4 rw 0 0
"""


@pytest.fixture
def mounts(tmp_path, monkeypatch):
    """Put a list of mounted file systems in the place of the machine's."""
    monkeypatch.setattr(_network, "MOUNTS", tmp_path / "mounts")
    return tmp_path / "mounts"


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/srv/far/words.db", True),
        ("/srv/with blank/deep/words.db", True),
        ("/srv/mine/words.db", True),
        ("/srv/words.db", False),
        ("/srv/farther/words.db", False),
        ("/srv/far/near/words.db", False),
        ("/srv/disk/words.db", False),
        ("/srv/twice/words.db", False),
    ],
)
def test_file_systems(mounts, path, expected):
    """The file system that a file lies on decides."""
    mounts.write_text(MOUNTS)

    assert is_remote(path) is expected


def test_no_list(mounts):
    """Where there is no list, files are taken for local."""
    assert not mounts.exists()
    assert not is_remote("/srv/far/words.db")


def test_store_on_another_machine(mounts, open_store, tmp_path):
    """A store on another machine does without WAL."""
    mounts.write_text(f"server:/export {tmp_path} nfs rw 0 0\n")

    assert open_store().journal_mode == "delete"
