"""Verdicts of the filter beside those of the reference."""

import math
from functools import cached_property

from priory import _reference as reference
from priory.mailfilter._journal import identify


def is_close(ours, theirs):
    """Tell whether two sums over the tokens of a message differ by rounding alone."""
    return math.isclose(ours, theirs, rel_tol=1e-9, abs_tol=1e-11)


class Learned:
    """What the reference has learned of messages, each with its class and its bag of tokens.

    Parameters
    ----------
    messages : iterable of (bytes, str, dict from str to int)
        In the order in which they were learned.
    """

    def __init__(self, messages):
        self.messages = list(messages)
        bags = {}
        for _, label, bag in self.messages:
            bags.setdefault(label, []).append(bag)
        self.counts = reference.count_mail(bags)

    @cached_property
    def pupil(self):
        """What they taught."""
        digests = identify([raw for raw, _, _ in self.messages])
        found = reference.Pupil()
        found.learn_all(
            [
                reference.Mail(label, bag, digest)
                for (_, label, bag), digest in zip(self.messages, digests, strict=True)
            ]
        )
        return found


class Twin:
    """The reference, which judges messages by what it has learned and by settings."""

    def __init__(self, learned, settings):
        self.counts = learned.counts
        self.lessons = learned.pupil.lessons if settings.event == "lessons" else None
        alpha = settings.alpha_for(min(self.counts.messages.values()))
        known = {name: getattr(settings, name) for name in reference.Choices._fields}
        known |= {"alpha": alpha, "strength": settings.belief}
        self.choices = reference.Choices(**known)
        self.weights = reference.weigh(self.counts, settings.event, alpha)

    def judge(self, bag):
        """Judge a message."""
        return reference.judge(bag, self.counts, self.weights, self.choices, self.lessons)

    def differences(self, verdict, bag):
        """List in what a verdict on a message differs from the reference's."""
        expected = self.judge(bag)
        exact, close = self._exact(verdict, expected, bag), self._close(verdict, expected)
        return [
            *((what, ours, theirs) for what, ours, theirs in exact if ours != theirs),
            *((what, ours, theirs) for what, ours, theirs in close if not is_close(ours, theirs)),
        ]

    def _exact(self, verdict, expected, bag):
        yield "label", verdict.label, expected.label
        yield "best", verdict.best, expected.best
        yield "against", verdict.against, expected.against
        yield "known", verdict.n_known, len(expected.evidence)
        yield "unknown", verdict.n_unknown, len(bag) - len(expected.evidence)
        for one in verdict.evidence:
            yield one.token, one.occurrences, bag[one.token]
            presences = self.counts.presences.values()
            yield one.token, one.messages, tuple(n[one.token] for n in presences)

    @staticmethod
    def _close(verdict, expected):
        yield "log-odds", verdict.log_odds, expected.log_odds
        yield "base", verdict.base, expected.base
        named = [expected.evidence[one.token] for one in verdict.evidence]
        yield "rest", verdict.rest, expected.log_odds - expected.base - math.fsum(named)
        for one, weight in zip(verdict.evidence, named, strict=True):
            yield one.token, one.weight, weight
        for label, probability in expected.probabilities.items():
            yield label, verdict.probabilities[label], probability
