import doctest
import re
import tempfile
from collections import Counter
from pathlib import Path

import pytest

from priory import MailFilter, sample
from priory.cli import demo

README = Path(__file__).parents[2] / "README.md"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """Let temporary files, settings and stores be in a folder of the test, and return it."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    return tmp_path


@pytest.fixture
def printed(priory):
    """Return what the demo prints."""
    ran = priory("demo")
    assert (ran.code, ran.err) == (0, "")
    return ran.out


@pytest.fixture
def judged(folder):
    """Return the messages that the demo has not learned, each with the verdict on it."""
    known = sample.mailbox()
    unseen = known[demo.HELD_OUT]
    del known[demo.HELD_OUT]
    with MailFilter(folder / "own.db") as mail:
        assert set(mail.learn_many((one.raw, one.label) for one in known)) == {"learned"}
        return list(zip(unseen, mail.classify_many(one.raw for one in unseen), strict=True))


def test_lesson(printed):
    """It says first what was learned."""
    n_known, n_ham, n_spam = map(
        int, re.match(r"Learned (\d+) \D+(\d+) \D+(\d+)", printed).groups()
    )

    assert n_known == n_ham + n_spam == len(sample.mailbox()) - 48


def test_table(printed, judged):
    """The table counts the verdicts of a filter that has not seen the messages."""
    counts = Counter((one.label, verdict.label) for one, verdict in judged)

    rows = re.findall(r"(?m)^(ham|spam) +(\d+) +(\d+) +(\d+)$", printed)

    assert {(truth, label): int(n) for truth, *row in rows for label, n in cells(row)} == {
        (truth, label): counts[truth, label] for truth in demo.TRUTHS for label in demo.VERDICTS
    }


def cells(row):
    """Return the cells of a row, each with its verdict."""
    return zip(demo.VERDICTS, row, strict=True)


def test_is_worth_showing(judged):
    """No ham is taken for spam, most verdicts are right, and each verdict is given."""
    counts = Counter((one.label, verdict.label) for one, verdict in judged)

    assert counts["ham", "spam"] == 0
    assert counts["ham", "ham"] + counts["spam", "spam"] > len(judged) / 2
    assert {label for _, label in counts} == set(demo.VERDICTS)


def test_mistakes(printed, judged):
    """Every message that was not recognised is named with its verdict, and no other."""
    wrong = [(verdict.label, one.name) for one, verdict in judged if verdict.label != one.label]

    assert re.findall(r"(?m)^(\w+) +\w+=\S+ +(\S+\.eml)$", printed) == wrong


def explanations(printed):
    """Return what is shown of the messages that are explained."""
    return re.split(r"(?m)^(?=\S+\.eml: )", printed)[1:]


def test_one_of_each(printed):
    """One message of each verdict is explained."""
    found = [re.match(r"\S+: (\w+) \(", one)[1] for one in explanations(printed)]

    assert found == list(demo.VERDICTS)


def test_adds_up(printed):
    """In each explanation tokens speak both ways, and all weights add up to the log-odds."""
    for one in explanations(printed):
        *rows, (_, score) = re.findall(r"(?m)^(\S.*?) {2,}([+-]\d+\.\d\d)(?: |$)", one)
        tokens = [float(weight) for name, weight in rows if not name.startswith("(")]
        assert sum(weight > 0 for weight in tokens) == demo.TOP
        assert sum(weight < 0 for weight in tokens) == demo.TOP
        total = sum(float(weight) for _, weight in rows)
        assert total == pytest.approx(float(score), abs=0.01 * len(rows))


def test_lines_fit_a_terminal(printed):
    """No line is wider than a terminal."""
    assert max(map(len, printed.splitlines())) <= 80


def test_leaves_nothing(priory, folder):
    """Neither a store nor anything else is left behind."""
    priory("demo")

    assert list(folder.iterdir()) == []


def test_settings_do_not_matter(priory, folder, monkeypatch):
    """It shows the defaults, whatever the user's settings are, and leaves their store alone."""
    before = priory("demo").out
    monkeypatch.setenv("PRIORY_LOST_HAM", "0")
    monkeypatch.setenv("PRIORY_STORE", str(folder / "mine.db"))

    assert priory("demo").out == before
    assert list(folder.iterdir()) == []


def test_no_room(priory, monkeypatch):
    """Where no temporary file can be made, that is said in a line."""
    monkeypatch.setattr(tempfile, "tempdir", "nowhere")

    ran = priory("demo")

    assert (ran.code, ran.out) == (2, "")
    assert re.fullmatch(r"priory: .*nowhere.*: No such file or directory: .*\n", ran.err)


def test_readme(printed):
    """What the README shows of the demo, with dots for what it leaves out, is what it prints."""
    page = README.read_text(encoding="utf-8")
    shown = re.search(r"(?s)```console\n\$ make demo\n(.+?)```", page)[1]

    assert len(shown.splitlines()) > 10
    assert doctest.OutputChecker().check_output(shown, printed, doctest.ELLIPSIS)
