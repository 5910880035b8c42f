import pytest
from errors import refused

from evaluate.scripted import Scripted, labelled
from priory.errors import InputError, InputTypeError
from priory.evaluate.outcomes import Judgement, Outcome
from priory.evaluate.plan import Run, Runs
from priory.evaluate.protocols import Feedback, folds, online
from priory.evaluate.trial import run
from priory.mailfilter import Settings

HALVES = Runs("halves", (Run((0, 1), (2, 3)), Run((2, 3), (0, 1))))


def test_outcomes():
    """An outcome has the message, what was said of it, the run, and how much was learned."""
    messages = labelled(["ham", "spam", "ham", "spam"])
    scripted = Scripted(lambda message: Judgement("spam", float(message.place), 0.75))

    trial = run(HALVES, messages, scripted)

    assert (trial.filter, trial.protocol, trial.is_partial) == ("scripted", "halves", False)
    assert trial.outcomes == (
        Outcome("2", "ham", "spam", 2.0, 0.75, run=0, learned=2),
        Outcome("3", "spam", "spam", 3.0, 0.75, run=0, learned=2),
        Outcome("0", "ham", "spam", 0.0, 0.75, run=1, learned=2),
        Outcome("1", "spam", "spam", 1.0, 0.75, run=1, learned=2),
    )
    assert scripted.resets == 2


def test_learned_counts_messages():
    """In a stream the number of learned messages grows by those the filter was told of."""
    messages = labelled(["ham", "spam", "ham", "spam"])

    trial = run(online(messages, Feedback(every=2)), messages, Scripted())

    assert [outcome.learned for outcome in trial.outcomes] == [0, 1, 1, 2]


@pytest.mark.parametrize("feedback", [None, Feedback(only_errors=True), Feedback(delay=3)])
def test_progress(feedback):
    """Progress rises to its total, whatever is learned."""
    messages = labelled(["ham", "spam"] * 5)
    plan = folds(messages, 2) if feedback is None else online(messages, feedback)
    seen = []

    run(plan, messages, Scripted(), progress=lambda done, total: seen.append((done, total)))

    done = [one for one, _ in seen]
    assert done == sorted(done)
    assert seen[-1] == (plan.total, plan.total)


def test_large_steps_come_in_parts():
    """A filter is never handed all messages of a large step at once."""
    messages = labelled(["ham", "spam"] * 1000)
    scripted = Scripted()

    trial = run(folds(messages, 2), messages, scripted)

    assert max(scripted.batches) <= 500
    assert sum(scripted.batches) == 4000
    assert [outcome.learned for outcome in trial.outcomes] == [1000] * 2000


def test_interrupt_while_judging():
    """Ctrl-C ends a trial that has what was judged before, and says that it is partial."""
    messages = labelled(["ham", "spam"] * 5)

    def judge(message):
        if message.place == "6":
            raise KeyboardInterrupt
        return Judgement("ham", 0.0)

    trial = run(online(messages), messages, Scripted(judge))

    assert trial.is_partial
    assert [outcome.place for outcome in trial.outcomes] == ["0", "1", "2", "3", "4", "5"]


def test_interrupt_while_learning():
    """Ctrl-C before the first verdict leaves a partial trial without outcomes."""

    class Interrupted(Scripted):
        def learn(self, messages):
            super().learn(messages)
            raise KeyboardInterrupt

    trial = run(HALVES, labelled(["ham", "spam"] * 2), Interrupted())

    assert (trial.outcomes, trial.is_partial) == ((), True)


def test_errors_of_filters_are_raised():
    """A filter that fails ends the trial with its own error."""

    def judge(_):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        run(HALVES, labelled(["ham", "spam"] * 2), Scripted(judge))


@pytest.mark.parametrize(
    "judgement",
    [
        Judgement("ham", float("nan")),
        Judgement("ham", 0.0, float("nan")),
        Judgement("ham", 0.0, 1.5),
    ],
)
def test_bad_judgements(judgement):
    """A score that is no number, or a probability that is none, is refused with the message."""
    with refused("bad-return", InputError, place="2") as error:
        run(HALVES, labelled(["ham", "spam"] * 2), Scripted(lambda _: judgement))
    assert error.value.remedy


def test_what_is_no_filter():
    """Settings are no filter, and whoever passes them is told what is."""
    with refused("wrong-type", InputTypeError, parameter="filter"):
        run(HALVES, labelled(["ham", "spam"] * 2), Settings())


def test_missing_judgements():
    """A filter that does not judge each message is refused."""

    class Silent(Scripted):
        def classify(self, messages):
            return super().classify(messages)[1:]

    with refused("bad-return", InputError):
        run(HALVES, labelled(["ham", "spam"] * 2), Silent())


def test_programs_that_fail_end_their_trial():
    """A program that fails leaves a partial trial with the reason; other mistakes are raised."""
    messages = labelled(["ham", "spam"] * 5)

    def judge(message):
        if message.place == "6":
            raise InputError("no more", code=code)
        return Judgement("ham", 0.0)

    code = "program-failed"
    trial = run(online(messages), messages, Scripted(judge))
    assert (len(trial.outcomes), trial.is_partial, trial.failure) == (6, True, "no more")

    code = "bad-return"
    with refused(code, InputError):
        run(online(messages), messages, Scripted(judge))
