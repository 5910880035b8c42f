"""Verdicts of the filter beside those of the reference."""

import math

from priory import _reference as reference


def is_close(ours, theirs):
    """Tell whether two sums over the tokens of a message differ by rounding alone."""
    return math.isclose(ours, theirs, rel_tol=1e-9, abs_tol=1e-11)


def counted(labelled):
    """Count bags of tokens by class, in the order in which the classes come."""
    bags = {}
    for label, bag in labelled:
        bags.setdefault(label, []).append(bag)
    return reference.count_mail(bags)


class Twin:
    """The reference, which judges messages by counts and settings."""

    def __init__(self, counts, settings):
        self.counts = counts
        alpha = settings.alpha_for(min(self.counts.messages.values()))
        known = {name: getattr(settings, name) for name in reference.Choices._fields}
        self.choices = reference.Choices(**known | {"alpha": alpha})
        self.weights = reference.weigh(self.counts, settings.event, alpha)

    def judge(self, bag):
        """Judge a message."""
        return reference.judge(bag, self.counts, self.weights, self.choices)

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
        yield "rest", verdict.rest, math.fsum([*expected.evidence.values(), *(-w for w in named)])
        for one, weight in zip(verdict.evidence, named, strict=True):
            yield one.token, one.weight, weight
        for label, probability in expected.probabilities.items():
            yield label, verdict.probabilities[label], probability
