"""Host tokens of a message: domain names with their parents, IP addresses with their networks."""

import re
from collections.abc import Iterator
from ipaddress import IPv6Address

from priory._reference.characters import lower_ascii

LONGEST_HOST = 253  # bytes; what is longer is none
MOST_LABELS = 6
GROUPS = 8


def hosts(host: str) -> Iterator[str]:
    """Return a host and the domains above it, or an address and the networks it is in.

    >>> list(hosts("www.Example.com")), list(hosts("[10.1.2.3]"))
    (['www.example.com', 'com', 'example.com'], ['10.1.2.3', '10.1.2', '10.1'])
    >>> list(hosts("IPv6:2001:db8::1"))
    ['2001:db8:0:0:0:0:0:1', '2001:db8:0:0', '2001:db8:0']
    """
    host = lower_ascii(host.strip(".[]"))
    labels = host.split(".")
    if not host or len(host.encode()) > LONGEST_HOST:
        return
    if is_four_numbers(host):
        yield from (".".join(labels[:n]) for n in (4, 3, 2))
    elif long := groups(host):
        yield from (
            (":".join(long[:n]) for n in (GROUPS, 4, 3)) if len(long) == GROUPS else hosts(long[0])
        )
    else:
        yield host
        yield from (".".join(labels[-n:]) for n in range(1, len(labels)) if n <= MOST_LABELS)


def is_address(host: str) -> bool:
    """Tell whether a host is an address, of four numbers or of eight groups."""
    return is_four_numbers(host) or bool(groups(host))


def is_four_numbers(host: str) -> bool:
    """Tell whether it is an address of four numbers."""
    return re.fullmatch(r"[0-9]{1,3}(\.[0-9]{1,3}){3}", host) is not None


def groups(host: str) -> list[str]:
    """Return the groups of an address that has eight, or the four numbers that it stands for."""
    written = host[5:] if host[:5].lower() == "ipv6:" else host
    if ":" not in host or "%" in host:
        return []
    try:
        address = IPv6Address(written)
    except ValueError:
        return []
    if address.ipv4_mapped:
        return [str(address.ipv4_mapped)]
    return [f"{int(group, 16):x}" for group in address.exploded.split(":")]


def split_port(host: str) -> tuple[str, str]:
    """Part a host and its port.

    >>> split_port("[2001:db8::1]:8080"), split_port("a.example")
    (('2001:db8::1', '8080'), ('a.example', ''))
    """
    inner, bracket, rest = host[1:].partition("]")
    if host[:1] == "[" and bracket and is_address(inner):
        return inner, rest[1:] if rest[:1] == ":" else ""
    host, _, port = host.partition(":")
    return host, port
