import json
import subprocess
import sys
from dataclasses import fields, replace

import pytest

from priory.evaluate.report import Labelled, Mistake, to_html, to_json, to_text
from priory.evaluate.report.table import conflicts, mistakes, notes, tables

KEYS = "version title spam partial unjudged failures duration level filters comparisons "
KEYS += "mistakes conflicts"
KEYS_OF_FILTERS = (
    "filter protocol partial messages measures intervals roc histogram reliability learning "
    "confusion twins"
)


@pytest.mark.parametrize(
    "place",
    [
        "box#7",
        "my mail/it's",
        '$(touch x)`touch y`;&|<>"\\ *?~!',
        "-rf",
        "line\nfeed\ttab\\n'",
        "turned\u202earound\u00ad",
        "bytes\udcff\udc807",
        "ünï 漢字 🎉",
    ],
)
def test_commands_name_exactly_the_message(place):
    """A shell that is given the command gets the class and the place, whatever is in it."""
    command = Mistake(place, "ham", "spam").command
    script = f"priory() {{ printf '%s\\0' \"$@\"; }}\n{command}"
    said = subprocess.run(["bash", "-c", script], check=True, capture_output=True)  # noqa: S603, S607

    words = said.stdout.split(b"\0")[:-1]
    end = [b"--"] if place.startswith("-") else []
    assert words == [b"learn", *end, b"ham", place.encode("utf-8", "surrogateescape")]
    assert command.isprintable()


def test_json_has_everything(report, priory):
    """All fields of a report are in its JSON, by the names that are documented."""
    found = json.loads(json.dumps(to_json(report), allow_nan=False))
    first, second = found["filters"]

    assert " ".join(found) == KEYS
    assert " ".join(first) == KEYS_OF_FILTERS
    assert set(first["measures"]) == {field.name for field in fields(priory.measures)}
    assert first["measures"]["roca"] == 0.0344
    assert first["intervals"]["hm"] == [0.0521, 0.4887]
    assert first["roc"] == [[0.0, 0.0], [0.0, 0.71], [0.002, 0.93], [1.0, 1.0]]
    assert first["histogram"] == {"edges": [-5.0, 0.0, 5.0], "ham": [2080, 13], "spam": [17, 913]}
    assert first["reliability"][0] == {
        "mean_probability": 0.002,
        "spam_share": 0.001,
        "messages": 1500,
    }
    assert first["learning"][0]["hm"] is None
    assert {"truth": "spam", "verdict": "unsure", "messages": 45} in first["confusion"]
    assert (second["histogram"], second["reliability"]) == (None, [])
    assert [found["partial"], first["partial"], second["partial"]] == [True, False, True]
    assert found["comparisons"][0]["ham_lost"]["p_value"] == 0.375
    assert found["conflicts"][0] == [
        {"place": "in#3", "label": "ham"},
        {"place": "in#9", "label": "spam"},
    ]
    assert [first["twins"], second["twins"]] == [{"judged": 3023, "with_twin": 605}, None]


def test_json_of_mistakes(report):
    """A mistake has what the message says, its evidence and the command."""
    assert to_json(report)["mistakes"][0] == {
        "place": "my mail/in#7",
        "truth": "ham",
        "verdict": "spam",
        "probability": 0.9987,
        "subject": "Tea?",
        "evidence": [
            {"token": "subject:free", "weight": 3.21},
            {"token": "from:ada", "weight": -1.43},
        ],
        "start": "",
        "from": "Ada <ada@a.example>",
        "command": "priory learn ham 'my mail/in#7'",
    }


def test_json_has_outcomes_if_asked_to(report):
    """What was said of each message is there if it is asked for."""
    outcomes = to_json(report, with_outcomes=True)["filters"][0]["outcomes"]

    assert "outcomes" not in to_json(report)["filters"][0]
    assert outcomes[1] == {
        "place": "box#2",
        "truth": "spam",
        "verdict": "unsure",
        "score": 0.5,
        "probability": 0.6,
        "run": 1,
        "learned": 101,
    }


def test_json_holds_any_number_and_any_name(report, priory):
    """Infinite numbers become strings, and bytes that are no text are spelled out."""
    odd = replace(priory, measures=replace(priory.measures, log_loss=float("inf")))
    found = to_json(replace(report, results=[odd], conflicts=[[Labelled("a\udcff", "b")]]))

    assert found["filters"][0]["measures"]["log_loss"] == "inf"
    assert found["conflicts"] == [[{"place": "a\\xff", "label": "b"}]]
    json.dumps(found, allow_nan=False).encode("ascii")


def test_tables_have_the_numbers(report):
    """The terminal has measures with intervals, comparisons, verdicts and twins."""
    found = {table.title.partition(" [")[0]: table for table in tables(report)}
    measures = {row[0]: row[1:] for row in found["Measures"].rows}

    assert measures["good mail lost"][0] == "4 of 2,093 (0.19%) [0.052% to 0.49%]"
    assert measures["1-ROCA"][0] == "0.034% [0.012% to 0.079%]"
    assert measures["spam missed at 0.1% lost"][0] == "9.68% [7.71% to 11.82%]"
    assert measures["log loss"] == ["0.0456", "-"]
    assert found["Comparison"].rows[0][1:] == ["cost", "61.5", "70.1", "7", "2", "1", "0.0312"]
    assert found["Verdicts of priory"].head == ["class", "ham", "spam", "unsure"]
    assert found["Verdicts of priory"].rows == [
        ["ham", "2,086", "4", "3"],
        ["spam", "12", "873", "45"],
    ]
    assert measures["twins learned"] == ["605 of 3,023 (20.01%)", "-"]


def test_tables_are_of_equal_width(report):
    """Each row of a table has a cell for each column."""
    assert all({len(row) for row in table.rows} == {len(table.head)} for table in tables(report))


