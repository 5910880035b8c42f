import pytest

from priory.evaluate import Judgement, LabelledMessage, PrioryFilter
from priory.evaluate.mistakes import WorstMistakes
from priory.mailfilter import Settings

SETTINGS = Settings()
PILLS = b"From: Ann <ann@example.org>\nSubject: pills\n\ncheap pills"


@pytest.fixture
def taught():
    """Return a filter that has learned a few messages."""
    found = PrioryFilter(SETTINGS)
    for number in range(5):
        found.learn([LabelledMessage(b"Subject: pills %d\n\ncheap pills" % number, "spam")])
        found.learn([LabelledMessage(b"Subject: lunch %d\n\nat noon" % number, "ham")])
    return found


def looked(worst, judged):
    """Let the worst be found among judgements, each of a message at a place of its own."""
    for number, (truth, verdict, score) in enumerate(judged):
        message = LabelledMessage(PILLS, truth, f"box#{number}")
        worst(message, Judgement(verdict, score, 0.9))
    return [mistake.place for mistake in worst.found]


def test_right_and_unsure_are_no_mistakes(taught):
    """What is right, or left to the reader, is not listed."""
    judged = [("ham", "ham", -3.0), ("spam", "unsure", 0.0), ("spam", "spam", 3.0)]

    assert looked(WorstMistakes(taught, SETTINGS), judged) == []


def test_the_dearest_come_first(taught):
    """Good mail that was lost is worse than spam that was missed, however sure that was."""
    judged = [("spam", "ham", -9.0), ("ham", "spam", 1.0)]

    assert looked(WorstMistakes(taught, SETTINGS), judged) == ["box#1", "box#0"]


def test_of_equal_cost_the_surest_comes_first(taught):
    """Of mistakes that cost the same, the one of which the filter was surest is the worst."""
    judged = [("ham", "spam", 1.0), ("ham", "spam", 5.0), ("ham", "spam", 3.0)]

    assert looked(WorstMistakes(taught, SETTINGS), judged) == ["box#1", "box#2", "box#0"]


def test_of_equals_the_first_comes_first(taught):
    """Mistakes that are equally bad stand in the order in which they were made."""
    assert looked(WorstMistakes(taught, SETTINGS), [("ham", "spam", 1.0)] * 3) == [
        "box#0",
        "box#1",
        "box#2",
    ]


@pytest.mark.parametrize(("most", "kept"), [(0, []), (2, ["box#9", "box#8"])])
def test_only_so_many_are_kept(taught, most, kept):
    """The worst so many are kept, whenever they come."""
    judged = [("ham", "spam", float(score)) for score in range(10)]

    assert looked(WorstMistakes(taught, SETTINGS, most), judged) == kept


def test_what_the_message_says_of_itself(taught):
    """A mistake has the sender, the subject and the probability."""
    worst = WorstMistakes(taught, SETTINGS)
    looked(worst, [("ham", "spam", 1.0)])
    [mistake] = worst.found

    assert (mistake.truth, mistake.verdict, mistake.probability) == ("ham", "spam", 0.9)
    assert (mistake.sender, mistake.subject) == ("Ann <ann@example.org>", "pills")


@pytest.mark.parametrize("spam", ["spam", "ham"])
def test_evidence_speaks_for_spam_above_zero(taught, spam):
    """The tokens of pills speak for the class that learned pills, whichever is called spam."""
    settings = Settings(spam=spam, ham="spam" if spam == "ham" else "ham")
    taught.settings = settings
    worst = WorstMistakes(taught, settings)
    looked(worst, [("ham", "spam", 1.0)])
    [mistake] = worst.found
    weights = {clue.token: clue.weight for clue in mistake.evidence}

    assert (weights["cheap"] > 0) == (spam == "spam")


def test_evidence_is_of_the_moment(taught):
    """What the filter learns later does not change what spoke for its verdict then."""
    worst = WorstMistakes(taught, SETTINGS)
    looked(worst, [("ham", "spam", 1.0)])
    [before] = worst.found
    taught.learn([LabelledMessage(PILLS, "ham")] * 9)

    assert worst.found == [before]


def test_a_message_is_there_once(taught):
    """Of the mistakes with one message the worst is kept, with what had been learned by then."""
    worst = WorstMistakes(taught, SETTINGS, 2)
    for start, score in (("5+5", 1.0), ("20+20", 7.0), ("100+100", 3.0)):
        worst.start = start
        looked(worst, [("ham", "spam", score), ("ham", "spam", score - 0.5)])

    assert [(one.place, one.start) for one in worst.found] == [
        ("box#0", "20+20"),
        ("box#1", "20+20"),
    ]


def test_messages_without_a_place_are_told_apart(taught):
    """Messages in memory that have no place are different ones."""
    worst = WorstMistakes(taught, SETTINGS)
    for _ in range(3):
        worst(LabelledMessage(PILLS, "ham"), Judgement("spam", 1.0, 0.9))

    assert len(worst.found) == 3


def test_classes_of_good_mail_have_no_clues_to_spam(taught):
    """Evidence for one class of good mail against another is not shown as one on spam."""
    for number in range(5):
        taught.learn([LabelledMessage(b"Subject: work %d\n\nagenda minutes" % number, "work")])
    worst = WorstMistakes(taught, SETTINGS)
    letter = LabelledMessage(b"Subject: lunch\n\nagenda at noon minutes", "spam", "a")
    [verdict] = taught.explain([letter])
    assert {verdict.best, verdict.against} == {"ham", "work"}

    worst(letter, Judgement("work", -1.0, 0.1))

    [mistake] = worst.found
    assert mistake.evidence == ()
