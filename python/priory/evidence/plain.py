"""Explanations as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from priory._show import json_line, number, plain
from priory.evidence._layout import is_of_text, name_of
from priory.evidence._odds import Odds

if TYPE_CHECKING:
    from collections.abc import Iterator

    from priory.naive_bayes import Explanation

__all__ = ["label_key", "to_json"]


def to_json(explanation: Explanation, *, against: Any = None) -> str:
    """Return all that an explanation has, as one line of JSON.

    Parameters
    ----------
    explanation : Explanation or TextExplanation
        What `explain` returned, of a row or of a text.
    against : label, default=None
        The class that the most probable one is held against in ``weight``; None is the runner-up.
        If it is the most probable one, the runner-up is held against it.

    Returns
    -------
    str
        An object in ASCII. Numbers that JSON has not are strings, as ``"-inf"``.

    Examples
    --------
    >>> import json
    >>> from priory import TextClassifier
    >>> from priory.evidence import to_json
    >>> model = TextClassifier().fit(["buy now", "see you now"], ["spam", "ham"])
    >>> found = json.loads(to_json(model.explain("Buy!")))
    >>> found["label"], found["against"], found["evidence"][0]["word"]
    ('spam', 'ham', 'buy')
    """
    odds = Odds.of(explanation, against)
    labels = list(map(label_key, explanation.classes))

    def by_label(values: Any) -> dict[Any, Any]:
        return dict(zip(labels, map(number, values.tolist()), strict=True))

    found = {
        "label": _value(explanation.label),
        "of": labels[odds.pair[0]],
        "against": labels[odds.pair[1]] if len(odds.pair) > 1 else None,
        "kind": explanation.kind,
        "probabilities": by_label(explanation.probabilities),
        "joint_log_proba": by_label(explanation.joint_log_proba),
        "prior": by_label(explanation.prior),
        "absent": by_label(explanation.absent),
        "evidence": list(_entries(odds, by_label)),
    }
    if explanation.remainder is not None:
        found["remainder"] = by_label(explanation.remainder)
    if is_of_text(explanation):
        of_text: Any = explanation
        found["unknown"] = list(of_text.unknown)
    return json_line(found)


def _entries(odds: Odds, by_label: Any) -> Iterator[dict[str, Any]]:
    explanation: Any = odds.explanation
    thing, amount = name_of(explanation)
    places = explanation.places if is_of_text(explanation) else None
    for i in odds.order.tolist():
        entry = {thing: _value(explanation.features[i]), amount: _value(explanation.values[i])}
        if places is not None:
            entry["places"] = places[i]
        entry["weight"] = number(odds.weights[i])
        entry["contributions"] = by_label(explanation.contributions[i])
        yield entry


def label_key(label: Any) -> Any:
    """Return a label as a name in JSON: what it has no form for is spelled."""
    label = plain(label)
    return label if isinstance(label, str | int | float) else str(label)


def _value(value: Any) -> Any:
    """Return a value as JSON can hold it."""
    value = plain(value)
    if value is None or isinstance(value, str | int):
        return value
    return number(value) if isinstance(value, float) else str(value)
