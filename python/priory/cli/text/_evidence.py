"""How an explanation is shown."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Any

from priory.cli._show import number, shown, table
from priory.cli.text._model import UNDECIDED, plain, spelled

if TYPE_CHECKING:
    from priory.text import Evidence, TextExplanation

__all__ = ["as_json", "report"]

MOST_CHARACTERS = 2000  # of a text that is shown with its words marked
MOST_LABELS = 5
MOST_UNKNOWN = 20
WIDTH = 80  # of the text with its marks


def as_json(explanation: TextExplanation) -> dict[str, Any]:
    """Return all that an explanation has, as JSON can hold it."""
    labels = list(map(plain, explanation.classes))

    def by_label(values: Any) -> dict[Any, Any]:
        return dict(zip(labels, map(number, values), strict=True))

    return {
        "label": plain(explanation.label),
        "probabilities": by_label(explanation.probabilities),
        "joint_log_proba": by_label(explanation.joint_log_proba),
        "prior": by_label(explanation.prior),
        "absent": by_label(explanation.absent),
        "evidence": [
            {
                "word": evidence.word,
                "count": int(evidence.count),
                "places": [list(map(int, place)) for place in evidence.places],
                "contributions": by_label(evidence.contributions),
            }
            for evidence in explanation.evidence
        ],
        "unknown": list(explanation.unknown),
    }


def report(explanation: TextExplanation, most_words: int) -> str:
    """Lay out an explanation for people.

    Parameters
    ----------
    explanation : TextExplanation
        What `TextClassifier.explain` returned.
    most_words : int
        How many words are shown one by one.

    Returns
    -------
    str
        The labels, a table of what spoke, the unknown words, and the text with its words marked.
    """
    ranked = [int(place) for place in (-explanation.joint_log_proba).argsort(kind="stable")]
    pair = ranked[:2]
    strongest = _strongest(explanation.evidence, pair, most_words)
    sections = [] if explanation.label is not None else [f"No label: {UNDECIDED}"]
    sections += [_verdict(explanation, ranked), _spoken(explanation, pair, strongest)]
    if explanation.unknown:
        sections.append(_unknown(list(map(shown, explanation.unknown))))
    if strongest and len(explanation.text) <= MOST_CHARACTERS:
        sections.append(_marked(explanation, pair, strongest))
    return "\n\n".join(sections)


def _verdict(explanation: TextExplanation, ranked: list[int]) -> str:
    """Lay out the labels with their probabilities, the best first."""
    names, shares = explanation.classes, explanation.probabilities
    rows = [[shown(spelled(names[c])), f"{shares[c]:.4f}"] for c in ranked[:MOST_LABELS]]
    if len(ranked) > MOST_LABELS:
        rest = sum(float(shares[c]) for c in ranked[MOST_LABELS:])
        rows.append([f"{len(ranked) - MOST_LABELS} others", f"{rest:.4f}"])
    return table(["label", "probability"], rows)


def _spoken(explanation: TextExplanation, pair: list[int], strongest: list[Evidence]) -> str:
    """Lay out what spoke for the best label and for the next: each column adds up."""
    names = [shown(spelled(explanation.classes[c])) for c in pair]
    rows = [_line("(prior)", "", explanation.prior, pair)]
    rows += [_line(shown(e.word), f"{e.count:g}", e.contributions, pair) for e in strongest]
    named = set(map(id, strongest))
    if others := [e for e in explanation.evidence if id(e) not in named]:
        total = sum(e.contributions for e in others)
        rows.append(_line(f"({len(others)} other words)", "", total, pair))
    if explanation.absent.any():
        rows.append(_line("(absent words)", "", explanation.absent, pair))
    rows.append(_line("(sum)", "", explanation.joint_log_proba, pair))
    return table(["word", "count", *names, "difference"][: len(rows[0])], rows)


def _line(name: str, count: str, values: Any, pair: list[int]) -> list[str]:
    """Return a row of the table: for each label a logarithm, and the difference of the two."""
    numbers = [f"{values[c]:.2f}" for c in pair]
    return [name, count, *numbers, *(f"{d:+.2f}" for d in _difference(values, pair))]


def _difference(values: Any, pair: list[int]) -> list[float]:
    """Return how much something speaks for the best label against the next, if there is one."""
    first, *second = (float(values[c]) for c in pair)
    return [first - other for other in second]


def _strongest(evidence: list[Evidence], pair: list[int], most: int) -> list[Evidence]:
    """Choose the words that speak loudest, for or against, and leave them in their order."""
    loudness = [-abs(_difference(e.contributions, pair)[0]) if pair[1:] else 0 for e in evidence]
    places = sorted(range(len(evidence)), key=loudness.__getitem__)[:most]
    return [evidence[place] for place in sorted(places)]


def _unknown(words: list[str]) -> str:
    more = len(words) - MOST_UNKNOWN
    end = f" and {more} more" if more > 0 else ""
    return f"Unknown words: {', '.join(words[:MOST_UNKNOWN])}{end}"


def _marked(explanation: TextExplanation, pair: list[int], strongest: list[Evidence]) -> str:
    """Return the text with marks: + where a word speaks for the label, - where against it."""
    signs = [(_sign(e, pair), place) for e in strongest for place in e.places]
    text, pieces, end = explanation.text, [], 0
    for sign, (start, stop) in sorted(signs, key=lambda found: found[1]):
        if start >= end:  # of places that overlap, the first is marked
            pieces += [text[end:start], f"[{sign}{text[start:stop]}]"]
            end = stop
    lines = "".join([*pieces, text[end:]]).splitlines()
    return "\n".join(textwrap.fill(shown(line), WIDTH) for line in lines)


def _sign(evidence: Evidence, pair: list[int]) -> str:
    """Return + for a word that speaks for the label, - for one against it."""
    for difference in _difference(evidence.contributions, pair):
        if difference != 0:
            return "+" if difference > 0 else "-"
    return ""
