"""A message becomes tokens. How bytes become a message is not told again: `priory.mail` does it."""

import re
from collections.abc import Callable, Iterator
from ipaddress import IPv6Address
from typing import TYPE_CHECKING, NamedTuple

from priory._reference.characters import BLANKS, is_invisible, kind, kinds, lower_ascii, strip

if TYPE_CHECKING:
    from priory.mail import Message, Part

Tokens = Iterator[str]


class Rules(NamedTuple):
    """What somebody may choose, and what holds if nobody does."""

    case: str = "fold"  # or "keep"
    headers: str = "all"  # or "subject", "none"
    pairs: bool = False
    urls: str = "parts"  # or "hosts", "words"
    hidden: str = "apart"  # or "together", "out"
    min_length: int = 3
    max_length: int = 12
    most: int = 100_000  # tokens of a message


DEFAULT = Rules()

# What mailboxes and earlier filters wrote is not evidence: these headers, and those that begin so.
STATUS = ["status", "content-length", "lines", "x-status", "x-uid", "x-keywords", "x-folder"]
STATUS += ["x-gmail-labels", "x-uidl"]
FILTERS = ["x-spam", "x-bogosity", "x-priory", "x-ham", "x-dspam", "x-crm114", "x-rspamd"]
FILTERS += ["x-text-classification", "x-popfile", "x-mox-", "x-virus", "x-antispam", "x-antivirus"]
FILTERS += ["x-microsoft-antispam", "x-forefront-antispam", "x-ms-exchange-organization-scl"]
FILTERS += ["x-barracuda", "x-proofpoint", "x-ironport", "x-imap", "x-mozilla", "x-evolution"]
FILTERS += ["x-mailscanner", "x-amavis", "x-sa-", "x-scanned"]

# Headers whose values are addresses, links, words.
ADDRESSES = ["from", "sender", "reply-to", "return-path", "to", "cc", "errors-to"]
LINKS = ["list-unsubscribe", "list-post"]
WORDS = ["list-id", "x-mailer", "user-agent", "organization", "x-priority", "importance"]
WORDS += ["precedence", "priority", "authentication-results", "auto-submitted"]
WORDS += ["x-originating-ip", "mime-version", "content-language"]

# Bytes; what is longer is none, or cut.
LONGEST_NAME = 40
LONGEST_ADDRESS = 254
LONGEST_HOST = 253
LONGEST_URL = 2048
LONGEST_OF_PART = 64

SHORTEST_RELAY = 4
LETTERS_OF_ZONE = 5
MOST_LABELS = 6
GROUPS = 8
MOST_DOTS = 4

BASE64 = re.compile(r"[A-Za-z0-9+/=]+")
FULL = 60
SCHEME_IN_TEXT = re.compile(r"(?<![A-Za-z])[A-Za-z]{1,20}://")
SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+-]{0,19}")
END_OF_URL = frozenset("<>\"'()[]{}|")
JOINERS = re.compile(r"[-_.'@,]")


def mail_tokens(message: "Message", rules: Rules = DEFAULT) -> list[str]:
    r"""Return the tokens of a message: of its headers, of each part, then its marks.

    >>> from priory.mail import Message
    >>> message = Message.parse(b"Subject: Free\n\nSee http://www.example.com/now")
    >>> mail_tokens(message, Rules(headers="subject", urls="hosts"))
    ['subject:free', 'type:text/plain', 'see', 'url:www.example.com', 'url:com', 'url:example.com']
    """
    tokens: list[str] = []
    is_message = True
    for part in message.parts:
        tokens += header_tokens(part, rules) if is_message else ()
        is_message = part.kind == "message"
        tokens += structure_tokens(part)
        tokens += text_tokens(part, rules)
    tokens += [f"mark:{mark}" for mark in message.marks]
    return tokens if len(tokens) <= rules.most else [*tokens[: rules.most], "mark:cap-tokens"]


def header_tokens(part: "Part", rules: Rules) -> Tokens:
    """Read the headers of a message; those of its parts say nothing beside the structure."""
    if rules.headers == "none":
        return
    for header in part.headers:
        name = lower_ascii(header.name)
        if name == "subject":
            yield from words(header.value, "subject", rules)
        if rules.headers == "all" and not is_foreign(name):
            yield f"header:{cut(name, LONGEST_NAME)}"
            yield from value_tokens(name, header.value, rules)


