"""``priory evaluate --suspects``: messages whose class looks wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

from priory._show import counted, dump, path_text, shown, table
from priory.cli import INTERRUPTED
from priory.cli._progress import Progress
from priory.evaluate.filters import PrioryFilter
from priory.evaluate.suspects import find_suspects

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from priory.evaluate.outcomes import LabelledMessage
    from priory.evaluate.suspects import Suspect
    from priory.mailfilter.settings import Settings

__all__ = ["run_suspects"]


def run_suspects(
    options: argparse.Namespace, messages: Sequence[LabelledMessage], settings: Settings
) -> int:
    """List messages of which a filter that has not learned them is sure of the other side."""
    with Progress(None, thing="message") as bar:
        found, is_partial = find_suspects(
            messages,
            PrioryFilter(settings),
            spam=settings.spam,
            n_folds=options.folds,
            seed=options.seed,
            progress=lambda done, _: bar.update(done, done),
        )
    if options.json:
        for one in found:
            dump(one._asdict() | {"place": path_text(one.place)})
    else:
        _print(found, len(messages))
    return INTERRUPTED if is_partial else 0


def _print(found: list[Suspect], n_messages: int) -> None:
    what = "has a class that looks" if len(found) == 1 else "have a class that looks"
    print(f"{len(found):,} of {counted(n_messages, 'message')} {what} wrong")
    if found:
        rows = [
            [shown(one.place), shown(one.label), shown(one.verdict), f"{one.probability:.4f}"]
            for one in found
        ]
        print(table(["path", "class", "looks like", "probability"], rows))
