"""The report on an import or a merge."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from priory._show import counted, dump, path_text, shown
from priory.cli.mail._paths import complain
from priory.mail.entry import place_of

if TYPE_CHECKING:
    from priory.mailfilter import Store
    from priory.mailfilter._merge import Merged

__all__ = ["counted_by", "tell"]


def counted_by(store: Store) -> int:
    """Return how many messages a store counts, also those that its journal does not know."""
    return sum(one.messages for one in store.classes)


def tell(place: str, store: Store, merged: Merged, before: int, *, is_json: bool) -> None:
    """Say what became of messages, and of how many that is not known one by one.

    Parameters
    ----------
    place : str
        Where they came from.
    store : Store
        The store that they came to.
    merged : Merged
        What the store says.
    before : int
        What `counted_by` returned before.
    is_json : bool
        Whether to write JSON.
    """
    untold = counted_by(store) - before - merged.learned - merged.doubled
    told: dict[str, Any] = merged._asdict() | {"untold": untold}
    if is_json:
        dump({"from": path_text(place), "store": path_text(store.path), **told})
    else:
        names = ("learned", "known", "corrected")
        parts = [f"{told[name]:,} {name}" for name in names if told[name]]
        parts += [f"{told['untold']:,} counted without a journal"] if told["untold"] else []
        print(f"{shown(place_of(place))}: {', '.join(parts or ['0 learned'])}")
    if merged.doubled:
        complain(
            f"{counted(merged.doubled, 'message')} of both stores count twice, or may: journals "
            "were compacted, and nothing tells what to take away"
        )
