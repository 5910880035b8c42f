"""The store of the mail filter on a whole corpus."""

import random
from pathlib import Path

import pytest
from benchmarks import corpora
from mailfilter.written import contents

from priory.mailfilter.store import Store

CORPUS = "spamassassin"


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


def test_merging_halves(corpus, tmp_path):
    """Merging two halves equals learning both."""
    paths = [tmp_path / f"{name}.db" for name in ("one", "other", "both")]
    with Store(paths[0]) as one, Store(paths[1]) as other, Store(paths[2]) as both:
        one.learn(corpus[::2])
        other.learn(corpus[1::2])
        both.learn(corpus[::2])
        both.learn(corpus[1::2])
        one.merge(other.path)

    assert contents(paths[0]) == contents(paths[2])
