"""Lessons of a mail filter: what the mistakes on messages taught about their tokens, in integers.

Counts say how often tokens occur; a lesson says how far that misled. A message is judged by both:

    message -> fields -> mean of the weights of each field, bounded  -> scores
                      -> sum of the lessons of each field            ->

It is taught by how far the other classes were believed before it was counted. In a replay, all are
taught anew, each by the counts of the others:

    messages -> order -> errors, a byte for each other class -> lessons of tokens
"""

import math
from collections import Counter
from collections.abc import Iterator
from itertools import takewhile
from typing import NamedTuple

from priory._reference.naive_bayes import posterior

Bag = dict[str, int]  # how often each token of a message occurs in it
ByClass = dict[str, float]
Errors = dict[str, int]  # by other class, how far it was believed, of 127
Weights = dict[str, dict[str, float]]  # of the tokens that are known, by class
Lessons = dict[str, Counter[str]]  # of tokens, by class

# All else, such as headers, structure and marks, is the head; words of the text have no origin.
OF_TEXT = {
    *("alt", "attached", "file", "hidden", "long", "mailto", "mailto-name", "path", "scheme", "url")
}
FIELDS = ("text", "head")
BALANCE = 0.75  # of the odds of what was learned, which a new filter takes off
UNIT = 4096  # a lesson of one
SURE = 127  # a belief of one
FEW = 200  # messages up to which each one learned is followed by a replay
IN_A_ROW = 16  # messages of one class that are taught at once
FIXED = 2**32  # weights are summed in these parts: no order of the tokens changes the sum


class Mail(NamedTuple):
    """A message to be learned."""

    label: str
    bag: Bag
    digest: bytes


class Read(NamedTuple):
    """What a message scores, before its tokens and with them, and what each token adds."""

    base: ByClass
    scores: ByClass
    added: Weights


def field(token: str) -> str:
    """Tell to which field a token belongs, by its origin.

    >>> [field(token) for token in ("free", "url:example.com", "subject:free")]
    ['text', 'text', 'head']
    """
    origin, colon, _ = token.partition(":")
    return "text" if not colon or origin in OF_TEXT else "head"


def sizes(tokens: list[str]) -> dict[str, int]:
    """Count tokens by field.

    >>> sizes(["free", "money", "subject:free"])
    {'text': 2, 'head': 1}
    """
    n = Counter(map(field, tokens))
    return {name: n[name] for name in FIELDS}


def share(n: int) -> float:
    """Return how much one of n tokens of a field is taught, and says: less, the more there are."""
    return 1 / math.sqrt(n + 10)


def contrast(messages: list[int]) -> int:
    """Count the messages outside the largest class: those are what can be told apart.

    >>> contrast([100, 20, 5])
    25
    """
    return sum(messages) - max(messages)


def bounded(score: float) -> float:
    """Bound what counts say of a class, so that lessons can always outweigh it.

    >>> round(bounded(0.1), 3), round(bounded(100), 3)
    (0.1, 3.0)
    """
    return 3 * math.tanh(score / 3)


def means(weights: Weights) -> ByClass:
    """Return the mean weights of the fields for each class, against the mean of all classes.

    >>> means({"spam": {"buy": -2.75}, "ham": {"buy": -5.5}})
    {'spam': 0.5, 'ham': -0.5}
    """
    found = {label: math.fsum(_field_means(own)) for label, own in weights.items()}
    middle = sum(found.values()) / len(found)
    return {label: mean - middle for label, mean in found.items()}


def _field_means(weights: dict[str, float]) -> list[float]:
    """Return the mean weight of each field, times 4; few tokens say little."""
    n, sums = sizes(list(weights)), dict.fromkeys(FIELDS, 0)
    for token, weight in weights.items():
        sums[field(token)] += round(weight * FIXED)
    return [4 * (sums[name] / FIXED) / (n[name] + 10) for name in FIELDS]


def taught(tokens: list[str], known: list[str], lessons: Lessons) -> ByClass:
    """Return what the lessons of a message's known tokens say of each class.

    >>> taught(["buy"] + [f"x{i}" for i in range(5)], ["buy"], {"spam": Counter(buy=8192)})
    {'spam': 0.5}
    """
    n = sizes(tokens)
    sums = {label: Counter[str]() for label in lessons}
    for label, own in lessons.items():
        for token in known:
            sums[label][field(token)] += own[token]
    return {
        label: math.fsum(share(n[name]) * sums[label][name] / UNIT for name in FIELDS)
        for label in lessons
    }