def is_foreign(name: str) -> bool:
    """Tell whether a mailbox or another filter wrote a header.

    >>> is_foreign("x-spam-status"), is_foreign("x-mailer")
    (True, False)
    """
    return name in STATUS or name.startswith(tuple(FILTERS))


def value_tokens(name: str, value: str, rules: Rules) -> Tokens:
    """Read the value of a header."""
    if name in ADDRESSES:
        yield from address_tokens(value, name, rules)
    elif name in LINKS:
        for target in re.split("[<>,]", value):
            yield from url_tokens(target, name, rules)
    elif name in WORDS:
        yield from words(value, name, rules)
    elif name in VALUES:
        yield from (f"{VALUES[name][0]}:{token}" for token in VALUES[name][1](value))


def relays(value: str) -> Tokens:
    """Return the hosts that a relay names as the sender's: what stands before "by".

    In a comment, and behind "from", the word is what the sender calls itself.

    >>> list(relays("from a.example (by [10.1.2.3]) by mx.example.org; Mon, 1 Jan"))
    ['a.example', 'example', '10.1.2.3', '10.1.2', '10.1']
    """
    depth, before = 0, ""
    for word in re.findall(r"[A-Za-z0-9._:-]+|[()]", value):
        if word in "()":
            depth = max(0, depth + (1 if word == "(" else -1))
            continue
        if word.lower() == "by" and depth == 0 and before.lower() != "from":
            return
        before = word
        names = [word] if groups(word) else word.split(":")
        for name in names:
            if groups(word) or (len(name) >= SHORTEST_RELAY and "." in name):
                yield from hosts(name)


def identifier(value: str) -> Tokens:
    """Return the host that made a message's identifier."""
    _, at, host = value.rstrip("> ").rpartition("@")
    return hosts(host) if at else iter(["odd"])


def zone(value: str) -> Tokens:
    """Return the zone of a date.

    >>> list(zone("Mon, 1 Jan 2001 12:00:00 +0100")), list(zone("yesterday"))
    (['+0100'], ['odd'])
    """
    found = next((word for word in re.split(r"[ \t\n\f\r]", value) if word[:1] in ("+", "-")), "")
    yield found if len(found.encode()) == LETTERS_OF_ZONE else "odd"


VALUES: dict[str, tuple[str, Callable[[str], Tokens]]] = {
    "received": ("relay", relays),
    "message-id": ("message-id", identifier),
    "date": ("date", zone),
}


def address_tokens(value: str, origin: str, rules: Rules) -> Tokens:
    """Return addresses and their hosts, and the words of the names beside them.

    >>> list(address_tokens('"Lee, Ann" <ann@mail.example>', "to", DEFAULT))
    ['to:ann@mail.example', 'to:mail.example', 'to:example', 'to-name:lee', 'to-name:ann']
    """
    for one in split_addresses(value):
        if "<" in one:
            shown, _, rest = one.rpartition("<")
            address = rest.partition(">")[0]
        elif "@" in one:
            address, bracket, comment = one.partition("(")
            shown = bracket + comment
        else:
            shown, address = one, ""
        pieces = re.split(r"[ \t(]", strip(address))
        address = next((piece for piece in pieces if "@" in piece), "")
        local, _, host = address.rpartition("@")
        if local and len(address.encode()) <= LONGEST_ADDRESS:
            yield f"{origin}:{address.lower()}"
            yield from (f"{origin}:{name}" for name in hosts(host))
        yield from words(shown, f"{origin}-name", rules)


def split_addresses(value: str) -> list[str]:
    """Cut a list of addresses at commas and semicolons that stand in no quotes.

    >>> split_addresses('"Lee, Ann" <a@b.example>, us: c@d.example;')
    ['"Lee, Ann" <a@b.example>', ' us: c@d.example', '']
    """
    pieces = [""]
    for i, quoted in enumerate(value.split('"')):
        first, *others = re.split("[,;]", quoted) if i % 2 == 0 else [quoted]
        pieces[-1] += ('"' if i else "") + first
        pieces += others
    return pieces


def hosts(host: str) -> Tokens:
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


