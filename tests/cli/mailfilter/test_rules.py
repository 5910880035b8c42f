"""Commands on a store whose tokens were made by rules that are not known here."""

import json

import pytest
from mailfilter.sorting.maildirs import HAM, SPAM, make, tree
from mailfilter.written import with_other_rules

NOTE = "priory: {}: made by the rules 'mail 3', which are not known here"


@pytest.fixture
def other(taught):
    """Return where a store of other rules stands, by which commands judge."""
    with_other_rules(taught)
    return taught


@pytest.mark.parametrize("command", ["classify", "explain"])
def test_note(priory, other, mbox, command):
    """Verdicts are made, and standard error says once by which rules."""
    ran = priory(command, mbox([SPAM % 91, SPAM % 92]))

    assert (ran.code, ran.out.count("spam") >= 2) == (0, True)
    assert ran.err.startswith(NOTE.format(other))
    assert ran.err.count("\n") == 1


def test_no_note(priory, taught, message):
    """Nothing is said where the rules are known."""
    assert priory("classify", message(SPAM % 91)).err == ""
    assert taught.exists()


@pytest.mark.usefixtures("other")
def test_stats(priory):
    """The statistics note it, also in JSON."""
    assert "\nnote: made by the rules 'mail 3'" in priory("stats").out
    assert json.loads(priory("stats", "--json").out)["note"].startswith("made by the rules")


@pytest.mark.usefixtures("other")
def test_filter(pipe):
    """A message on its way is judged."""
    code, out, err = pipe(SPAM % 91)

    assert (code, err) == (0, "")
    assert b"X-Priory: spam" in out


@pytest.mark.usefixtures("other")
@pytest.mark.parametrize(
    "words", [["export"], ["check"], ["backup", "{}/backup.db"], ["compact", "--dry-run"]]
)
def test_upkeep(priory, tmp_path, words):
    """A store can be exported, checked and copied."""
    assert priory("store", *(word.format(tmp_path) for word in words)).code == 0


def test_learn(priory, other, message):
    """Learning is refused, and the error names the remedy."""
    before = other.read_bytes()

    ran = priory("learn", "spam", message(SPAM % 91))

    assert ran.code != 0
    assert "'mail 3', not 'mail 2'" in ran.err
    assert "update Priory" in ran.err
    assert other.read_bytes() == before


def test_sort(priory, other, tmp_path):
    """A Maildir is sorted; where a move is to be learned, nothing is moved."""
    make(tmp_path / "Maildir", {("", "new/1"): SPAM % 91, ("", "new/2"): HAM % 92})
    maildir = tmp_path / "Maildir"

    ran = priory("sort", maildir, "--learn-from-moves")

    assert ran.code == 0
    assert ran.err.startswith(NOTE.format(other))
    assert set(tree(maildir)) == {".Junk/new/1", "new/2"}
    (maildir / "new" / "2").rename(maildir / ".Junk" / "new" / "2")
    ran = priory("sort", maildir, "--learn-from-moves")
    assert ran.code != 0
    assert "'mail 3', not 'mail 2'" in ran.err
