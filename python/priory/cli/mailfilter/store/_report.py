"""The report on an import or a merge."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from priory._show import counted, dump, path_text, shown
from priory.cli.mail._paths import complain
from priory.mail.entry import place_of

if TYPE_CHECKING:
    from priory.mailfilter import Store
    from priory.mailfilter._merge import Merged

__all__ = ["tell", "untold"]


def untold(store: Store) -> int:
    """Return the messages of which the journal knows nothing."""
    return sum(one.messages for one in store.classes) - store.journal.messages


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
        What `untold` returned before.
    is_json : bool
        Whether to write JSON.
    """
    told: dict[str, Any] = merged._asdict() | {"untold": untold(store) - before - merged.doubled}
    if is_json:
        dump({"from": path_text(place), "store": path_text(store.path), **told})
    else:
        names = ("learned", "known", "corrected")
        parts = [f"{told[name]:,} {name}" for name in names if told[name]]
        parts += [f"{told['untold']:,} counted without a journal"] if told["untold"] else []
        print(f"{shown(place_of(place))}: {', '.join(parts or ['0 learned'])}")
    if merged.doubled:
        complain(
            f"{counted(merged.doubled, 'message')} of both stores count twice: both journals were "
            "compacted"
        )
