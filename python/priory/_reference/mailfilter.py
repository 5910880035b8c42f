"""Spam filter scoring: event models and lessons, damped log-odds, expected costs.

A message is a bag of tokens. What was learned is counts; everything else follows from them:

    bags by class -> counts -> weights -> scores -> probabilities -> costs -> verdict

No class is more probable than another before any token: how much was learned of each says what its
reader kept, not what will come.
"""

import math
from collections import Counter
from typing import NamedTuple

from priory._reference.lessons import Lessons, read
from priory._reference.naive_bayes import posterior

Bag = dict[str, int]  # how often each token of a message occurs in it
Bags = dict[str, list[Bag]]  # the messages of each class
ByClass = dict[str, float]
ByToken = dict[str, float]

# For the examples.
MAIL: Bags = {"spam": [{"buy": 3, "now": 1}, {"buy": 1}], "ham": [{"see": 1, "now": 1}, {"see": 1}]}


class Choices(NamedTuple):
    """What somebody may choose after all was learned."""

    event: str  # multinomial, boolean, complement, bernoulli or lessons
    alpha: float  # what is added to each count
    strength: float  # how far evidence is believed
    patience: float  # messages of each class after which it counts half
    spam: str
    ham: str
    lost_ham: float  # what it costs to call other mail spam,
    missed_spam: float  # to call spam anything else,
    unsure: float  # and to leave it open


class Counts(NamedTuple):
    """What was learned of each class: its messages, and how many have each token, and how often."""

    messages: dict[str, int]
    presences: dict[str, Counter[str]]
    occurrences: dict[str, Counter[str]]
    tokens: set[str]


class Weights(NamedTuple):
    """What a class scores before any token, and what each token adds each time it counts."""

    base: ByClass
    tokens: dict[str, ByToken]
    repeat: bool  # whether each occurrence counts, or the token once


class Scores(NamedTuple):
    """The scores of a message by class, and how far they are believed.

    They are the base and what the tokens add.
    """

    base: ByClass
    scores: ByClass
    added: dict[str, ByToken]
    belief: float


class Judgement(NamedTuple):
    """A verdict, and what led to it; `base` and `evidence` add up to `log_odds`."""

    label: str
    probabilities: ByClass
    costs: ByClass
    best: str
    against: str
    log_odds: float
    base: float
    evidence: ByToken


def count_mail(mail: Bags) -> Counts:
    """Count the tokens of the messages of each class.

    >>> counts = count_mail(MAIL)
    >>> counts.presences["spam"]["buy"], counts.occurrences["spam"]["buy"]
    (2, 4)
    """
    counts = Counts({k: len(bags) for k, bags in mail.items()}, {}, {}, set())
    for label, bags in mail.items():
        presences = counts.presences[label] = Counter()
        occurrences = counts.occurrences[label] = Counter()
        for bag in bags:
            presences.update(bag.keys())
            occurrences.update(bag)
        counts.tokens.update(presences)
    return counts


def log_shares(n: Counter[str], tokens: set[str], alpha: float) -> ByToken:
    """Return log (n + a) / (sum of all n + a): the share of each token in all that is counted.

    >>> log_shares(Counter(buy=3), {"buy", "see"}, alpha=1)["see"] == math.log(1 / 5)
    True
    """
    total = n.total() + alpha * len(tokens)
    return {token: math.log((n[token] + alpha) / total) for token in tokens}


def weigh(counts: Counts, event: str, alpha: float) -> Weights:
    """Weigh each token by its share in a class.

    The multinomial model counts occurrences, the boolean one each token of a message once. The
    complement (Rennie and others, 2003) judges a class by all others: what is frequent there
    speaks against it. Where lessons are learned, counts are those of the boolean model.

    >>> counts = count_mail(MAIL)
    >>> weigh(counts, "multinomial", 1).tokens["spam"]["buy"] == math.log(5 / 8)
    True
    >>> weigh(counts, "boolean", 1).tokens["spam"]["buy"] == math.log(3 / 6)
    True
    >>> weigh(counts, "complement", 1).tokens["spam"]["buy"] == -math.log(1 / 6)
    True
    """
    if event == "bernoulli":
        return weigh_presence(counts, alpha)
    repeat = event not in ("boolean", "lessons")
    n = counts.occurrences if repeat else counts.presences
    if event == "complement":
        n = {k: sum((n[other] for other in n if other != k), Counter()) for k in n}
    weights = {label: log_shares(n[label], counts.tokens, alpha) for label in n}
    if event == "complement":
        weights = {k: {t: -share for t, share in shares.items()} for k, shares in weights.items()}
    return Weights(dict.fromkeys(weights, 0.0), weights, repeat=repeat)


