"""The card of a message: its head, first lines and reasons, as pieces of styled text.

What comes from the message never breaks its line, and holds nothing that terminals obey.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from priory._show import shown
from priory.cli._terminal import fitted, label_style
from priory.cli.mail._token_counts import origin
from priory.cli.mailfilter._verdict import label_styles
from priory.mail import Message
from priory.mailfilter.settings import UNSURE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from priory.cli.mailfilter.review.session import Judged
    from priory.mail import Limits
    from priory.mailfilter import Evidence, Settings

__all__ = ["Line", "card"]

MOST_LINES = 6  # of the text
MOST_CHARACTERS = 10_000  # of it that are looked at for them
REASONS = 3
LEAST = 20  # cells: narrower terminals break lines

Line = list[tuple[str, str]]  # pieces, each with its style


def card(
    judged: Judged, waiting: str, width: int, limits: Limits, settings: Settings
) -> list[Line]:
    """Lay out what a person needs to decide about a message.

    Parameters
    ----------
    judged : Judged
        The message and its verdict.
    waiting : str
        How many messages wait, in words.
    width : int
        Cells of a line.
    limits : Limits
        How much of the message is parsed.
    settings : Settings
        By which classes have their colours.

    Returns
    -------
    list of Line
    """
    width = max(width, LEAST)
    message = Message.parse(judged.candidate.entry.raw, limits)
    lines: list[Line] = [
        [(_cut(f"-- {waiting} ".ljust(width, "-"), width), "dim")],
        _heading(judged, width, settings),
        [(_cut(f"From:    {shown(message.get('from') or '-')}", width), "")],
        [(_cut(f"Subject: {shown(message.subject or '-')}", width), "bold")],
        [],
    ]
    lines += [[(f"  {line}", "")] for line in _first_lines(message.text, width - 2)]
    lines += [[], *_reasons(judged, width, settings)]
    return lines


def _heading(judged: Judged, width: int, settings: Settings) -> Line:
    """Return the verdict, how probable it is, and where the message stands."""
    verdict = judged.verdict
    label = shown(verdict.label)
    share = f"{verdict.probability:.4f}" if verdict.posterior else "-"
    if verdict.never_junk:
        share = "never junk"
    elif verdict.posterior and verdict.best != verdict.label:
        share = f"{shown(verdict.best)} {share}"
    said = f"{label} ({share})"
    place = shown(judged.candidate.entry.place)
    room = max(width - len(said) - 2, 0)
    ending = fitted(place[::-1], room)[::-1].strip()  # of a long path the end tells more
    style = label_style(verdict.label, label_styles(settings))
    return [(label, style), (f"{said.removeprefix(label)}  ", ""), (ending, "dim")]


def _first_lines(text: str, width: int) -> Iterator[str]:
    """Return the first lines of a text that are not empty, each cut to one line."""
    lines = [" ".join(line.split()) for line in text[:MOST_CHARACTERS].splitlines()]
    filled = list(filter(None, lines))
    for line in filled[:MOST_LINES]:
        yield _cut(shown(line), width)
    if not filled:
        yield "(no text)"


def _reasons(judged: Judged, width: int, settings: Settings) -> Iterator[Line]:
    """Return why it is unsure, if it is, and the tokens that say most."""
    verdict, styles = judged.verdict, label_styles(settings)
    if verdict.why_unsure:
        yield [(_cut(f"Unsure: {shown(verdict.why_unsure)}", width), styles[UNSURE])]
    for one in islice(_different(verdict.evidence), REASONS):
        label = verdict.best if one.weight >= 0 else str(verdict.against)
        said = f"  {shown(label)}: "
        rest = f"{shown(one.token)} ({_counts(one, judged)})"
        yield [(said, label_style(label, styles)), (_cut(rest, width - len(said)), "")]


def _different(evidence: Iterable[Evidence]) -> Iterator[Evidence]:
    """Leave out what says the same again: the domains of one server, the words of one name."""
    told = set()
    for one in evidence:
        what = (origin(one.token) if ":" in one.token else one.token, one.messages)
        if what not in told:
            told.add(what)
            yield one


def _counts(one: Evidence, judged: Judged) -> str:
    """Return how many of the messages that were learned have a token."""
    verdict = judged.verdict
    counts = dict(zip(verdict.probabilities, one.messages, strict=True))
    names = [name for name in (verdict.best, verdict.against) if name is not None]
    told = [f"{counts[name]:,} of {judged.learned[name]:,} {shown(name)}" for name in names]
    return f"in {', '.join(told)}"


def _cut(text: str, width: int) -> str:
    return fitted(text, max(width, 1)).rstrip()
