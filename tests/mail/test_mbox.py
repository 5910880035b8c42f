import io
import itertools
import mailbox
import re
import tempfile
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from priory.mail import read_mailbox
from priory.mail.entry import Reading
from priory.mail.mbox import read_mbox

DATE = b"Sat Jan  3 01:05:34 1996"
FROM = b"From ann@example.com " + DATE + b"\n"
LINES = st.sampled_from(
    [b"\n", b"\r\n", b"From here on\n", b">From here\n", b">>From\n", b"Subject: x\n", b"a", FROM]
)
# What separators, blank lines and escapes are made of, whole and in parts.
PIECES = LINES | st.sampled_from(
    [
        *(b"\r", b"\n\n", b">", b"From ", b"From -", b"Fro", b"m ", b"x" * 953, b"x" * 2000),
        *(FROM[:-1], b"\n" + FROM, b"\n\n" + FROM, b"\r\n\r\n" + FROM, b"From x 3 Jan 1996 01:05"),
        *(FROM + b"Subject: 2\n", b"A: 1\n\n1\n", b"x:", b"\nFrom x Jan  3 01:05 1996\n"),
        *(b"\n\nFrom " + b"x" * n + b" " + DATE + b"\n" for n in (969, 970)),
    ]
)
MESSAGES = st.lists(st.lists(LINES | st.binary(max_size=9)).map(b"".join), max_size=5)


def messages(*chunks, max_bytes=10_000, faults=None):
    """Read an mbox that arrives in chunks."""
    reading = Reading(max_bytes, ([] if faults is None else faults).append)
    return list(read_mbox(chunks, "inbox", reading))


def raws(*chunks):
    """Return the messages of an mbox."""
    return [entry.raw for entry in messages(*chunks)]


def parted(inbox, data):
    """Cut bytes anywhere."""
    cuts = sorted(data.draw(st.lists(st.integers(0, len(inbox)))))
    return [inbox[a:b] for a, b in zip([0, *cuts], [*cuts, len(inbox)], strict=True)]


def test_messages():
    """Messages lose their separators and the blank lines behind them, and nothing else."""
    inbox = FROM + b"Subject: 1\n\nOne.\n\n\n" + FROM + b"Subject: 2\r\n\r\nTwo.\r\n\r\n"

    assert raws(inbox) == [b"Subject: 1\n\nOne.\n\n", b"Subject: 2\r\n\r\nTwo.\r\n"]


def test_places():
    """A message knows its number and the byte at which its separator stands."""
    inbox = b"\n" + FROM + b"1\n\n" + FROM + b"2\n"

    places = [(entry.place, entry.offset) for entry in messages(inbox)]

    assert places == [("inbox#1", 1), ("inbox#2", 50)]
    assert inbox[50:].startswith(FROM)


@pytest.mark.parametrize(
    "rest",
    [
        b"ann@example.com Sat Jan  3 01:05:34 1996",
        b"ann@example.com Sat Jan  3 01:05 1996 PST",
        b"1234567890@xxx Mon Jan 01 00:00:00 +0000 2020",
        b"- Mon Jul 11 12:08:34 2011",
        b"ann at example.com  Thu Jan  1 00:00:00 2004",
        b"ann Fri, Jul 01 09:13:09 1994",
        b"ann@example.com Sat, 3 Jan 1996 01:05:34 +0100",
        b"",
        b"-",
    ],
)
def test_separators(rest):
    """A line separates messages if it has a date and a time, or nothing but its beginning."""
    assert raws(FROM, b"1\n\nFrom ", rest, b"\r\n2\n") == [b"1\n", b"2\n"]


@pytest.mark.parametrize(
    "line",
    [
        b"From home recordings to downloaded mp3s\n",
        b"From Jan 3 to Feb 5 we are away\n",
        b"From 10:30 on 3 January 2004\n",
        b"from ann@example.com " + DATE + b"\n",
        b"From ann" + 1000 * b"n" + b" " + DATE + b"\n",
    ],
)
def test_lines_of_messages(line):
    """A line without a date and a time belongs to its message, whatever it begins with."""
    assert raws(FROM, b"1\n\n", line, b"2\n") == [b"1\n\n" + line + b"2\n"]


def test_separator_after_text():
    """Without a blank line before it, a separator needs all of its date, and a header below it."""
    assert raws(FROM, b"A: 1\n\n1\n", FROM, b"A: 2\n") == [b"A: 1\n\n1\n", b"A: 2\n"]
    for line in (FROM, b"From ann Jan  3 01:05:34 1996\nA: 2\n", FROM[:-1] + b" we met\nA: 2\n"):
        assert raws(FROM, b"1\n", line, b"2\n") == [b"1\n" + line + b"2\n"]


def test_two_separators():
    """Of two separators above a message the second belongs to it."""
    assert raws(FROM, FROM, b"Subject: 1\n") == [FROM + b"Subject: 1\n"]


def test_first_line():
    """The first line of a file separates whatever it says, and if it does not, it is mail."""
    assert raws(b"From somebody\nSubject: 1\n") == [b"Subject: 1\n"]
    assert raws(b"Subject: 1\n\n", FROM, b"Subject: 2\n") == [b"Subject: 1\n", b"Subject: 2\n"]


def test_empty_messages():
    """A separator with nothing behind it is an empty message; a file with nothing has none."""
    assert raws(FROM, b"\n", FROM) == [b"", b""]
    assert raws(b"\n\r\n") == raws(b"") == raws() == []


