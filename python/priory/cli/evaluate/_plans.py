"""The plans that the command line asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from priory.evaluate.protocols import Feedback, chronological, cold_starts, folds, online

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from priory.evaluate.outcomes import LabelledMessage
    from priory.evaluate.plan import Plan
    from priory.mailfilter.settings import Settings

__all__ = ["plans_of"]


def plans_of(
    options: argparse.Namespace, messages: Sequence[LabelledMessage], settings: Settings
) -> Sequence[Plan]:
    """Lay out the protocol; a cold start has a plan for each number of messages learned."""
    if options.protocol == "folds":
        return [folds(messages, options.folds, seed=options.seed)]
    if options.protocol == "time":
        return [chronological(messages, options.train, order=options.order)]
    if options.protocol == "cold-start":
        return cold_starts(
            messages,
            options.learned,
            spam=settings.spam,
            n_points=options.points,
            judged=options.judged,
            order=options.order,
        )
    only_errors = options.feedback == "errors"
    feedback = Feedback(
        delay=options.delay, share=options.share, only_errors=only_errors, seed=options.seed
    )
    return [online(messages, feedback, order=options.order)]
