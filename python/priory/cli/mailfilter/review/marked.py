"""What ``priory sort`` flagged, set aside or filed, wherever it is remembered to be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from priory.cli._errors import render
from priory.cli._progress import Progress
from priory.cli.mail._paths import complain
from priory.errors import InputError
from priory.mail import Entry
from priory.mailfilter._beside import old_places
from priory.mailfilter.sorting.maildir import Maildir
from priory.mailfilter.sorting.places import Place, Places
from priory.mailfilter.sorting.places_file import is_takeable, sorted_maildirs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from priory.mail import Fault

__all__ = ["Marked"]


class Marked:
    """The messages of all Maildirs that were sorted, as far as something was done to them.

    Parameters
    ----------
    path : str
        The file in which sorting remembers places.
    store : str
        The store, beside which earlier versions had that file.
    timeout : float
        Seconds to wait for another program that writes it.

    Attributes
    ----------
    n_faults : int
        Things that could not be read.
    """

    def __init__(self, path: str, store: str, timeout: float) -> None:
        earlier = old_places(store)
        self._path = path
        self._timeout = timeout
        self._earlier = earlier if is_takeable(earlier, path) else None
        self.n_faults = 0

    def read(self, *, bar: bool) -> Iterator[Entry]:
        """Read the messages one by one; report faults at once, and go on."""
        maildirs = sorted_maildirs(self._path, self._timeout)
        if self._earlier is not None:  # of which nothing was taken over yet
            maildirs = sorted({*maildirs, *sorted_maildirs(self._earlier, self._timeout)})
        with Progress(None, is_wanted=bar, thing="message") as progress:
            for root in maildirs:
                yield from progress.each(self._of(root))

    def _of(self, root: str) -> Iterator[Entry]:
        try:
            maildir = Maildir(root)
        except (InputError, OSError) as error:
            self._tell(f"{root}: {error}" if isinstance(error, OSError) else render(error))
            return
        wanted = self._wanted(root)
        for folder in sorted({place.folder for place in wanted}):
            for file in maildir.files(folder):
                raw = None
                if Place(folder, file.base) in wanted:
                    raw = maildir.read(file, self._fault)
                if raw is not None:
                    yield Entry(raw, maildir.path(file))

    def _wanted(self, root: str) -> set[Place]:
        """Return where the messages were last seen to which something was done."""
        with Places(self._path, root, self._timeout, earlier=self._earlier) as places:
            digests = {act.digest for act in places.done}
            return {place for place, digest in places.seen.items() if digest in digests}

    def _fault(self, fault: Fault) -> None:
        if fault.code != "gone":  # another program has moved it meanwhile
            self._tell(render(fault))

    def _tell(self, what: str) -> None:
        self.n_faults += 1
        complain(what)
