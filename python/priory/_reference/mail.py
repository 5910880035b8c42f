"""Mail tokenization: a parsed message becomes tokens."""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from priory._reference.characters import BLANKS, lower_ascii
from priory._reference.disguises import marks
from priory._reference.hosts import hosts
from priory._reference.mail_trust import NOBODY, Claims, Trust, walk
from priory._reference.mail_words import (
    DEFAULT,
    Rules,
    Tokens,
    address_tokens,
    cut,
    url_tokens,
    words,
)

if TYPE_CHECKING:
    from priory.mail import Message, Part

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
WORDS += ["precedence", "priority", "auto-submitted"]
WORDS += ["x-originating-ip", "mime-version", "content-language"]

# Bytes; what is longer is none, or cut.
LONGEST_NAME = 40
LONGEST_OF_PART = 64

LETTERS_OF_ZONE = 5

BASE64 = re.compile(r"[A-Za-z0-9+/=]+")
FULL = 60


def mail_tokens(message: "Message", rules: Rules = DEFAULT) -> list[str]:
    r"""Return the tokens of a message: of its headers, of each part, then its marks.

    >>> from priory.mail import Message
    >>> message = Message.parse(b"Subject: Free\n\nSee http://www.example.com/now")
    >>> mail_tokens(message, Rules(headers="subject", urls="hosts"))
    ['subject:free', 'type:text/plain', 'see', 'url:www.example.com', 'url:com', 'url:example.com']
    """
    tokens: list[str] = []
    rules = rules._replace(seen=set())
    is_message, trust = True, walk(message.headers, rules.trusted_relays)
    for part in message.parts:
        if is_message:
            tokens += header_tokens(part, trust, rules)
            # Whoever sent the message wrote those within it.
            trust, rules = NOBODY, rules._replace(trusted_authserv=None)
        is_message = part.kind == "message"
        tokens += structure_tokens(part)
        tokens += text_tokens(part, rules)
    tokens += [f"mark:{mark}" for mark in [*message.marks, *marks(rules.seen)]]
    return tokens if len(tokens) <= rules.most else [*tokens[: rules.most], "mark:cap-tokens"]


def header_tokens(part: "Part", trust: Trust, rules: Rules) -> Tokens:
    """Read the headers of a message; those of its parts say nothing beside the structure."""
    if rules.headers == "none":
        return
    claims = Claims(trust, rules.trusted_authserv)
    for number, header in enumerate(part.headers):
        name = lower_ascii(header.name)
        if name == "subject":
            yield from words(header.value, "subject", rules)
        if rules.headers == "all" and not is_foreign(name):
            yield f"header:{cut(name, LONGEST_NAME)}"
            is_ours = number < trust.believed
            if name == "received":
                yield from claims.relays(header.value, is_ours=is_ours)
            elif name == "authentication-results":
                yield from claims.results(header.value)
            elif name != "return-path" or is_ours:
                yield from value_tokens(name, header.value, rules)


def is_foreign(name: str) -> bool:
    """Tell whether a mailbox or another filter wrote a header.

    >>> is_foreign("x-spam-status"), is_foreign("x-mailer")
    (True, False)
    """
    return name in STATUS or name.startswith(tuple(FILTERS))


def value_tokens(name: str, value: str, rules: Rules) -> Tokens:
    """Read the value of a header that anybody may write."""
    if name in ADDRESSES:
        yield from address_tokens(value, name, rules)
    elif name in LINKS:
        for target in re.split("[<>,]", value):
            yield from url_tokens(target, name, rules)
    elif name in WORDS:
        yield from words(value, name, rules)
    elif name in VALUES:
        yield from (f"{VALUES[name][0]}:{token}" for token in VALUES[name][1](value))


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
    "message-id": ("message-id", identifier),
    "date": ("date", zone),
}


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
    origin = "attached" if part.kind == "attachment" else ""
    yield from words(without_armour(part.text), origin, rules)
    if rules.hidden == "apart":
        yield from words(part.hidden, "hidden", rules)
    if rules.hidden == "together":
        yield from words(without_armour(part.hidden), origin, rules)
    for link in part.links:
        yield from url_tokens(link.target, origin, rules)
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
