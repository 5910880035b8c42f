"""Which key does what: letters for ham and spam, digits for other classes."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

    from priory.mailfilter import Settings

__all__ = [
    "HELP",
    "LEARN",
    "NOTHING",
    "OPEN",
    "QUIT",
    "REDRAW",
    "SKIP",
    "UNDO",
    "Action",
    "Bindings",
    "bindings_for",
]

LEARN, SKIP, OPEN, UNDO, QUIT = "learn", "skip", "open", "undo", "quit"
HELP, REDRAW = "help", "redraw"
_DIGITS = "123456789"
_END_OF_FILE, _FORM_FEED = "\x04", "\x0c"  # Ctrl-D and Ctrl-L


class Action(NamedTuple):
    """What a key asks for."""

    what: str
    label: str = ""  # of what is learned


NOTHING = Action("")


class Bindings:
    """The actions of keys.

    Parameters
    ----------
    keys : dict from str to Action
        Those that are shown, in their order.
    """

    def __init__(self, keys: dict[str, Action]) -> None:
        self.shown = {key: action.label or action.what for key, action in keys.items()}
        hidden = {" ": SKIP, "?": HELP, _END_OF_FILE: QUIT, _FORM_FEED: REDRAW}
        self._keys = keys | {key: Action(what) for key, what in hidden.items()}

    def __call__(self, key: str) -> Action:
        """Return what a key asks for; capitals are as good."""
        return self._keys.get(key.lower(), NOTHING)


def bindings_for(classes: Iterable[str], settings: Settings) -> Bindings:
    """Bind h to ham, s to spam, and digits to the first nine of all other classes.

    Parameters
    ----------
    classes : iterable of str
        The classes that were learned, in their order, which stays: so do the digits.
    settings : Settings
        Which of them are ham and spam.

    Returns
    -------
    Bindings

    Examples
    --------
    >>> from priory.mailfilter import Settings
    >>> bindings = bindings_for(["spam", "ham", "lists"], Settings())
    >>> bindings("S"), bindings("1")
    (Action(what='learn', label='spam'), Action(what='learn', label='lists'))
    """
    others = [name for name in classes if name not in (settings.ham, settings.spam)]
    labels = {"h": settings.ham, "s": settings.spam}
    labels |= dict(zip(_DIGITS, others, strict=False))
    keys = {key: Action(LEARN, label) for key, label in labels.items()}
    commands = {"n": SKIP, "o": OPEN, "u": UNDO, "q": QUIT}
    return Bindings(keys | {key: Action(what) for key, what in commands.items()})