def weigh_presence(counts: Counts, alpha: float) -> Weights:
    """Weigh as the Bernoulli model does: a token is there with p = (n + a) / (N + 2a), or is not.

    Messages lack most tokens. So all count as absent at first, as log (1 - p), and each one that is
    there adds log p - log (1 - p).

    >>> base, tokens, _ = weigh_presence(count_mail(MAIL), 1)
    >>> math.isclose(base["spam"], math.log((1 / 4) * (2 / 4) * (3 / 4)))
    True
    >>> math.isclose(tokens["spam"]["buy"], math.log((3 / 4) / (1 / 4)))
    True
    """
    base, weights = {}, {}
    for label, n in counts.presences.items():
        N = counts.messages[label]
        absent = {t: math.log((N - n[t] + alpha) / (N + 2 * alpha)) for t in counts.tokens}
        base[label] = math.fsum(absent.values())
        weights[label] = {
            t: math.log((n[t] + alpha) / (N + 2 * alpha)) - absent[t] for t in counts.tokens
        }
    return Weights(base, weights, repeat=False)


def modesty(n_known: int, counts: Counts, choices: Choices) -> float:
    """Return by what scores are multiplied before they are believed.

    Tokens depend on each other: the more a message has, the less each one says that others did not.
    And what was learned from few messages may be chance.
    """
    fewest = min(counts.messages.values())
    learned = fewest / (fewest + choices.patience) if fewest else 0
    return choices.strength * learned / math.sqrt(max(n_known, 1))


def _cost(verdict: str, truth: str, choices: Choices) -> float:
    """Return what a mistake costs."""
    if verdict == choices.spam:
        return choices.lost_ham
    return choices.missed_spam if truth == choices.spam else 1.0


def expected_costs(probabilities: ByClass, choices: Choices) -> ByClass:
    """Return what each verdict costs on the average.

    >>> choices = Choices("boolean", 1, 1, 0, "spam", "ham", lost_ham=10, missed_spam=1, unsure=0.2)
    >>> expected_costs({"spam": 0.75, "ham": 0.25}, choices)
    {'unsure': 0.2, 'spam': 2.5, 'ham': 0.75}
    """
    costs = {"unsure": choices.unsure}
    for verdict in probabilities:
        costs[verdict] = math.fsum(
            p * _cost(verdict, truth, choices)
            for truth, p in probabilities.items()
            if truth != verdict
        )
    return costs


def score(bag: Bag, counts: Counts, weights: Weights, choices: Choices) -> Scores:
    """Score a message by the weights of those of its tokens that are known.

    >>> counts, choices = count_mail(MAIL), Choices("boolean", 1, 1, 2, "spam", "ham", 10, 1, 0.2)
    >>> found = score({"buy": 9, "lost": 1}, counts, weigh(counts, "boolean", 1), choices)
    >>> found.scores["spam"] == math.log(3 / 6), found.belief
    (True, 0.5)
    """
    times = {t: n if weights.repeat else 1 for t, n in bag.items() if t in counts.tokens}
    added = {k: {t: times[t] * w[t] for t in times} for k, w in weights.tokens.items()}
    scores = {k: math.fsum([base, *added[k].values()]) for k, base in weights.base.items()}
    return Scores(weights.base, scores, added, modesty(len(times), counts, choices))


def score_by_lessons(
    bag: Bag, counts: Counts, weights: Weights, choices: Choices, lessons: Lessons
) -> Scores:
    """Score a message by the weights and the lessons of those of its tokens that are known.

    >>> counts, choices = count_mail(MAIL), Choices("lessons", 1, 1, 2, "spam", "ham", 10, 1, 0.2)
    >>> lessons = {"spam": Counter(buy=2000), "ham": Counter(buy=-2000)}
    >>> found = score_by_lessons(
    ...     {"buy": 1}, counts, weigh(counts, "lessons", 1), choices, lessons
    ... )
    >>> round(found.scores["spam"] - found.scores["ham"], 3)
    0.432
    """
    known = {k: {t: w[t] for t in bag if t in counts.tokens} for k, w in weights.tokens.items()}
    found = read(list(bag), known, lessons, counts.messages)
    return Scores(*found, choices.strength)


def judge(
    bag: Bag, counts: Counts, weights: Weights, choices: Choices, lessons: Lessons | None = None
) -> Judgement:
    """Judge a message by what was learned of two classes or more; of equal costs, be unsure.

    >>> choices = Choices("multinomial", 1, 1, 2, "spam", "ham", 10, 1, 0.2)
    >>> counts = count_mail(MAIL)
    >>> verdict = judge({"buy": 1, "lost": 1}, counts, weigh(counts, "multinomial", 1), choices)
    >>> verdict.label, verdict.best
    ('unsure', 'spam')
    >>> math.isclose(verdict.log_odds, math.log((5 / 8) / (1 / 6)) / 2)
    True
    """
    if lessons is None:
        base, scores, added, scale = score(bag, counts, weights, choices)
    else:
        base, scores, added, scale = score_by_lessons(bag, counts, weights, choices, lessons)
    best, against = sorted(scores, key=lambda label: -scores[label])[:2]
    probabilities = posterior({label: scale * score for label, score in scores.items()})
    costs = expected_costs(probabilities, choices)
    return Judgement(
        label=min(costs, key=lambda verdict: costs[verdict]),
        probabilities=probabilities,
        costs=costs,
        best=best,
        against=against,
        log_odds=scale * (scores[best] - scores[against]),
        base=scale * (base[best] - base[against]),
        evidence={t: scale * (added[best][t] - added[against][t]) for t in added[best]},
    )
