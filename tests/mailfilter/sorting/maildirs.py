"""Maildirs for tests, and what is in them."""

from collections import Counter
from contextlib import suppress
from pathlib import Path

from hypothesis import strategies as st

SPAM = b"From: shop@example.net\nSubject: cheap pills %d\n\nBuy cheap pills now, only today!\n"
HAM = b"From: ann@example.com\nSubject: lunch %d\n\nSee you at noon, at the usual place.\n"
LIST = b"From: list@example.info\nSubject: [parser] patch %d\n\nThis patch mends the tokens.\n"
BILL = b"From: till@example.biz\nSubject: receipt %d\n\nThank you for your order, paid by card.\n"
UNSURE = b"From: bob@example.org\nSubject: unheard %d\n\nCheap lunch, noon or now?\n"

# Few names, so that some are taken.
FILES = st.tuples(
    st.sampled_from(["", ".Junk", ".Spam", ".Work", ".Trash"]),
    st.sampled_from(["new/1", "new/2,S=9", "cur/1:2,S", "cur/1:2,", "cur/2,S=9:2,F", "cur/3:2,T"]),
)
MESSAGES = st.builds(bytes.__mod__, st.sampled_from([SPAM, HAM, UNSURE]), st.integers(0, 5))
MAILDIRS = st.dictionaries(FILES, MESSAGES, max_size=12)


def make(root, files):
    """Write a Maildir."""
    for folder in {"", ".Work", *(folder for folder, _ in files)}:
        for name in ("cur", "new", "tmp"):
            Path(root, folder, name).mkdir(parents=True, exist_ok=True)
    for (folder, name), raw in files.items():
        Path(root, folder, name).write_bytes(raw)


def tree(root):
    """Return all messages, by the folder and the name."""
    paths = [path for path in Path(root).rglob("*") if path.parent.name in ("cur", "new")]
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in paths}


def messages(root):
    """Return the messages of a Maildir, however often each is there."""
    found = Counter()
    for path in Path(root).rglob("*"):
        with suppress(FileNotFoundError):  # it was renamed meanwhile
            if path.is_file() and path.parent.name in ("cur", "new", "tmp"):
                found[path.read_bytes()] += 1
    return found


def inodes(root):
    """Return the messages of a Maildir, each file once, whatever names it has."""
    paths = (path for path in Path(root).rglob("*") if path.parent.name in ("cur", "new", "tmp"))
    files = {path.stat().st_ino: path.read_bytes() for path in paths if path.is_file()}
    return Counter(files.values())


def states(root):
    """Return the messages with cur or new and with their flags, however often each is there."""
    return Counter(
        (raw, name.split("/")[-2], name.partition(":2,")[2]) for name, raw in tree(root).items()
    )
