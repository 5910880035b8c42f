"""What earlier versions of analysers made goes on, or is refused by name."""

import re
import sqlite3
from contextlib import closing
from dataclasses import replace

import pytest
from tests.errors import refused

from priory import CountVectorizer, MailFilter, TextClassifier
from priory.text.files import file
from priory.tokens import Analyzer, MailAnalyzer
from priory.tokens.versions import is_compatible, tables_differ

TEXTS, LABELS = ["cheap pills", "lunch at noon"], ["spam", "ham"]


def older(version):
    """Return the version with tables of Unicode from before."""
    return re.sub(r"unicode [\d.]+", "unicode 5.2.0", version)


@pytest.mark.parametrize(
    ("made", "stemmed", "expected"),
    [
        ("priory 1, unicode 15.0.0, snowball-2", False, True),
        ("priory 1, unicode 15.0.0, snowball-1", False, True),
        ("priory 1, unicode 15.0.0, snowball-1", True, False),
        ("priory 2, unicode 16.0.0, snowball-2", False, False),
        ("priory 1, unicode 16.0.0, snowball-2, more 1", True, True),
        ("priory 1", False, True),
        ("priory 1", True, False),
        ("mail 1, unicode 16.0.0", False, False),
        ("", False, False),
    ],
)
def test_compatible(made, stemmed, expected):
    """Versions go on from each other with the same rules and, for stems, the same stemmers."""
    here = "priory 1, unicode 16.0.0, snowball-2"

    assert is_compatible(made, here, stemmed=stemmed) is expected


@pytest.mark.parametrize(
    ("made", "here", "expected"),
    [
        ("mail 1, unicode 16.0.0", "mail 2, unicode 17.0.0", True),
        ("mail 2, unicode 17.0.0", "mail 1, unicode 16.0.0", False),
        ("mail 1, unicode 16.0.0", "mail 3, unicode 17.0.0", False),
        ("mail 0, unicode 16.0.0", "mail 2, unicode 17.0.0", False),
    ],
)
def test_successors(made, here, expected):
    """Counts of earlier rules go on with the rules that succeed them, and never the reverse."""
    assert is_compatible(made, here) is expected


def test_note():
    """Nothing is said of versions that are equal."""
    assert tables_differ("mail 1", "mail 1") == ""
    assert "unicode 5" in tables_differ("mail 1, unicode 5", "mail 1, unicode 6")
    assert "of some messages" in tables_differ("mail 1, unicode 5", "mail 2, unicode 5")


@pytest.mark.parametrize("analyzer", [Analyzer(), MailAnalyzer()])
def test_analyzer(analyzer):
    """An analyser with older tables of Unicode makes tokens."""
    text = b"Subject: lunch\n\nlunch" if isinstance(analyzer, MailAnalyzer) else "lunch"

    assert "lunch" in replace(analyzer, version=older(analyzer.version)).tokenize(text)


def test_stemmer():
    """Stems of another stemmer are other words."""
    version = Analyzer().version.replace("snowball", "snowballs")

    assert Analyzer(version=version).tokenize("pills") == ["pills"]
    with refused("version-mismatch"):
        Analyzer(version=version, stem="english").tokenize("pills")


def test_vectorizer():
    """A vectorizer that was pickled with older tables goes on."""
    vectorizer = CountVectorizer().fit(TEXTS)
    vectorizer.analyzer_ = replace(vectorizer.analyzer_, version=older(Analyzer().version))

    assert vectorizer.transform(TEXTS).sum() == 5


def test_model(tmp_path):
    """A model with older tables is loaded, and that is said; with other rules it is refused."""
    path = tmp_path / "model"
    TextClassifier().fit(TEXTS, LABELS).save(path)
    arrays, metadata = file.read(path)

    def rewrite(old, new):
        """Write the model as if another version had made it."""
        analyzer = re.sub(old, new, metadata["analyzer"])
        file.write(path, arrays, metadata | {"analyzer": analyzer})

    rewrite(r"unicode [\d.]+", "unicode 5.2.0")
    with pytest.warns(UserWarning, match="rare characters"):
        assert TextClassifier.load(path).predict(TEXTS).tolist() == LABELS
    rewrite("priory 1", "priory 0")
    with refused("analyzer-mismatch"):
        TextClassifier.load(path)


def test_store(tmp_path):
    """A store with older tables learns and judges on, and is told by its note."""
    path, pills = tmp_path / "mail.db", b"Subject: pills\n\ncheap pills"
    with MailFilter(path) as mail:
        mail.learn(pills, "spam")
        assert mail.store.tables_note == ""
    with closing(sqlite3.connect(path)) as db, db:
        older_tables = "replace(value, 'unicode 1', 'unicode 0')"
        db.execute(f"UPDATE meta SET value = {older_tables} WHERE key = 'analyzer'")  # noqa: S608
        db.execute("DELETE FROM meta WHERE key = 'seal'")

    with MailFilter(path, analyzer=MailAnalyzer()) as mail:
        assert "rare characters" in mail.store.tables_note
        assert mail.learn(b"Subject: lunch\n\nat noon", "ham") == "learned"
        assert mail.forget(pills) == "forgotten"
        assert mail.store.check() == []
