"""Stop words by language."""

from __future__ import annotations

from functools import cache

from priory.errors import InputError

__all__ = ["stop_words"]


@cache
def stop_words(language: str) -> frozenset[str]:
    """Return the stop words of a language.

    English ones are scikit-learn's; those of other languages come from the package stop-words.

    Parameters
    ----------
    language : str
        The English name of a language, such as ``"german"``.

    Returns
    -------
    frozenset of str

    Examples
    --------
    >>> from priory.tokens.stop_words import stop_words
    >>> "und" in stop_words("german")
    True
    """
    if language == "english":
        from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS  # noqa: PLC0415 (slow)

        return frozenset(ENGLISH_STOP_WORDS)
    import stop_words as package  # noqa: PLC0415 (needed by few)

    known = sorted(package.LANGUAGE_MAPPING.values())
    if language not in known:
        raise InputError(
            f"no stop words for {language!r}",
            code="bad-parameter",
            parameter="stop_words",
            remedy=f"choose one of {', '.join(known)}",
        )
    return frozenset(package.get_stop_words(language))
