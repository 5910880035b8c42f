"""Parts of charts: elements of SVG, the frame with its axes, the legend."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from priory._page import escaped
from priory.evaluate.report._style import CHART

if TYPE_CHECKING:
    from collections.abc import Sequence

    from priory.evaluate.report._scale import Axis, Scale

__all__ = ["Frame", "Key", "element", "framed", "label", "place"]

LEFT, RIGHT, TOP, BOTTOM = 64.0, 18.0, 34.0, 50.0
ROW = 20.0  # pixels of a row of the legend
LETTER = 7.0  # pixels that a letter takes, about
LONGEST = 40  # letters of a name in the legend
SWATCH = 26.0  # pixels of the sample in front of a name
_NO_XML = re.compile("[\ufffe\uffff]")  # the rest is spelled out by `escaped`


class Key(NamedTuple):
    """An entry of the legend.

    Attributes
    ----------
    name : str
        What it stands for.
    color : str
        A name of `COLORS`.
    is_line : bool
        Whether it is shown as a line, and not as an area.
    """

    name: str
    color: str
    is_line: bool = True


@dataclass(frozen=True, slots=True)
class Frame:
    """The scales of a chart, and what is drawn of it before its data."""

    x: Scale
    y: Scale
    width: float
    height: float
    parts: tuple[str, ...]

    def chart(self, title: str, meaning: str, parts: Sequence[str]) -> str:
        """Return the whole chart: what it is called, what it means, and how it looks."""
        return element(
            "svg",
            {
                "xmlns": "http://www.w3.org/2000/svg",
                "class": "priory chart",
                "role": "img",
                "viewBox": f"0 0 {place(self.width)} {place(self.height)}",
                "width": place(self.width),
                "height": place(self.height),
            },
            element("title", {}, label(title)),
            element("desc", {}, label(meaning)),
            element("style", {}, CHART),
            element("text", {"class": "name", "x": place(LEFT), "y": "20"}, label(title)),
            *self.parts,
            *parts,
        )


def element(name: str, attributes: dict[str, str], *content: str) -> str:
    """Return an element whose content is markup; values of attributes are ours, or escaped."""
    head = "".join(f' {key}="{value}"' for key, value in attributes.items())
    return f"<{name}{head}>{''.join(content)}</{name}>"


def label(text: str) -> str:
    """Return a text as it may stand in SVG, within a page or alone."""
    return _NO_XML.sub("\N{REPLACEMENT CHARACTER}", escaped(text))


def place(pixels: float) -> str:
    """Return a place, no finer than eyes see."""
    return f"{pixels:.1f}".removesuffix(".0")


def framed(x: Axis, y: Axis, keys: Sequence[Key], width: float, height: float) -> Frame:
    """Draw the legend, the grid and the axes; more rows of the legend make the chart higher."""
    legend, below = _legend(keys, width)
    bottom = below + height - TOP - BOTTOM
    across, up = x.scale(LEFT, width - RIGHT), y.scale(bottom, below)
    parts = [
        *legend,
        *(_tick_below(across.at(at), name, below, bottom) for at, name in across.ticks()),
        *(_tick_left(up.at(at), name, width - RIGHT) for at, name in up.ticks()),
        _rule("axis", LEFT, bottom, width - RIGHT, bottom),
        _rule("axis", LEFT, below, LEFT, bottom),
        _text((LEFT + width - RIGHT) / 2, bottom + 40, x.label, "middle"),
        _turned(14, (below + bottom) / 2, y.label),
    ]
    return Frame(across, up, width, bottom + BOTTOM, tuple(parts))


def _legend(keys: Sequence[Key], width: float) -> tuple[list[str], float]:
    """Return the entries, in as many rows as they need, and where the rows end."""
    parts, left, top = [], LEFT, TOP
    for key in keys:
        name = key.name if len(key.name) <= LONGEST else f"{key.name[:LONGEST]}…"
        room = SWATCH + LETTER * len(name) + 22
        if left > LEFT and left + room > width:
            left, top = LEFT, top + ROW
        parts += [_swatch(key, left, top + 5), _text(left + SWATCH, top + 10, name, "start")]
        left += room
    return parts, top + ROW if keys else TOP


def _swatch(key: Key, left: float, middle: float) -> str:
    if key.is_line:
        return _rule(f"line {key.color}", left, middle, left + SWATCH - 6, middle)
    box = {"x": place(left + 4), "y": place(middle - 6), "width": "12", "height": "12"}
    return element("rect", {"class": f"fill {key.color}", **box})


def _tick_below(x: float, name: str, top: float, bottom: float) -> str:
    return _rule("grid", x, top, x, bottom) + _text(x, bottom + 18, name, "middle")


def _tick_left(y: float, name: str, right: float) -> str:
    return _rule("grid", LEFT, y, right, y) + _text(LEFT - 7, y + 4, name, "end")


def _rule(kind: str, x1: float, y1: float, x2: float, y2: float) -> str:
    ends = {"x1": place(x1), "y1": place(y1), "x2": place(x2), "y2": place(y2)}
    return element("line", {"class": kind, **ends})


def _text(x: float, y: float, text: str, anchor: str) -> str:
    at = {"x": place(x), "y": place(y), "text-anchor": anchor}
    return element("text", at, label(text))


def _turned(x: float, y: float, text: str) -> str:
    turn = f"translate({place(x)} {place(y)}) rotate(-90)"
    return element("text", {"transform": turn, "text-anchor": "middle"}, label(text))
