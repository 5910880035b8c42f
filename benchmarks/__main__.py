"""The command ``python -m benchmarks``, run from the root of the repository."""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
import tempfile
from dataclasses import asdict
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import benchmarks
from benchmarks import (
    corpora,
    decisions,
    discriminant,
    mail,
    mail_growth,
    mailfilter,
    mixed,
    naive_bayes,
    neighbors,
    projection,
    report,
    strings,
    text,
    tokens_counts,
)
from benchmarks.memory import Memory
from benchmarks.run import Bench

if TYPE_CHECKING:
    from collections.abc import Iterator

    from benchmarks.case import Case, Stage
    from benchmarks.corpora import Corpora
    from benchmarks.run import Growth, Result

STAGES = (
    tokens_counts.STAGE,
    naive_bayes.STAGE,
    mixed.STAGE,
    discriminant.STAGE,
    *projection.STAGES,
    decisions.STAGE,
    neighbors.STAGE,
    strings.STAGE,
    text.STAGE,
    *mail.STAGES,
    *mailfilter.STAGES,
)


def parse(arguments: list[str] | None = None) -> argparse.Namespace:
    """Read the options of the command."""
    names = [case.name for stage in STAGES for case in stage.cases]
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=benchmarks.__doc__)
    parser.add_argument(
        "--data",
        type=Path,
        default=os.environ.get("PRIORY_DATA") or None,
        help="folder with 20news-bydate, sms-spam and spamassassin, as .tar.xz or unpacked "
        "(or PRIORY_DATA)",
    )
    parser.add_argument("--quick", action="store_true", help="a tenth of the texts, two rounds")
    parser.add_argument(
        "--long", action="store_true", help=f"{mail_growth.NAME} goes on to 64,000 messages"
    )
    parser.add_argument(
        "--case",
        action="append",
        choices=[*names, "growth", mail_growth.NAME],
        help="only this case; repeatable",
    )
    parser.add_argument("--json", type=Path, help="also write the numbers to this file")
    return parser.parse_args(arguments)


def refuse_debug() -> None:
    """Stop unless the compiled core is a release build."""
    profile = import_module("priory._core").build_profile
    if profile != "release":
        sys.exit(f"The core is a {profile} build; its times mean nothing. Run `make build`.")


def machine() -> dict[str, Any]:
    """Say what the numbers depend on besides the code."""
    packages = ("priory", "scikit-learn", "numpy", "scipy")
    return {
        "python": platform.python_version(),
        "system": platform.platform(),
        "cores": os.cpu_count(),
        **{package: installed(package) for package in packages},
    }


def installed(package: str) -> str:
    """Look up the version of a package."""
    try:
        return version(package)
    except PackageNotFoundError:
        return "absent"


def selected(names: list[str] | None, name: str) -> bool:
    """Say whether a case is to run."""
    return not names or name in names


def run_stage(stage: Stage, cases: list[Case], found: Corpora, options: Any) -> dict[str, Any]:
    """Run and print the selected cases of a stage, and the growth of its main case."""
    print(f"\n{stage.note}" if stage.note else "", flush=True)
    results: list[Result] = []
    growth: list[Growth] = []
    with tempfile.TemporaryDirectory() as scratch:
        bench = Bench(stage, cases, found, Memory(Path(scratch)), quick=options.quick)
        for case in cases:
            results.append(bench.run(case))
            report.print_result(results[-1], bench.scan.get(case.corpus))
        if stage.growth and selected(options.case, "growth"):
            growth = bench.growth(stage.growth)
            report.print_growth(stage.growth.title, growth)
    report.print_summary(results)
    return {
        "scan": bench.scan,
        "results": [asdict(result) for result in results],
        "growth": [asdict(row) for row in growth],
    }


def run_stages(found: Corpora, options: Any) -> Iterator[dict[str, Any]]:
    """Run the stages of which something is selected."""
    for stage in STAGES:
        cases = [case for case in stage.cases if selected(options.case, case.name)]
        if cases or (stage.growth and selected(options.case, "growth")):
            yield run_stage(stage, cases, found, options)


def main() -> None:
    """Find the texts, run every stage, and fail if a result was wrong."""
    options = parse()
    refuse_debug()
    about = machine()
    print("  ".join(f"{name} {value}" for name, value in about.items()))
    found = corpora.load(options.data)
    print(f"Texts: {found.origin}{' (a tenth of them: --quick)' if options.quick else ''}")
    stages = list(run_stages(found, options))
    numbers = {"machine": about, "texts": found.origin, "quick": options.quick, "stages": stages}
    if selected(options.case, mail_growth.NAME):
        numbers[mail_growth.NAME] = mail_growth.run(found, quick=options.quick, long=options.long)
    if options.json:
        options.json.write_text(json.dumps(numbers, indent=1) + "\n", encoding="utf-8")
    if any(result["refusal"] for stage in stages for result in stage["results"]):
        sys.exit("A result differs from the reference's: see REFUSED above.")


if __name__ == "__main__":
    main()
