import json
import signal

import pytest

from priory.mailfilter import Store, _schema
from priory.mailfilter._upkeep import Upkeep

OLD = b"Subject: old %d\n\nRare word%d among common words.\n"


@pytest.fixture
def aged(taught, monkeypatch):
    """Let the store have learned 30 messages long ago, and return its path."""
    with monkeypatch.context() as then, Store(taught) as store:
        then.setattr(_schema, "day_before", lambda: 20200101)
        store.learn([(OLD % (n, n), "ham") for n in range(30)])
    return taught


def test_compact(priory, aged):
    """It is told what was dropped, the size, and what can no longer be done."""
    before = aged.stat().st_size

    ran = priory("store", "compact")

    first, second = ran.out.splitlines()
    assert (ran.code, ran.err) == (0, "")
    assert first == (f"{aged}: 30 tokens dropped; {before:,} bytes are {aged.stat().st_size:,} now")
    assert second == (
        "30 messages can no longer be forgotten or corrected, with those of earlier times 30 of "
        "150. They stay known: to learn them again changes nothing."
    )


@pytest.mark.usefixtures("aged")
def test_forget_afterwards(priory, message):
    """Forgetting and correcting an old message say why that cannot be done any more."""
    old = message(OLD % (1, 1))
    priory("store", "compact")

    forgot = priory("forget", old)
    corrected = priory("learn", "spam", old)

    assert (forgot.code, forgot.out) == (2, "0 forgotten, 1 spent\n")
    assert (corrected.code, corrected.out) == (2, "spam: 0 learned, 1 spent\n")
    assert forgot.err == corrected.err
    assert forgot.err.startswith(f"priory: {old}: its journal entry was compacted")


def test_dry_run(priory, aged):
    """A trial says what would be dropped, and changes nothing."""
    before = aged.read_bytes()

    ran = priory("store", "compact", "--dry-run")

    first, second = ran.out.splitlines()
    assert first == f"{aged}: 30 tokens would be dropped"
    assert second.startswith("30 messages could no longer be forgotten or corrected, with those")
    assert aged.read_bytes() == before


def test_json(priory, aged):
    """For programs there is an object, of the trial and of the deed."""
    size = aged.stat().st_size
    trial, deed = (
        json.loads(priory("store", "compact", "--json", *words).out)
        for words in (["--dry-run"], [])
    )

    counts = {"tokens": 30, "messages": 30, "spent": 30, "journal": 150, "bytes_before": size}
    store = {"store": str(aged)}
    assert trial == {**store, "dry_run": True, **counts, "bytes_after": None}
    assert deed == {**store, "dry_run": False, **counts, "bytes_after": aged.stat().st_size}


@pytest.mark.parametrize(
    ("words", "tokens", "spent"),
    [
        (["--min-messages", "0"], 0, 30),
        (["--min-messages", "30"], 30, 30),
        (["--min-messages", "31"], 35, 30),
        (["--older-than-days", "1000000000"], 0, 0),
        (["--older-than-days", "1000000000", "--journal-older-than-days", "30"], 0, 30),
    ],
)
@pytest.mark.usefixtures("aged")
def test_options(priory, words, tokens, spent):
    """What is rare, what is old, and what the journal keeps can be chosen."""
    found = json.loads(priory("store", "compact", "--json", *words).out)

    assert (found["tokens"], found["messages"]) == (tokens, spent)


@pytest.mark.parametrize("word", ["-1", "x", "1.5", "", "1000000001", "9" * 5000])
@pytest.mark.parametrize(
    "option", ["--min-messages", "--older-than-days", "--journal-older-than-days"]
)
def test_numbers(priory, capsys, option, word):
    """What is no whole number is refused by name."""
    with pytest.raises(SystemExit):
        priory("store", "compact", f"{option}={word}")

    assert f"{option}: must be a whole number from 0 to 1000000000" in capsys.readouterr().err


@pytest.mark.usefixtures("aged")
def test_journal_is_no_older(priory):
    """The journal cannot keep what tokens that are gone would be needed for."""
    ran = priory("store", "compact", "--older-than-days", "30", "--journal-older-than-days", "31")

    assert ran.code == 2
    assert ran.err.startswith("priory: --journal-older-than-days is 31, and can be at most 30")


@pytest.mark.parametrize("words", [[], ["--dry-run"]])
def test_no_store(priory, store, words):
    """Where there is no store, none is made."""
    ran = priory("store", "compact", *words)

    what = "the store does not exist: learn some mail first, with `priory learn`"
    assert ran == (2, "", f"priory: {store}: {what}\n")
    assert not store.exists()


@pytest.mark.parametrize(("times", "tokens"), [(1, 30), (2, 0)])
def test_interrupt(priory, aged, monkeypatch, times, tokens):
    """Ctrl-C waits for the end, and it is told what was done; a second one breaks it off."""
    compact = Upkeep.compact

    def compact_meanwhile(self, **options):
        for _ in range(times):
            signal.raise_signal(signal.SIGINT)
        return compact(self, **options)

    monkeypatch.setattr(Upkeep, "compact", compact_meanwhile)
    with Store(aged, mode="ro") as store:
        before = store.n_tokens
    ran = priory("store", "compact")

    with Store(aged, mode="ro") as store:
        assert before - store.n_tokens == tokens
    assert (ran.code, ran.err) == (130, "priory: interrupted\n")
    assert ran.out.startswith(f"{aged}: 30 tokens dropped" if tokens else "")
