"""Maildir sorter: learns from moves, judges messages, and decides what is done to them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from priory.mailfilter._cold_start import shortage
from priory.mailfilter.sorting.contents import Contents
from priory.mailfilter.sorting.execution import carry_out
from priory.mailfilter.sorting.filing import Filing
from priory.mailfilter.sorting.learner import Learner
from priory.mailfilter.sorting.planner import Planner

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

    from priory.mail import Fault
    from priory.mailfilter.filter import MailFilter
    from priory.mailfilter.sorting.maildir import Maildir
    from priory.mailfilter.sorting.places import Places
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
        """Do what is to be done, and remember it: see `priory.mailfilter.sorting.execution`."""
        return carry_out(steps, self._maildir, self._places)
