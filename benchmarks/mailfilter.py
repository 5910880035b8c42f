"""The mail filter learns and judges: the cases against bogofilter."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from benchmarks import generated, messages
from benchmarks.case import Case, Stage
from benchmarks.corpora import QUICK
from benchmarks.data import Data

if TYPE_CHECKING:
    from benchmarks.case import Outcome
    from benchmarks.corpora import Corpora

PYTHON, BOGO = "python -c pass", "bogofilter"
WAYS = {
    "bogofilter -M": "benchmarks.bogofilter",
    "bogofilter -b": "benchmarks.bogofilter_files",
}
ONCE = {PYTHON: "benchmarks.bare_python", BOGO: "benchmarks.bogofilter"}
OWN = "benchmarks.mailfilter_priory"
AS_MUCH = 0.9  # the share of bogofilter's tokens that we must have at least
AS_RIGHT = 0.99  # and of its right verdicts
NEAR = {1: 1 / 6}  # within 6 times the time of a bare interpreter
FOR_GOOD: dict[str, Any] = {"fit_on": "mail", "limit": 0.005}  # seconds: "a few milliseconds"
MILLION = 1_000_000
WORDS_OF_A_MESSAGE = 1_000
SHORTEST = 3  # letters of a word that bogofilter counts
NOTE = """\
Mail filter: one half of the mail is learned, the other judged. MailFilter has the messages in
memory; Command is the program `priory`, and bogofilter is one, too: whole processes that read a
mailbox (or files, of which bogofilter reads the names), learn each class into a new store or word
list, and print verdicts to a file. The memory of a process is its own peak, and never less than
that of a small Python. Ratios are to the faster way of bogofilter."""
ONE_NOTE = """\
One message: a fresh process for each, beside a bare `python -c pass`, which ratios are to."""
DURABLE_NOTE = """\
One message learned for good, the disk waited for: with the store opened before and closed after it
(filter-learn-one), or open all the time (filter-learn-next); bogofilter as a process."""


def halves(corpora: Corpora) -> tuple[list[messages.Mail], list[messages.Mail]]:
    """Part the SpamAssassin corpus, or made-up messages, by the digests of their places."""
    found = messages.load(corpora.folder)
    if not found:
        print("!!! NO SPAMASSASSIN CORPUS FOUND: falling back to GENERATED messages.")
        found = messages.generate()
    return messages.halves(found)


@cache
def mail(corpora: Corpora, quick: bool) -> Data:
    """Take one half to learn, and the other to judge."""
    train, test = (half[:: QUICK if quick else 1] for half in halves(corpora))
    return Data(
        [one.raw for one in train],
        [one.label for one in train],
        [one.raw for one in test],
        [one.label for one in test],
    )


def one(corpora: Corpora, quick: bool) -> Data:
    """Take the message of middling size."""
    judged = sorted(mail(corpora, quick).new, key=len)
    return Data([], new=[judged[len(judged) // 2]])


@cache
def million(corpora: Corpora, quick: bool) -> Data:  # noqa: ARG001 (as all data is asked for)
    """Make messages in which each of a million words stands once, and ask for one."""
    n_words = MILLION // (QUICK if quick else 1)
    vocabulary = generated.make_vocabulary(n_words + n_words // QUICK)
    words = [word for word in vocabulary if len(word) >= SHORTEST][:n_words]
    n_messages = n_words // WORDS_OF_A_MESSAGE
    raws = [messages.message(" ".join(words[i::n_messages]), html=False) for i in range(n_messages)]
    return Data(raws, ["ham", "spam"] * (n_messages // 2), raws[-1:])


def less(ours: Outcome, theirs: Outcome, data: Data) -> str:
    """Say where we have done less than a peer, if anywhere."""
    (our_messages, our_tokens), (messages, tokens) = (who.learned() for who, _ in (ours, theirs))
    if our_messages != messages:
        return f"{our_messages:,} messages learned instead of {messages:,}"
    if our_tokens < AS_MUCH * tokens:
        return f"{our_tokens:,} tokens instead of {tokens:,}"
    right, their_right = (data.accuracy(result) for _, result in (ours, theirs))
    if right is not None and their_right is not None and right < AS_RIGHT * their_right:
        return f"{right:.2%} of the verdicts are right instead of {their_right:.2%}"
    return ""


BULK = Stage(
    peers=WAYS,
    cases=(
        Case("filter-learn", "MailFilter", "learn", "mail", {1: 5}),
        Case("filter-learn-command", "Command", "learn", "mail", {1: 5}),
        Case("filter-classify", "MailFilter", "classify", "mail", {1: 10}, fit_on="mail"),
        Case("filter-classify-command", "Command", "classify", "mail", {1: 10}, fit_on="mail"),
        Case(
            "filter-classify-json",
            "Command",
            "classify",
            "mail",
            {1: 10},
            options={"json": True},
            fit_on="mail",
        ),
    ),
    data={"mail": mail},
    difference=less,
    alike="(messages, tokens, right verdicts) no fewer than",
    own=OWN,
    threaded=False,
    fastest=True,
    note=NOTE,
)
ONE = Stage(
    peers={},
    others=ONCE,
    cases=(
        Case("filter-one", "Command", "classify_one", "one", NEAR, fit_on="mail"),
        Case("filter-one-pipe", "Command", "filter_one", "one", NEAR, fit_on="mail"),
        Case("filter-one-million", "Command", "classify_one", "million", NEAR, fit_on="million"),
    ),
    data={"mail": mail, "one": one, "million": million},
    difference=less,
    own=OWN,
    threaded=False,
    note=ONE_NOTE,
)
DISK = Stage(
    peers={},
    others={BOGO: ONCE[BOGO]},
    cases=(
        Case("filter-learn-one", "MailFilter", "learn_one", "one", {1: None}, **FOR_GOOD),
        Case("filter-learn-next", "MailFilter", "learn_next", "one", {1: None}, **FOR_GOOD),
    ),
    data={"mail": mail, "one": one},
    difference=less,
    own=OWN,
    threaded=False,
    note=DURABLE_NOTE,
)
STAGES = (BULK, ONE, DISK)
