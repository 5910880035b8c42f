"""Report of a sort: what was learned and done, as text or JSON."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from priory._show import counted, dump, path_text, shown
from priory.cli._errors import render, render_os
from priory.cli._progress import Progress
from priory.cli.mail._paths import complain
from priory.cli.mailfilter._outcomes import SPENT
from priory.mailfilter._header import rounded_down
from priory.mailfilter.settings import UNSURE
from priory.mailfilter.sorting.names import called
from priory.mailfilter.sorting.steps import FILE, MARK, SET_ASIDE

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator

    from priory.mail import Fault
    from priory.mailfilter.sorting.maildir import Maildir
    from priory.mailfilter.sorting.steps import LearnedMove, Step

__all__ = ["Report"]

_LONGEST = 60  # characters of a subject
_GONE = "another program moved or changed it meanwhile: it is judged again next time"
_KEPT = "read, answered, forwarded or flagged (--all sorts them, too)"
_HEAD = ("verdict", "prob.", "from", "what", "subject")


class Report:
    """Tells what is done, as it is done.

    Parameters
    ----------
    options : argparse.Namespace
        What the command was given.
    maildir : Maildir
        The Maildir.

    Attributes
    ----------
    broken_off : str
        Why what was not even tried was not done.
    n_kept : int
        Messages that were left because a person has read, answered or flagged them.
    wanted : list of (str, int)
        How many more messages of which class should be learned.
    unlearned : dict of str to str
        The classes that have a folder and were never learned, and their folders.
    """

    def __init__(self, options: argparse.Namespace, maildir: Maildir) -> None:
        self._is_json: bool = options.json
        self._is_trial: bool = options.dry_run
        self._maildir = maildir
        self._labels: Counter[str] = Counter()
        self._acts: Counter[str] = Counter()
        self._filed: Counter[str] = Counter()
        self._lessons: Counter[str] = Counter()
        self._has_fault = False
        self._told: set[tuple[str, str]] = set()
        self.broken_off = "see below"
        self.n_kept = 0
        self.wanted: list[tuple[str, int]] = []
        self.unlearned: dict[str, str] = {}

    @property
    def has_begun(self) -> bool:
        """Whether there is anything to tell."""
        return bool(self._labels or self._lessons)

    @property
    def exit_code(self) -> int:
        """2 if something could not be read, moved or learned."""
        return 2 if self._has_fault else 0

    def fault(self, fault: Fault) -> None:
        """Say what could not be read, once; what is gone was moved by somebody else."""
        if (fault.place, fault.code) in self._told:  # messages are read to learn, and to judge
            return
        self._told.add((fault.place, fault.code))
        is_gone = fault.code == "gone"
        self._has_fault = self._has_fault or not is_gone
        complain(f"{fault.place}: {_GONE}" if is_gone else render(fault))

    def failed(self, step: Step, error: OSError) -> None:
        """Say what could not be done."""
        is_gone = isinstance(error, FileNotFoundError)
        self._has_fault = self._has_fault or not is_gone
        why = _GONE if is_gone else f"it cannot be moved and stays: {render_os(error, '')}"
        step.why = why
        complain(f"{self._maildir.path(step.file)}: {why}")

    def learned(self, learned: LearnedMove) -> None:
        """Note what was learned."""
        self._lessons[learned.label] += learned.outcome in ("learned", "corrected")
        if self._is_json:
            place = self._place(learned)
            dump({**place, "learned": learned.label, "outcome": learned.outcome})
        if learned.outcome == "spent":
            self._has_fault = True
            complain(f"{self._maildir.path(learned.file)}: {SPENT}")

    def judged(self, steps: Iterator[Step], size: Callable[[], int]) -> list[Step]:
        """Gather what is to be done, and show how far that is."""
        gathered: list[Step] = []
        with Progress(size, thing="message") as progress:
            for step in steps:
                self._labels[step.label] += 1
                n_judged = self._labels.total()
                progress.update(n_judged, n_judged)
                if self._is_json or step.act is not None or step.why is not None:
                    gathered.append(step)
        return gathered

    def show(self, steps: list[Step]) -> None:
        """Show what was done to which messages, or would be."""
        for step in steps:
            if step.act is not None and (step.is_done or self._is_trial):
                self._acts[step.act.what] += 1
                self._filed[called(step.to)] += step.act.what == FILE
        if self._is_json:
            for step in steps:
                dump(self._as_json(step))
        elif steps:
            rows = [_HEAD, *map(self._row, steps)]
            widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
            for row in rows:
                print("  ".join(map(str.ljust, row, widths)).rstrip())

    def sum_up(self) -> None:
        """Say in a line what was done."""
        if self._is_json:
            dump({"summary": self._summary()})
            return
        would = "would be " if self._is_trial else ""
        named = ", ".join(f"{n:,} {shown(label)}" for label, n in sorted(self._labels.items()))
        told = [f"{counted(self._labels.total(), 'message')}{f' ({named})' if named else ''}"]
        told += [f"{n:,} {would}{what}" for what, n in self._done()]
        told += [f"{n:,} {would}learned as {label}" for label, n in self._lessons.items() if n]
        if self.n_kept:
            told.append(f"{self.n_kept:,} left because {_KEPT}")
        wanted = self._wanted() if self._labels[UNSURE] else ""
        print(", ".join(told) + (f"; {wanted}" if wanted else ""))

    def _done(self) -> list[tuple[str, int]]:
        """Return what was done to how many messages, in words."""
        filed = [(f"filed into {shown(name)}", n) for name, n in sorted((+self._filed).items())]
        others = {MARK: "flagged", SET_ASIDE: "set aside"}
        return filed + [(words, n) for what, words in others.items() if (n := self._acts[what])]

    def _wanted(self) -> str:
        """Say why so many are unsure, while little was learned."""
        numbers = [f"{n:,} of {shown(name)}" for name, n in self.wanted]
        return f"for fewer unsure, learn more messages: {', '.join(numbers)}" if numbers else ""

    def _summary(self) -> dict[str, object]:
        return {
            "verdicts": dict(sorted(self._labels.items())),
            "actions": dict(sorted(self._acts.items())),
            "filed": {path_text(name): n for name, n in sorted((+self._filed).items())},
            "learned": {label: n for label, n in self._lessons.items() if n},
            "left": self.n_kept,
            "wanted": dict(self.wanted),
            "unlearned": {label: path_text(name) for label, name in self.unlearned.items()},
        }

    def _row(self, step: Step) -> tuple[str, ...]:
        subject = shown(step.subject or "")
        if len(subject) > _LONGEST:
            subject = f"{subject[:_LONGEST]}..."
        folder = shown(called(step.file.folder))
        share = rounded_down(step.probability) if step.probability else "-"
        return shown(step.label), share, folder, self._what(step), subject

    def _what(self, step: Step) -> str:
        if step.act is None:
            return f"stays: {shown(step.why or '')}"
        if not step.is_done and not self._is_trial:
            return "stays: see above" if step.why else f"not done: {self.broken_off}"
        if step.act.what == MARK:
            return "is flagged"
        return f"goes to {shown(called(step.to))}"

    def _as_json(self, step: Step) -> dict[str, object]:
        return {
            **self._place(step),
            "verdict": step.label,
            "probability": step.probability or None,  # 0 is that of no class
            "action": "leave" if step.act is None else step.act.what,
            "to": path_text(called(step.to)),
            "done": step.is_done,
            "why": step.why,
        }

    def _place(self, found: Step | LearnedMove) -> dict[str, str]:
        file = found.file
        return {
            "file": path_text(self._maildir.path(file)),
            "folder": path_text(called(file.folder)),
        }
