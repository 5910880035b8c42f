"""Mail for the benchmarks and the experiments: the SpamAssassin corpus, or generated messages."""

from __future__ import annotations

from dataclasses import dataclass
from email.message import EmailMessage
from hashlib import sha1
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from benchmarks import generated
from benchmarks.corpora import SHARED, files

if TYPE_CHECKING:
    from pathlib import Path

SPAMASSASSIN = "spamassassin"
LABELS = {
    "easy_ham": "ham",
    "easy_ham_2": "ham",
    "hard_ham": "ham",
    "spam": "spam",
    "spam_2": "spam",
}
GENERATED_BYTES = 20_000_000
WITH_HTML = 3  # one generated message in so many has an HTML part
SUBJECT_WORDS = 6
PAGE = '<html><body><p class="x">{}</p><a href="http://www.{}.example/">here</a></body></html>'


@dataclass(frozen=True)
class Mail:
    """A message, the class it belongs to, and where it stands: ``folder/name``."""

    place: str
    label: str
    raw: bytes


def load(folder: Path | None = None) -> list[Mail]:
    """Read the SpamAssassin corpus.

    Parameters
    ----------
    folder : Path or None, default=None
        Where ``spamassassin`` or ``spamassassin.tar.xz`` lies, if not beside the repository.

    Returns
    -------
    list of Mail
        The messages in the order of their places; none if the corpus is not there.
    """
    found = ((PurePosixPath(path), raw) for path, raw in files(folder or SHARED, SPAMASSASSIN, ""))
    mail = [
        Mail(f"{path.parent.name}/{path.name}", LABELS[path.parent.name], without_envelope(raw))
        for path, raw in found
        if path.parent.name in LABELS
    ]
    return sorted(mail, key=lambda message: message.place)


def halves(mail: list[Mail]) -> tuple[list[Mail], list[Mail]]:
    """Part messages by their places, so that each is in the same half whatever the others are."""
    even, odd = ([one for one in mail if is_odd(one.place) is side] for side in (False, True))
    return even, odd


def is_odd(place: str) -> bool:
    """Tell in which half a message is: the last bit of the SHA-1 of ``folder/name``."""
    return bool(sha1(place.encode(), usedforsecurity=False).digest()[-1] % 2)


def without_envelope(raw: bytes) -> bytes:
    """Drop the line ``From ...`` of a mailbox, which is no part of the message."""
    return raw.partition(b"\n")[2] if raw.startswith(b"From ") else raw


def generate(n_bytes: int = GENERATED_BYTES) -> list[Mail]:
    """Make up messages in two classes, of about this many bytes in all."""
    pairs = generated.labelled(n_bytes, generated.LONG_WORDS, len(set(LABELS.values())))
    labels = {f"topic {i}": label for i, label in enumerate(dict.fromkeys(LABELS.values()))}
    return [
        Mail(f"{labels[topic]}/{i:05}", labels[topic], message(text, html=i % WITH_HTML == 0))
        for i, (topic, text) in enumerate(pairs)
    ]


def message(text: str, *, html: bool) -> bytes:
    """Write a text as a message, with its first words as its subject."""
    mail = EmailMessage()
    words = text.split()
    mail["Received"] = "from mx.example.org by mail.example.net; Fri, 2 Aug 2002 11:22:33 +0100"
    mail["From"] = f"Somebody <{len(text)}@example.com>"
    mail["To"] = "list@example.net"
    mail["Subject"] = " ".join(words[:SUBJECT_WORDS])
    mail.set_content(text)
    if html:
        mail.add_alternative(PAGE.format(text, words[0].strip("?!.,:\"'").lower()), subtype="html")
    return mail.as_bytes()
