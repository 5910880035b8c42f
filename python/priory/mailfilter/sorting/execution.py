"""Execution of planned steps: messages are moved or flagged, and the places remember it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from priory.mailfilter.sorting.steps import FLAG

if TYPE_CHECKING:
    from collections.abc import Generator

    from priory.mailfilter.sorting.maildir import File, Maildir
    from priory.mailfilter.sorting.places import Act, Places
    from priory.mailfilter.sorting.steps import Step

__all__ = ["carry_out"]


def carry_out(
    steps: list[Step], maildir: Maildir, places: Places
) -> Generator[tuple[Step, OSError | None], None, None]:
    """Do what is to be done, and remember it: also if it is broken off.

    Between two steps, it may be broken off without a doubt about either.

    Parameters
    ----------
    steps : list of Step
        What is to be done; what was done is noted there.
    maildir : Maildir
        The Maildir of the messages.
    places : Places
        What is remembered of it.

    Yields
    ------
    step : Step
        What was done, or could not be.
    error : OSError or None
        Why not: a `FileNotFoundError` if another program has moved the message meanwhile.
    """
    acts = [step.act for step in steps if step.act is not None]
    if not acts:
        return
    places.announce(acts)
    moved: list[tuple[File | None, File, bytes]] = []
    done: list[Act] = []
    try:
        for folder in {step.to for step in steps if step.act is not None}:
            maildir.create(folder)
        for step in steps:
            if step.act is None:
                continue
            try:
                new = _do(step, maildir)
            except OSError as error:
                yield step, error
                continue
            step.is_done = True
            done.append(step.act)
            moved.append((step.file, new, step.act.digest))
            yield step, None
    finally:
        places.settle(done, moved)


def _do(step: Step, maildir: Maildir) -> File:
    if step.to == step.file.folder:
        return maildir.flag(step.file, FLAG)
    return maildir.move(step.file, step.to)
