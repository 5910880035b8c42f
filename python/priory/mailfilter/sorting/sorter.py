"""Maildir sorter: learns from moves, judges messages, decides, and moves them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from priory.mailfilter._cold_start import shortage
from priory.mailfilter.sorting.contents import Contents
from priory.mailfilter.sorting.filing import Filing
from priory.mailfilter.sorting.learner import Learner
from priory.mailfilter.sorting.planner import Planner
from priory.mailfilter.sorting.steps import FLAG

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

    from priory.mail import Fault
    from priory.mailfilter.filter import MailFilter
    from priory.mailfilter.sorting.maildir import File, Maildir
    from priory.mailfilter.sorting.places import Act, Places
    from priory.mailfilter.sorting.steps import Choices, LearnedMove, Step

__all__ = ["Sorter"]


class Sorter:
    """Sorts one Maildir.

    Parameters
    ----------
    mail : MailFilter
        What judges, and learns.
    maildir : Maildir
        The Maildir.
    places : Places
        What is remembered of it.
    choices : Choices
        What the user chose.
    on_fault : callable
        Called with what could not be read.

    Attributes
    ----------
    filing : Filing
        The folders of classes.
    """

    def __init__(
        self,
        mail: MailFilter,
        maildir: Maildir,
        places: Places,
        choices: Choices,
        on_fault: Callable[[Fault], object],
    ) -> None:
        self._mail = mail
        self._maildir = maildir
        self._places = places
        self.filing = Filing.chosen(choices, mail.settings, maildir.folders())
        self._contents = Contents(maildir, places, on_fault)
        self._planner = Planner(mail, self._contents, choices, self.filing)

    @property
    def classes(self) -> list[str]:
        """The classes that were learned."""
        return [one.name for one in self._mail.store.classes]

    def shortage(self) -> list[tuple[str, int]]:
        """Return how many more messages of which class the store wants to be sure."""
        return shortage(self._mail.store.classes, self._mail.settings)

    def recover(self) -> None:
        """Find out what was done when the program was killed the last time."""
        acts = self._places.broken_off
        if not acts:
            return
        there = self._maildir.folders()
        found = {
            (what, known): file
            for what, folders in self.filing.homes.items()
            for file, known in self._contents.digests([one for one in there if one in folders])
        }
        done = [act for act in acts if (act.what, act.digest) in found]
        moved = [(None, found[act.what, act.digest], act.digest) for act in done]
        self._places.settle(done, moved)

    def learn(self, *, is_trial: bool = False) -> Iterator[LearnedMove]:
        """Learn from what a person moved since last time: see `Learner.learn`."""
        return Learner(self._mail, self._contents, self.filing).learn(is_trial=is_trial)

    def plan(self) -> Iterator[Step]:
        """Judge messages, and say what is to be done to each: see `Planner.plan`."""
        return self._planner.plan()

    def n_files(self) -> int:
        """Count the messages that `plan` judges, unless some cannot be read."""
        return self._planner.n_files()

    @property
    def n_kept(self) -> int:
        """The messages that were left because a person has read, answered or flagged them."""
        return self._planner.n_kept

    def carry_out(self, steps: list[Step]) -> Generator[tuple[Step, OSError | None], None, None]:
        """Do what is to be done, and remember it: also if it is broken off.

        Between two steps, it may be broken off without a doubt about either.

        Parameters
        ----------
        steps : list of Step
            What is to be done; what was done is noted there.

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
        self._places.announce(acts)
        moved: list[tuple[File | None, File, bytes]] = []
        done: list[Act] = []
        try:
            for folder in {step.to for step in steps if step.act is not None}:
                self._maildir.create(folder)
            for step in steps:
                if step.act is None:
                    continue
                try:
                    new = self._do(step)
                except OSError as error:
                    yield step, error
                    continue
                step.is_done = True
                done.append(step.act)
                moved.append((step.file, new, step.act.digest))
                yield step, None
        finally:
            self._places.settle(done, moved)

    def _do(self, step: Step) -> File:
        if step.to == step.file.folder:
            return self._maildir.flag(step.file, FLAG)
        return self._maildir.move(step.file, step.to)
