from dataclasses import asdict

import pytest

from evaluate.scripted import Scripted
from priory.evaluate import compare, folds, measure, online, run
from priory.evaluate.curves import confusion
from priory.evaluate.online import Feedback
from priory.evaluate.outcomes import Judgement, LabelledMessage
from priory.mailfilter import Settings

SETTINGS = Settings()
# Of ham and spam: right, wrong, unsure.
SAID = {"ham": ("ham", "spam", "unsure", "ham", "ham"), "spam": ("spam", "ham", "unsure") * 2}
CLASSES = {"ham": ["ham"], "renamed": ["inbox"], "split": ["ham", "work"]}


def mail(classes):
    """Return a letter for each verdict that is said of it, with good mail of these classes."""
    pairs = [(side, word) for side, words in SAID.items() for word in words]
    return [
        LabelledMessage(
            word.encode(), side if side == "spam" else classes[i % len(classes)], str(i), float(i)
        )
        for i, (side, word) in enumerate(pairs)
    ]


class TwoClass(Scripted):
    """Says spam, ham or unsure, whatever the classes of the mail are."""

    name = "peer"
    only_spam = "spam"

    def __init__(self):
        super().__init__(lambda one: Judgement(one.raw.decode(), {b"spam": 1.0}.get(one.raw, 0.0)))


class Own(Scripted):
    """Names the class of each message, but for one good letter that it loses."""

    def __init__(self):
        super().__init__(lambda one: Judgement("spam" if one.place == "3" else one.label, 0.0))


@pytest.mark.parametrize("classes", CLASSES.values(), ids=CLASSES)
def test_names_of_good_mail_change_no_measure(classes):
    """Measures of a filter of two classes are the same, whatever the other classes are called."""
    messages, plain = mail(classes), mail(["ham"])

    one, expected = (
        measure(run(folds(each, 2), each, TwoClass()).outcomes, SETTINGS)
        for each in (messages, plain)
    )

    assert one == expected
    assert (one.ham_lost, one.ham_unsure, one.spam_missed) == (1, 1, 2)


@pytest.mark.parametrize("classes", CLASSES.values(), ids=CLASSES)
def test_names_of_good_mail_change_no_comparison(classes):
    """Nor does a comparison with such a filter change."""

    def compared(messages):
        trials = (run(online(messages), messages, each) for each in (Own(), TwoClass()))
        return asdict(compare(*trials, SETTINGS))

    assert compared(mail(classes)) == compared(mail(["ham"]))


@pytest.mark.parametrize("classes", CLASSES.values(), ids=CLASSES)
def test_not_spam_is_no_mistake_that_is_corrected(classes):
    """Only what was on the wrong side, or unsure, is learned where mistakes alone are."""
    messages, peer = mail(classes), TwoClass()

    run(online(messages, Feedback(only_errors=True)), messages, peer)

    right = {"spam": b"spam"}
    assert peer.learned == [
        one.place for one in messages if one.raw != right.get(one.label, b"ham")
    ]


def test_not_spam_stands_on_the_diagonal():
    """In the table of verdicts, "not spam" of work stands where work is called work."""
    messages = mail(["ham", "work"])

    found = confusion(run(folds(messages, 2), messages, TwoClass()).outcomes)

    assert ("work", "ham") not in found
    assert found["spam", "ham"] == 2


def test_classes_of_good_mail_cost_nothing_beside_a_filter_of_two():
    """Mistakes among good mail count against a filter only beside one that could make them."""
    messages = mail(["ham", "work"])
    said = {"ham": "work", "work": "ham", "spam": "spam"}
    swaps, right, peer = (
        run(folds(messages, 2), messages, each)
        for each in (
            Scripted(lambda one: Judgement(said[one.label], 0.0)),
            Scripted(lambda one: Judgement(one.label, 0.0)),
            TwoClass(),
        )
    )

    assert compare(swaps, right, SETTINGS).cost.one == len(SAID["ham"])
    assert compare(swaps, peer, SETTINGS).cost.one == 0
    assert compare(peer, swaps, SETTINGS).cost.other == 0
