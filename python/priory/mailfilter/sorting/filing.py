"""Filing: which folder is for the messages of which class, and what a message in one is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from priory.mailfilter.sorting.names import INBOX, find_junk, is_junk, is_trash, is_within
from priory.mailfilter.sorting.steps import FILE, SET_ASIDE

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Self

    from priory.mailfilter.settings import Settings
    from priory.mailfilter.sorting.steps import Choices

__all__ = ["Filing"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Filing:
    """The folders of classes, of which Junk is that of spam.

    Attributes
    ----------
    folders : mapping of str to str
        The directory of the folder of each class that has one.
    spam, ham : str
        The class of Junk, and that of what is put back.
    sources : tuple of str
        The directories of the folders that are sorted.
    trash : str or None
        That of the folder for trash, beside those of usual names.
    unsure : str or None
        That of the folder for messages of which the verdict is unsure.

    Examples
    --------
    >>> from priory.mailfilter.sorting.filing import Filing
    >>> filing = Filing(folders={"spam": ".Junk", "lists": ".Lists"})
    >>> [filing.label(folder) for folder in ("", ".Lists", ".Lists.Python", ".Spam", ".Trash")]
    [None, 'lists', 'lists', 'spam', None]
    """

    folders: Mapping[str, str]
    spam: str = "spam"
    ham: str = "ham"
    sources: tuple[str, ...] = (INBOX,)
    trash: str | None = None
    unsure: str | None = None

    @classmethod
    def chosen(cls, choices: Choices, settings: Settings, there: list[str]) -> Self:
        """Return what was chosen; where that says nothing of spam, Junk is among the folders."""
        junk = choices.junk
        if junk is None:
            junk = choices.folder_of.get(settings.spam, find_junk(there))
        return cls(
            folders={**choices.folder_of, settings.spam: junk},
            spam=settings.spam,
            ham=settings.ham,
            sources=choices.folders,
            trash=choices.trash,
            unsure=choices.unsure,
        )

    @property
    def homes(self) -> dict[str, set[str]]:
        """The folders into which messages are put, by what is done to them."""
        aside = set() if self.unsure is None else {self.unsure}
        return {FILE: {*self.folders.values()}, SET_ASIDE: aside}

    def label(self, folder: str) -> str | None:
        """Return the class whose folder this is, or stands below; one for trash has none."""
        if self.is_trash(folder):
            return None
        above = {own: label for label, own in self.folders.items() if is_within(folder, own)}
        if above:
            return above[max(above, key=len)]  # the nearest
        return self.spam if is_junk(folder) else None

    def labels(self, folders: Iterable[str]) -> set[str]:
        """Return the classes whose folders are among these."""
        return {label for label in map(self.label, folders) if label is not None}

    def is_trash(self, folder: str) -> bool:
        """Tell whether a folder is for trash."""
        return is_trash(folder, self.trash)

    def is_refuted(self, label: str, folder: str) -> bool:
        """Tell whether a message that a person takes out of a class is none of it, but ham.

        Nobody keeps spam, but a receipt in an archive is still a receipt: only where mail comes
        in, it is put back.
        """
        if label == self.spam:
            return not self.is_trash(folder)
        return label != self.ham and folder in (INBOX, *self.sources)
