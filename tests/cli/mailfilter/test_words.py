import json
import math

import pytest

from priory import MailFilter
from priory.mailfilter import _weights


def rows(out):
    """Return the cells of a table."""
    return [line.split() for line in out.splitlines()]


@pytest.mark.usefixtures("taught")
def test_words(priory):
    """Words are shown with the class they speak for, their weight and their counts."""
    ran = priory("words", "cheap", "Noon", "unheard")

    assert (ran.code, ran.err) == (0, "")
    head, cheap, noon, unheard = rows(ran.out)
    assert head == ["token", "class", "weight", "of", "60", "spam", "of", "60", "ham"]
    assert (cheap[:2], cheap[3:]) == (["cheap", "spam"], ["60", "0"])
    assert (noon[:2], noon[3:]) == (["noon", "ham"], ["0", "60"])
    assert unheard == ["unheard", "-", "-", "0", "0"]


@pytest.mark.usefixtures("taught")
def test_weight(priory, store):
    """The weight is the logarithm of how much more probable the word is in its class."""
    with MailFilter(store) as mail:
        spam, ham = mail.store.classes
        alpha, size = mail.settings.alpha_for(60), mail.store.n_tokens
    expected = math.log((60 + alpha) / (spam.tokens + alpha * size))
    expected -= math.log(alpha / (ham.tokens + alpha * size))

    found = json.loads(priory("words", "cheap", "--json").out)

    assert found == {
        "token": "cheap",
        "class": "spam",
        "weight": pytest.approx(expected),
        "messages": {"spam": 60, "ham": 0},
        "occurrences": {"spam": 60, "ham": 0},
    }


@pytest.mark.usefixtures("taught")
@pytest.mark.parametrize("at_once", [3, 10_000])
def test_strongest(priory, monkeypatch, at_once):
    """Without words, the strongest of each class are shown, however they are read."""
    monkeypatch.setattr(_weights, "AT_ONCE", at_once)
    ran = priory("words", "--top", "3")

    spam, ham = ran.out.split("\n\n")
    found = [[row[0] for row in rows(part)] for part in (spam, ham)]
    assert [len(names) for names in found] == [4, 4]
    assert [names[0] for names in found] == ["spam", "ham"]
    every = [
        json.loads(line) for line in priory("words", "--top", "999", "--json").out.splitlines()
    ]
    weights = [one["weight"] for one in every if one["class"] == "spam"]
    assert weights == sorted(weights, reverse=True)
    assert found[0][1:] == [one["token"] for one in every if one["class"] == "spam"][:3]


@pytest.mark.parametrize("event", ["boolean", "multinomial", "bernoulli", "complement"])
@pytest.mark.usefixtures("taught")
def test_events(priory, event):
    """A word speaks for the same class in every event model."""
    found = json.loads(priory("words", "cheap", "--json", "--event", event).out)

    assert found["class"] == "spam"
    assert found["weight"] > 0


def test_hostile(priory, taught):
    """A token does not break the terminal."""
    with MailFilter(taught) as mail:
        mail.learn(b"Subject: x\n\nx\xe2\x80\xaey\xe2\x80\xae", "spam")

    ran = priory("words", "x\u202ey", "\x1b[2J")

    assert "\u202e" not in ran.out
    assert "\x1b" not in ran.out


def test_one_class(priory, message):
    """With one class no word tells anything, but its counts can be seen."""
    priory("learn", "spam", message(b"Subject: pills\n\ncheap cheap\n"))

    complaint = "only spam was learned so far: learn messages of each class, or name a WORD"
    assert priory("words") == (2, "", f"priory: {complaint}\n")
    assert rows(priory("words", "cheap").out)[1] == ["cheap", "-", "-", "1"]


def test_nothing(priory, store):
    """A store without classes has no words."""
    store.parent.mkdir(parents=True)
    MailFilter(store).close()

    assert priory("words").err.startswith("priory: nothing was learned so far: ")
    assert rows(priory("words", "cheap").out)[1] == ["cheap", "-", "-"]


@pytest.mark.usefixtures("taught")
def test_top(priory):
    """To show no words is refused."""
    assert priory("words", "--top", "0") == (2, "", "priory: --top must be 1 or more, not 0\n")


def test_own_class_first(priory, store):
    """However many classes there are, a table shows the counts of its own, and shows them first."""
    store.parent.mkdir(parents=True)
    with MailFilter(store) as mail:
        mail.learn_many((b"Subject: x\n\nword%d" % n, f"class{n}") for n in range(6))

    tables = [rows(part) for part in priory("words", "--top", "1").out.split("\n\n")]

    assert [one[0][:5] for one in tables] == [
        [f"class{n}", "weight", "of", "1", f"class{n}"] for n in range(6)
    ]
    assert [one[1][0:3:2] for one in tables] == [[f"word{n}", "1"] for n in range(6)]
