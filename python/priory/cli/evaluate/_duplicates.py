"""Duplicates among the messages of an evaluation, which flatter every filter."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from priory.cli.evaluate._bars import shown_progress
from priory.cli.mail._paths import complain
from priory.evaluate.duplicates import conflicts, count_twins, text_keys
from priory.evaluate.report import Labelled

if TYPE_CHECKING:
    from collections.abc import Sequence

    from priory.evaluate.duplicates import Twins
    from priory.evaluate.outcomes import LabelledMessage, Trial
    from priory.evaluate.plan import Plan

__all__ = ["Duplicates", "find_duplicates"]


class Duplicates(NamedTuple):
    """Twins of each trial, messages that are the same with other classes, and whether all is."""

    twins: Sequence[Twins | None] = ()
    conflicts: Sequence[Sequence[Labelled]] = ()
    is_partial: bool = True


def find_duplicates(
    messages: Sequence[LabelledMessage], trials: Sequence[tuple[Plan, Trial]]
) -> Duplicates:
    """Find them, unless somebody cannot wait: then the rest of the report is there all the same.

    Those of a filter that failed are not counted.
    """
    if any(trial.is_partial and not trial.failure for _, trial in trials):
        return Duplicates()
    try:
        with shown_progress("looking for duplicates") as progress:
            keys = text_keys(messages, progress=progress)
        twins = [
            None if trial.failure else count_twins(plan, keys, trial.outcomes)
            for plan, trial in trials
        ]
    except KeyboardInterrupt:
        complain("interrupted: duplicates were not looked for")
        return Duplicates()
    groups = [
        [Labelled(messages[index].place, messages[index].label) for index in group]
        for group in conflicts(messages, keys)
    ]
    return Duplicates(twins, groups, is_partial=False)
