"""Mail text tokenization: words, URLs and addresses."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from priory._reference.characters import is_invisible, kind, kinds, lower_ascii, strip
from priory._reference.disguises import folded, has_gap, is_mixed, plain, shown_host
from priory._reference.hosts import hosts, is_address, split_port

Tokens = Iterator[str]


UNASKED: set[str] = set()  # what was seen in words alone, for no message


class Rules(NamedTuple):
    """What somebody may choose, and what holds if nobody does."""

    case: str = "fold"  # or "keep"
    headers: str = "all"  # or "subject", "none"
    pairs: bool = False
    urls: str = "parts"  # or "hosts", "words"
    hidden: str = "apart"  # or "together", "out"
    min_length: int = 3
    max_length: int = 12
    trusted_relays: tuple[str, ...] = ()
    trusted_authserv: str | None = None
    most: int = 100_000  # tokens of a message
    seen: set[str] = UNASKED  # what was disguised in words so far


DEFAULT = Rules()

# Bytes; what is longer is none, or cut.
LONGEST_ADDRESS = 254
LONGEST_URL = 2048

MOST_AROUND = 2  # URLs around a text in whose path URLs are still looked for

MOST_DOTS = 4

SCHEME_IN_TEXT = re.compile(r"(?<![A-Za-z])[A-Za-z]{1,20}://")
SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+-]{0,19}")
END_OF_URL = frozenset("<>\"'()[]{}|")
JOINERS = re.compile(r"[-_.'@,]")


def words(text: str, origin: str, rules: Rules, around: int = 0) -> Tokens:
    """Return the words of a text, and what its URLs tell.

    >>> list(words("Don't buy at http://a.example, it's $1,000!", "", DEFAULT))
    ["don't", 'buy', 'url:a.example', 'url:example', "it's", '$1,000']
    """
    place, are_read = 0, rules.urls != "words" and around < MOST_AROUND
    while are_read and (found := SCHEME_IN_TEXT.search(text, place)):
        yield from plain_words(text[place : found.start()], origin, rules)
        end = end_of_url(text, found.end())
        url = text[found.start() : end].rstrip(".,;:!?")
        yield from url_tokens(url, origin, rules, around + 1)
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
    rules.seen.update({"invisible-letters"} if has_gap(text) else ())
    text = "".join(c for c in text if not is_invisible(c))
    for found in re.finditer(r"w+(?:jw+)*|d+", kinds(text)):
        piece = text[found.start() : found.end()]
        if found[0][0] == "d":
            rules.seen.add("dense")
            piece = folded(piece)
            pairs = [piece[i : i + 2] for i in range(len(piece) - 1)]
            yield from ((pair, False) for pair in pairs or [piece])
        else:
            piece = piece.replace("\u2019", "'").replace("\u2010", "-").replace("\u2011", "-")
            piece = plain(piece, rules.seen)
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


def url_tokens(url: str, origin: str, rules: Rules, around: int = 0) -> Tokens:
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
        yield from authority_tokens(rest.lstrip("/\\"), rules, around)
    elif scheme and scheme != "cid":
        yield f"scheme:{scheme}"
        if rest.startswith("//"):
            yield from authority_tokens(rest[2:], rules, around)
    elif url.startswith("//"):
        yield from authority_tokens(url[2:], rules, around)


def authority_tokens(rest: str, rules: Rules, around: int = 0) -> Tokens:
    """Return the host of a URL, what is odd about it, and the words of the path.

    >>> list(authority_tokens("ann@10.1.2.3:81/buy", DEFAULT))
    ['url:10.1.2.3', 'url:10.1.2', 'url:10.1', 'odd:user', 'odd:port', 'odd:address', 'path:buy']
    """
    authority = re.split(r"[/?#\\]", rest, maxsplit=1)[0]
    path = rest[len(authority) :]
    _, at, host = authority.rpartition("@")
    host, port = split_port(lower_ascii(host))
    shown = shown_host(host)
    yield from (f"url:{name}" for name in hosts(shown))
    odd = {
        "user": at,
        "port": port not in ("", "80", "443"),
        "address": is_address(host) or re.fullmatch("0x[0-9a-f]+|[0-9]{7,}", host),
        "escaped": "%" in host,
        "punycode": "xn--" in host,
        "mixed-scripts": any(map(is_mixed, shown.split("."))),
        "deep": host.count(".") > MOST_DOTS,
    }
    yield from (f"odd:{name}" for name, is_so in odd.items() if is_so)
    if rules.urls == "parts":
        yield from words(path, "path", rules, around)


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


def cut(text: str, most: int) -> str:
    """Cut a text to so many bytes, between two characters."""
    return text.encode()[:most].decode(errors="ignore")
