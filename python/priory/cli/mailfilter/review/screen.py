"""What a review writes on the terminal, by rich; where that cannot draw, plain lines."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.text import Text

from priory._show import shown
from priory.cli._terminal import console
from priory.cli.mailfilter.review.card import Line, card

if TYPE_CHECKING:
    from collections.abc import Mapping

    from priory.cli.mailfilter.review.session import Judged
    from priory.mail import Limits
    from priory.mailfilter import Settings

__all__ = ["Screen"]


class Screen:
    """The terminal, to write on.

    Parameters
    ----------
    settings : Settings
        By which classes have their colours.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._console = console()

    @property
    def _width(self) -> int:
        """Cells of a line of this moment: people resize terminals."""
        if self._console is not None:
            return self._console.width
        return shutil.get_terminal_size().columns

    def show(self, judged: Judged, waiting: str, limits: Limits) -> None:
        """Write the card of a message, below an empty line."""
        self._print([])
        for line in card(judged, waiting, self._width, limits, self._settings):
            self._print(line)

    def offer(self, keys: Mapping[str, str]) -> None:
        """Write which keys there are; none is torn from what it does."""
        line, room = Line(), self._width
        for key, what in keys.items():
            said = f" {shown(what)}"
            needed = cell_len(key + said)
            if line and needed > room:
                self._print(line)
                line, room = Line(), self._width
            line += [(key, "bold"), (f"{said}  ", "")]
            room -= needed + len("  ")
        self._print(line)

    def say(self, what: str, style: str = "") -> None:
        """Write a sentence."""
        self._print([(shown(what), style)], soft_wrap=True)  # paths are not broken at blanks

    def _print(self, line: Line, *, soft_wrap: bool = False) -> None:
        text = Text.assemble(*line)
        if self._console is None:
            print(text.plain, flush=True)
        else:
            self._console.print(text, soft_wrap=soft_wrap)
