"""Reports as JSON: everything, by names that stay."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any

from priory._show import number, path_text

if TYPE_CHECKING:
    from priory.evaluate.report.report import Mistake, Report, Result

__all__ = ["VERSION", "to_json"]

VERSION = 1  # of the names below: another one where a name goes or means something else


def to_json(report: Report, *, with_outcomes: bool = False) -> dict[str, Any]:
    """Return all that a report has, as JSON can hold it.

    Parameters
    ----------
    report : Report
        The report.
    with_outcomes : bool, default=False
        Whether to add what each filter said of each message, which may be long.

    Returns
    -------
    dict
        In this order:

        - ``version``: of these names, 1.
        - ``title``, ``spam`` (the class that is spam), ``partial`` (whether it was interrupted),
          ``unjudged`` (filters that were interrupted before they judged a message), ``failures``
          (``filter``, ``reason``), ``duration`` (seconds, or null), ``level`` (of the intervals).
        - ``filters``: for each filter ``filter``, ``protocol``, ``partial``, ``messages`` (judged),
          ``measures`` and ``intervals`` by the names of `Measures`, ``roc`` (pairs of the share of
          ham lost and of spam caught), ``histogram`` (``edges``, ``ham``, ``spam``, or null),
          ``reliability`` (``mean_probability``, ``spam_share``, ``messages``), ``learning``
          (by the names of `Point`), ``confusion`` (``truth``, ``verdict``,
          ``messages``), ``twins`` (``judged``, and of these ``with_twin``: the filter had learned
          the same text before; or null where they were not looked for), and with outcomes
          ``outcomes`` by the names of `Outcome`.
        - ``comparisons``: ``one`` and ``other`` (names of filters), ``messages``, ``runs``, and
          ``cost``, ``ham_lost`` and ``spam_missed`` by the names of `Contest`.
        - ``mistakes``: ``place``, ``truth``, ``verdict``, ``probability``, ``from``, ``subject``,
          ``evidence`` (``token``, ``weight``), ``start`` (what a cold start had learned),
          ``command``.
        - ``conflicts``: lists of ``place`` and ``label``, a list for messages of the same text
          that have different classes.

        Infinities and NaN are strings, and bytes of names that are not UTF-8 are spelled out.
    """
    return {
        "version": VERSION,
        "title": _plain(report.title),
        "spam": report.spam,
        "partial": report.is_partial,
        "unjudged": _plain(report.unjudged),
        "failures": _plain(report.failures),
        "duration": _plain(report.duration),
        "level": _plain(report.level),
        "filters": [_result(result, with_outcomes=with_outcomes) for result in report.results],
        "comparisons": _plain(report.comparisons),
        "mistakes": [_mistake(mistake) for mistake in report.mistakes],
        "conflicts": _plain(report.conflicts),
    }


def _result(result: Result, *, with_outcomes: bool) -> dict[str, Any]:
    trial = result.trial
    found = {
        "filter": trial.filter,
        "protocol": trial.protocol,
        "partial": trial.is_partial,
        "messages": len(trial.outcomes),
        "measures": _plain(result.measures),
        "intervals": _plain(result.intervals),
        "roc": _plain(result.roc),
        "histogram": _plain(result.histogram),
        "reliability": _plain(result.reliability),
        "learning": _plain(result.learning),
        "confusion": [
            {"truth": truth, "verdict": verdict, "messages": n}
            for (truth, verdict), n in sorted(result.confusion.items())
        ],
        "twins": _plain(result.twins),
    }
    return found | ({"outcomes": _plain(trial.outcomes)} if with_outcomes else {})


def _mistake(mistake: Mistake) -> dict[str, Any]:
    found = _plain(mistake)
    found["from"] = found.pop("sender")
    return {**found, "command": mistake.command}


def _plain(value: Any) -> Any:
    """Return a value of any of our types as dicts, lists, strings and numbers."""
    if isinstance(value, str):
        return path_text(value)
    if value is None or isinstance(value, (int, float)):
        return number(value) if isinstance(value, float) else value
    if isinstance(value, Mapping):
        return {key: _plain(one) for key, one in value.items()}
    if is_dataclass(value):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    if hasattr(value, "_asdict"):
        return _plain(value._asdict())
    return [_plain(one) for one in value]
