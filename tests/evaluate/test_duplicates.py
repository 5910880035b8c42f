from evaluate.said import said
from evaluate.scripted import labelled
from priory.evaluate.duplicates import conflicts, copy_keys, count_twins, text_keys
from priory.evaluate.outcomes import LabelledMessage
from priory.evaluate.plan import Run, Runs
from priory.evaluate.protocols import Feedback, folds, online

TEXT = b"Hello %s, these are the %d cheapest pills that you will find anywhere, buy all of them!"


def mail(text, label="spam", head=b"Subject: pills"):
    """Return a message."""
    return LabelledMessage(head + b"\n\n" + text, label)


def test_copies():
    """What relays add makes no other message, and another text or subject does."""
    one = mail(b"text")
    relayed = mail(b"text\r\n", head=b"Received: here\nSubject: pills")

    keys = copy_keys([one, relayed, mail(b"other"), mail(b"text", head=b"Subject: else")])

    assert keys[0] == keys[1]
    assert len(set(keys)) == 3


def test_copies_of_many_messages():
    """Messages that are read in several goes keep their order."""
    messages = [mail(b"%d" % number) for number in range(1201)]

    keys = copy_keys(messages)

    assert len(set(keys)) == 1201
    assert keys[600:602] == copy_keys(messages[600:602])


def test_texts():
    """Numbers, case and headers make no other text, and another word does."""
    messages = [
        mail(TEXT % (b"you", 10)),
        mail(TEXT.upper().replace(b"%S", b"%s").replace(b"%D", b"%d") % (b"YOU", 20), head=b"A: b"),
        mail(TEXT % (b"Ann", 10)),
    ]

    keys = text_keys(messages)

    assert keys[0] == keys[1] != keys[2]


def test_short_texts():
    """A text of a few letters is the same only as its copies."""
    messages = [mail(b"Thanks!"), mail(b"Thanks!", head=b"Subject: tea"), mail(b"Thanks!")]

    keys = text_keys(messages)

    assert keys[0] == keys[2] != keys[1]


def test_conflicts():
    """The same message with two labels is a conflict, and with one label it is none."""
    messages = labelled(["ham", "spam", "spam", "ham", "spam"])

    assert conflicts(messages, [b"a", b"b", b"a", b"c", b"b"]) == [[0, 2]]


def test_twins_of_runs():
    """A message has a twin if the same was learned in its own run."""
    plan = Runs("two", (Run((0, 1), (2, 3)), Run((3,), (0, 1))))

    assert count_twins(plan, [b"a", b"b", b"a", b"c"]) == (4, 1)


def test_grouped_folds_have_no_twins():
    """Folds that keep duplicates together judge no message whose twin was learned."""
    messages = labelled(["ham", "spam"] * 10)
    keys = [b"%d" % (number // 4 * 2 + number % 2) for number in range(20)]

    assert count_twins(folds(messages, 2), keys).with_twin > 0
    assert count_twins(folds(messages, 2, groups=keys), keys) == (20, 0)


def test_twins_of_a_stream():
    """In a stream a twin must have been learned before, and mistakes count as learned."""
    messages = labelled(["ham", "spam", "ham", "spam"])
    keys = [b"a", b"b", b"a", b"a"]

    assert count_twins(online(messages), keys) == (4, 2)
    assert count_twins(online(messages, Feedback(only_errors=True)), keys) == (4, 2)
    assert count_twins(online(messages, Feedback(delay=2)), keys) == (4, 1)


def test_twins_of_mistakes():
    """With what a filter said, a twin counts only if the filter was told of it."""
    messages = labelled(["ham", "spam", "ham", "ham"])
    keys = [b"a", b"b", b"a", b"a"]
    plan = online(messages, Feedback(only_errors=True))
    right = [said("ham", "ham"), said("spam", "spam"), said("ham", "unsure"), said("ham", "ham")]

    assert count_twins(plan, keys, right) == (4, 1)


def test_progress_of_texts():
    """How many texts were looked at is told, up to the last one."""
    told = []

    text_keys([mail(b"one"), mail(b"two")], progress=lambda *numbers: told.append(numbers))

    assert told == [(1, 2), (2, 2)]
