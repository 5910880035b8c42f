import pytest
from errors import refused

from evaluate.scripted import Scripted, labelled
from priory.errors import InputError
from priory.evaluate.outcomes import Judgement, LabelledMessage, Outcome
from priory.evaluate.suspects import Suspect, find_suspects, suspects_among


def outcome(truth, verdict, probability, score=0.0, place="box#1"):
    """Return an outcome."""
    return Outcome(place, truth, verdict, score, probability, run=0, learned=9)


def test_suspects_are_ranked():
    """The surest come first, of spam and of good mail, and the score tells apart what is 1."""
    found = suspects_among(
        [
            outcome("ham", "spam", 0.995, place="a"),
            outcome("spam", "ham", 0.0, score=-60.0, place="b"),
            outcome("spam", "work", 0.001, place="c"),
            outcome("ham", "spam", 1.0, score=50.0, place="d"),
        ]
    )

    assert [suspect.place for suspect in found] == ["b", "d", "c", "a"]
    assert found[2] == Suspect("c", "spam", "work", 0.999)


@pytest.mark.parametrize(
    "innocent",
    [
        outcome("ham", "spam", 0.98),
        outcome("ham", "unsure", 0.999),
        outcome("ham", "ham", 0.999),
        outcome("spam", "spam", 0.999),
        outcome("work", "ham", 0.001),
    ],
)
def test_innocent(innocent):
    """What the filter is not sure of, agrees with, or has no probability for is no suspect."""
    assert suspects_among([innocent]) == []


def test_name_of_spam():
    """Spam may have another name."""
    assert suspects_among([outcome("junk", "ham", 0.001)], spam="junk")
    assert not suspects_among([outcome("junk", "ham", 0.001)])


def test_no_probabilities():
    """A filter that gives no probabilities cannot say how sure it is."""
    with refused("unsupported", InputError):
        suspects_among([outcome("ham", "spam", None)])


@pytest.mark.parametrize("sure", [0.4, 1.1, float("nan")])
def test_impossible_certainty(sure):
    """Less than one half would suspect what the filter agrees with."""
    with refused("bad-parameter", InputError, parameter="sure"):
        suspects_among([], sure=sure)


def test_suspects_are_held_out():
    """Each message is judged once, and neither it nor one with its text was learned before."""
    text = b"\n\nthese are the cheapest pills that you will find anywhere, buy all of them!"
    copies = [LabelledMessage(b"Subject: %d" % i + text, "ham", f"copy {i}") for i in range(4)]
    messages = [*labelled(["ham", "spam"] * 10), *copies]
    scripted = Scripted(lambda message: Judgement("spam", 1.0, 0.999 - 0.1 * bool(message.time)))

    found, is_partial = find_suspects(messages, scripted)

    assert not is_partial
    assert sorted(place for place, _ in scripted.log) == sorted(m.place for m in messages)
    assert all(place not in learned for place, learned in scripted.log)
    assert not any("copy 0" in learned for place, learned in scripted.log if "copy" in place)
    assert sorted(one.place for one in found) == ["0", "copy 0", "copy 1", "copy 2", "copy 3"]


def test_interrupted_search():
    """After Ctrl-C there are the suspects found by then, and others may be missing."""

    def judge(message):
        if message.place == "7":
            raise KeyboardInterrupt
        return Judgement("spam", 1.0, 1.0)

    found, is_partial = find_suspects(labelled(["ham", "spam"] * 10), Scripted(judge))

    assert is_partial
    assert all(one.place != "7" for one in found)
