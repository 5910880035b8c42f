"""A filter that says what a script says, and remembers what it was asked."""

from __future__ import annotations

from priory.evaluate.outcomes import Judgement, LabelledMessage


def labelled(labels, times=None):
    """Return a message for each label, the places of which are its numbers."""
    times = times or range(len(labels))
    return [
        LabelledMessage(b"Subject: %d" % number, label, str(number), time)
        for number, (label, time) in enumerate(zip(labels, times, strict=True))
    ]


class Scripted:
    """Judges by a function of the message, and keeps a log of all that it learned and judged.

    The log has a tuple for each judgement: the message, and what was learned since the reset.
    """

    name = "scripted"

    def __init__(self, judge=lambda _: Judgement("unsure", 0.0, 0.5)):
        self.judge = judge
        self.learned = []
        self.log = []
        self.resets = 0
        self.batches = []

    def reset(self):
        """Forget everything."""
        self.learned = []
        self.resets += 1

    def learn(self, messages):
        """Remember the places of messages."""
        self.learned = [*self.learned, *(message.place for message in messages)]
        self.batches.append(len(messages))

    def classify(self, messages):
        """Say what the script says."""
        self.log += [(message.place, self.learned) for message in messages]
        self.batches.append(len(messages))
        return [self.judge(message) for message in messages]

    def close(self):
        """Have nothing to give back."""
