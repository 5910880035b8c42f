"""Networks and servers that are believed: checked, and written in one way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from priory.errors import InputError, InputTypeError

if TYPE_CHECKING:
    from collections.abc import Collection

__all__ = ["networks", "server"]

_NO_NAME = frozenset(' ;="()\\')


def networks(written: Collection[str]) -> tuple[str, ...]:
    """Return networks of addresses in one order, each once.

    Parameters
    ----------
    written : collection of str
        Networks, such as ``192.0.2.0/24``, or single addresses.

    Returns
    -------
    tuple of str
        The networks.

    Examples
    --------
    >>> networks(["2001:DB8::/32", "192.0.2.7", "192.0.2.7/32"])
    ('192.0.2.7/32', '2001:db8::/32')
    """
    if isinstance(written, str) or not hasattr(written, "__iter__"):
        raise InputTypeError(
            f"must be networks, not {written!r:.80}",
            code="bad-parameter",
            place="trusted_relays",
            parameter="trusted_relays",
        )
    return tuple(sorted({_network(one) for one in written}))


def _network(written: object) -> str:
    from ipaddress import ip_network  # noqa: PLC0415 (few have such networks)

    is_text = isinstance(written, str) and "%" not in written  # which is of one machine alone
    try:
        return str(ip_network(written if is_text else ""))  # type: ignore[arg-type]
    except ValueError:
        raise InputError(
            f"must be networks such as 192.0.2.0/24, not {written!r:.80}",
            code="bad-parameter",
            place="trusted_relays",
            parameter="trusted_relays",
        ) from None


def server(name: str) -> str:
    """Return the name of a server in lower case.

    Parameters
    ----------
    name : str
        The authserv-id.

    Returns
    -------
    str
        The name.
    """
    if not (isinstance(name, str) and name.isprintable() and name and not _NO_NAME & set(name)):
        raise InputError(
            f"must be the name of a server or None, not {name!r:.80}",
            code="bad-parameter",
            place="trusted_authserv",
            parameter="trusted_authserv",
        )
    return name.lower()
