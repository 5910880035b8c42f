"""``priory evaluate`` on mail that is as it should be."""

import json
import shlex
import shutil
import sys
from types import SimpleNamespace

import pytest
from tests.cli.evaluate.letters import HAM, SPAM, N, letter

from priory.cli import evaluate as command

OWN = """
import sys
text = sys.stdin.read()
print("spam 1" if "pills" in text else "ham 0")
"""


def report_of(ran):
    """Return the JSON of a report that was written without a complaint."""
    assert (ran.code, ran.err) == (0, "")
    return json.loads(ran.out)


@pytest.mark.parametrize(
    ("words", "protocol", "n_judged"),
    [
        ([], "online, feedback: immediate", 2 * N),
        (["--feedback", "errors", "--delay", "3"], "mistakes and unsure alone, 3 messages", 2 * N),
        (["--share", "0.5"], "online, feedback: 50 %", 2 * N),
        (["--protocol", "folds", "--folds", "4"], "4 folds", 2 * N),
        (["--protocol", "time", "--train", "0.75"], "first 75 % learned", N // 2),
        (
            ["--protocol", "cold-start", "--learned", "3", "--points", "2", "--judged", "4"],
            "cold start, 3+3 learned, 2 points",
            16,
        ),
    ],
)
def test_protocols(evaluate, words, protocol, n_judged):
    """Every protocol judges the messages that it should."""
    [found] = report_of(evaluate("--json", *words))["filters"]

    assert protocol in found["protocol"]
    assert found["messages"] == n_judged


def test_cold_start_by_default(evaluate):
    """Little mail is enough, and the report says how much of it was learned and judged."""
    about = evaluate("--protocol", "cold-start").out.split("\n")[1]

    assert about.startswith("cold start, 5+5 learned, 19+19 judged, 1 point; 38 messages judged; ")


def test_cold_starts_are_told_apart(evaluate):
    """Each number of messages learned has a line of its own, by which it is named."""
    words = ["--protocol", "cold-start", "--learned", "2,4", "--points", "2", "--judged", "4"]

    found = report_of(evaluate("--json", *words))["filters"]

    assert [one["filter"] for one in found] == ["priory, 2+2", "priory, 4+4"]


def test_text(evaluate):
    """Plain text begins with what was evaluated, by which protocol, and what happened."""
    ran = evaluate()
    title, about, _, said, *_ = ran.out.split("\n")

    assert (ran.code, ran.err) == (0, "")
    assert title == "48 messages: 24 ham, 24 spam"
    assert about.startswith("online, feedback: immediate; 48 messages judged; ")
    assert said.startswith("Of 24 good letters 0 were lost and ")
    assert "\x1b" not in ran.out


def test_online_is_by_time(evaluate):
    """Messages of folders are judged in the order in which they arrived."""
    [found] = report_of(evaluate("--json", "--outcomes"))["filters"]

    places = [one["place"] for one in found["outcomes"]]
    assert places[:4] == ["junk/00", "inbox/00", "junk/01", "inbox/01"]


def test_index_is_in_its_order(priory, folder):
    """An index names messages from its folder, and its order is that of the stream."""
    lines = ["ham ../inbox/07", "spam ../junk/03", "ham ../inbox/01", "spam ../junk/09"]
    (folder / "full").mkdir()
    (folder / "full" / "index").write_text("\n".join(lines))

    ran = priory("evaluate", "--index", "full/index", "--json", "--outcomes")

    places = [one["place"] for one in report_of(ran)["filters"][0]["outcomes"]]
    assert places == [f"full/{line.split()[1]}" for line in lines]


def test_mbox_and_maildir(priory, folder):
    """Messages of an mbox and of a Maildir are called as commands take them."""
    entries = [b"From a Thu Jan  1 00:00:00 2026\n" + letter(SPAM, n) + b"\n" for n in range(6)]
    (folder / "box").write_bytes(b"".join(entries))
    for name in ("cur", "new", "tmp"):
        (folder / "Maildir" / name).mkdir(parents=True)
    for n in range(6):
        (folder / "Maildir" / "cur" / f"{n}:2,S").write_bytes(letter(HAM, n))

    words = ("spam=box", "ham=Maildir", "--json", "--outcomes", "--protocol", "folds")
    outcomes = report_of(priory("evaluate", *words, "--folds", "2"))["filters"][0]["outcomes"]

    places = sorted(one["place"] for one in outcomes)
    assert places[0] == "Maildir/cur/0:2,S"
    assert places[-1] == "box#6"
    assert [priory("mail", "show", place).code for place in (places[0], places[-1])] == [0, 0]


def test_home_is_expanded(priory, folder, home):
    """A shell does not expand ~ behind the equals sign, so the command does."""
    shutil.move(folder / "junk", home / "junk")

    assert priory("evaluate", "spam=~/junk", "ham=inbox").code == 0


def test_settings_are_compared(evaluate):
    """Other settings are a filter of their own, compared on the same messages."""
    found = report_of(evaluate("--json", "--against", "event=multinomial,alpha=1"))

    assert [one["filter"] for one in found["filters"]] == ["priory", "event=multinomial,alpha=1"]
    assert found["comparisons"][0]["messages"] == 2 * N


def test_any_command_is_compared(evaluate, folder):
    """A program that judges the message on its standard input is a filter, too."""
    (folder / "own.py").write_text(OWN)
    judge = shlex.join([sys.executable, "own.py"])

    found = report_of(evaluate("--json", "--command", "own", "true", judge))

    assert found["filters"][1]["filter"] == "own"
    assert found["filters"][1]["measures"]["ham_lost"] == 0
    assert found["filters"][1]["measures"]["spam_missed"] == 0


@pytest.mark.skipif(shutil.which("bogofilter") is None, reason="bogofilter is not installed")
def test_peer(evaluate):
    """Bogofilter goes through the same protocol."""
    found = report_of(
        evaluate("--json", "--protocol", "folds", "--folds", "2", "--peer", "bogofilter")
    )

    assert [one["filter"] for one in found["filters"]] == ["priory", "bogofilter"]


def test_html(evaluate, folder):
    """The page is a file that only its owner may read: it has subjects and senders."""
    ran = evaluate("--html", "report.html")

    assert ran.code == 0
    assert (folder / "report.html").read_text().startswith("<!DOCTYPE html>")
    assert (folder / "report.html").stat().st_mode & 0o777 == 0o600


def test_outcomes_need_to_be_asked_for(evaluate):
    """Every verdict is in the JSON only with an option."""
    assert "outcomes" not in report_of(evaluate("--json"))["filters"][0]
    assert len(report_of(evaluate("--json", "--outcomes"))["filters"][0]["outcomes"]) == 2 * N


def test_twins_are_counted(evaluate, folder):
    """How many messages had been learned before is said, and which have two classes."""
    shutil.copy(folder / "junk" / "03", folder / "junk" / "99")
    shutil.copy(folder / "junk" / "05", folder / "inbox" / "98")

    ran = evaluate("--json")
    found = report_of(ran)

    assert found["filters"][0]["twins"] == {"judged": 50, "with_twin": 2}
    [[one, other]] = found["conflicts"]
    assert (one, other) == (
        {"place": "junk/05", "label": "spam"},
        {"place": "inbox/98", "label": "ham"},
    )
    text = evaluate().out
    assert "2 of 50 messages (4.0%) had a twin" in text
    assert "spam junk/05, ham inbox/98" in text
    text = evaluate("--mistakes", "0").out
    assert "1 text stands in messages of different classes" in text
    assert "spam junk/05" not in text


def test_twins_are_those_that_were_learned(evaluate, folder):
    """Who learns mistakes alone has not learned the twin of a message that was called right."""
    shutil.copy(folder / "junk" / "20", folder / "junk" / "99")
    words = ("--unsure", "9", "--lost-ham", "1", "--json")

    learned_all, learned_errors = (
        report_of(evaluate(*words, "--feedback", which))["filters"][0]["twins"]["with_twin"]
        for which in ("all", "errors")
    )

    assert (learned_all, learned_errors) == (1, 0)


def test_mistakes_can_be_corrected(evaluate, priory, folder):
    """The command that stands with a mistake teaches the filter the message as it is."""
    (folder / "inbox" / "97").write_bytes(letter(SPAM, 97))

    words = ("--lost-ham", "0.1", "--missed-spam", "0.1", "--unsure", "1", "--mistakes", "1")
    [mistake] = report_of(evaluate("--json", *words))["mistakes"]
    program, *command = shlex.split(mistake["command"])

    assert (mistake["place"], program) == ("inbox/97", "priory")
    assert priory(*command).code == 0


def test_suspects(evaluate, folder):
    """A message in the wrong folder is a suspect, with the command that corrects it."""
    (folder / "inbox" / "97").write_bytes(letter(SPAM, 97))

    words = ("--suspects", "--lost-ham", "1", "--patience", "1", "--strength", "5")
    found = report_of(evaluate("--json", *words))
    text = evaluate(*words).out

    [suspect] = found["suspects"]
    assert (suspect["place"], suspect["label"], suspect["verdict"]) == ("inbox/97", "ham", "spam")
    assert suspect["command"] == "priory learn spam inbox/97"
    assert (found["messages"], found["partial"]) == (49, False)
    assert text.startswith("1 of 49 messages has a class that looks wrong.")
    assert "looks like spam" in text
    assert text.endswith("    priory learn spam inbox/97\n")


def test_no_suspects(evaluate):
    """Where all is as it should be there is nothing to look at."""
    assert evaluate("--suspects").out == "0 of 48 messages have a class that looks wrong.\n"


def test_seed_changes_the_folds(evaluate):
    """The same seed gives the same report, but for the time it took."""
    one, same, other = (
        report_of(evaluate("--json", "--outcomes", "--protocol", "folds", "--seed", seed))
        for seed in (1, 1, 2)
    )

    assert one | {"duration": 0} == same | {"duration": 0}
    assert one["filters"][0]["outcomes"] != other["filters"][0]["outcomes"]


def test_mistakes_of_cold_starts_are_named_once(evaluate, folder):
    """A message that several cold starts get wrong is listed once, with the start."""
    for number in range(14, N, 2):
        (folder / "junk" / f"{number}").write_bytes(letter(HAM, number))
    words = ["--protocol", "cold-start", "--learned", "2,4", "--points", "3", "--judged", "9"]
    costs = ["--lost-ham", "1", "--missed-spam", "1", "--unsure", "9", "--patience", "0"]

    found = report_of(evaluate("--json", *words, *costs))

    places = [one["place"] for one in found["mistakes"]]
    assert len(places) == len(set(places)) > 0
    assert sum(one["measures"]["spam_missed"] for one in found["filters"]) > len(places)
    assert {one["start"] for one in found["mistakes"]} <= {"2+2", "4+4"}


def test_delay_longer_than_the_stream(evaluate):
    """A filter that hears of nothing before the end is said to have learned nothing."""
    assert "priory learned nothing" in evaluate("--delay", "47").out
    assert "learned nothing" not in evaluate("--delay", "46").out


def test_duration_is_that_of_all_work(evaluate, monkeypatch):
    """Reading messages and computing intervals take their time, too."""
    now = [0.0]
    monkeypatch.setattr(command, "time", SimpleNamespace(monotonic=lambda: now[0]))
    for name, seconds in (("read_messages", 100.0), ("run_trial", 20.0), ("gather", 3.0)):
        monkeypatch.setattr(command, name, slowed(getattr(command, name), now, seconds))

    assert report_of(evaluate("--json"))["duration"] == 123.0


def slowed(function, now, seconds):
    """Return a function that lets time pass."""

    def called(*words, **named):
        now[0] += seconds
        return function(*words, **named)

    return called


def test_pages_are_the_owners(evaluate, folder):
    """A page has senders and subjects: others cannot read it, also where they could before."""
    page = folder / "page.html"
    page.write_text("before")
    page.chmod(0o644)

    assert evaluate("--html", page).code == 0
    assert page.stat().st_mode & 0o777 == 0o600
