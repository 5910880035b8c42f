"""The measurements as plain tables."""

from benchmarks.run import Growth, Result, Row

MB = 1e6
PEAK_NOISE = MB
UNITS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "us"))
HEADER = (
    f"  {'':18} {'runs':>7} {'median':>9}  {'fastest .. slowest':>22} {'rows/s':>9} {'MB/s':>8}"
    f" {'of scan':>8} {'ratio':>7} {'target':>13} {'accuracy':>8} {'peak MB':>8}"
)


def duration(seconds: float) -> str:
    """Write seconds in the unit that shows them best."""
    scale, unit = next((pair for pair in UNITS if seconds >= pair[0]), UNITS[-1])
    return f"{seconds / scale:.3g} {unit}"


def amount(n_bytes: int) -> str:
    """Write a number of bytes, in megabytes if it has that many."""
    return f"{n_bytes / MB:.1f} MB" if n_bytes >= MB else f"{n_bytes} bytes"


def verdict(row: Row) -> str:
    """Write the target and whether it was reached."""
    if row.target is None and row.limit is None:
        return ""
    wanted = f"{row.target:g}x" if row.limit is None else f"< {duration(row.limit)}"
    return f"{wanted} {'MISSED' if row.met is False else 'met' if row.met else '-'}"


def line(row: Row) -> str:
    """Write one row of a case's table."""
    runs = f"{row.runs}x{row.loops}" if row.loops > 1 else f"{row.runs}"
    spread = f"{duration(row.fastest)} .. {duration(row.slowest)}"
    rate = "-" if row.rate is None else f"{row.rate / MB:.1f}"
    pace = "-" if row.pace is None else f"{row.pace:,.0f}"
    share = "-" if row.scan_share is None else f"{row.scan_share:.2%}"
    ratio = "-" if row.ratio is None else f"{row.ratio:.{1 if row.ratio >= 1 else 2}f}x"
    accuracy = "" if row.accuracy is None else f"{row.accuracy:.2%}"
    return (
        f"  {row.label:18} {runs:>7} {duration(row.median):>9}  {spread:>22} {pace:>9} {rate:>8}"
        f" {share:>8} {ratio:>7} {verdict(row):>13} {accuracy:>8} {row.peak / MB:8.1f}"
    )


def print_result(result: Result, scan: float | None) -> None:
    """Print what was done in a case, whether the results are equal, and its table.

    The physical limit stands there, too: how fast one thread seeks a byte in the joined texts.
    """
    print(f"\n{result.case}: {result.title}")
    rows = f"{result.n_documents:,} {'row' if result.n_documents == 1 else 'rows'}"
    read = f", {amount(result.n_bytes)}, {rows}" if result.n_bytes else ""
    corpus = f"{result.corpus}{read}"
    if result.refusal:
        print(f"  on {corpus}; REFUSED: {result.refusal}", flush=True)
        return
    limit = f"; a bare scan reads {scan / MB:,.0f} MB/s" if scan else ""
    print(f"  on {corpus}{limit}; results {equality(result)}")
    print(HEADER)
    for row in result.rows:
        print(line(row))
    kept = [f"{row.label} {amount(row.disk)}" for row in result.rows if row.disk is not None]
    busy = [f"{row.label} {row.busy:.2f}" for row in result.rows if row.busy is not None]
    for heading, values in (("on the disk", kept), ("cores busy", busy)):
        if values:
            print(f"  {heading}: {', '.join(values)}", flush=True)


def equality(result: Result) -> str:
    """Name what the results were compared with."""
    if not result.compared:
        return "NOT COMPARED"
    return f"{result.alike} {', '.join(result.compared)}'s"


def print_growth(title: str, rows: list[Growth]) -> None:
    """Print how the time grows with the bytes."""
    print(f"\ngrowth: {title}, n_jobs=1, on copies of its corpus")
    print(
        f"  {'size':>6} {'MB':>8} {'median':>9}  {'fastest .. slowest':>22} {'MB/s':>8}  time / 1x"
    )
    for row in rows:
        spread = f"{duration(row.fastest)} .. {duration(row.slowest)}"
        print(
            f"  {row.times:>5}x {row.n_bytes / MB:8.1f} {duration(row.median):>9}  {spread:>22}"
            f" {row.n_bytes / row.median / MB:8.1f}  {row.median / rows[0].median:8.1f}x"
        )


def print_summary(results: list[Result]) -> None:
    """Print the missed targets, the memory that was too high, and the refused cases."""
    rows = [(result, row) for result in results for row in result.rows]
    aimed = [(result, row) for result, row in rows if row.met is not None]
    missed = [name(*pair) for pair in aimed if not pair[1].met]
    heavy = [name(*pair) for pair in rows if heavier(*pair)]
    print(f"\n{len(aimed) - len(missed)} of {len(aimed)} targets met.")
    for heading, names in (
        ("Missed targets", missed),
        ("More memory than the reference", heavy),
        ("REFUSED for a wrong result", [result.case for result in results if result.refusal]),
    ):
        print(f"{heading}: {'; '.join(names) or 'none'}.")


def heavier(result: Result, row: Row) -> bool:
    """Say whether Priory's peak is above the reference's by more than noise."""
    if row.ratio is None or row.n_jobs is None:
        return False
    return row.peak > result.rows[0].peak + PEAK_NOISE


def name(result: Result, row: Row) -> str:
    """Name an entrant and its case."""
    return f"{result.case} ({row.label})"
