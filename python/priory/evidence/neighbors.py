"""Explanations of nearest-neighbour predictions: the neighbours and their votes."""

from __future__ import annotations

from typing import Any

import numpy as np

from priory._page import escaped
from priory._page import table as html_table
from priory._show import cut, json_line, number, ranked_classes, spelled, table
from priory.evidence.frame import package_of
from priory.evidence.page import STYLE_OF_TEXT, text_lines, whole
from priory.evidence.plain import label_key
from priory.mail import Message
from priory.neighbors._layout import which

__all__ = ["NONE", "class_table", "to_frame", "to_html", "to_json", "to_text", "vote_tables"]

DISTANCE = 2  # the column of distances, whose sign is none that would be coloured
MOST_WORDS = 3  # of those that two texts share, in a table
MOST_CHARACTERS = 2000  # of a text on a page
NONE = (
    "No word of the text is in use, so no text is near to it: these are the shares of the labels "
    "among all texts that were learned."
)


def to_text(explanation: Any, *, n: int = 20) -> str:
    """Lay out the nearest texts as tables for the terminal.

    Parameters
    ----------
    explanation : TextNeighborsExplanation
        What `TextNeighbors.explain` returned.
    n : int, default=20
        How many neighbours are shown, the nearest ones.

    Returns
    -------
    str
        The classes, the neighbours that voted for the label, and those that did not. The votes of
        the former, with the prior, add up to the probability of the label.
    """
    sections = [table(*class_table(explanation))]
    if not explanation.neighbors:
        return "\n\n".join([*sections, NONE])
    sections += [f"{title}\n{table(*rows)}" for title, rows in vote_tables(explanation, n)]
    return "\n\n".join(sections)


def to_html(explanation: Any, *, n: int = 20, fragment: bool = False) -> str:
    """Lay out the nearest texts as HTML.

    Everything is escaped, what would turn text around or is not seen is spelled out, and a page has
    no scripts and forbids browsers to run or load any.

    Parameters
    ----------
    explanation : TextNeighborsExplanation
        What `TextNeighbors.explain` returned.
    n : int, default=20
        How many neighbours are shown, the nearest ones.
    fragment : bool, default=False
        Whether to return one ``<div>`` for a page that is there, instead of a whole page.

    Returns
    -------
    str
    """
    parts = [f"<h1>{escaped(spelled(explanation.label))}</h1>\n"]
    parts += [html_table(*class_table(explanation), 1), STYLE_OF_TEXT, _block(explanation.text)]
    if not explanation.neighbors:
        parts.append(f"<p>{NONE}</p>\n")
    for title, rows in vote_tables(explanation, n):
        parts.append(f"<p>{escaped(title)}</p>\n{html_table(*rows, DISTANCE)}")
    for each in explanation.neighbors[:n]:
        parts.append(f"<h2>{escaped(spelled(each.label))}, {each.distance:.4f}</h2>\n")
        parts.append(_block(each.text))
    return whole("".join(parts), fragment=fragment)


def to_json(explanation: Any) -> str:
    """Return all that an explanation by neighbours has, as one line of JSON.

    Parameters
    ----------
    explanation : TextNeighborsExplanation
        What `TextNeighbors.explain` returned.

    Returns
    -------
    str
        An object in ASCII. The text of a message is its subject and what its reader sees.
    """
    labels = list(map(label_key, explanation.classes))

    def by_label(values: Any) -> dict[Any, Any]:
        return dict(zip(labels, map(number, values), strict=True))

    return json_line(
        {
            "label": label_key(explanation.label),
            "probabilities": by_label(explanation.probabilities),
            "prior": by_label(explanation.prior),
            "neighbors": [_entry(each) for each in explanation.neighbors],
        }
    )


def to_frame(explanation: Any, *, library: str | None = None) -> Any:
    """Return the nearest texts as a data frame, with a row for each.

    Parameters
    ----------
    explanation : TextNeighborsExplanation
        What `TextNeighbors.explain` returned.
    library : {"pandas", "polars"}, default=None
        Whose data frame to make; None takes the first that is installed.

    Returns
    -------
    DataFrame
        The columns ``text``, ``label``, ``distance``, ``vote``, ``index`` and ``words``, which are
        the words that both texts have.
    """
    package = package_of(library)
    near = explanation.neighbors
    names = ("text", "label", "distance", "vote", "index")
    columns = {name: [getattr(each, name) for each in near] for name in names}
    return package.DataFrame(columns | {"words": [list(each.words) for each in near]})


def class_table(explanation: Any) -> tuple[list[str], list[list[str]]]:
    """Return the head and the rows of a table of the classes, the most probable first."""
    return ranked_classes(
        explanation, np.argsort(-explanation.probabilities, kind="stable").tolist()
    )


def vote_tables(explanation: Any, n: int) -> list[tuple[str, tuple[list[str], list[list[str]]]]]:
    """Return tables of neighbours, each with its title: those for the label, and all others."""
    near, label = explanation.neighbors, explanation.label
    own = [each for each in near if each.label == label]
    others = [each for each in near if each.label != label]
    shown = cut(spelled(label))
    named = [
        (f"{shown}, because of {which(len(own), len(near), 'text')}:", own, explanation),
        (f"Not {shown}: {which(len(others), len(near), 'text')}:", others, None),
    ]
    return [(title, _table(some, near[:n], prior)) for title, some, prior in named if some]


def _table(some: list[Any], seen: list[Any], prior: Any) -> tuple[list[str], list[list[str]]]:
    """Return the head and the rows of a table of those neighbours that shall be seen."""
    rows = [_row(each) for each in some if each in seen]
    if unseen := len(some) - len(rows):
        rows.append([f"({unseen} more)", "", "", _amount(sum(e.vote for e in some[-unseen:])), ""])
    if prior is not None and prior.prior.any():
        rows.append(["(prior)", "", "", _amount(prior.prior[prior.probabilities.argmax()]), ""])
    head = ["text", "label", "distance", "vote", "shared words"]
    n_columns = len(head) - (not any(each.words for each in some))
    return head[:n_columns], [row[:n_columns] for row in rows]


def _row(neighbor: Any) -> list[str]:
    return [
        cut(" ".join(_readable(neighbor.text)[:MOST_CHARACTERS].split())),
        cut(spelled(neighbor.label)),
        f"{neighbor.distance:.4f}",
        _amount(neighbor.vote),
        cut(", ".join([*neighbor.words][:MOST_WORDS])),
    ]


def _amount(vote: float) -> str:
    return f"{vote:.4f}"


def _entry(neighbor: Any) -> dict[str, Any]:
    """Return a neighbour as JSON can hold it."""
    return {
        "text": _readable(neighbor.text),
        "label": label_key(neighbor.label),
        "distance": number(neighbor.distance),
        "vote": number(neighbor.vote),
        "index": neighbor.index,
        "words": {word: number(amount) for word, amount in neighbor.words.items()},
    }


def _block(text: Any) -> str:
    """Return the beginning of a text as it may stand in a page."""
    seen = _readable(text)
    more = "..." if len(seen) > MOST_CHARACTERS else ""
    return f'<div class="text" dir="auto">{text_lines(seen[:MOST_CHARACTERS])}{more}</div>\n'


def _readable(text: Any) -> str:
    """Return a text, or of a message its subject and what its reader sees."""
    if isinstance(text, str):
        return text
    message = Message.parse(text)
    return "\n".join(filter(None, (message.subject, message.text)))
