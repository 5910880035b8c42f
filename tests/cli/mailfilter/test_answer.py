"""What is made of the answer of a process that judges, which may be anything."""

import os

import pytest

from priory.cli.mailfilter._answer import Answer, Outcome, send_bare, send_outcome
from priory.cli.mailfilter._pipe import Unjudged

if not hasattr(os, "fork"):
    pytest.skip("there are no processes that judge", allow_module_level=True)

SIZE = 100  # bytes of the message


@pytest.fixture
def answered():
    """Return a function that lets a process answer, and gives what was heard."""
    opened = []

    def answer(send):
        ours, its = os.pipe()
        send(its)
        os.close(its)
        opened.append(ours)
        heard = Answer(ours, 1.0, SIZE)
        heard.receive()
        return heard

    yield answer
    for pipe in opened:
        os.close(pipe)


@pytest.mark.parametrize(
    ("head", "start", "expected"),
    [
        (b"To: a\n", 20, (b"To: a\n", 20)),
        (b"To: a\n", 6, (b"To: a\n", 6)),
        (b"To: a\n", 5, (b"", 0)),
        (b"", SIZE, (b"", SIZE)),
        (b"", SIZE + 1, (b"", 0)),
    ],
)
def test_unjudged(answered, head, start, expected):
    """A message without a verdict gains nothing, and loses none but what was read of it."""
    heard = answered(lambda pipe: send_bare(pipe, head, start))

    assert heard.unjudged("why") == Outcome(None, *expected, "why")


@pytest.mark.parametrize(("start", "is_answer"), [(SIZE, True), (SIZE + 1, False)])
def test_verdict(answered, start, is_answer):
    """Headers in place of more than was read of a message are no answer."""
    outcome = Outcome(0, b"X-Priory: spam\n", start, "")

    heard = answered(lambda pipe: send_outcome(pipe, outcome, ""))

    if is_answer:
        assert heard.outcome() == outcome
    else:
        with pytest.raises(Unjudged):
            heard.outcome()
