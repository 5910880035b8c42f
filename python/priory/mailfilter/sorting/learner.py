"""Learner of moves: what a person moved since last time is learned."""

from __future__ import annotations

from typing import TYPE_CHECKING

from priory.mailfilter.sorting.moves import by_hand, folders_of
from priory.mailfilter.sorting.places import Place
from priory.mailfilter.sorting.steps import LearnedMove

if TYPE_CHECKING:
    from collections.abc import Iterator

    from priory.mailfilter.filter import MailFilter
    from priory.mailfilter.sorting.contents import Contents
    from priory.mailfilter.sorting.filing import Filing
    from priory.mailfilter.sorting.maildir import File

__all__ = ["Learner"]

_BATCH = 500  # messages that are learned in one transaction


class Learner:
    """Learns from moves.

    Parameters
    ----------
    mail : MailFilter
        What learns.
    contents : Contents
        The messages of the Maildir.
    filing : Filing
        Tells what a folder is for.
    """

    def __init__(self, mail: MailFilter, contents: Contents, filing: Filing) -> None:
        self._mail = mail
        self._contents = contents
        self._filing = filing

    def learn(self, *, is_trial: bool = False) -> Iterator[LearnedMove]:
        """Learn from what a person moved since last time, and remember where messages are.

        Parameters
        ----------
        is_trial : bool, default=False
            Whether nothing is learned or remembered.

        Yields
        ------
        LearnedMove
            What was learned, or would be.
        """
        places = self._contents.places
        before = places.seen
        files = self._contents.scan(self._folders(), before)
        now = {Place(file.folder, file.base): known for file, known in files.items()}
        moves = by_hand(folders_of(before), folders_of(now), self._filing)
        ours = {act.digest for act in places.broken_off}  # perhaps not a person's
        labels = {known: label for known, label in moves if known not in ours}
        one_each = {known: file for file, known in files.items() if known in labels}
        batch = [(file, labels[known]) for known, file in one_each.items()]
        for start in range(0, len(batch), _BATCH):
            yield from self._learn(batch[start : start + _BATCH], is_trial=is_trial)
        if not is_trial:
            places.see(now)

    def _folders(self) -> list[str]:
        """Return all folders, those of classes last.

        What is moved meanwhile is then seen twice on its way in, and not at all on its way out,
        so that next time it is where it was not before.
        """
        folders = self._contents.maildir.folders()
        return sorted(folders, key=lambda folder: self._filing.label(folder) is not None)

    def _learn(self, batch: list[tuple[File, str]], *, is_trial: bool) -> Iterator[LearnedMove]:
        read = [(file, self._contents.read(file), label) for file, label in batch]
        there = [(file, raw, label) for file, raw, label in read if raw is not None]
        outcomes = ["learned"] * len(there)
        if not is_trial:
            outcomes = self._mail.learn_many((raw, label) for _, raw, label in there)
        for (file, _, label), outcome in zip(there, outcomes, strict=True):
            yield LearnedMove(file, label, outcome)
