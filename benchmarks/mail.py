"""Messages become texts, tokens and counts: the cases against other mail software."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from benchmarks import messages
from benchmarks.case import Case, Stage
from benchmarks.corpora import QUICK
from benchmarks.data import Data

if TYPE_CHECKING:
    from benchmarks.case import Outcome
    from benchmarks.corpora import Corpora

FAST, BOGO = "fast-mail-parser", "bogolexer"
EMAIL = {
    "email, compat32": "benchmarks.email_compat32",
    "email, default": "benchmarks.email_default",
}
BOTH = tuple(EMAIL)
ALIKE = 0.99  # the share of messages in which two parsers must see the same text
AS_MUCH = 0.9  # the share of a peer's tokens that we must have at least
ENOUGH = f"at least {AS_MUCH:.0%} as many tokens as"
OWN = "benchmarks.mail_priory"
SHOWN: dict[int, float | None] = {1: None}
MATRIX = Case("mail-matrix", "MailMatrix", "count", "mail", {1: 50, 2: 50}, peers=BOTH[:1])
NOTE = """\
Mail: messages to headers and texts (parse), to counts of tokens one by one (count), and to a matrix
in one call (matrix). Python: `email` with either of its policies, html.parser and `re`; it counts,
and makes no matrix. bogolexer: one process over a mailbox, its tokens printed to nowhere and not
counted. fast-mail-parser leaves HTML as it is, and Priory reads it."""


@cache
def mail(corpora: Corpora, quick: bool) -> Data:
    """Take the SpamAssassin corpus, or make up messages and say so."""
    found = messages.load(corpora.folder)
    if not found:
        print("!!! NO SPAMASSASSIN CORPUS FOUND: falling back to GENERATED messages.")
        found = messages.generate()
    return Data([message.raw for message in found[:: QUICK if quick else 1]])


def other_texts(ours: Outcome, theirs: Outcome, data: Data) -> str:
    """Say in how many messages we see another text than a peer, if in too many."""
    texts = zip(*(parser.texts(data.X) for parser, _ in (ours, theirs)), strict=True)
    n_alike = sum(letters(our_text) == letters(their_text) for our_text, their_text in texts)
    if n_alike >= ALIKE * len(data.X):
        return ""
    return f"the text of {len(data.X) - n_alike} of {len(data.X)} messages"


def letters(text: str) -> list[bytes]:
    """Return the words of a text in ASCII: where no charset is declared, each parser guesses."""
    return text.encode("ascii", "ignore").split()


def fewer_tokens(ours: Outcome, theirs: Outcome, data: Data) -> str:  # noqa: ARG001 (all differences are called alike)
    """Say how few tokens we have, if too few."""
    our_number, their_number = (n_tokens(result) for _, result in (ours, theirs))
    if our_number >= AS_MUCH * their_number:
        return ""
    return f"{our_number:,} tokens instead of {their_number:,}"


def n_tokens(result: Any) -> int:
    """Count the tokens of a matrix, or take their number as it is."""
    return result if isinstance(result, int) else int(result.sum())


PARSE = Stage(
    peers={FAST: "benchmarks.fast_mail", **EMAIL},
    cases=(
        Case("mail-parse", "MailParser", "parse", "mail", {1: 1}, peers=(FAST,)),
        Case("mail-parse-email", "MailParser", "parse", "mail", SHOWN, peers=BOTH, repetitions=2),
    ),
    data={"mail": mail},
    difference=other_texts,
    alike=f"in {ALIKE:.0%} of the messages or more, equal to",
    own=OWN,
    threaded=False,
    note=NOTE,
)
ONE_BY_ONE = Stage(
    peers=EMAIL,
    others={BOGO: "benchmarks.bogolexer"},
    cases=(
        Case("mail-count", "MailCounter", "count", "mail", {1: 50}, peers=BOTH, repetitions=2),
        Case("mail-count-bogolexer", "MailCounter", "count", "mail", {1: 5}, peers=(BOGO,)),
    ),
    data={"mail": mail},
    difference=fewer_tokens,
    alike=ENOUGH,
    own=OWN,
    threaded=False,
)
TOGETHER = Stage(
    peers=EMAIL,
    others={BOGO: "benchmarks.bogolexer"},
    cases=(
        MATRIX,
        Case("mail-matrix-bogolexer", "MailMatrix", "count", "mail", {1: 5, 2: 5}, peers=(BOGO,)),
    ),
    data={"mail": mail},
    difference=fewer_tokens,
    alike=ENOUGH,
    growth=MATRIX,
    own=OWN,
)
STAGES = (PARSE, ONE_BY_ONE, TOGETHER)
