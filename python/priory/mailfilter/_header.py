"""Formats a verdict as a mail header value in ASCII, with tokens escaped."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from priory.mailfilter.verdict import Verdict

__all__ = ["header_value", "rounded_down"]

_FOR, _AGAINST = 5, 3  # tokens of the evidence
_LEAST = 0.1  # what a token must say, beside the strongest
_LONGEST = 40  # characters of one, and of the name of a class
# Tokens are the sender's words: they must neither end what is quoted, nor look like a list of
# tokens, nor like an encoded word, which readers would decode.
_UNSAFE = '"\\;='
_IN_NAMES = "_.-"  # beside letters and digits


def header_value(verdict: Verdict) -> str:
    r"""Say in a line what a message is taken for, how sure that is, and why.

    >>> from priory.mailfilter import Evidence, Verdict
    >>> evidence = (Evidence('via"gra', 3.0, 1, (9, 0)), Evidence("lunch", -1.0, 1, (0, 4)))
    >>> odds = {"spam": 0.993, "ham": 0.007}
    >>> header_value(Verdict("spam", "spam", "ham", odds, 5.0, 0.0, evidence, 3.0, 9, 0, None))
    'spam, probability=0.993, evidence="via\\x22gra", against="lunch"'
    """
    said = [_name(verdict.label)]
    if verdict.label != verdict.best and verdict.against is not None:
        said.append(f"best={_name(verdict.best)}")
    if verdict.against is not None:
        said.append(f"probability={rounded_down(verdict.probability)}")
    if verdict.why_unsure:
        said.append(f'reason="{_words(verdict.why_unsure)}"')
    if verdict.never_junk:
        said.append(f'never-junk="{_safe(verdict.never_junk)}"')
    weights = [(one.token, one.weight) for one in verdict.evidence]
    least = _LEAST * max((abs(weight) for _, weight in weights), default=0.0)
    said += _list("evidence", [token for token, weight in weights if weight > least][:_FOR])
    said += _list("against", [token for token, weight in weights if -weight > least][:_AGAINST])
    return ", ".join(said)


def rounded_down(probability: float) -> str:
    """Write a probability with three digits, below one: nothing is certain.

    >>> rounded_down(0.9996), rounded_down(1.0), rounded_down(0.25)
    ('0.999', '0.999', '0.250')
    """
    return f"0.{min(int(probability * 1000), 999):03}"


def _list(name: str, tokens: list[str]) -> list[str]:
    return [f'{name}="{"; ".join(map(_safe, tokens))}"'] if tokens else []


def _name(text: str) -> str:
    return text if _is_plain(text) and len(text) <= _LONGEST else f'"{_safe(text)}"'


def _is_plain(text: str) -> bool:
    is_word = all(character.isalnum() or character in _IN_NAMES for character in text)
    return text.isascii() and is_word and text != ""


def _words(text: str) -> str:
    return " ".join(map(_safe, text.split()))


def _safe(text: str) -> str:
    """Spell out what is not safe; what is too long ends in dots."""
    spelled = ""
    for character in text:
        is_safe = "!" <= character <= "~" and character not in _UNSAFE
        more = character if is_safe else _spelled(character)
        if len(spelled) + len(more) > _LONGEST:
            return f"{spelled}..."
        spelled += more
    return spelled


def _spelled(character: str) -> str:
    r"""Return an escape of Python's, also of what could stand as it is.

    >>> [_spelled(character) for character in '";\\é☃\U0001f600']
    ['\\x22', '\\x3b', '\\\\', '\\xe9', '\\u2603', '\\U0001f600']
    """
    if character.isascii() and character.isprintable() and character != "\\":
        return f"\\x{ord(character):02x}"
    return character.encode("unicode_escape").decode()
