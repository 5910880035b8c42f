"""Token counts and their tables."""

from __future__ import annotations

import sys
from collections import Counter
from itertools import islice
from typing import TYPE_CHECKING

from priory._show import counted, dump, shown
from priory.cli.mail._mailbox import as_json, heading

if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping

    from priory.cli.mail._mailbox import Mailbox
    from priory.tokens import MailAnalyzer

__all__ = ["ORDERS", "TokenCounts", "origin", "write_each", "write_together"]

ORDERS = ("count", "order", "name")


def origin(token: str) -> str:
    """Return where a token comes from: words of the text have no colon.

    >>> origin("subject:free"), origin("free")
    ('subject', 'body')
    """
    name, colon, _ = token.partition(":")
    return name if colon else "body"


class TokenCounts:
    """The tokens of the wanted origins: how often each occurs, and in how many messages.

    Parameters
    ----------
    analyzer : MailAnalyzer
        What makes tokens of messages.
    wanted : tuple of str or None
        The origins; None is all.
    """

    def __init__(self, analyzer: MailAnalyzer, wanted: tuple[str, ...] | None) -> None:
        self._analyzer = analyzer
        self._wanted = wanted
        self.counts: Counter[str] = Counter()
        self.messages: Counter[str] = Counter()
        self.origins: set[str] = set()  # those that were met, if some are wanted
        self.is_any = False

    def count(self, raw: bytes) -> Mapping[str, int]:
        """Count the tokens of one message."""
        found = self._analyzer.count(raw)
        if self._wanted is not None:
            self.origins.update(map(origin, found))
            found = {token: n for token, n in found.items() if origin(token) in self._wanted}
        self.is_any = self.is_any or bool(found)
        return found

    def add(self, raw: bytes) -> None:
        """Count the tokens of one message to those of all."""
        found = self.count(raw)
        self.counts.update(found)
        self.messages.update(found.keys())


def write_together(
    mailbox: Mailbox, found: TokenCounts, options: argparse.Namespace, top: int | None
) -> None:
    """Write the tokens of all messages together."""
    for _, entry in mailbox.messages(bar=True):
        found.add(entry.raw)
    tokens = _sorted(found.counts, options.sort)
    if options.json:
        for token in islice(tokens, top):
            counts = {"count": found.counts[token], "messages": found.messages[token]}
            dump({"token": token, "origin": origin(token), **counts})
    elif tokens:
        _print_table(tokens, {"count": found.counts, "messages": found.messages}, top)


def write_each(
    mailbox: Mailbox, found: TokenCounts, options: argparse.Namespace, top: int | None
) -> None:
    """Write the tokens of message after message."""
    is_first = True
    for number, entry in mailbox.messages(bar=not sys.stdout.isatty()):
        counts = found.count(entry.raw)
        tokens = _sorted(counts, options.sort)
        if options.json:
            place = as_json(number, entry)
            for token in islice(tokens, top):
                dump({**place, "token": token, "origin": origin(token), "count": counts[token]})
        elif tokens:
            print("" if is_first else "\n", heading(number, entry), sep="")
            _print_table(tokens, {"count": counts}, top)
            is_first = False


def _sorted(counts: Mapping[str, int], order: str) -> list[str]:
    """Sort tokens; those that occur equally often stay as they came."""
    if order == "count":
        return sorted(counts, key=counts.__getitem__, reverse=True)
    return sorted(counts) if order == "name" else list(counts)


def _print_table(tokens: list[str], columns: dict[str, Mapping[str, int]], top: int | None) -> None:
    """Print the numbers of each token, where it comes from, and the token itself."""
    rows = tokens[:top]
    widths = [
        max(len(name), len(str(max(counts[token] for token in rows))))
        for name, counts in columns.items()
    ]
    wide = max(map(len, {"origin", *(shown(origin(token)) for token in rows)}))
    print(*map(str.rjust, columns, widths), "origin".ljust(wide), "token", sep="  ")
    for token in rows:
        numbers = [str(counts[token]) for counts in columns.values()]
        where = shown(origin(token)).ljust(wide)
        print(*map(str.rjust, numbers, widths), where, shown(token), sep="  ")
    if len(rows) < len(tokens):
        print(f"({counted(len(tokens) - len(rows), 'more token')}: see --all and --top)")
