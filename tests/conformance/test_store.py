"""The store of the mail filter on a whole corpus."""

import random
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from benchmarks import corpora
from mailfilter.written import contents

from priory.mailfilter.store import Store

CORPUS = "spamassassin"
BOGOFILTER, BOGOUTIL = map(shutil.which, ("bogofilter", "bogoutil"))


@pytest.fixture(scope="module")
def corpus():
    """Read the messages with their classes, if they stand beside the project."""
    if not (corpora.SHARED / f"{CORPUS}.tar.xz").is_file():
        pytest.skip(f"there is no {CORPUS} in {corpora.SHARED}")
    found = corpora.files(corpora.SHARED, CORPUS, "")
    messages = [(Path(name), raw) for name, raw in found if not name.endswith("cmds")]
    return [(raw, "spam" if "spam" in path.parent.name else "ham") for path, raw in messages]


def test_forgetting_all(corpus, tmp_path):
    """Learning the corpus and forgetting it in any order leaves the tables as they were."""
    order = random.Random(0).sample(range(len(corpus)), len(corpus))  # noqa: S311 (no secret)
    with Store(tmp_path / "words.db") as store:
        store.learn(corpus[:500])
        before = contents(store.path)
        store.learn(corpus)
        assert store.check() == []
        kept = set(range(500))
        for start in range(0, len(order), 700):
            some = [corpus[i][0] for i in order[start : start + 700] if i not in kept]
            assert set(store.forget(some)) == {"forgotten"}

        assert store.check() == []

    assert contents(tmp_path / "words.db") == before


def test_merging(corpus, tmp_path):
    """Merging two stores equals learning both, also what both know and what one calls otherwise."""
    here, there = corpus[:4000], corpus[2000:]
    there[:500] = [(raw, "hard") for raw, _ in there[:500]]
    paths = [tmp_path / f"{name}.db" for name in ("one", "other", "both")]
    with Store(paths[0]) as one, Store(paths[1]) as other, Store(paths[2]) as both:
        one.learn(here)
        other.learn(there)
        both.learn(here)
        both.learn(there)
        merged = one.merge(other.path)

    assert (merged.learned, merged.known, merged.corrected) == (len(corpus) - 4000, 1500, 500)
    assert contents(paths[0]) == contents(paths[2])


@pytest.mark.skipif(BOGOFILTER is None or BOGOUTIL is None, reason="bogofilter is not installed")
def test_word_list(corpus, tmp_path):
    """The word list that bogofilter makes of the corpus is imported, and exported unchanged."""
    for label, option in (("ham", "-n"), ("spam", "-s")):
        messages = [escaped(raw) for raw, one in corpus if one == label]
        mbox = b"".join(b"From someone\n%b\n\n" % message for message in messages)
        run(BOGOFILTER, "-d", tmp_path, "-M", option, input=mbox)
    dump = run(BOGOUTIL, "-d", tmp_path / "wordlist.db")
    with Store(tmp_path / "words.db") as store:
        store.import_lines(dump.splitlines(keepends=True), "bogofilter")

        assert sum(known.messages for known in store.classes) == len(corpus)
        assert store.check() == []
        assert b"".join(store.export_lines("bogofilter")) == dump


def escaped(raw):
    """Return a message as it can stand in an mbox."""
    return re.sub(rb"^From ", b">From ", raw, flags=re.MULTILINE)


def run(program, *arguments, **options):
    """Run one of bogofilter's programs, and return what it writes."""
    options = {"check": True, "capture_output": True, **options}
    return subprocess.run([program, *arguments], **options).stdout  # noqa: S603, PLW1510