def test_text_has_all_parts(report):
    """Plain text has the title, the notes, the tables, the conflicts and the commands."""
    text = to_text(report)

    assert text.startswith("Mail of last year\n10 folds; 2 messages judged; 1 min 23 s\n")
    assert all(note in text for note in notes(report))
    assert all(table.title in text for table in tables(report))
    assert all(line in text for line in conflicts(report))
    assert text.endswith("    priory learn ham 'in#8'")


def test_mistakes_have_the_command_that_corrects_them(report):
    """What happened to a message is said in a line, and a command stands with it."""
    first, second = mistakes(report)

    assert first == (
        "ham taken for spam (P(spam) 0.9987): Ada <ada@a.example>: Tea?",
        "priory learn ham 'my mail/in#7'",
    )
    assert second[0] == "ham taken for spam: Ada <ada@a.example>: Tea?"


def test_conflicts_that_nobody_asked_for(report):
    """Fewer conflicts are listed where fewer are wanted, or none; that there are some is said."""
    groups = report.conflicts
    none, one = (replace(report, most_conflicts=n) for n in (0, 1))

    assert conflicts(none) == []
    assert conflicts(one) == ["ham in#3, spam in#9", "and 1 more, see --json"]
    for said in (to_text(none), to_html(none)):
        assert "2 texts stand in messages of different classes" in said
        assert "in#9" not in said
    assert len(to_json(none)["conflicts"]) == len(groups) == 2


def test_conflicts_name_messages_and_classes(report):
    """Each message of the same text is named with its class; of many, some."""
    many = [[Labelled(f"box#{n}", "ham") for n in range(9)]] * 12

    assert conflicts(report)[0] == "ham in#3, spam in#9"
    assert conflicts(replace(report, conflicts=many))[0].endswith(", ham box#3, 5 more")
    assert conflicts(replace(report, conflicts=many))[-1].startswith("and 2 more")


def test_what_was_never_taught_is_said(report, bare):
    """Figures of a filter that learned nothing are said to mean nothing, unless it had no time."""
    results = [replace(one, trial=untaught(one.trial)) for one in report.results]

    def said(one):
        found = [note for note in notes(one) if "learned nothing" in note]
        assert all(note in to_html(one) for note in found)
        return found

    [note] = said(replace(report, results=results))
    assert note.startswith("priory learned nothing")
    assert said(report) == said(bare) == []


def untaught(trial):
    """Return a trial of a filter that had learned nothing."""
    return replace(trial, outcomes=tuple(replace(one, learned=0) for one in trial.outcomes))


def test_notes_say_what_speaks_against_the_numbers(report, bare):
    """Missing messages, twins and conflicts are said, and only where there are some."""
    assert [note.partition(" ")[0] for note in notes(report)] == [
        "priory:",
        "bogofilter:",
        "Partial:",
        "605",
        "2",
        "No",
    ]
    assert [note.partition(" ")[0] for note in notes(bare)] == ["Of"]


def test_terminals_get_nothing_to_obey(report, mistake):
    """Control characters of mail are spelled out, wherever they stand."""
    bell = "\x1b]0;x\x07\u202e\n"
    odd = replace(mistake, place=bell, sender=bell, subject=bell, truth=bell, verdict=bell)
    text = to_text(replace(report, title=bell, mistakes=[odd], conflicts=[[Labelled(bell, bell)]]))

    assert text.replace("\n", "").isprintable()


def test_tables_without_rows_are_left_out(bare):
    """A report of measures alone has one table, and no command."""
    assert [table.title for table in tables(bare)] == ["Measures"]
    assert "priory learn" not in to_text(bare)


def test_measures_without_an_interval_are_named(report, priory):
    """Where resamples say nothing of a measure that others have an interval of, that is said."""
    names = ["lam", "roca", "cost", "log_loss", "ece", "spam_missed_at_0.1", "spam_missed_at_0.5"]
    whole = dict.fromkeys(names, (0.1, 0.2))

    def said(intervals):
        one = replace(report, results=[replace(priory, intervals=intervals)])
        return [note for note in notes(one) if note.startswith("No interval")], to_html(one)

    assert said(whole)[0] == said({})[0] == []
    del whole["lam"], whole["spam_missed_at_0.5"]
    [note], page = said(whole)
    assert note.startswith("No interval for lam, spam missed at a threshold: ")
    assert note in page


def test_reports_need_no_numpy():
    """Reports load nothing of NumPy, which need not be installed where mail is filtered."""
    script = "import sys, priory.evaluate.report; sys.exit('numpy' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0  # noqa: S603


def test_one_run_is_neither_won_nor_lost(report):
    """Of a single run only the sums and the test are shown, and it is said what they are."""
    once = replace(report, comparisons=[replace(report.comparisons[0], runs=1)])

    several, one = (
        next(table for table in tables(each) if table.title.startswith("Comparison"))
        for each in (report, once)
    )

    assert several.head[2:] == ["first", "second", "won", "tied", "lost", "p"]
    assert one.head[2:] == ["first", "second", "p"]
    assert one.rows[0][2:] == ["61.5", "70.1", "0.0312"]
    assert all("paired test" in table.title for table in (several, one))


def test_filters_of_two_classes_are_named(report, priory, peer):
    """Beside classes that a filter does not know, it is said what comparisons count."""
    two = replace(peer, trial=replace(peer.trial, is_two_class=True))
    more = replace(priory, confusion={**priory.confusion, ("work", "ham"): 3})

    def said(*results):
        return [one for one in notes(replace(report, results=results)) if "the rest" in one]

    assert said(priory, two) == said(more, peer) == []
    [note] = said(more, two)
    assert note.startswith("bogofilter knows spam and the rest alone")
