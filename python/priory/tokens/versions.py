"""Versions of analysers: what was made with an earlier one goes on where tokens are the same.

A version names our rules, the tables of Unicode and, for texts, those of the stemmers, such as
``"priory 1, unicode 15.1.0, snowball-20261016"``. What later versions add stands at the end.
"""

from __future__ import annotations

__all__ = ["is_compatible", "rules_of", "tables_differ"]

_RULES, _STEMS = 0, 2  # the places of what decides about tokens


def is_compatible(made: str, here: str, *, stemmed: bool = False) -> bool:
    """Tell whether tokens of two versions are the same, but for characters new to Unicode.

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
    False
    """
    old, new = made.split(", "), here.split(", ")
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
    return f"made with {made}, but this is {here}: tokens with rare characters may differ"
