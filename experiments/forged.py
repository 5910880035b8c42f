"""The tables of 016: what relays tell, and what forged ones do, believed or not."""

from __future__ import annotations

import random
import re
from collections import Counter
from math import log
from typing import TYPE_CHECKING

from benchmarks import messages

from experiments.page import markdown
from priory._reference.mail_trust import walk
from priory.evaluate.filters import PrioryFilter, TokenizedMessages
from priory.evaluate.measures import measure
from priory.evaluate.outcomes import LabelledMessage
from priory.evaluate.plan import Run, Runs
from priory.evaluate.trial import run
from priory.mail import Message
from priory.mailfilter.live import Corpus, LiveFilter
from priory.mailfilter.settings import Settings
from priory.tokens import MailAnalyzer

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from benchmarks.messages import Mail

VARIANTS = {
    "all believed": MailAnalyzer(trusted_relays=["0.0.0.0/0", "::/0"]),
    "by default": MailAnalyzer(),
}
N_SPAM, N_LINES, N_HOSTS = 250, 30, 3
SETTINGS = Settings(event="boolean")
FIELD = re.compile(rb"\n(?![ \t])")
LINE = "Received: from {} ({}) ({}) by mx.example.org; Mon, 2 Sep 2002 10:00:00 +0100"
HALVES = ("variant", "ham lost", "ham unsure", "spam missed", "spam unsure", "1-ROCA %")
ATTACK = ("variant", "attack", "ham", "unsure", "spam")


def load(folder: Path | None = None) -> list[Mail]:
    """Read the mail."""
    return messages.load(folder)


def data(mail: Sequence[Mail], n_folds: int) -> str:  # noqa: ARG001 (halves alone)
    """Say what was judged."""
    return f"{len(mail):,} messages of the SpamAssassin corpus, halved by the SHA-1 of the place."


def pages(mail: list[Mail], n_folds: int) -> list[str]:  # noqa: ARG001 (halves alone)
    """Write the tables."""
    even, odd = messages.halves(mail)
    judged = [[name, *halves(even, odd, one)] for name, one in VARIANTS.items()]
    attacked = [
        [name, kind, *(str(found[label]) for label in ("ham", "unsure", "spam"))]
        for name, one in VARIANTS.items()
        for kind, found in attack(even, odd, one).items()
    ]
    return [
        f"### Half judged\n\n{markdown(HALVES, judged)}",
        f"### Attacked\n\n{markdown(ATTACK, attacked)}",
    ]


def halves(even: Sequence[Mail], odd: Sequence[Mail], analyzer: MailAnalyzer) -> list[str]:
    """Learn one half and judge the other."""
    labelled = [LabelledMessage(one.raw, one.label, one.place) for one in (*even, *odd)]
    sides = tuple(range(len(even))), tuple(range(len(even), len(labelled)))
    tokens = TokenizedMessages(analyzer)
    trial = run(Runs("halves", (Run(*sides),)), labelled, PrioryFilter(SETTINGS, tokens=tokens))
    found = measure(trial.outcomes, SETTINGS)
    counts = (found.ham_lost, found.ham_unsure, found.spam_missed, found.spam_unsure)
    return [*map(str, counts), f"{found.roca:.4f}"]


def attack(
    even: Sequence[Mail], odd: Sequence[Mail], analyzer: MailAnalyzer
) -> Mapping[str, Counter[str]]:
    """Give spam that is caught relays that speak for ham, where a sender can and where none can."""
    corpus = Corpus((one.raw for one in even), analyzer=analyzer)
    mail = LiveFilter(corpus, SETTINGS)
    for number, one in enumerate(even):
        mail.learn(number, one.label)

    def judged(raws: Sequence[bytes]) -> list[str]:
        return [verdict.label for verdict in mail.classify(list(corpus.add(raws)))]

    spam = [one.raw for one in odd if one.label == "spam"]
    caught = [raw for raw, label in zip(spam, judged(spam), strict=True) if label == "spam"]
    chosen = random.Random(24).sample(caught, min(N_SPAM, len(caught)))  # noqa: S311 (no secret)
    lines = forged(best(even, analyzer))
    return {
        "none": Counter(judged(chosen)),
        "below": Counter(judged([below(raw, lines) for raw in chosen])),
        "above all": Counter(judged([lines + raw for raw in chosen])),
    }


def best(mail: Sequence[Mail], analyzer: MailAnalyzer) -> list[str]:
    """Return the hosts and addresses of relays that speak for ham most."""
    found = {"ham": Counter[str](), "spam": Counter[str]()}
    for one in mail:
        found[one.label].update(set(analyzer.tokenize(one.raw)))
    named = re.compile(r"relay:(?!\d+\.\d+(\.\d+)?$)[^.]+\..+\..+")
    hosts = [token for token in found["ham"] if named.fullmatch(token)]
    weight = {t: log(found["ham"][t] + 0.01) - log(found["spam"][t] + 0.01) for t in hosts}
    hosts.sort(key=lambda token: (-weight[token], token))
    return [token.partition(":")[2] for token in hosts[: N_LINES * N_HOSTS]]


def forged(hosts: Sequence[str]) -> bytes:
    """Write relays that name so many hosts each."""
    groups = zip(*(hosts[i::N_HOSTS] for i in range(N_HOSTS)), strict=False)
    return "".join(f"{LINE.format(*group)}\n" for group in groups).encode()


def below(raw: bytes, lines: bytes) -> bytes:
    """Put lines below the relay that has a message from outside, or below the first."""
    head, _, body = raw.partition(b"\n\n")
    fields = FIELD.split(head)
    at = walk(Message.parse(raw).headers).believed
    if at >= len(fields):
        at = next((i + 1 for i, one in enumerate(fields) if one.startswith(b"Received:")), 0)
    above = b"".join(one + b"\n" for one in fields[:at])
    return above + lines + b"\n".join(fields[at:]) + b"\n\n" + body
