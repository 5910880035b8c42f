"""Planner of a sort: judges messages, and decides what is to be done to each."""

from __future__ import annotations

from functools import cached_property
from itertools import tee
from typing import TYPE_CHECKING

from priory.mail.message import Message
from priory.mailfilter._journal import identify
from priory.mailfilter.settings import UNSURE
from priory.mailfilter.sorting.places import Act, Place
from priory.mailfilter.sorting.steps import FILE, FLAG, MARK, SET_ASIDE, Step

if TYPE_CHECKING:
    from collections.abc import Iterator

    from priory.mailfilter.filter import MailFilter
    from priory.mailfilter.sorting.contents import Contents
    from priory.mailfilter.sorting.filing import Filing
    from priory.mailfilter.sorting.maildir import File
    from priory.mailfilter.sorting.steps import Choices
    from priory.mailfilter.verdict import Verdict

__all__ = ["Planner"]

_HANDLED = frozenset("SRPF")  # seen, replied, passed on, flagged


class Planner:
    """Plans one sort, from what is remembered when it begins.

    Parameters
    ----------
    mail : MailFilter
        What judges.
    contents : Contents
        The messages of the Maildir.
    choices : Choices
        What the user chose.
    filing : Filing
        The folders of classes.
    """

    def __init__(
        self, mail: MailFilter, contents: Contents, choices: Choices, filing: Filing
    ) -> None:
        self._mail = mail
        self._contents = contents
        self._choices = choices
        self._filing = filing
        self._kept: set[File] = set()

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

    @property
    def n_kept(self) -> int:
        """The messages that were left because a person has read, answered or flagged them."""
        return len(self._kept)

    def _files(self) -> Iterator[File]:
        for folder in self._choices.folders:
            for file in self._contents.maildir.files(folder):
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
        return self._contents.places.seen

    @cached_property
    def _done(self) -> set[Act]:
        return self._contents.places.done

    def _messages(self) -> Iterator[tuple[File, bytes]]:
        for file in self._files():
            if (raw := self._contents.read(file)) is not None:
                yield file, raw

    def _step(self, file: File, raw: bytes, verdict: Verdict) -> Step:
        what, to = self._wanted(file, verdict)
        if what is None:
            return Step(file, verdict.label, verdict.probability, None, file.folder)
        digest = identify([raw])[0]
        act = Act(self._contents.known_by(file, digest), what)
        why = self._objection(act, file, (digest, raw), verdict.label)
        subject = Message.parse(raw, self._mail.store.analyzer.limits).subject
        if why is not None:
            to = file.folder
        wanted = act if why is None else None
        return Step(file, verdict.label, verdict.probability, wanted, to, why, subject)

    def _wanted(self, file: File, verdict: Verdict) -> tuple[str | None, str]:
        """Return what the verdict asks for, and the folder for that."""
        own = self._filing.folders.get(verdict.label)
        if own not in (None, file.folder):
            return FILE, str(own)
        if verdict.label == UNSURE and self._choices.is_flagging and FLAG not in file.flags:
            return MARK, file.folder
        if verdict.label == UNSURE and self._choices.unsure not in (None, file.folder):
            return SET_ASIDE, str(self._choices.unsure)
        return None, file.folder

    def _objection(
        self, act: Act, file: File, message: tuple[bytes, bytes], label: str
    ) -> str | None:
        """Return why something is not done after all; a person has the last word."""
        if act in self._done and act.digest not in self._remaining.get(act.what, ()):
            return "it was put back by hand"
        if act.what == MARK and file.state == "new":
            return "no mail program has seen it yet"
        learned = self._mail.store._labels([message])[0] if act.what == FILE else None
        return None if learned in (None, label) else f"it was learned as {learned}"

    @cached_property
    def _remaining(self) -> dict[str, set[bytes]]:
        """The messages that are still where they were put: others are copies of them."""
        return {what: self._still(folders) for what, folders in self._filing.homes.items()}

    def _still(self, folders: set[str]) -> set[bytes]:
        files = [file for one in folders for file in self._contents.maildir.files(one)]
        there = {Place(file.folder, file.base) for file in files}
        return {known for place, known in self._seen.items() if place in there}
