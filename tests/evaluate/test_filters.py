import math

import pytest

from priory import MailFilter
from priory.evaluate.filters import PrioryFilter, TokenizedMessages
from priory.evaluate.outcomes import LabelledMessage
from priory.mailfilter import Settings

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