def read(tokens: list[str], weights: Weights, lessons: Lessons, messages: dict[str, int]) -> Read:
    """Score a message by the weights of its known tokens, and by lessons.

    What is new trusts counts and lessons less, and leans to the class of which less was learned,
    for its reader chose what to learn. The more tokens are unknown, the less the others say.

    >>> weights = {"spam": {"buy": -1.0}, "ham": {"buy": -3.0}}
    >>> lessons = {"spam": Counter(), "ham": Counter()}
    >>> scores = read(["buy"], weights, lessons, {"spam": 50, "ham": 50}).scores
    >>> round(scores["spam"] - scores["ham"], 3)
    0.811
    >>> scores = read(["buy", "unheard"], weights, lessons, {"spam": 50, "ham": 50}).scores
    >>> round(scores["spam"] - scores["ham"], 3)
    0.407
    """
    known = list(next(iter(weights.values())))
    weights = {
        k: {t: round(w * FIXED) / FIXED for t, w in own.items()} for k, own in weights.items()
    }
    n = contrast(list(messages.values()))
    newness = 100 / (n + 100)
    trust = n / (n + 2) * (1 + newness / 4) * len(known) / max(len(tokens), 1)
    tilt = BALANCE * newness * trust
    base = {label: -tilt * math.log(max(messages[label], 1)) for label in weights}
    mean, said = means(weights), taught(tokens, known, lessons)
    scores = {k: base[k] + bounded(trust * mean[k]) + trust * said[k] for k in weights}
    return Read(base, scores, _added(tokens, weights, lessons, mean, trust))


def _added(
    tokens: list[str], weights: Weights, lessons: Lessons, mean: ByClass, trust: float
) -> Weights:
    """Share the score of each class among the tokens, by weights and lessons."""
    known = list(next(iter(weights.values())))
    n, n_known = sizes(tokens), sizes(known)
    middle = {t: math.fsum(own[t] for own in weights.values()) / len(weights) for t in known}
    added = {}
    for label, own in weights.items():
        ratio = bounded(trust * mean[label]) / mean[label] if mean[label] else trust
        added[label] = {
            t: ratio * 4 / (n_known[field(t)] + 10) * (own[t] - middle[t])
            + trust * share(n[field(t)]) / UNIT * lessons[label][t]
            for t in known
        }
    return added


def moves(error: int, tokens: list[str]) -> dict[str, int]:
    """Return how far an error moves a token of each field.

    >>> moves(127, ["a", "b", "c", "d", "e", "f"])
    {'text': 2048, 'head': 2591}
    """
    n = sizes(tokens)
    return {name: math.floor(2 * UNIT / SURE * error * share(n[name]) + 0.5) for name in FIELDS}


