"""``python -m accuracy`` on small corpora; the large ones are judged by hand."""

import json
from pathlib import Path

import pytest
from accuracy import mail, page
from accuracy.__main__ import main, rounded
from accuracy.protocols import halves, labelled, protocols, starts
from benchmarks.messages import Mail, is_odd, load

from priory import sample
from priory.evaluate.outcomes import Judgement

COMMITTED = Path(__file__).parent.parent / "docs" / "accuracy.json"
FEW = ("--judged", "10", "--resamples", "5")
BY_TIME = ["first 50 % learned, the rest judged", "online, feedback: immediate"]


class Peer:
    """A program that calls everything spam."""

    name = "spamprobe"

    def __init__(self, _=None):
        """Take settings, as programs do."""

    def reset(self):
        """Forget nothing, as nothing was learned."""

    def learn(self, messages):
        """Learn nothing."""

    def classify(self, messages):
        """Call everything spam."""
        return [Judgement("spam", 1.0)] * len(messages)

    def close(self):
        """Hold nothing."""


class Interrupted(Peer):
    """A program during which somebody presses Ctrl-C."""

    def learn(self, _):
        """Be stopped."""
        raise KeyboardInterrupt


@pytest.fixture
def folder(tmp_path):
    """Return a folder with two of the corpora, of few messages."""
    for one in sample.mailbox():
        of_class = {"ham": "easy_ham", "spam": "spam"}[one.label]
        path = tmp_path / "spamassassin" / of_class / Path(one.name).name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(one.raw)
    (tmp_path / "sms-spam").mkdir()
    lines = "".join(f"ham\tsee you at {i}\nspam\twin {i} now\n" for i in range(12))
    (tmp_path / "sms-spam" / "SMSSpamCollection").write_text(lines)
    return tmp_path


@pytest.fixture
def peer(monkeypatch):
    """Return what makes one program be the only one that is installed."""

    def install(kind=None):
        monkeypatch.setattr(mail, "PEERS", {kind.name: kind} if kind else {})
        monkeypatch.setattr(mail, "peers", lambda: {kind.name: "1"} if kind else {})

    return install


def run(folder, *options):
    """Run the command, and return the numbers that it wrote."""
    file = folder / "accuracy.json"
    main(["--data", str(folder), "--json", str(file), *FEW, *options])
    return json.loads(file.read_text("utf-8"))


def test_all_protocols_are_measured(folder, peer, capsys):
    """Mail is judged by each protocol for which there is enough, with intervals of the measures."""
    peer()
    found, printed = run(folder)["mail"], capsys.readouterr().out

    assert [one["protocol"] for one in found] == [
        "10 folds",
        "halves: even SHA-1 learned, odd judged",
        "halves swapped: odd SHA-1 learned, even judged",
        *BY_TIME,
        "cold start, 5+5 learned, 7 points",
        "cold start, 20+20 learned, 7 points",
    ]
    for one in found:
        [own] = one["filters"]
        assert own["messages"] == own["measures"]["ham"] + own["measures"]["spam"] > 0
        assert own["intervals"]["hm"][0] <= own["measures"]["hm"] <= own["intervals"]["hm"][1]
        assert one["twins"]["judged"] == own["messages"]
        assert f"\n{one['protocol']}; " in printed


def test_what_is_missing_is_named(folder, peer, capsys):
    """Corpora, programs and cold starts that are left out are printed, and stand in the numbers."""
    peer()
    left_out, printed = run(folder)["left_out"], capsys.readouterr().out

    assert left_out == [
        "20 Newsgroups by date: it is not there",
        "Reuters R8: it is not there",
        "cold start from 100+100: there are too few messages",
        "cold start from 500+500: there are too few messages",
    ]
    assert all(f"Left out: {what}.\n" in printed for what in left_out)


def test_a_part_alone_misses_nothing_of_the_other(folder):
    """What the other part would need is not named."""
    for path in (folder / "spamassassin").rglob("*.eml"):
        path.unlink()

    assert not any("SpamAssassin" in what for what in run(folder, "--only", "text")["left_out"])
    assert "SpamAssassin: it is not there" in run(folder)["left_out"]


