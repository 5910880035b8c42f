"""``priory evaluate --suspects``: messages whose class looks wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

from priory._show import counted, cut, dump, path_text, shown
from priory.cli import INTERRUPTED
from priory.cli.evaluate._bars import shown_progress
from priory.cli.evaluate._drawing import write_pairs
from priory.evaluate.duplicates import text_keys
from priory.evaluate.filters import PrioryFilter
from priory.evaluate.report.report import learn_command
from priory.evaluate.suspects import find_suspects
from priory.mail import Message

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence
    from typing import Any

    from priory.evaluate.outcomes import LabelledMessage
    from priory.evaluate.suspects import Suspect, Suspects
    from priory.mailfilter.settings import Settings

__all__ = ["run_suspects"]


def run_suspects(
    options: argparse.Namespace, messages: Sequence[LabelledMessage], settings: Settings
) -> int:
    """List messages of which a filter that has not learned them is sure of the other side."""
    with shown_progress("looking for duplicates") as progress:
        keys = text_keys(messages, progress=progress)
    with shown_progress("judging") as progress:
        found = find_suspects(
            messages,
            PrioryFilter(settings),
            spam=settings.spam,
            n_folds=options.folds,
            seed=options.seed,
            keys=keys,
            progress=progress,
        )
    (_dump if options.json else _print)(found, messages)
    return INTERRUPTED if found.is_partial else 0


def _dump(found: Suspects, messages: Sequence[LabelledMessage]) -> None:
    suspects = [_as_json(one) for one in found.found]
    dump({"messages": len(messages), "partial": found.is_partial, "suspects": suspects})


def _as_json(one: Suspect) -> dict[str, Any]:
    command = learn_command(one.verdict, one.place)
    return {**one._asdict(), "place": path_text(one.place), "command": command}


def _print(found: Suspects, messages: Sequence[LabelledMessage]) -> None:
    n_found = len(found.found)
    what = "has a class that looks" if n_found == 1 else "have a class that looks"
    lines = [f"{n_found:,} of {counted(len(messages), 'message')} {what} wrong."]
    if found.is_partial:
        lines.append("Partial: the search was interrupted, so not all messages were judged.")
    by_place = {message.place: message for message in messages}
    pairs = [
        (_described(one, by_place[one.place]), learn_command(one.verdict, one.place))
        for one in found.found
    ]
    write_pairs(lines, "Look at each; if it is as it looks, let the filter know", pairs)


def _described(one: Suspect, message: LabelledMessage) -> str:
    parsed = Message.parse(message.raw)
    looks = f"{shown(one.label)} looks like {shown(one.verdict)} ({one.probability:.4f})"
    sender, subject = cut(parsed.get("from") or ""), cut(parsed.subject or "")
    return ": ".join(filter(None, [looks, sender, subject]))
