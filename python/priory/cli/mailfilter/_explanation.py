"""The evidence for and against a verdict, as plain text, on a terminal, and as JSON.

What comes from the message never breaks its line.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from priory._show import counted, number, shown, table
from priory.cli._terminal import label_style, share_table, weight_table
from priory.cli.mailfilter._origins import by_origin, grouped
from priory.cli.mailfilter._verdict import label_styles, missing, verdict_json
from priory.mail import Message
from priory.mailfilter.settings import UNSURE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rich.console import Console

    from priory.cli.mailfilter._origins import Group
    from priory.mailfilter import Evidence, MailFilter, Settings, Verdict

__all__ = ["Explanation", "as_json", "cut", "draw", "explained", "report"]

MOST_CLASSES = 4  # that have a column
LONGEST = 60  # characters of a token or a subject


class Explanation(NamedTuple):
    """A verdict, and what is needed to show it."""

    place: str
    subject: str
    verdict: Verdict
    messages: Mapping[str, int]  # learned of each class
    top: int
    settings: Settings  # by which it was judged
    missing: Mapping[str, int]  # messages that would make it surer, by class

    @property
    def heading(self) -> str:
        """What the message is taken for, in a line."""
        label, share = self.verdict.label, f"{self.verdict.probability:.4f}"
        if not self.verdict.probabilities:
            return label
        return (
            f"{label} ({share if label == self.verdict.best else self.verdict.best + ' ' + share})"
        )

    @property
    def why(self) -> str:
        """Why the verdict is unsure, or not that of the evidence, if it is."""
        if self.verdict.never_junk:
            return f"Never junk: {self.verdict.never_junk} is on the list, whatever the evidence."
        return f"Unsure: {self.verdict.why_unsure}." if self.verdict.why_unsure else ""

    @property
    def ranked(self) -> list[str]:
        """The classes, the most probable first."""
        shares = self.verdict.probabilities
        return sorted(shares, key=shares.__getitem__, reverse=True)

    @property
    def class_rows(self) -> list[list[str]]:
        """The rows of the table of classes: each with its probability."""
        shares = self.verdict.probabilities
        return [[shown(name), f"{shares[name]:.4f}"] for name in self.ranked]

    @property
    def evidence_head(self) -> list[str]:
        """The head of the table of evidence."""
        of_classes = [f"of {self.messages[name]:,} {name}" for name in self.ranked[:MOST_CLASSES]]
        # With lessons a token counts once, however often it occurs.
        parts = ["counts", "lessons"] if self._has_lessons else ["here"]
        return ["token", "weight", *parts, *map(shown, of_classes)]

    @property
    def evidence_rows(self) -> list[list[str]]:
        """The rows of the table of evidence: what speaks for the class, against it, and the sum."""
        evidence = self.verdict.evidence
        best = [one for one in evidence if one.weight >= 0][: self.top]
        against = [one for one in evidence if one.weight < 0][: self.top]
        told = {one.token for one in (*best, *against)}
        rows = [["(before any token)", f"{self.verdict.base:+.2f}"]]
        rows += map(self._row, (*best, *reversed(against)))
        for group in grouped(one for one in evidence if one.token not in told):
            rows.append([f"({group.name})", *self._parts(group)])
        rows.append(["(log-odds)", f"{self.verdict.log_odds:+.2f}"])
        width = len(self.evidence_head)
        return [row + [""] * (width - len(row)) for row in rows]

    @property
    def meaning(self) -> list[str]:
        """What the weights of the table mean, a sentence a line."""
        best, other = shown(self.verdict.best), shown(self.verdict.against or "")
        known, unknown = len(self.verdict.evidence), self.verdict.n_unknown
        parts = ["A weight is what counts say and what mistakes taught, the lessons."]
        return [
            f"Weights above 0 speak for {best}, below 0 for {other}; they add up to the log-odds.",
            *(parts if self._has_lessons else []),
            f"{counted(known, 'known token')}, {unknown:,} unknown.",
        ]

    def _row(self, one: Evidence) -> list[str]:
        names = list(self.verdict.probabilities)
        counts = dict(zip(names, one.messages, strict=True))
        columns = [f"{counts[name]:,}" for name in self.ranked[:MOST_CLASSES]]
        here = [] if self._has_lessons else [f"{one.occurrences:,}"]
        return [cut(one.token), *self._parts(one), *here, *columns]

    @property
    def _has_lessons(self) -> bool:
        return self.settings.event == "lessons"

    def _parts(self, one: Evidence | Group) -> list[str]:
        """Return a weight, and the parts that it has."""
        parts = [one.weight - one.lesson, one.lesson] if self._has_lessons else []
        return [f"{part:+.2f}" for part in (one.weight, *parts)]


def explained(mail: MailFilter, place: str, raw: bytes, top: int) -> Explanation:
    """Judge a message, and gather what is needed to show why."""
    with mail.store.reading():  # what is shown belongs together, whoever learns meanwhile
        verdict = mail.explain(raw)
        learned, more = {one.name: one.messages for one in mail.store.classes}, missing(mail)
    subject = Message.parse(raw, mail.store.analyzer.limits).subject or ""
    return Explanation(place, subject, verdict, learned, top, mail.settings, more)


def cut(text: str) -> str:
    """Return a text on one line, and not too much of it."""
    return shown(text if len(text) <= LONGEST else f"{text[:LONGEST]}...")


def report(found: Explanation) -> str:
    """Lay out an explanation for the terminal."""
    lines = [f"{shown(found.place)}: {shown(found.heading)}"]
    lines += [f"  Subject: {cut(found.subject)}"] if found.subject else []
    lines += [shown(found.why)] if found.why else []
    if found.verdict.against is None:
        return "\n".join(lines)
    classes = table(["class", "probability"], found.class_rows)
    evidence = table(found.evidence_head, found.evidence_rows)
    return "\n".join([*lines, "", classes, "", evidence, "", *found.meaning])


def draw(found: Explanation, out: Console) -> None:
    """Draw an explanation on a terminal: with colours and bars."""
    label, rest = shown(found.verdict.label), found.heading.removeprefix(found.verdict.label)
    styles = label_styles(found.settings)
    # A path is not broken where it has blanks, so that it can be copied.
    out.print(f"{shown(found.place)}: ", end="", soft_wrap=True)
    out.print(label, style=label_style(label, styles), end="")
    out.print(shown(rest))
    if found.subject:
        out.print(f"  Subject: {cut(found.subject)}")
    if found.why:
        out.print(shown(found.why), style=styles[UNSURE])
    if found.verdict.against is None:
        return
    out.print()
    out.print(share_table(["class", "probability"], found.class_rows))
    out.print()
    out.print(weight_table(found.evidence_head, found.evidence_rows, 1))
    out.print()
    out.print(*found.meaning, sep="\n")


def as_json(found: Explanation) -> dict[str, Any]:
    """Return all that an explanation has, as JSON can hold it."""
    verdict = found.verdict
    names = list(verdict.probabilities)
    return {
        "subject": found.subject,
        **verdict_json(verdict, found.missing),
        "against": verdict.against,
        "base": number(verdict.base),
        "evidence": [
            {
                "token": one.token,
                "weight": number(one.weight),
                "lesson": number(one.lesson),
                "occurrences": one.occurrences,
                "messages": dict(zip(names, one.messages, strict=True)),
            }
            for one in verdict.evidence
        ],
        "origins": [
            {
                "origin": one.origin,
                "tokens": one.tokens,
                "weight": number(one.weight),
                "lesson": number(one.lesson),
            }
            for one in by_origin(verdict.evidence)
        ],
        "unknown": verdict.n_unknown,
    }
