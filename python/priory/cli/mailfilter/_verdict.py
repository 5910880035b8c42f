"""A verdict as an exit code, as a line and as JSON, and what would make it surer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from priory._show import number
from priory.cli.mail._paths import complain
from priory.mailfilter._cold_start import shortage
from priory.mailfilter.settings import UNSURE

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from priory.mailfilter import MailFilter, Settings, Verdict

__all__ = ["exit_code", "label_styles", "line", "missing", "tell_missing", "verdict_json"]


def label_styles(settings: Settings) -> dict[str, str]:
    """Return how terminals show verdicts; classes of other names look alike."""
    return {settings.spam: "bold red", settings.ham: "bold green", UNSURE: "bold yellow"}


def exit_code(verdict: Verdict, settings: Settings) -> int:
    """Return the exit code of a verdict: 0 for spam, 2 for unsure, 1 for ham and all else."""
    return {settings.spam: 0, UNSURE: 2}.get(verdict.label, 1)


def line(verdict: Verdict) -> str:
    """Return a verdict and the probability of the best class, or that it was not decided by it."""
    best = f"{verdict.best}={verdict.probability:.4f}" if verdict.posterior else "-"
    best = "never-junk" if verdict.never_junk else best
    return f"{verdict.label:<6}  {best:<11}"


def missing(mail: MailFilter) -> dict[str, int]:
    """Return how many more messages of which classes the filter wants before it is sure."""
    return dict(shortage(mail.store.classes, mail.settings))


def tell_missing(more: Mapping[str, int], learned: Sequence[str]) -> None:
    """Say on standard error what to learn while little was learned, and of which classes."""
    if more:
        few = "few messages were" if len(learned) > 1 else f"only {''.join(learned)} was"
        each = ", ".join(f"{n:,} more of {name}" for name, n in more.items())
        complain(f"unsure because {few if learned else 'nothing was'} learned: learn {each}")


def verdict_json(verdict: Verdict, more: Mapping[str, int]) -> dict[str, Any]:
    """Return a verdict for JSON, with what would make it surer."""
    return {
        "verdict": verdict.label,
        "best": verdict.best if verdict.posterior else None,
        "probability": verdict.probability if verdict.posterior else None,
        "probabilities": verdict.probabilities,
        "log_odds": number(verdict.log_odds),
        "why_unsure": verdict.why_unsure,
        "never_junk": verdict.never_junk,
        "missing": dict(more) if verdict.label == UNSURE else {},
    }
