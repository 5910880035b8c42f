"""Weights of tokens (log-likelihood ratios), independent of any message."""

from __future__ import annotations

from heapq import nlargest
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from priory import _core

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from priory.mailfilter.filter import MailFilter
    from priory.mailfilter.store import Counts

__all__ = ["Telling", "looked_up", "strongest"]

AT_ONCE = 10_000  # tokens that are weighed together


class Telling(NamedTuple):
    """A token: the class that it speaks for, how much, and its counts by class."""

    token: str
    name: str | None
    weight: float
    counts: Counts


def looked_up(mail: MailFilter, words: Iterable[str]) -> list[Telling]:
    """Return what words tell, in their order; those that are unknown have no counts."""
    folds = mail.store.analyzer.case == "fold"
    wanted = [word.lower() if folds else word for word in words]
    found = mail.store.counts(wanted)
    told = {one.token: one for one in _weighed(mail, found.items())}
    return [told.get(word, Telling(word, None, 0.0, ())) for word in wanted]


def strongest(mail: MailFilter, top: int) -> dict[str, list[Telling]]:
    """Return the tokens that tell most for each class."""
    best: dict[str, list[Telling]] = {one.name: [] for one in mail.store.classes}
    rows = ((token, counts) for token, _, counts in mail.store.rows())
    while batch := list(islice(rows, AT_ONCE)):
        found = list(_weighed(mail, batch))
        for name, kept in best.items():
            more = (one for one in found if one.name == name and one.weight > 0)
            best[name] = nlargest(top, (*kept, *more), key=lambda one: one.weight)
    return best


def _weighed(mail: MailFilter, tokens: Iterable[tuple[str, Counts]]) -> Iterator[Telling]:
    """Weigh tokens: by how much each makes its class more probable than the next."""
    rows = dict(tokens)
    classes = mail.store.classes
    if not rows or not classes:
        return
    alpha = mail.settings.alpha_for(min((one.messages for one in classes), default=0))
    known = [(one.messages, one.tokens, one.occurrences, 0.0) for one in classes]
    ledger = mail.store.ledger(rows)
    none = _core.Ledger([])
    learned = _core.MailScorer(
        mail.settings.event, alpha, known, mail.store.n_tokens, mail.store.numbers, ledger, none, 1
    )
    names = [one.name for one in classes]
    for token, weights in zip(sorted(rows), learned.weights(), strict=True):
        yield _telling(token, names, weights, rows[token])


def _telling(token: str, names: list[str], weights: list[float], counts: Counts) -> Telling:
    if len(names) < 2:  # noqa: PLR2004 (one class is no choice)
        return Telling(token, None, 0.0, counts)
    best, second = nlargest(2, range(len(names)), key=weights.__getitem__)
    return Telling(token, names[best], weights[best] - weights[second], counts)
