"""Versions of analysers: what was made with an earlier one goes on where tokens are the same.

A version names our rules, the tables of Unicode and, for texts, those of the stemmers, such as
``"priory 1, unicode 15.1.0, snowball-20261016"``. What later versions add stands at the end.
"""

from __future__ import annotations

__all__ = ["is_compatible", "rules_of", "tables_differ"]

_RULES, _STEMS = 0, 2  # the places of what decides about tokens

# Later rules with which counts of earlier ones go on: most tokens are the same, and those that are
# not were worth less. Nobody has to learn again what was deleted long ago.
_SUCCESSORS = {"mail 1": "mail 2"}


def is_compatible(made: str, here: str, *, stemmed: bool = False) -> bool:
    """Tell whether what was made with a version goes on with another one.

    Their tokens are the same but for characters new to Unicode, or the rules succeed the others.

    Parameters
    ----------
    made, here : str
        The versions.
    stemmed : bool, default=False
        Whether words are stemmed, so that the stemmers must be the same, too.

    Returns
    -------
    bool

    Examples
    --------
    >>> from priory.tokens.versions import is_compatible
    >>> is_compatible("mail 1, unicode 16.0.0", "mail 1, unicode 17.0.0")
    True
    >>> is_compatible("mail 1, unicode 17.0.0", "mail 2, unicode 17.0.0")
    True
    >>> is_compatible("mail 2, unicode 17.0.0", "mail 1, unicode 17.0.0")
    False
    """
    old, new = made.split(", "), here.split(", ")
    while old[_RULES] != new[_RULES] and old[_RULES] in _SUCCESSORS:
        old[_RULES] = _SUCCESSORS[old[_RULES]]
    places = (_RULES, _STEMS) if stemmed else (_RULES,)
    return all(old[at : at + 1] == new[at : at + 1] for at in places)


def rules_of(version: str) -> str:
    """Return the rules that a version names.

    >>> rules_of("mail 1, unicode 17.0.0")
    'mail 1'
    """
    return version.split(", ")[_RULES]


def tables_differ(made: str, here: str) -> str:
    """Say that two compatible versions have other tables, or return nothing if they are equal."""
    if made == here:
        return ""
    differ = "with rare characters" if rules_of(made) == rules_of(here) else "of some messages"
    return f"made with {made}, but this is {here}: tokens {differ} may differ"