def test_programs_that_are_not_installed_are_named(folder, monkeypatch):
    """A program that is not there is left out, and said to be."""
    monkeypatch.setattr(mail.shutil, "which", lambda _: None)
    found = run(folder, "--only", "mail")

    assert {f"{name}: it is not installed" for name in mail.PEERS} <= set(found["left_out"])
    assert {one["filter"] for each in found["mail"] for one in each["filters"]} == {"priory"}


@pytest.mark.parametrize("options", [(), ("--all",)])
def test_slow_programs_go_through_few_protocols(folder, peer, options):
    """SpamProbe judges halves and cold starts, and the others only if all is asked for."""
    peer(Peer)
    found = run(folder, "--only", "mail", *options)["mail"]

    without = [one["protocol"] for one in found if len(one["filters"]) == 1]
    assert without == ([] if options else ["10 folds", *BY_TIME])
    assert all(len(one["comparisons"]) == len(one["filters"]) - 1 for one in found)
    measures = found[1]["filters"][1]["measures"]
    assert (measures["hm"], measures["sm"], measures["roca"]) == (100, 0, 50)


def test_texts_are_judged_by_all_models(folder):
    """Each model has its measures; one without probabilities has no log loss."""
    [found] = run(folder, "--only", "text")["text"]
    models = {one["model"]: one["measures"] for one in found["models"]}

    assert found["corpus"] == "SMS Spam Collection"
    assert models["priory multinomial"] == models["scikit-learn counts, MultinomialNB"]
    assert models["scikit-learn TF-IDF, LinearSVC"]["log_loss"] is None
    assert models["priory multinomial"]["texts"] == 24
    assert {one["intervals"]["accuracy"][1] for one in found["models"]} == {1.0}


def test_nothing_is_written_of_an_interrupted_run(folder, peer, capsys):
    """After Ctrl-C the numbers of the last whole run stay where they are."""
    peer(Interrupted)
    (folder / "accuracy.json").write_text("{}")
    with pytest.raises(SystemExit) as stopped:
        run(folder, "--only", "mail")

    assert stopped.value.code == 130
    assert (folder / "accuracy.json").read_text() == "{}"
    assert "10 folds" in capsys.readouterr().out


def test_absent_corpora_are_named(tmp_path):
    """Without any corpus the command says what to do."""
    with pytest.raises(SystemExit, match="--data"):
        main(["--data", str(tmp_path)])


def test_halves():
    """Each half is judged by the other, and the places decide which is which."""
    messages = labelled([Mail(f"spam/{i}", "spam", b"") for i in range(50)])
    [even], [odd] = (plan.runs for plan in halves(messages))

    assert not any(is_odd(messages[i].place) for i in even.learned)
    assert sorted([*even.learned, *even.judged]) == list(range(50))
    assert (even.learned, even.judged) == (odd.judged, odd.learned)


def test_few_messages_have_no_cold_start(folder):
    """Where there is too little mail for any cold start, the other protocols remain."""
    messages = labelled(load(folder)[::12])

    assert starts(messages, 10) == ()
    assert len(protocols(labelled(load(folder)), 10)) == 7


def test_numbers_are_rounded():
    """Six digits stay, wherever a number stands."""
    assert rounded({"a": [1 / 3, 2], "b": None}) == {"a": [0.333333, 2], "b": None}


def test_committed_numbers_are_what_the_command_writes(folder, peer):
    """The numbers of the pages have the names of today's command, and nothing was left out."""
    peer(Peer)
    small, whole = run(folder), json.loads(COMMITTED.read_text("utf-8"))

    assert shape(whole["mail"][1]) == shape(small["mail"][1])
    assert shape(whole["text"][0]) == shape(small["text"][0])
    assert set(whole) == set(small)
    assert [one["corpus"] for one in whole["text"]].count("SMS Spam Collection") == 1
    assert len(whole["mail"]) == 9


def shape(value):
    """Return the names in a value, of lists those of the first element.

    Which measures have an interval depends on the mail.
    """
    if isinstance(value, dict):
        return {key: key == "intervals" or shape(one) for key, one in value.items()}
    return [shape(value[0])] if isinstance(value, list) and value else None


def test_the_page_shows_the_committed_numbers():
    """The tables of the page are those of the numbers; ``python -m accuracy.page`` writes them."""
    text = page.PAGE.read_text("utf-8")

    assert page.BEGIN in text
    assert page.written(text, json.loads(COMMITTED.read_text("utf-8"))) == text
