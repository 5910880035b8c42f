"""``priory evaluate`` after Ctrl-C, and on terminals."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time

import pytest
from tests.cli.evaluate.letters import N
from tests.cli.terminals import PROGRAM, Driven, on_terminal

from priory.evaluate import filters, intervals
from priory.mail import Message

SLOW = """
import pathlib, time
try:
    pathlib.Path("begun").touch()
    time.sleep(60)
except KeyboardInterrupt:
    pathlib.Path("interrupted").touch()
"""


def after(n_calls, function):
    """Return a function that is interrupted at a call."""
    calls = iter(range(n_calls))

    def called(*words, **named):
        if next(calls, None) is None:
            raise KeyboardInterrupt
        return function(*words, **named)

    return called


def test_trial(evaluate, monkeypatch):
    """What was judged until Ctrl-C is reported, said to be partial, and the exit code tells."""
    monkeypatch.setattr(filters.PrioryFilter, "classify", after(30, filters.PrioryFilter.classify))

    ran = evaluate("--json", "--against", "event=multinomial")
    found = json.loads(ran.out)

    assert ran.code == 130
    assert (found["partial"], found["filters"][0]["messages"]) == (True, 30)
    assert found["unjudged"] == ["event=multinomial"]
    assert found["filters"][0]["twins"] is None
    assert found["comparisons"] == []


def test_text(evaluate, monkeypatch):
    """The table of an interrupted run says that it is partial."""
    monkeypatch.setattr(filters.PrioryFilter, "classify", after(30, filters.PrioryFilter.classify))

    ran = evaluate()

    assert (ran.code, ran.err) == (130, "")
    assert "Partial: the evaluation was interrupted" in ran.out


def test_nothing_was_judged(evaluate, monkeypatch):
    """Ctrl-C before the first judgement leaves nothing to report."""
    monkeypatch.setattr(filters.PrioryFilter, "classify", after(0, None))

    ran = evaluate()

    assert (ran.code, ran.out, ran.err) == (130, "", "priory: interrupted\n")


def test_while_looking_for_duplicates(evaluate, monkeypatch):
    """Ctrl-C in the search for duplicates gives the rest of the report, and says so."""
    monkeypatch.setattr("priory.evaluate.duplicates.Message", Interrupted)

    ran = evaluate("--json")

    assert ran.code == 130
    assert ran.err == "priory: interrupted: duplicates were not looked for\n"
    [found] = json.loads(ran.out)["filters"]
    assert (found["messages"], found["twins"]) == (2 * N, None)


@pytest.mark.parametrize("words", [["--json"], []])
def test_while_resampling(evaluate, folder, monkeypatch, words):
    """Ctrl-C while intervals are computed gives the report without them, and says so."""
    monkeypatch.setattr(intervals, "statistics", after(70, intervals.statistics))

    ran = evaluate(*words, "--against", "event=multinomial", "--html", folder / "page.html")

    assert ran.code == 130
    assert ran.err == "priory: interrupted: intervals were not computed\n"
    if words:
        found = json.loads(ran.out)
        assert [one["intervals"] for one in found["filters"]] == [{}, {}]
        assert [one["messages"] for one in found["filters"]] == [2 * N, 2 * N]
        assert len(found["comparisons"]) == 1
    else:
        assert "Without intervals" in ran.out
    assert "Without intervals" in (folder / "page.html").read_text("utf-8")


def test_suspects(evaluate, monkeypatch):
    """The suspects among what was judged until Ctrl-C are listed, and that it was not all."""
    monkeypatch.setattr(filters.PrioryFilter, "classify", after(3, filters.PrioryFilter.classify))

    ran = evaluate("--suspects", "--json")

    assert (ran.code, json.loads(ran.out)["partial"]) == (130, True)


class Interrupted(Message):
    """A message during whose parsing Ctrl-C comes."""

    @classmethod
    def parse(cls, *_):
        """Be interrupted."""
        raise KeyboardInterrupt


def test_keys_reach_the_command_alone(folder):
    """Ctrl-C on a terminal ends a run whose peer is at work, and the peer does not hear of it."""
    (folder / "slow.py").write_text(SLOW)
    slow = shlex.join([sys.executable, "slow.py"])
    words = ("evaluate", "spam=junk", "ham=inbox", "--command", "slow", "true", slow)
    with Driven(*words, columns=100) as driven:
        end = time.monotonic() + 30
        while not (folder / "begun").exists():
            assert time.monotonic() < end
            time.sleep(0.05)
        driven.type("\x03")
        driven.wait_for("Partial: the evaluation was interrupted (slow)")
        code, _ = driven.ended()

    assert code == 130
    assert "Traceback" not in driven.written
    assert not (folder / "interrupted").exists()


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_signals_leave_no_mail_behind(folder, name):
    """A run that is told to end removes what its programs have learned."""
    (folder / "tmp").mkdir()
    (folder / "slow.py").write_text(SLOW)
    slow = shlex.join([sys.executable, "slow.py"])
    words = ["evaluate", "spam=junk", "ham=inbox", "--command", "slow", "true", slow]
    environment = {**os.environ, "TMPDIR": str(folder / "tmp")}
    with subprocess.Popen([sys.executable, "-c", PROGRAM, *words], env=environment) as running:  # noqa: S603
        end = time.monotonic() + 30
        while not (folder / "begun").exists():
            assert time.monotonic() < end
            time.sleep(0.05)
        assert any((folder / "tmp").iterdir())
        number = getattr(signal, name)
        running.send_signal(number)

    assert running.returncode == 128 + number
    assert not any((folder / "tmp").iterdir())


@pytest.mark.parametrize("columns", [50, 80, 120])
def test_reports_fit_terminals(folder, columns):
    """No line but a command is wider than the terminal, whatever its width."""
    words = ("evaluate", "spam=junk", "ham=inbox", "--against", "event=multinomial")
    code, written = on_terminal(*words, columns=columns, NO_COLOR="1", cwd=folder)
    plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", written)
    lines = [line.rpartition("\r")[2] for line in plain.split("\n")]

    assert code == 0
    assert max(len(line) for line in lines if "priory learn" not in line) <= columns
    assert any(line.startswith("spam missed at 0.1% lost") for line in lines)


def test_progress_names_the_work(evaluate, terminal, monkeypatch):
    """On a terminal it is said what is done: reading, each filter, and the search for twins."""
    stream = terminal()
    monkeypatch.setattr("sys.stderr", stream)
    monkeypatch.setattr("priory.cli._progress.INTERVAL", 0.0)

    evaluate("--against", "event=multinomial")

    works = (
        "reading: ",
        "priory: ",
        "event=multinomial: ",
        "looking for duplicates: ",
        "intervals: ",
    )
    assert [work for work in works if work not in stream.getvalue()] == []
    assert "%" in stream.getvalue()
