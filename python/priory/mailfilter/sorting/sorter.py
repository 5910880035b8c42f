"""Maildir sorter: learns from moves, judges messages, and decides what is done to them."""

from __future__ import annotations

from functools import cached_property, partial
from itertools import tee
from typing import TYPE_CHECKING

from priory.mail.message import Message
from priory.mailfilter._cold_start import shortage
from priory.mailfilter._journal import identify
from priory.mailfilter.settings import UNSURE
from priory.mailfilter.sorting.execution import FLAG, carry_out
from priory.mailfilter.sorting.moves import SPAM, by_hand, folders_of
from priory.mailfilter.sorting.names import INBOX, find_junk, is_junk, is_trash
from priory.mailfilter.sorting.places import Act, Place
from priory.mailfilter.sorting.remembered import Remembered
from priory.mailfilter.sorting.steps import FILE, MARK, SET_ASIDE, LearnedMove, Step

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

    from priory.mail import Fault
    from priory.mailfilter._journal import Identity
    from priory.mailfilter.filter import MailFilter
    from priory.mailfilter.sorting.maildir import File, Maildir
    from priory.mailfilter.sorting.places import Places
    from priory.mailfilter.sorting.steps import Choices
    from priory.mailfilter.verdict import Verdict

__all__ = ["Sorter"]

