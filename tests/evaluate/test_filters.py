import math
import random

import pytest

from priory import MailFilter
from priory.evaluate import online, run
from priory.evaluate.filters import PrioryFilter, TokenizedMessages
from priory.evaluate.outcomes import LabelledMessage
from priory.mailfilter import Settings
from priory.mailfilter.settings import EVENTS

SPAM = [LabelledMessage(f"Subject: cheap pills {i}\n\nbuy now".encode(), "spam") for i in range(40)]
HAM = [LabelledMessage(f"Subject: lunch {i}\n\nsee you at noon".encode(), "ham") for i in range(40)]
NEWS = [LabelledMessage(f"Subject: news {i}\n\nthis week".encode(), "news") for i in range(40)]


def test_says_what_the_mail_filter_says(tmp_path):
    """It judges as a filter with a store does, by the probability of spam and its log-odds."""
    mail = PrioryFilter()
    mail.learn(SPAM + HAM)
    with MailFilter(tmp_path / "mail.db") as stored:
        stored.learn_many((one.raw, one.label) for one in SPAM + HAM)
        for one in (SPAM[0], HAM[0]):
            verdict, (said,) = stored.classify(one.raw), mail.classify([one])
            assert said.verdict == verdict.label
            assert said.probability == verdict.probabilities["spam"]
            sign = 1 if verdict.best == "spam" else -1
            assert said.score == pytest.approx(sign * verdict.log_odds)


def test_all_other_classes_speak_against_spam():
    """Among several classes, the score is the log-odds of spam against all others together."""
    mail = PrioryFilter(Settings(patience=100))
    mail.learn(SPAM + HAM + NEWS)
    (said,) = mail.classify([SPAM[3]])
    assert said.score == pytest.approx(math.log(said.probability / (1 - said.probability)))


def test_knows_nothing_at_first():
    """Before two classes are learned, all is unsure and in the middle."""
    mail = PrioryFilter()
    mail.learn(SPAM)
    assert mail.classify(HAM[:1]) == [("unsure", 0.0, 0.5)]


def test_reset_forgets():
    """A filter that was reset judges as a new one."""
    tokens = TokenizedMessages()
    mail = PrioryFilter(tokens=tokens)
    mail.learn(SPAM + HAM)
    mail.reset()
    assert mail.classify(SPAM[:2]) == PrioryFilter(tokens=tokens).classify(SPAM[:2])


def _with_copies():
    """Return messages of three classes, many of which come again, some as another class."""
    chance = random.Random(3)  # noqa: S311 (no secrets)
    stream = [chance.choice(SPAM[:9] + HAM[:9] + NEWS[:9]) for _ in range(60)]
    labels = [one.label if chance.random() < 0.7 else "ham" for one in stream]
    relays = [b"Received: from %d\n" % n * (n % 2) for n in range(60)]
    return [
        LabelledMessage(relay + one.raw, label, str(n), float(n))
        for n, (relay, one, label) in enumerate(zip(relays, stream, labels, strict=True))
    ]


@pytest.mark.parametrize("event", EVENTS)
def test_copies_are_learned_as_a_store_learns_them(tmp_path, event):
    """A copy that was learned adds nothing, and one of another class corrects, bit for bit."""
    settings, told = Settings(event=event), set()
    mail = PrioryFilter(settings)
    with MailFilter(tmp_path / "mail.db", settings) as stored:
        for one in _with_copies():
            found = next(stored.classify_many([one.raw], evidence=5))
            assert mail.explain([one], evidence=5) == [found]
            told.add(stored.learn(one.raw, one.label))
            mail.learn([one])
            assert mail.n_learned == sum(each.messages for each in stored.store.classes)
    assert told == {"learned", "known", "corrected"}


def test_corrections_within_a_batch(tmp_path):
    """A batch with copies of several classes leaves what it leaves in a store."""
    messages, mail = _with_copies(), PrioryFilter()
    mail.learn(messages)
    with MailFilter(tmp_path / "mail.db") as stored:
        stored.learn_many((one.raw, one.label) for one in messages)
        verdicts = stored.classify_many(one.raw for one in messages)
        for found, expected in zip(mail.explain(messages), verdicts, strict=True):
            assert found.label == expected.label
            assert found.probabilities == pytest.approx(expected.probabilities, rel=1e-12)


def test_copies_count_once():
    """Outcomes tell how many messages were learned as the filter counts them."""
    first = SPAM[:2] + HAM[:2]
    messages = [LabelledMessage(one.raw, one.label) for one in first * 2]

    trial = run(online(messages, order="listed"), messages, PrioryFilter())

    assert [outcome.learned for outcome in trial.outcomes] == [0, 1, 2, 3, 4, 4, 4, 4]
