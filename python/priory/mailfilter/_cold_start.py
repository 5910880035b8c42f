"""Cold start: how many more messages of which class a store wants before it is sure."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from priory.mailfilter.settings import Settings
    from priory.mailfilter.store import ClassCounts

__all__ = ["shortage"]


def shortage(classes: Iterable[ClassCounts], settings: Settings) -> list[tuple[str, int]]:
    """Return the classes with fewer messages than the patience, and how many more they want.

    Parameters
    ----------
    classes : iterable of ClassCounts
        What was learned: `Store.classes`.
    settings : Settings
        Names the patience, and the two classes that are wanted where fewer than two were learned.

    Returns
    -------
    list of (str, int)
        By name; empty if all classes have enough.

    Examples
    --------
    >>> from priory.mailfilter import Settings
    >>> from priory.mailfilter.store import ClassCounts
    >>> ham = ClassCounts("ham", messages=15, tokens=90, occurrences=120)
    >>> shortage([ham], Settings())
    [('ham', 5), ('spam', 20)]

    One class that is spelt in another case is the one that the settings mean:

    >>> shortage([ClassCounts("Ham", messages=15, tokens=90, occurrences=120)], Settings())
    [('Ham', 5), ('spam', 20)]
    """
    learned = {one.name: one.messages for one in classes}
    if len(learned) < 2:  # noqa: PLR2004 (one class is no choice)
        spelt = {name.casefold() for name in learned}
        wanted = [name for name in (settings.ham, settings.spam) if name.casefold() not in spelt]
        learned |= dict.fromkeys(wanted, 0)
    missing = {name: math.ceil(settings.patience - n) for name, n in learned.items()}
    return [(name, n) for name, n in sorted(missing.items()) if n > 0]
