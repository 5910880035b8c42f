"""Data classes of sorting: options, planned actions, and learned messages."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from priory.mailfilter.sorting.names import INBOX

if TYPE_CHECKING:
    from collections.abc import Mapping

    from priory.mailfilter.sorting.maildir import File
    from priory.mailfilter.sorting.places import Act

__all__ = ["FILE", "FLAG", "MARK", "SET_ASIDE", "Choices", "LearnedMove", "Step"]

# What can be done to a message.
FILE, SET_ASIDE, MARK = "file", "set aside", "mark"
FLAG = "F"  # that marks


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """What a user chose.

    Attributes
    ----------
    folders : tuple of str
        The directories of the folders that are sorted.
    junk : str or None
        That of the folder for spam; None is that of the class spam, the one that is there, or
        ``.Junk``.
    folder_of : mapping of str to str
        Those of the folders for other classes.
    trash : str or None
        That of the folder for trash, beside those of usual names.
    unsure : str or None
        That of the folder for messages of which the verdict is unsure; None leaves them.
    is_flagging : bool
        Whether these get a flag instead.
    is_all : bool
        Whether messages are sorted, too, that a person has read, answered, forwarded or flagged.
    """

    folders: tuple[str, ...] = (INBOX,)
    junk: str | None = None
    folder_of: Mapping[str, str] = field(default_factory=dict)
    trash: str | None = None
    unsure: str | None = None
    is_flagging: bool = False
    is_all: bool = False


@dataclass(slots=True)
class Step:
    """What is done to a message.

    Attributes
    ----------
    file : File
        Where it is.
    label : str
        What it is taken for.
    probability : float
        The probability of the best class.
    act : Act or None
        What is to be done; None leaves it.
    to : str
        The directory of the folder it is in afterwards.
    why : str or None
        Why it is left, where the verdict asks for something else.
    subject : str or None
        Its subject, where the verdict asks for something.
    is_done : bool
        Whether it was done.
    """

    file: File
    label: str
    probability: float
    act: Act | None
    to: str
    why: str | None = None
    subject: str | None = None
    is_done: bool = False


@dataclass(frozen=True, slots=True)
class LearnedMove:
    """A message that was learned because a person had moved it."""

    file: File
    label: str
    outcome: str