def test_escapes():
    """Lines that were escaped lose one sign, at the beginning of a line only."""
    assert raws(FROM, b">From a\n>>From b\n> From c\n>Fromage\n") == [
        b"From a\n>From b\n> From c\n>Fromage\n"
    ]


def test_content_length():
    """A header that says how long a message is does not hide what follows it."""
    assert raws(FROM, b"Content-Length: 999\n\n1\n\n", FROM, b"2\n") == [
        b"Content-Length: 999\n\n1\n",
        b"2\n",
    ]


@pytest.mark.parametrize("size", [1, 9, 10])
def test_within_the_maximum(size):
    """A message that is no longer than the maximum is whole, with a blank line behind it or not."""
    faults = []

    found = messages(FROM, b"x" * size, b"\n\n", FROM, max_bytes=size + 1, faults=faults)

    assert [entry.raw for entry in found] == [b"x" * size + b"\n", b""]
    assert faults == []


def test_beyond_the_maximum():
    """A message that is too long is cut and reported at its place, and the next is whole."""
    faults = []

    found = messages(FROM, b"1" * 99 + b"\n\n", FROM, b"2\n", max_bytes=10, faults=faults)

    assert [entry.raw for entry in found] == [b"1" * 10, b"2\n"]
    assert [fault.place for fault in faults] == ["inbox#1"]
    assert faults[0].code == "message-cut"
    assert "10 bytes" in faults[0].why


@given(MESSAGES)
@example([b"Subject: 1\n\n>From\n>From me\n"])
def test_mboxrd(written):
    """Whatever is written by mboxrd's rules is read as it was."""
    escaped = [re.sub(rb"(?m)^(>*From )", rb">\1", message) for message in written]

    inbox = b"".join(FROM + message + b"\n\n" for message in escaped)

    assert raws(inbox) == [message + b"\n" for message in written]


@given(MESSAGES)
def test_python_writes(written):
    """What Python's own module writes is read as it reads it, but for the escapes that it keeps."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "inbox")
        box = mailbox.mbox(path)
        keys = [box.add(b"Subject: x\n" + message) for message in written]
        box.flush()
        expected = [re.sub(rb"(?m)^>(?=>*From )", b"", box.get_bytes(key)) for key in keys]
        box.close()

        assert [entry.raw for entry in read_mailbox(path, "mbox")] == expected


@given(st.lists(LINES | st.binary(max_size=3000)), st.data())
def test_chunks(lines, data):
    """Any bytes are read without an error, and where they were parted makes no difference."""
    inbox = b"".join(lines)

    assert messages(*parted(inbox, data), max_bytes=50) == messages(inbox, max_bytes=50)


def by_lines(inbox, max_bytes):
    """Return offsets and messages of an mbox, and how many are too long, line by line."""
    pieces, offset, anything, after_blank = [[0, b""]], 0, False, True
    lines = [*io.BytesIO(inbox), b""]
    for line, following in itertools.pairwise(lines):
        is_first = after_blank and not anything
        is_full = pieces[-1][1] and not after_blank and stands_out(line, following)
        is_separator = is_first or is_full or (after_blank and separates(line))
        if line.startswith(b"From ") and is_separator:
            pieces = [*(pieces if anything else []), [offset, b""]]
            anything, after_blank = True, False
        else:
            pieces[-1][1] += line
            after_blank = line in {b"\n", b"\r\n"}
            anything = anything or not after_blank
        offset += len(line)
    bare = [(begin, re.sub(rb"(?<![^\n])\r?\n\Z", b"", body)) for begin, body in pieces if anything]
    cut = [(begin, re.sub(rb"(?m)^>(?=>*From )", b"", body[:max_bytes])) for begin, body in bare]
    return cut, sum(len(body) > max_bytes for _, body in bare)


def separates(line):
    """Tell whether a line has one of the dates below, or nothing."""
    date = rb"\sJan  3 01:05\b.{0,20}?\b1996\b|\s3 Jan 1996 01:05\b"
    is_bare = line.rstrip() in {b"From", b"From -"}
    return len(line) <= 1000 and (is_bare or re.search(date, line) is not None)


def stands_out(line, following):
    """Tell whether a line needs no blank one before it."""
    date = rb"\sSat\s+Jan  3 01:05\b.{0,20}?\b1996\s*\Z"
    is_header = re.match(rb"[!-9;-~]+:", following[:1001])
    return len(line) <= 1000 and re.search(date, line) is not None and is_header is not None


@given(st.lists(PIECES), st.data())
@example([b"\n", b"\r\n", b"From", b" ", b"x" * 2000, b"\n", b"Subject: x\n"], None)
@example([b"\n\n\r", b"\n\r\r\n", FROM], None)
def test_rules(pieces, data):
    """However the bytes arrive, they are parted as the rules say, line by line."""
    inbox = b"".join(pieces)
    chunks = pieces if data is None else parted(inbox, data)
    faults = []

    found = messages(*chunks, max_bytes=50, faults=faults)

    expected = by_lines(inbox, 50)
    assert ([(entry.offset, entry.raw) for entry in found], len(faults)) == expected


def test_memory():
    """A mailbox of 100 megabytes takes no more memory than its largest message needs."""
    message = FROM + b"Subject: x\n\n" + b"A" * 75_000 + b"\n" + 150 * (b"A" * 999 + b"\n") + b"\n"
    chunks = (message[i : i + 2**16] for _ in range(450) for i in range(0, len(message), 2**16))

    tracemalloc.start()
    found = sum(1 for _ in read_mbox(chunks, "inbox", Reading(2**20, [].append)))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert found == 450
    assert peak < 8 * 2**20
