import random

import pytest

from priory import MailFilter
from priory.mailfilter import Settings
from priory.mailfilter.live import Corpus, LiveFilter
from priory.mailfilter.settings import EVENTS

WORDS = ["cheap", "pills", "free", "win", "offer", "money", "lunch", "noon", "report", "agenda"]


def _messages(n, seed=0):
    chance = random.Random(seed)  # noqa: S311 (no secrets)
    labels = [chance.choice(["spam", "ham", "news"]) for _ in range(n)]
    text = {"spam": WORDS[:7], "ham": WORDS[4:], "news": WORDS[2:8]}
    return [
        (f"Subject: {i} {chance.choice(text[label])}\n\n".encode()
         + " ".join(chance.choices(text[label], k=chance.randrange(1, 30))).encode(), label)
        for i, label in enumerate(labels)
    ]  # fmt: skip


@pytest.mark.parametrize("event", EVENTS)
def test_judges_as_the_filter_with_a_store(tmp_path, event):
    """Message by message, a live filter gives the verdicts of one with a store, bit for bit."""
    messages, settings = _messages(60), Settings(event=event)
    live = LiveFilter(Corpus(raw for raw, _ in messages), settings)
    with MailFilter(tmp_path / "mail.db", settings) as stored:
        for number, (raw, label) in enumerate(messages):
            assert live.classify([number], evidence=5) == [
                next(stored.classify_many([raw], evidence=5))
            ]
            live.learn(number, label)
            stored.learn(raw, label)


def test_forgetting_is_nothing():
    """What was learned and forgotten changes no verdict."""
    messages = _messages(30)
    corpus = Corpus(raw for raw, _ in messages)
    one, other = LiveFilter(corpus), LiveFilter(corpus)
    for number, (_, label) in enumerate(messages[:20]):
        one.learn(number, label)
        other.learn(number, label)
    for number in range(20, 30):
        other.learn(number, messages[number][1])
    for number in range(20, 30):
        other.forget(number, messages[number][1])
    assert one.messages == other.messages
    assert one.classify(range(30), evidence=9) == other.classify(range(30), evidence=9)


def test_refuses_what_was_not_learned():
    """A message that was not learned cannot be forgotten, and a number that is none is refused."""
    live = LiveFilter(Corpus([b"Subject: one\n\n", b"Subject: two\n\n"]))
    live.learn(0, "ham")
    with pytest.raises(ValueError, match="not learned"):
        live.forget(1, "ham")
    with pytest.raises(IndexError):
        live.learn(2, "ham")
    assert live.messages == {"ham": 1}


def test_messages_are_added():
    """Messages that come later have the numbers that follow, and their tokens are the same."""
    corpus = Corpus([b"Subject: one\n\n"])
    assert list(corpus.add([b"Subject: two\n\n", b"Subject: one\n\n"])) == [1, 2]
    live = LiveFilter(corpus)
    live.learn(0, "spam")
    live.learn(1, "ham")
    first, _, last = live.classify([0, 1, 2])
    assert first == last
