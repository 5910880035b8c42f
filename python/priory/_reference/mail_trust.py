"""Headers that servers write: how far they are believed, and what they say."""

import re
from collections.abc import Sequence
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import TYPE_CHECKING, NamedTuple

from priory._reference.characters import lower_ascii
from priory._reference.hosts import groups, hosts, is_four_numbers
from priory._reference.mail_words import Tokens

if TYPE_CHECKING:
    from priory.mail.message import Header

# Networks that no mail from outside comes from.
NEAR = ["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16"]
NEAR += ["172.16.0.0/12", "192.168.0.0/16", "::/128", "::1/128", "fc00::/7", "fe80::/10"]

FETCHING = re.compile(r"(?i)imap|a?pop|kpop|rpop|sdps")
SHORTEST_RELAY = 4
MOST_SERVERS = 16
MOST_CLAIMS = 9  # hosts; experiments/016

METHODS = ["dkim", "dmarc", "spf"]
RESULTS = ["pass", "fail", "none", "softfail", "neutral", "policy", "temperror", "permerror"]
RESULTS += ["hardfail", "bestguesspass"]
LONGEST_RESULTS = 2**14
BLANKS = " \t\n\f\r"


class Trust(NamedTuple):
    """How many headers are believed, whose they are, and what the host outside calls home."""

    believed: int
    servers: tuple[str, ...]
    network: str | None


NOBODY = Trust(0, (), None)


def walk(headers: "Sequence[Header]", ours: Sequence[str] = ()) -> Trust:
    """Walk from the topmost header to where the message came from outside.

    >>> from priory.mail.message import Header
    >>> walk([Header("Received", "from x ([198.51.100.7]) by mx.example.org; now")])
    Trust(believed=1, servers=('mx.example.org',), network='198.51.100')
    """
    servers: list[str] = []
    for number, header in enumerate(headers):
        if lower_ascii(header.name) == "received":
            networks, by = hop(header.value, ours)
            if by not in servers and len(servers) < MOST_SERVERS:
                servers.append(by)
            if networks:
                network = networks.pop() if len(networks) == 1 else None
                return Trust(number + 1, tuple(servers), network)
    return Trust(len(headers), tuple(servers), None)


def hop(value: str, ours: Sequence[str]) -> tuple[set[str], str]:
    """Return the networks outside that a relay has a message from, and the relay's own name.

    >>> hop("from x (y [198.51.100.7]) by mx.example.org with SMTP", [])
    ({'198.51.100'}, 'mx.example.org')
    >>> hop("from x (y [198.51.100.7]) by mx.example.org with POP3", [])
    (set(), 'mx.example.org')
    """
    found = parsed(value)
    by = next((i for i, (_, role) in enumerate(found) if role == "by"), len(found))
    outside = {
        network(one)
        for word, _ in found[:by]
        for one in addresses(word)
        if not any(one in ip_network(known) for known in [*NEAR, *ours])
    }
    behind = found[by + 2 :]
    stop = next((i for i, (_, role) in enumerate(behind) if role in ("with", "for")), len(behind))
    if [role for _, role in behind[stop : stop + 1]] == ["with"]:
        is_fetched = any(FETCHING.match(word) for word, _ in behind[stop + 1 : stop + 2])
        outside = set() if is_fetched else outside
    return outside, found[by + 1][0] if by + 1 < len(found) else ""


def parsed(value: str) -> list[tuple[str, str]]:
    """Return the words of a header, and which of them are its own: "by", "with" and "for".

    In a comment, behind "from" and beside anything but blanks they are what a sender calls itself.

    >>> parsed("from by (for x) by mx")[1:]
    [('by', ''), ('for', ''), ('x', ''), ('by', 'by'), ('mx', '')]
    """
    found, depth, before = [], 0, ""
    for match in re.finditer(r"[A-Za-z0-9._:-]+|[()]", value):
        word = match[0]
        if word in "()":
            depth = max(0, depth + (1 if word == "(" else -1))
            continue
        around = value[: match.start()][-1:], value[match.end() :][:1]
        is_bare = around[0] in ("", *BLANKS, ")") and around[1] in ("", *BLANKS, "(")
        is_own = depth == 0 and before != "from" and is_bare
        before = word.lower()
        found.append((word, before if is_own and before in ("by", "with", "for") else ""))
    return found


def addresses(word: str) -> list[IPv4Address | IPv6Address]:
    """Return the addresses of a word, which may have a port."""
    whole = groups(word)
    if len(whole) == 1:
        return [IPv4Address(whole[0])]
    if whole:
        return [IPv6Address(":".join(whole))]
    parts = [part.strip(".") for part in word.split(":")]
    numbers = [[int(n) for n in part.split(".")] for part in parts if is_four_numbers(part)]
    return [ip_address(bytes(four)) for four in numbers if max(four) < 256]  # noqa: PLR2004