_BATCH = 500  # messages that are learned in one transaction
_HANDLED = frozenset("SRPF")  # seen, replied, passed on, flagged


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
        self._remembered = Remembered(places, maildir)
        self._choices = choices
        self._read = partial(maildir.read, on_fault=on_fault)
        self._done = places.done
        self._remaining: dict[str, set[bytes]] = {}
        self._kept: set[File] = set()
        self.junk = find_junk(maildir.folders()) if choices.junk is None else choices.junk

    def shortage(self) -> list[tuple[str, int]]:
        """Return how many more messages of which class the store wants to be sure."""
        return shortage(self._mail.store.classes, self._mail.settings)

    def is_junk(self, folder: str) -> bool:
        """Tell whether a folder is for junk."""
        return is_junk(folder, self.junk)

    def recover(self) -> None:
        """Find out what was done when the program was killed the last time."""
        acts = self._places.broken_off
        if not acts:
            return
        folders = {FILE: self.junk, SET_ASIDE: self._choices.unsure}
        found = {
            (what, known): file
            for what, folder in folders.items()
            if folder in self._maildir.folders()
            for file, known in self._digests(folder)
        }
        done = [act for act in acts if (act.what, act.digest) in found]
        moved = [(None, found[act.what, act.digest], act.digest) for act in done]
        self._places.settle(done, moved)
        self._done = self._places.done

    def _digests(self, folder: str | None) -> Iterator[tuple[File, bytes]]:
        for file in self._maildir.files(folder or INBOX):
            if (raw := self._read(file)) is not None:
                yield file, self._remembered.digest(file, identify([raw])[0])

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
        before = self._places.seen
        files = self._scan(before)
        now = {Place(file.folder, file.base): known for file, known in files.items()}
        moves = by_hand(
            folders_of(before),
            folders_of(now),
            self.is_junk,
            partial(is_trash, chosen=self._choices.trash),
        )
        ours = {act.digest for act in self._places.broken_off}  # perhaps not a person's
        labels = {known: label for known, label in moves if known not in ours}
        one_each = {known: file for file, known in files.items() if known in labels}
        batch: list[tuple[File, str]] = [(file, labels[known]) for known, file in one_each.items()]
        for start in range(0, len(batch), _BATCH):
            yield from self._learn(batch[start : start + _BATCH], is_trial=is_trial)
        if not is_trial:
            self._places.see(now)

    def _scan(self, before: dict[Place, bytes]) -> dict[File, bytes]:
        """Find all messages; of those that were seen before only the names are read."""
        found: dict[File, bytes] = {}
        # Junk comes last: what is moved meanwhile is then seen twice on its way in, and not at
        # all on its way out, so that next time it is where it was not before.
        for folder in sorted(self._maildir.folders(), key=self.is_junk):
            for file in self._maildir.files(folder):
                if "T" in file.flags:  # on its way to the trash, as old mail programs do it
                    continue
                known = before.get(Place(folder, file.base))
                if known is None and (raw := self._read(file)) is not None:
                    known = self._remembered.digest(file, identify([raw])[0])
                if known is not None:
                    found[file] = known
        return found

    def _learn(self, batch: list[tuple[File, str]], *, is_trial: bool) -> Iterator[LearnedMove]:
        settings = self._mail.settings
        names = {SPAM: settings.spam}
        read = [(file, self._read(file), names.get(label, settings.ham)) for file, label in batch]
        there = [(file, raw, label) for file, raw, label in read if raw is not None]
        outcomes = ["learned"] * len(there)
        if not is_trial:
            outcomes = self._mail.learn_many((raw, label) for _, raw, label in there)
        for (file, _, label), outcome in zip(there, outcomes, strict=True):
            yield LearnedMove(file, label, outcome)

    def plan(self) -> Iterator[Step]:
        """Judge the messages of the chosen folders, and say what is to be done to each.

        Yields
        ------
        Step
        """
        read, copies = tee(self._messages())
        verdicts = self._mail.classify_many(raw for _, raw in copies)
        for (file, raw), verdict in zip(read, verdicts, strict=True):
            yield self._step(file, raw, verdict)

    def n_files(self) -> int:
        """Count the messages that `plan` judges, unless some cannot be read."""
        return sum(1 for _ in self._files())

    def _files(self) -> Iterator[File]:
        for folder in self._choices.folders:
            for file in self._maildir.files(folder):
                if {"T", "D"} & set(file.flags):
                    continue
                if self._is_kept(file):
                    self._kept.add(file)
                else:
                    yield file

    def _is_kept(self, file: File) -> bool:
        """Tell whether a person has decided about a message; a flag of ours does not count."""
        handled = _HANDLED & set(file.flags)
        if self._choices.is_all or not handled:
            return False
        known = self._seen.get(Place(file.folder, file.base))
        return handled != {FLAG} or known is None or Act(known, MARK) not in self._done

    @cached_property
    def _seen(self) -> dict[Place, bytes]:
        return self._places.seen

    @property
    def n_kept(self) -> int:
        """The messages that were left because a person has read, answered or flagged them."""
        return len(self._kept)

    def _messages(self) -> Iterator[tuple[File, bytes]]:
        for file in self._files():
            if (raw := self._read(file)) is not None:
                yield file, raw

    def _step(self, file: File, raw: bytes, verdict: Verdict) -> Step:
        what, to = self._wanted(file, verdict)
        if what is None:
            return Step(file, verdict.label, verdict.probability, None, file.folder)
        identity = identify([raw])[0]
        act = Act(self._remembered.digest(file, identity), what)
        why = self._objection(act, file, to, (identity, raw))
        subject = Message.parse(raw, self._mail.store.analyzer.limits).subject
        if why is not None:
            to = file.folder
        wanted = act if why is None else None
        return Step(file, verdict.label, verdict.probability, wanted, to, why, subject)

    def _objection(
        self, act: Act, file: File, to: str, message: tuple[Identity, bytes]
    ) -> str | None:
        """Return why something is not done after all; a person has the last word."""
        if act in self._done and (act.what == MARK or act.digest not in self._still(to)):
            return "it was put back by hand"
        if act.what == MARK and file.state == "new":
            return "no mail program has seen it yet"
        label = self._mail.store._labels([message])[0] if act.what == FILE else None
        return None if label in (None, self._mail.settings.spam) else f"it was learned as {label}"

    def _still(self, folder: str) -> set[bytes]:
        """Return the messages that are still where they were put: others are copies of them."""
        if folder not in self._remaining:
            bases = {file.base for file in self._maildir.files(folder)}
            self._remaining[folder] = {
                known
                for place, known in self._places.seen.items()
                if place.folder == folder and place.base in bases
            }
        return self._remaining[folder]

    def _wanted(self, file: File, verdict: Verdict) -> tuple[str | None, str]:
        """Return what the verdict asks for, and the folder for that."""
        if verdict.label == self._mail.settings.spam:
            return FILE, self.junk
        if verdict.label == UNSURE and self._choices.is_flagging and FLAG not in file.flags:
            return MARK, file.folder
        if verdict.label == UNSURE and self._choices.unsure not in (None, file.folder):
            return SET_ASIDE, str(self._choices.unsure)
        return None, file.folder

    def carry_out(self, steps: list[Step]) -> Generator[tuple[Step, OSError | None], None, None]:
        """Do what is to be done, and remember it: see `priory.mailfilter.sorting.execution`."""
        return carry_out(steps, self._maildir, self._places)