def url_tokens(url: str, origin: str, rules: Rules) -> Tokens:
    """Return what a URL tells; where URLs are words, they have the origin of what is around.

    >>> list(url_tokens("mailto:ann@b.example?subject=hi", "", DEFAULT))
    ['mailto:ann@b.example', 'mailto:b.example', 'mailto:example']
    >>> list(url_tokens("javascript:go()", "", DEFAULT))
    ['scheme:javascript']
    """
    if rules.urls == "words":
        yield from words(url, origin, rules)
        return
    url = strip("".join(c for c in url if c not in "\t\n\r" and not is_invisible(c)))
    if len(url.encode()) > LONGEST_URL:
        yield "odd:long"
        url = cut(url, LONGEST_URL)
    scheme, colon, rest = url.partition(":")
    scheme = scheme.lower() if colon and SCHEME.fullmatch(scheme) else ""
    if scheme == "mailto":
        yield from address_tokens(rest.partition("?")[0], "mailto", rules)
    elif scheme in ("http", "https", "ftp"):
        yield from authority_tokens(rest.lstrip("/\\"), rules)
    elif scheme and scheme != "cid":
        yield f"scheme:{scheme}"
        if rest.startswith("//"):
            yield from authority_tokens(rest[2:], rules)
    elif url.startswith("//"):
        yield from authority_tokens(url[2:], rules)


def authority_tokens(rest: str, rules: Rules) -> Tokens:
    """Return the host of a URL, what is odd about it, and the words of the path.

    >>> list(authority_tokens("ann@10.1.2.3:81/buy", DEFAULT))
    ['url:10.1.2.3', 'url:10.1.2', 'url:10.1', 'odd:user', 'odd:port', 'odd:address', 'path:buy']
    """
    authority = re.split(r"[/?#\\]", rest, maxsplit=1)[0]
    path = rest[len(authority) :]
    _, at, host = authority.rpartition("@")
    host, port = split_port(lower_ascii(host))
    yield from (f"url:{name}" for name in hosts(host))
    odd = {
        "user": at,
        "port": port not in ("", "80", "443"),
        "address": is_address(host) or re.fullmatch("0x[0-9a-f]+|[0-9]{7,}", host),
        "escaped": "%" in host,
        "punycode": "xn--" in host,
        "deep": host.count(".") > MOST_DOTS,
    }
    yield from (f"odd:{name}" for name, is_so in odd.items() if is_so)
    if rules.urls == "parts":
        yield from words(path, "path", rules)


def is_address(host: str) -> bool:
    """Tell whether a host is an address, of four numbers or of eight groups."""
    return is_four_numbers(host) or bool(groups(host))


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


def structure_tokens(part: "Part") -> Tokens:
    """Return what a part is, apart from what it says."""
    yield f"type:{cut(part.type, LONGEST_OF_PART)}"
    if part.charset is not None:
        yield f"charset:{cut(part.charset, LONGEST_OF_PART)}"
    if part.encoding is not None:
        yield f"encoding:{cut(part.encoding, LONGEST_OF_PART)}"
    if part.name is not None:
        name = part.name.lower()
        yield f"file:{cut(name, LONGEST_OF_PART)}"
        if "." in name:
            yield f"file:{cut('.' + name.rpartition('.')[2], LONGEST_OF_PART)}"
    if part.kind == "attachment":
        yield f"size:2^{max(1, part.size).bit_length() - 1}"


def text_tokens(part: "Part", rules: Rules) -> Tokens:
    """Return the words of a part: those that are seen, those that are not, and where links go."""
    yield from words(without_armour(part.text), "", rules)
    if rules.hidden == "apart":
        yield from words(part.hidden, "hidden", rules)
    if rules.hidden == "together":
        yield from words(without_armour(part.hidden), "", rules)
    for link in part.links:
        yield from url_tokens(link.target, "", rules)
        if link.kind == "image":
            yield from words(link.shown, "alt", rules)


