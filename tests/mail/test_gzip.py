import gzip
import random
import tracemalloc
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from priory.mail import read_mailbox
from priory.mail._gzip import DAMAGED, TRUNCATED, gunzip

MAIL = b"Subject: packed\n\nHello!\n"
NOISE = random.Random(1).randbytes(400_000)  # noqa: S311 (no secret)


def unpack(packed):
    """Unpack bytes, and return with them what was said about them."""
    said = []
    return b"".join(gunzip(iter([packed]), lambda *fault: said.append(fault))), said


@given(st.lists(st.binary()), st.data())
def test_chunks(members, data):
    """Members one after the other are unpacked, and where chunks end makes no difference."""
    packed = b"".join(map(gzip.compress, members))
    cuts = sorted(data.draw(st.lists(st.integers(0, len(packed)))))
    chunks = [packed[a:b] for a, b in zip([0, *cuts], [*cuts, len(packed)], strict=True)]
    said = []

    plain = b"".join(gunzip(iter(chunks), lambda *fault: said.append(fault)))

    assert plain == b"".join(members)
    assert said == ([] if members else [TRUNCATED])


@given(st.binary())
def test_any_bytes(packed):
    """What gzip did not pack is said to be broken or cut off, and is no error."""
    assert unpack(packed)[1] in ([DAMAGED], [TRUNCATED])


@pytest.mark.parametrize("keep", [0, 5, 50, 200_000])
def test_cut_off(keep):
    """Of a file that ends too early all is read that can be."""
    plain, said = unpack(gzip.compress(NOISE, 0)[:keep])

    assert plain == NOISE[: len(plain)]
    assert len(plain) > keep - 100
    assert said == [TRUNCATED]


def test_damaged():
    """Of a file with a fault in its middle all is read that stands before it."""
    packed = bytearray(gzip.compress(NOISE, 0))
    packed[200_000:200_100] = bytes(100)  # the lengths of a block stand there, or its bytes

    plain, said = unpack(bytes(packed))

    assert plain[:190_000] == NOISE[:190_000]
    assert said == [DAMAGED]


def test_wrong_check_sum():
    """A check sum that does not fit is said, and what it is the sum of is read."""
    packed = bytearray(gzip.compress(MAIL))
    packed[-8] ^= 1

    assert unpack(bytes(packed)) == (MAIL, [DAMAGED])


def test_padding():
    """Zeros behind what was packed are no part of it, and other bytes are a fault."""
    assert unpack(gzip.compress(MAIL) + bytes(100)) == (MAIL, [])
    assert unpack(gzip.compress(MAIL) + b"more") == (MAIL, [DAMAGED])


def test_bomb(tmp_path, read, faults):
    """A small file that unpacks to a large message costs no more than the maximum."""
    packer = zlib.compressobj(wbits=31)
    megabyte = bytes(2**20)
    packed = b"".join(packer.compress(megabyte) for _ in range(64)) + packer.flush()
    (tmp_path / "bomb.gz").write_bytes(packed)

    tracemalloc.start()
    found = read(tmp_path / "bomb.gz", max_bytes=1000)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert found == [bytes(1000)]
    assert "longer than 1000 bytes" in str(faults[0])
    assert peak < 4 * 2**20


def test_broken_file(tmp_path, read, faults):
    """A broken file is reported with its place after what could be read of it."""
    path = tmp_path / "mail.gz"
    path.write_bytes(gzip.compress(MAIL)[:-6])

    assert read(path) == [MAIL]
    assert [(fault.place, fault.code) for fault in faults] == [(str(path), TRUNCATED[0])]


def test_nothing_to_read(tmp_path, read, faults):
    """A file of which nothing can be unpacked is no empty message."""
    (tmp_path / "mail.gz").write_bytes(gzip.compress(MAIL)[:10])

    assert read(tmp_path / "mail.gz", "file") == []
    assert len(faults) == 1


def test_packed_mbox(tmp_path):
    """An mbox that was packed is read as if it was not, whatever its name."""
    inbox = b"From ann Sat Jan  3 01:05:34 1996\n1\n\nFrom bob Sat Jan  3 01:05:34 1996\n2\n"
    (tmp_path / "inbox").write_bytes(gzip.compress(inbox))

    entries = list(read_mailbox(tmp_path / "inbox"))

    assert [entry.raw for entry in entries] == [b"1\n", b"2\n"]
    assert entries[1].place == f"{tmp_path / 'inbox'}#2"
