"""Authentication-Results (RFC 8601): whether a trusted server has authenticated a domain."""

from __future__ import annotations

import re
from typing import NamedTuple

from priory.mail.addresses import fold, is_domain

__all__ = ["HEADER", "Result", "is_authenticated", "parse"]

HEADER = "authentication-results"
_LONGEST = 2**14  # characters of a header that is read
_QUOTED = r'"(?:[^"\\]|\\.)*"'
_SERVER = re.compile(rf'\s*({_QUOTED}|[^\s";=]+)(?:\s+(\d+))?\s*(?=;|\Z)')
_NEXT = re.compile(r"\s*;\s*(?:none\s*(?=;|\Z))?")
_PAIR = re.compile(
    rf'\s*([A-Za-z][A-Za-z0-9._/-]*)\s*=\s*({_QUOTED}|[^\s";()\\]+)(?=[\s;]|\Z)', re.ASCII
)
# Methods, and the property that names the domain that each of them authenticates.
_IDENTITIES = {"dmarc": "header.from", "dkim": "header.d", "spf": "smtp.mailfrom"}
_NO_PROPERTIES = ("reason", "action")  # which stand among them


class Result(NamedTuple):
    """What a method found, and about which properties of the message."""

    method: str
    value: str
    properties: dict[str, str]


def is_authenticated(values: list[str], server: str, domain: str) -> bool:
    """Tell whether a server says that mail from a domain is from there.

    Only the topmost header of that server counts: those below may be anybody's, and so are all
    below one of which it cannot be said whose it is. A domain stands for itself and for those below
    it; where DMARC failed, nothing else counts.

    Parameters
    ----------
    values : list of str
        The values of all Authentication-Results, from the top.
    server : str
        The authserv-id of the server that is trusted, folded.
    domain : str
        The domain of the sender, folded.

    Examples
    --------
    >>> found = ["mx.example.org; dkim=pass header.d=example.com"]
    >>> is_authenticated(found, "mx.example.org", "example.com")
    True
    >>> is_authenticated(found, "mx.example.net", "example.com")
    False
    """
    for value in values:
        name, results = parse(value)
        if name in (server, None):
            return _says(results, domain)
    return False


def _says(results: list[Result], domain: str) -> bool:
    policies = [one.value for one in results if one.method == "dmarc"]
    if "fail" in policies or len(policies) > 1:
        return False
    return any(one.value == "pass" and _is_aligned(_identity(one), domain) for one in results)


def _identity(result: Result) -> str:
    """Return the domain that a result is about."""
    found = result.properties.get(_IDENTITIES.get(result.method, ""), "")
    return found.rpartition("@")[2] if result.method == "spf" else found


def _is_aligned(identity: str, domain: str) -> bool:
    return is_domain(identity) and (domain == identity or domain.endswith(f".{identity}"))


def parse(value: str) -> tuple[str | None, list[Result]]:
    """Return the server that wrote a header, and its results: none where anything is malformed.

    Parameters
    ----------
    value : str
        The value of the header.

    Returns
    -------
    tuple of (str or None, list of Result)
        All in lower case; the server is None if not even that can be read.

    Examples
    --------
    >>> parse("mx.example.org; dkim=pass (good) header.d=a.example")
    ('mx.example.org', [Result(method='dkim', value='pass', properties={'header.d': 'a.example'})])
    """
    text = _without_comments(value) if len(value) <= _LONGEST else None
    head = _SERVER.match(text) if text is not None else None
    if text is None or head is None:
        return None, []
    server = fold(_unquoted(head[1]))
    results, end = _results(text, head.end())
    is_whole = head[2] in (None, "1") and not text[end:].strip()
    return server, results if is_whole else []


def _results(text: str, at: int) -> tuple[list[Result], int]:
    """Return the results, and where they end: before the end of the text if one is malformed."""
    results: list[Result] = []
    while following := _NEXT.match(text, at):
        begin = at
        at, pairs = following.end(), []
        while pair := _PAIR.match(text, at):
            pairs.append((fold(pair[1]), fold(_unquoted(pair[2]))))
            at = pair.end()
        if not pairs:
            continue
        (method, value), *rest = pairs
        properties = dict(rest)
        is_plain = all("." in name or name in _NO_PROPERTIES for name in properties)
        if len(properties) < len(rest) or not is_plain:
            return results, begin
        results.append(Result(method.removesuffix("/1"), value, properties))
    return results, at


def _unquoted(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text[1:-1]) if text.startswith('"') else text


def _without_comments(value: str) -> str | None:
    """Take comments out, which may hold others; None if one, or what is quoted, has no end."""
    kept, depth, is_quoted, is_escaped = [], 0, False, False
    for character in value:
        is_plain = not (is_escaped or is_quoted)
        if is_plain and character in "()":
            depth += 1 if character == "(" else -1
            kept.append(" ")
        elif not depth:
            kept.append(character)
            is_quoted ^= character == '"' and not is_escaped
        if depth < 0:
            return None
        is_escaped = character == "\\" and not is_escaped
    return None if depth or is_quoted or is_escaped else "".join(kept)
