"""The store of the mail filter on a whole mailbox."""

import random
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from mailfilter.written import contents

from priory.mailfilter.store import Store

BOGOFILTER, BOGOUTIL = map(shutil.which, ("bogofilter", "bogoutil"))


@pytest.fixture(scope="module")
def labelled(mailbox):
    """Return the messages with their classes, in an order of their own."""
    messages = [(Path(name), raw) for name, raw in mailbox if not name.endswith("cmds")]
    random.Random(1).shuffle(messages)  # noqa: S311 (no secret)
    return [(raw, "spam" if "spam" in path.parent.name else "ham") for path, raw in messages]


def test_forgetting_all(labelled, tmp_path):
    """Learning a mailbox and forgetting it in any order leaves the tables as they were."""
    few = len(labelled) // 12
    order = random.Random(0).sample(range(few, len(labelled)), len(labelled) - few)  # noqa: S311
    with Store(tmp_path / "words.db") as store:
        store.learn(labelled[:few])
        before = contents(store.path)
        store.learn(labelled)
        assert store.check() == []
        for start in range(0, len(order), few):
            some = [labelled[i][0] for i in order[start : start + few]]
            assert set(store.forget(some)) == {"forgotten"}

        assert store.check() == []

    assert contents(tmp_path / "words.db") == before


def test_merging(labelled, tmp_path):
    """Merging two stores equals learning both, also what both know and what one calls otherwise."""
    few = len(labelled) // 12
    here, there = labelled[: 8 * few], labelled[4 * few :]
    there[:few] = [(raw, "hard") for raw, _ in there[:few]]
    paths = [tmp_path / f"{name}.db" for name in ("one", "other", "both")]
    with Store(paths[0]) as one, Store(paths[1]) as other, Store(paths[2]) as both:
        one.learn(here)
        other.learn(there)
        both.learn(here)
        both.learn(there)
        merged = one.merge(other.path)

    assert (merged.learned, merged.known) == (len(labelled) - 8 * few, 3 * few)
    assert merged.corrected == few
    assert contents(paths[0]) == contents(paths[2])


@pytest.mark.skipif(BOGOFILTER is None or BOGOUTIL is None, reason="bogofilter is not installed")
def test_word_list(labelled, tmp_path):
    """The word list that bogofilter makes of a mailbox is imported, and exported unchanged."""
    for label, option in (("ham", "-n"), ("spam", "-s")):
        messages = [escaped(raw) for raw, one in labelled if one == label]
        mbox = b"".join(b"From someone\n%b\n\n" % message for message in messages)
        run(BOGOFILTER, "-d", tmp_path, "-M", option, input=mbox)
    dump = run(BOGOUTIL, "-d", tmp_path / "wordlist.db")
    with Store(tmp_path / "words.db") as store:
        store.import_lines(dump.splitlines(keepends=True), "bogofilter")

        assert sum(known.messages for known in store.classes) == len(labelled)
        assert store.check() == []
        assert b"".join(store.export_lines("bogofilter")) == dump


def escaped(raw):
    """Return a message as it can stand in an mbox."""
    return re.sub(rb"^From ", b">From ", raw, flags=re.MULTILINE)


def run(program, *arguments, **options):
    """Run one of bogofilter's programs, and return what it writes."""
    options = {"check": True, "capture_output": True, **options}
    return subprocess.run([program, *arguments], **options).stdout  # noqa: S603, PLW1510