def woven(labels: list[str]) -> list[int]:
    """Return an order in which classes alternate: the k-th of n stands at (k - 1/2) / n of the way.

    >>> woven(["ham", "ham", "ham", "ham", "spam", "spam"])
    [0, 4, 1, 2, 5, 3]
    """
    n, before, places = Counter(labels), Counter[str](), []
    common = math.lcm(*n.values())  # numbers of which all places are whole multiples
    for at, label in enumerate(labels):
        places.append(((2 * before[label] + 1) * (common // n[label]), at))
        before[label] += 1
    return [at for _, at in sorted(places)]


class Pupil:
    """Learns messages one after the other, and keeps what each taught: none if it was not asked.

    >>> pupil = Pupil()
    >>> pupil.learn(Mail("spam", {"buy": 1, "now": 1}, b"1"))
    >>> pupil.errors
    [None]
    >>> pupil.learn(Mail("ham", {"see": 1, "now": 1}, b"2"))
    >>> pupil.errors
    [{'ham': 64}, {'spam': 69}]
    >>> pupil.sums()["see"]
    {'ham': (1285, 0), 'spam': (0, 1285)}
    """

    def __init__(self) -> None:
        self.mails: list[Mail] = []
        self.errors: list[Errors | None] = []
        self.lessons: Lessons = {}
        self.messages: Counter[str] = Counter()
        self.presences: dict[str, Counter[str]] = {}
        self.totals: Counter[str] = Counter()
        self.tokens: set[str] = set()

    def learn(self, mail: Mail) -> None:
        """Teach a message, before it is counted; then all, if it is time."""
        at_once = self._is_taught_at_once(mail.label)
        errors = self._ask(mail, is_counted=False) if at_once else None
        self._count(mail, errors)
        if errors is not None:
            self._teach(mail, errors)
        if self._is_replay_due():
            self.replay()

    def learn_all(self, mails: list[Mail]) -> None:
        """Learn messages; while they are few, each replay undoes the one before."""
        few = mails[: FEW - 1]
        for mail in few:
            self._count(mail, None)
        self.replay()
        for mail in mails[len(few) :]:
            self.learn(mail)

    def replay(self) -> None:
        """Teach all messages anew, each by the counts of the others, in the order of digests."""
        self.lessons = {label: Counter() for label in self.messages}
        self.errors = [None] * len(self.mails)
        if not self._are_choice():
            return
        order = sorted(range(len(self.mails)), key=lambda at: self.mails[at].digest)
        for place in woven([self.mails[at].label for at in order]):
            mail = self.mails[order[place]]
            errors = self._ask(mail, is_counted=True)
            self.errors[order[place]] = errors
            self._teach(mail, errors)

    def sums(self) -> dict[str, dict[str, tuple[int, int]]]:
        """Return what each token gained and lost in each class, by all errors."""
        found: dict[str, dict[str, tuple[int, int]]] = {}
        for mail, errors in zip(self.mails, self.errors, strict=True):
            for token, label, by in _moved(mail, errors or {}):
                own = found.setdefault(token, {})
                gain, loss = own.get(label, (0, 0))
                own[label] = (gain + max(by, 0), loss + max(-by, 0))
        return found

    def _is_taught_at_once(self, label: str) -> bool:
        """Tell whether a message teaches before a replay: many in a row teach their class alone."""
        alike = takewhile(lambda mail: mail.label == label, reversed(self.mails))
        return (
            len(self.messages) > 1 and label in self.messages and sum(1 for _ in alike) < IN_A_ROW
        )

    def _is_replay_due(self) -> bool:
        pending = sum(errors is None for errors in self.errors)
        are_many = len(self.mails) >= FEW and pending * 10 < len(self.mails)
        return self._are_choice() and not are_many

    def _are_choice(self) -> bool:
        return len(self.messages) > 1

    def _count(self, mail: Mail, errors: Errors | None) -> None:
        self.mails.append(mail)
        self.errors.append(errors)
        self.messages[mail.label] += 1
        self.presences.setdefault(mail.label, Counter()).update(mail.bag.keys())
        self.totals[mail.label] += len(mail.bag)
        self.tokens.update(mail.bag)
        self.lessons.setdefault(mail.label, Counter())

    def _teach(self, mail: Mail, errors: Errors) -> None:
        for token, label, by in _moved(mail, errors):
            self.lessons[label][token] += by

    def _ask(self, mail: Mail, *, is_counted: bool) -> Errors:
        """Return how far other classes are believed; if it was counted, without what it added."""
        own = Counter([mail.label] * is_counted)
        n = contrast([self.messages[label] - own[label] for label in self.messages])
        weights = self._weights(mail, own)
        mean = means(weights)
        said = taught(list(mail.bag), list(weights[mail.label]), self.lessons)
        believed = posterior(
            {k: said[k] + bounded(n / (n + 10) * mean[k]) / 2 for k in self.messages}
        )
        errors = {k: math.floor(SURE * p + 0.5) for k, p in believed.items() if k != mail.label}
        return {label: error for label, error in errors.items() if error}

    def _weights(self, mail: Mail, own: Counter[str]) -> Weights:
        """Return the log shares of those tokens that other messages have."""
        alpha = min(max(4 / min(self.messages.values()), 0.004), 0.3)
        n = {k: {t: p[t] - own[k] for t in mail.bag} for k, p in self.presences.items()}
        known = [t for t in mail.bag if any(counts[t] > 0 for counts in n.values())]
        weights = {}
        for label, counts in n.items():
            total = self.totals[label] - own[label] * len(mail.bag) + alpha * len(self.tokens)
            weights[label] = {t: math.log(counts[t] + alpha) - math.log(total) for t in known}
        return weights


def _moved(mail: Mail, errors: Errors) -> Iterator[tuple[str, str, int]]:
    """Return by how much each token moves, towards the class and away from the others."""
    for other, error in errors.items():
        by = moves(error, list(mail.bag))
        for token in mail.bag:
            yield token, mail.label, by[field(token)]
            yield token, other, -by[field(token)]