def network(address: IPv4Address | IPv6Address) -> str:
    """Return the first three numbers or groups of an address."""
    if isinstance(address, IPv4Address):
        return str(address).rpartition(".")[0]
    return ":".join(f"{int(group, 16):x}" for group in address.exploded.split(":")[:3])


class Claims:
    """Reads what servers say, and what pretends to be theirs."""

    def __init__(self, trust: Trust, authserv: str | None) -> None:
        self.trust, self.authserv = trust, authserv
        self.left = MOST_CLAIMS
        self.known: set[tuple[str, str]] = set()

    def relays(self, value: str, *, is_ours: bool) -> Tokens:
        """Return the hosts that a relay names, with the network that says so if it is not ours."""
        if is_ours:
            yield from (f"relay:{host}" for names in relays(value) for host in names)
        elif self.trust.network is not None:
            taken = relays(value)[: self.left]
            self.left -= len(taken)
            origin = f"claimed-relay:{self.trust.network}"
            yield from (f"{origin}/{host}" for names in taken for host in names)

    def results(self, value: str) -> Tokens:
        """Return what a server found by each method, if none above it said."""
        server, found = results(value)
        origin = "auth" if self._is_ours(server) else "claimed-auth"
        for method, result in found:
            if (origin, method) not in self.known:
                self.known.add((origin, method))
                yield f"{origin}:{method}={result}"

    def _is_ours(self, server: str) -> bool:
        if self.authserv is not None:
            return server == self.authserv
        return any(is_of(server, lower_ascii(by)) for by in self.trust.servers)


def relays(value: str) -> list[list[str]]:
    """Return the hosts that a relay names as the sender's, each with those above it.

    >>> relays("from a.example (by [10.1.2.3]) by mx.example.org; Mon, 1 Jan")
    [['a.example', 'example'], ['10.1.2.3', '10.1.2', '10.1']]
    """
    found = []
    for word, role in parsed(value):
        if role == "by":
            break
        if "." in word or ":" in word:
            names = [word] if groups(word) else word.split(":")
            is_host = [groups(word) or (len(n) >= SHORTEST_RELAY and "." in n) for n in names]
            pairs = zip(names, is_host, strict=True)
            found.append([host for name, takes in pairs if takes for host in hosts(name)])
    return found


def is_of(server: str, host: str) -> bool:
    """Tell whether a name is that of a host, of a domain above it, or of one beside it.

    >>> [is_of(one, "mx.a.example") for one in ("mx.a.example", "a.example", "x.a.example", "x")]
    [True, True, True, False]
    """
    above = domains(host)
    is_beside = bool(above) and domains(server)[:1] == above[:1]
    return bool(server) and (server == host or server in above or is_beside)


def domains(host: str) -> list[str]:
    """Return the domains above a host but for the highest."""
    labels = host.split(".")
    return [".".join(labels[n:]) for n in range(1, len(labels) - 1)]


def results(value: str) -> tuple[str, list[tuple[str, str]]]:
    """Return who wrote a header, and what was found by each method (RFC 8601).

    >>> results("mx.example.org; dkim=pass (ok; spf=pass) header.d=a.example; spf=fail; x=pass")
    ('mx.example.org', [('dkim', 'pass'), ('spf', 'fail')])
    """
    is_short = len(value.encode()) <= LONGEST_RESULTS
    head, *statements = (without_comments(value) if is_short else "").split(";")
    found = []
    for statement in statements:
        method, equals, rest = statement.partition("=")
        method = lower_ascii(method.strip(BLANKS)).removesuffix("/1")
        result = lower_ascii(first_word(rest))
        if equals and method in METHODS and result in RESULTS:
            found.append((method, result))
    return lower_ascii(first_word(head)), found


def first_word(text: str) -> str:
    """Return the first word of a text."""
    return next(filter(None, re.split(f"[{BLANKS}]", text)), "")


def without_comments(value: str) -> str:
    """Return a header without comments, and quotations without what would part statements.

    >>> without_comments('a (b (c) ")d"'), without_comments('a;(x) "b;c"')
    ('', 'a;  bc')
    """
    kept, depth, is_quoted, is_escaped = [], 0, False, False
    for character in value:
        if is_escaped:
            is_escaped = False
        elif character == "\\":
            is_escaped = True
        elif character == '"' and depth == 0:
            is_quoted = not is_quoted
        elif character in "()" and not is_quoted:
            depth += 1 if character == "(" else -1
            kept.append(" " if character == ")" else "")
            if depth < 0:
                return ""
        elif depth == 0 and not (is_quoted and character in f";={BLANKS}"):
            kept.append(character)
    return "".join(kept) if depth == 0 and not is_quoted and not is_escaped else ""
