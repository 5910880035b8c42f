"""The tables of 015: caught spam with ordinary words added, in sight and out of it."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from benchmarks import messages

from experiments.page import markdown
from priory import MailFilter
from priory.mailfilter import Settings
from priory.tokens import MailAnalyzer

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from benchmarks.messages import Mail

N_SPAMS = 250
N_WORDS = 400
BOUNDARY = b"=padded="
OF_THE_BODY = re.compile(rb"(?im)^(?:content-[\w-]+|mime-version):.*\n(?:[ \t].*\n)*")
COLUMNS = ("variant", "still spam", "unsure", "ham")
SETTINGS = Settings(event="boolean")
ALONE, IN_SIGHT = "nothing added", "in sight"

# How words are added; of those that are hidden, the first by a rule, the others in their tags.
RULED: Mapping[str, str] = {
    "by a class": "display:none",
    "by a class, white": "color:#fff",
    "by a class, white by lightness": "color:hsl(0,0%,100%)",
    "by a class, no letters": "font:0/0 a",
    "by a class, no height": "max-height:0;overflow:hidden",
    "by a class, off the page": "position:absolute;left:-9999px",
    "by a class, cut away": "clip-path:inset(50%)",
}
TAGGED: Mapping[str, str] = {
    "by its style": "display:none",
    "white": "color:#fff",
    "white by lightness": "color:hsl(0,0%,100%)",
    "no letters": "font:0/0 a",
    "no height": "max-height:0;overflow:hidden",
    "off the page": "text-indent:-9999px",
    "cut away": "position:absolute;clip:rect(0,0,0,0)",
    "cut away by a path": "clip-path:inset(50%)",
    "shrunk": "transform:scale(0)",
    "faded": "filter:opacity(0)",
}
PAGES: Mapping[str, str] = {
    ALONE: "<p></p>",
    IN_SIGHT: "<p>{}</p>",
    **{name: f"<style>.p{{{{{css}}}}}</style><p class=p>{{}}</p>" for name, css in RULED.items()},
    "by a class, the rule last": "<p class=p>{}</p><style>.p{{display:none}}</style>",
    "by an id": "<style>#p{{display:none!important}}</style><p id=p>{}</p>",
    "by what is around": "<style>div>p{{display:none}}</style><div><p>{}</p></div>",
    **{name: f'<p style="{css}">{{}}</p>' for name, css in TAGGED.items()},
    "in a dialog": "<dialog>{}</dialog>",
    "in a list of data": "<datalist>{}</datalist>",
    "in details": "<details>{}</details>",
}


@dataclass(frozen=True, eq=False)
class Trial:
    """Mail that is learned, and mail of which caught spam is taken."""

    learned: list[Mail]
    asked: list[Mail]


def load(folder: Path | None = None) -> dict[str, Trial]:
    """Read the corpus, and part it by names."""
    mail = messages.load(folder)
    return {"SpamAssassin": Trial(*messages.halves(mail))} if mail else {}


def data(found: Mapping[str, Trial], n_folds: int) -> str:  # noqa: ARG001 (there is one split)
    """Say what was judged."""
    return "\n".join(
        f"- {name}: {len(trial.learned):,} messages learned, {N_SPAMS} spams of "
        f"{len(trial.asked):,} others that the filter catches; analyser version "
        f"{MailAnalyzer().version}"
        for name, trial in found.items()
    )


def pages(found: Mapping[str, Trial], n_folds: int) -> Iterator[str]:  # noqa: ARG001 (as above)
    """Write a table for each corpus."""
    for name, trial in found.items():
        rows = [[variant, *map(str, counts)] for variant, counts in judged(trial).items()]
        yield f"### {name}\n\n{markdown(COLUMNS, rows)}"


def judged(trial: Trial, n_spams: int = N_SPAMS) -> dict[str, tuple[int, int, int]]:
    """Count the verdicts (spam, unsure, ham) on caught spam for each way to add words."""
    words = " ".join(frequent(trial.learned))
    with TemporaryDirectory() as folder, MailFilter(f"{folder}/mail.db", SETTINGS) as mail:
        mail.learn_many((one.raw, one.label) for one in trial.learned)
        spams = [one.raw for one in trial.asked if one.label == "spam"]
        verdicts = mail.classify_many(padded(raw, PAGES[ALONE]) for raw in spams)
        caught = [raw for raw, it in zip(spams, verdicts, strict=True) if it.label == "spam"]
        found = {}
        for variant, page in PAGES.items():
            asked = (padded(raw, page.format(words)) for raw in caught[:n_spams])
            said = Counter(verdict.label for verdict in mail.classify_many(asked))
            found[variant] = (said["spam"], said["unsure"], said["ham"])
        return found


def frequent(mail: list[Mail], n_words: int = N_WORDS) -> list[str]:
    """Return the words that most ham has in its text, the most frequent first."""
    analyzer, counts = MailAnalyzer(), Counter[str]()
    for message in mail:
        if message.label == "ham":
            counts.update(token for token in analyzer.count(message.raw) if token.isalpha())
    ranked = sorted(counts, key=lambda word: (-counts[word], word))
    return ranked[:n_words]


def padded(raw: bytes, page: str) -> bytes:
    """Put a page behind what a message has, in a part of its own."""
    raw = raw.replace(b"\r\n", b"\n")
    head, _, body = raw.partition(b"\n\n")
    head += b"\n"
    own = b"".join(OF_THE_BODY.findall(head))
    return b"".join(
        (
            OF_THE_BODY.sub(b"", head),
            b'MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="%s"\n\n' % BOUNDARY,
            b"--%s\n%s\n%s\n" % (BOUNDARY, own, body),
            b"--%s\nContent-Type: text/html; charset=utf-8\n\n%s\n" % (BOUNDARY, page.encode()),
            b"--%s--\n" % BOUNDARY,
        )
    )
