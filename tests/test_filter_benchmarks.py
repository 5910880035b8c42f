"""What the benchmarks of the mail filter are made of; they themselves are run by hand."""

import shutil
import sys
from copy import copy
from importlib import import_module
from itertools import islice
from types import SimpleNamespace

import numpy as np
import pytest
from benchmarks import mail_growth, messages, process
from benchmarks.case import perform
from benchmarks.corpora import Corpora, Labelled
from benchmarks.data import Data
from benchmarks.mailfilter import halves, less
from benchmarks.mailfilter_priory import Command, MailFilter
from benchmarks.varied import varied

NOTHING = Labelled([], [])


@pytest.fixture(scope="module")
def mail():
    """Made-up mail, every other message to learn."""
    found = messages.generate(40_000)
    learned, new = found[::2], found[1::2]
    return Data(
        [one.raw for one in learned],
        [one.label for one in learned],
        [one.raw for one in new],
        [one.label for one in new],
    )


def run_filter(estimator, mail):
    """Learn and judge, as a case does."""
    data = estimator.prepare(mail) if hasattr(estimator, "prepare") else mail
    return perform(estimator, "learn+classify", data, None)


@pytest.mark.parametrize("json", [False, True])
def test_program_does_what_python_does(mail, json):
    """The program and the class learn the same of the same messages, and judge them alike."""
    (command, printed), (mailfilter, verdicts) = (
        run_filter(estimator, mail) for estimator in (Command(json=json), MailFilter())
    )

    assert command.learned() == mailfilter.learned()
    assert list(printed.labels()) == list(verdicts.labels())
    assert len(verdicts.labels()) == len(mail.new)
    assert command.n_bytes > 0


@pytest.mark.skipif(shutil.which("bogofilter") is None, reason="bogofilter is not installed")
@pytest.mark.parametrize("way", ["bogofilter", "bogofilter_files"])
def test_bogofilter_learns_the_same_messages(mail, way):
    """Either way bogofilter learns every message once, and judges every one."""
    peer, printed = run_filter(import_module(f"benchmarks.{way}").MailFilter(), mail)
    n_messages, n_tokens = peer.learned()

    assert n_messages == len(mail.X)
    assert n_tokens > 0
    assert set(printed.labels()) <= {"ham", "spam", "unsure"}
    assert len(printed.labels()) == len(mail.new)


def test_one_message(mail):
    """A process judges one message, passes it on, and the class learns it anew each time."""
    command, mailfilter = Command(), MailFilter()
    command.learn(command.prepare(mail).X)
    one = command.prepare(Data([], new=mail.new[:1])).new
    command.classify_one(one)
    verdict = command.output.read_text()
    command.filter_one(one)
    mailfilter.learn(mail.X, mail.y)
    for _ in range(2):
        mailfilter.learn_one(mail.new[:1])
        mailfilter.learn_next(mail.new[:1])

    assert verdict.split()[0] in {"ham", "spam", "unsure"}
    assert b"\nX-Priory: " in b"\n" + command.output.read_bytes()
    assert mailfilter.learned()[0] == len(mail.X) + 4
    assert "opened" not in vars(copy(mailfilter))  # so that it can go to another process


@pytest.mark.parametrize(
    ("learned", "labels", "refusal"),
    [
        ((4, 90), ["ham", "spam"], ""),
        ((3, 100), ["ham", "spam"], "3 messages learned instead of 4"),
        ((4, 89), ["ham", "spam"], "89 tokens instead of 100"),
        ((4, 100), ["ham", "ham"], "50.00% of the verdicts are right instead of 100.00%"),
    ],
)
def test_less_work_is_refused(learned, labels, refusal):
    """A filter that learns less than a peer, or judges worse, is found out."""

    def outcome(learned, labels):
        result = SimpleNamespace(labels=lambda: np.array(labels))
        return SimpleNamespace(learned=lambda: learned), result

    data = Data([], new_y=["ham", "spam"])

    assert less(outcome(learned, labels), outcome((4, 100), ["ham", "spam"]), data) == refusal


def test_programs_are_watched():
    """A program that ends badly is found out, and one that takes memory says how much."""
    with process.watching() as programs:
        process.run(sys.executable, "-c", "bytes(1)")
        little = programs.peak
        process.run(sys.executable, "-c", "b'x' * 50_000_000")

    assert programs.peak - little > 40_000_000
    with pytest.raises(RuntimeError, match="ended with 3"):
        process.run(sys.executable, "-c", "raise SystemExit(3)")


def test_settings_of_a_user_do_not_count(monkeypatch):
    """Programs start as they do by default, whatever the environment says."""
    for name in ("PRIORY_STORE", "PYTHONDONTWRITEBYTECODE"):
        monkeypatch.setenv(name, "1")
    kept = process.environment()

    assert "PATH" in kept
    assert not any(name.startswith(("PRIORY_", "PYTHON")) for name in kept)


def test_halves(tmp_path):
    """Mail is parted by the digest of its place, whatever it says."""
    folder = tmp_path / "spamassassin" / "spam"
    folder.mkdir(parents=True)
    for name in ("1", "2", "3"):
        (folder / name).write_bytes(b"To: you\n\nHi\n")
    train, test = halves(Corpora("", NOTHING, NOTHING, NOTHING, tmp_path))

    # `printf spam/3 | sha1sum` is odd, the others are even.
    assert [one.place for one in train] == ["spam/1", "spam/2"]
    assert [one.place for one in test] == ["spam/3"]


def test_varied_mail():
    """No two varied messages are the same, and the words grow in number, but slower than they."""
    corpus = messages.generate(60_000)
    several = list(islice(varied(corpus), 4 * len(corpus)))
    words = [
        {word for one in some for word in one.raw.split()}
        for some in (several[: len(corpus)], several)
    ]

    assert sorted(one.raw for one in several[: len(corpus)]) == sorted(one.raw for one in corpus)
    assert len({one.raw for one in several}) == len(several)
    assert 1.5 < len(words[1]) / len(words[0]) < 4
    assert several == list(islice(varied(corpus), len(several)))


@pytest.mark.slow
def test_growth_of_the_filter(capsys):
    """Both commands of all programs are measured on as many messages as are asked for."""
    programs = {"one": Command, "other": Command}
    rows = mail_growth.measured(messages.generate(20_000), 10, programs)

    assert [(row.command, row.program) for row in rows] == [
        ("learn", "one"),
        ("learn", "other"),
        ("classify", "one"),
        ("classify", "other"),
    ]
    assert {row.n_messages for row in rows} == {10}
    assert min(rows[0].peak, rows[0].n_tokens, rows[0].disk) > 0
    first, _, third, _ = capsys.readouterr().out.splitlines()
    assert first.endswith(" 1.0x")
    assert third.endswith(" 1.0x")


def test_absent_programs_are_named(capsys, monkeypatch):
    """A program that is not installed is named and left out."""
    monkeypatch.setattr(mail_growth, "PROGRAMS", {"ours": mail_growth.OWN, "absent": "no.such"})

    assert list(mail_growth.installed()) == ["ours"]
    assert "absent is left out: No module named" in capsys.readouterr().out