def without_armour(text: str) -> str:
    r"""Leave out what is encrypted: it is nobody's words. All that a person can read stays.

    >>> without_armour("a-----BEGIN PGP MESSAGE-----\nVersion: 2\n" + "x" * 64 + "\nyz\n=ab\nb")
    'a\nVersion: 2\nb'
    """
    before, mark, rest = text.partition("-----BEGIN PGP ")
    kept, last = [before], 0
    for line in (mark + rest).split("\n"):
        bare = line.rstrip(BLANKS)
        is_rest = last >= FULL or (last and bare.startswith("="))
        if BASE64.fullmatch(bare) and (len(bare) >= FULL or is_rest):
            last = len(bare)
        else:
            last = 0
            if not bare.startswith(("-----BEGIN PGP ", "-----END PGP ")):
                kept.append(line)
    return "\n".join(kept)


def words(text: str, origin: str, rules: Rules) -> Tokens:
    """Return the words of a text, and what its URLs tell.

    >>> list(words("Don't buy at http://a.example, it's $1,000!", "", DEFAULT))
    ["don't", 'buy', 'url:a.example', 'url:example', "it's", '$1,000']
    """
    place = 0
    while rules.urls != "words" and (found := SCHEME_IN_TEXT.search(text, place)):
        yield from plain_words(text[place : found.start()], origin, rules)
        end = end_of_url(text, found.end())
        yield from url_tokens(text[found.start() : end].rstrip(".,;:!?"), origin, rules)
        place = end
    yield from plain_words(text[place:], origin, rules)


def end_of_url(text: str, start: int) -> int:
    """Return where a URL ends: at a blank, a bracket, a quote, or punctuation outside ASCII."""
    bracketed = re.compile(r"\[([^]]*)\]").match(text, start)
    if bracketed and is_address(bracketed[1]):
        start = bracketed.end()
    ends = (i for i in range(start, len(text)) if ends_url(text[i]))
    return next(ends, len(text))


def ends_url(c: str) -> bool:
    """Tell whether a character ends a URL."""
    return c in END_OF_URL or kind(c) == " " or (kind(c) == "." and not c.isascii())


def plain_words(text: str, origin: str, rules: Rules) -> Tokens:
    """Return the words of a text without URLs, and pairs of them if they are wanted.

    >>> list(plain_words("Free MONEY now", "subject", Rules(case="keep", pairs=True)))
    ['subject:Free', 'subject:MONEY', 'subject:Free MONEY', 'subject:now', 'subject:MONEY now']
    """
    prefix = f"{origin}:" if origin else ""
    before = ""
    for token, is_word in cut_words(text, rules):
        yield prefix + token
        if is_word and rules.pairs:
            if before:
                yield f"{prefix}{before} {token}"
            before = token


def cut_words(text: str, rules: Rules) -> Iterator[tuple[str, bool]]:
    """Cut a text into words (True), and into what stands for others (False).

    Letters, digits and marks are a word, and one joiner between them is part of it. Where a script
    sets no blanks, each two characters that follow each other are a token.

    >>> list(cut_words("it's 価格表", DEFAULT))
    [("it's", True), ('価格', False), ('格表', False)]
    """
    text = "".join(c for c in text if not is_invisible(c))
    for found in re.finditer(r"w+(?:jw+)*|d+", kinds(text)):
        piece = text[found.start() : found.end()]
        if found[0][0] == "d":
            pairs = [piece[i : i + 2] for i in range(len(piece) - 1)]
            yield from ((pair, False) for pair in pairs or [piece])
        else:
            piece = piece.replace("\u2019", "'").replace("\u2010", "-").replace("\u2011", "-")
            piece = "".join(c.lower() for c in piece) if rules.case == "fold" else piece
            yield from sized(piece, rules)


def sized(word: str, rules: Rules) -> Iterator[tuple[str, bool]]:
    """Leave out a short word; cut a long one into its pieces, or sum it up.

    >>> list(sized("x" * 47, DEFAULT)), list(sized("to", DEFAULT))
    ([('long:x-40', False)], [])
    """
    if rules.min_length <= len(word) <= rules.max_length:
        yield word, True
    elif len(word) > rules.max_length and JOINERS.search(word):
        for piece in JOINERS.split(word):
            yield from sized(piece, rules)
    elif len(word) > rules.max_length:
        yield f"long:{word[0].lower()}-{len(word) // 10 * 10}", False


def cut(text: str, most: int) -> str:
    """Cut a text to so many bytes, between two characters."""
    return text.encode()[:most].decode(errors="ignore")
