"""What commands say while little was learned."""

import json

import pytest

from priory import MailFilter

SPAM = b"Subject: pills %d\n\nBuy cheap pills now, only today!\n"
HAM = b"Subject: lunch %d\n\nSee you at the usual place.\n"
EITHER = b"Subject: lunch %d\n\nBuy cheap pills at the usual place.\n"
FEW = "priory: unsure because few messages were learned: learn "


@pytest.fixture
def learned(store):
    """Return a function that learns so much spam and ham."""

    def learn(n_spam, n_ham):
        store.parent.mkdir(parents=True)
        with MailFilter(store) as mail:
            mail.learn_many((SPAM % n, "spam") for n in range(n_spam))
            mail.learn_many((HAM % n, "ham") for n in range(n_ham))

    return learn


@pytest.mark.parametrize("command", ["classify", "explain"])
def test_few(priory, learned, mbox, command):
    """How many more messages of which class are wanted is said once, however many are unsure."""
    learned(2, 19)

    ran = priory(command, mbox([EITHER % 100, EITHER % 101]))

    assert ran.out.count("unsure") >= 2
    assert ran.err == f"{FEW}1 more of ham, 18 more of spam\n"


@pytest.mark.parametrize("command", ["classify", "explain"])
def test_few_as_json(priory, learned, mbox, command):
    """In JSON each verdict that is unsure has the numbers, and nothing is said."""
    learned(2, 20)

    ran = priory(command, mbox([EITHER % 100]), "--json")

    assert json.loads(ran.out)["missing"] == {"spam": 18}
    assert ran.err == ""


@pytest.mark.parametrize("words", [[], ["--json"]])
def test_enough(priory, learned, message, words):
    """With the patience reached, or where the verdict is sure, nothing is wanted."""
    learned(20, 20)
    odd = priory("classify", message(b"Subject: xylophone\n\nunheard\n"), *words)
    learned_more = priory("classify", message(SPAM % 100), "--patience", "0.1", *words)

    assert (odd.code, odd.err) == (2, "")
    assert (learned_more.code, learned_more.err) == (0, "")
    assert not words or json.loads(odd.out)["missing"] == {}


def test_sure_while_few(priory, learned, message):
    """A verdict that is sure needs no more messages, however few were learned."""
    learned(10, 10)

    ran = priory("classify", message(SPAM % 100), "--unsure", "9", "--json")

    assert (ran.code, json.loads(ran.out)["missing"]) == (0, {})


@pytest.mark.parametrize("command", ["classify", "explain"])
def test_one_class(priory, learned, message, command):
    """With one class there is no probability, and the other class is asked for."""
    learned(30, 0)

    ran = priory(command, message(SPAM % 100))

    assert "1.0000" not in ran.out
    assert ran.out.split()[0 if command == "classify" else 1].startswith("unsure")
    assert ran.err == "priory: unsure because only spam was learned: learn 20 more of ham\n"


@pytest.mark.parametrize("words", [["--json"], ["--when-unsure", "flag"]])
def test_one_class_of_a_sorted_maildir(priory, learned, tmp_path, words):
    """Where messages are sorted by one class, they have no probability either."""
    learned(30, 0)
    for folder in ("new", "cur", "tmp"):
        (tmp_path / "box" / folder).mkdir(parents=True)
    (tmp_path / "box" / "new" / "1").write_bytes(SPAM % 100)

    first, second, *_ = priory("sort", tmp_path / "box", *words).out.splitlines()

    if "--json" in words:
        assert json.loads(first)["probability"] is None
    else:
        assert second.split()[:2] == ["unsure", "-"]


@pytest.mark.parametrize("command", ["classify", "explain"])
def test_one_class_as_json(priory, learned, message, command):
    """With one class JSON has no best one, no probability, and why it is unsure."""
    learned(1, 0)

    found = json.loads(priory(command, message(SPAM % 100), "--json").out)

    assert (found["verdict"], found["best"], found["probabilities"]) == ("unsure", None, {})
    assert found["probability"] is None
    assert found["missing"] == {"ham": 20, "spam": 19}
    assert found["why_unsure"].startswith("only spam was learned")


def test_one_class_in_the_header(pipe, learned):
    """The header of a message has no probability while there is one class."""
    learned(1, 0)

    header = pipe(SPAM % 100)[1].splitlines()[0]

    assert header.startswith(b'X-Priory: unsure, reason="only spam was learned so far')
    assert b"probability" not in header
