"""Write a plot to an image file."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING, Any

from priory._show import shown
from priory.cli._errors import NUMERIC, CommandError
from priory.cli._output import check_output, writer

if TYPE_CHECKING:
    import argparse

__all__ = ["add_output", "check_figure", "write"]

FORMATS = (".png", ".svg", ".pdf")


def add_output(parser: argparse.ArgumentParser) -> None:
    """Add the option that names the file of the picture."""
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        required=True,
        help=f"image file to write: {', '.join(FORMATS)}",
    )
    parser.add_argument(
        "--dpi",
        type=int,
        default=150,
        metavar="N",
        help="resolution in dots per inch (default: %(default)s)",
    )


def check_figure(options: argparse.Namespace, *inputs: str) -> None:
    """Refuse what cannot be drawn or written, before any work is done."""
    check_output(options.output, *inputs)
    if Path(options.output).suffix.lower() not in FORMATS:
        raise CommandError(
            f"{options.output}: unknown image format: end the name with "
            f"{', '.join(FORMATS[:-1])} or {FORMATS[-1]}"
        )
    if not 10 <= options.dpi <= 1200:  # noqa: PLR2004 (beyond it, memory is in danger)
        raise CommandError(f"--dpi must be from 10 to 1200, not {options.dpi}")
    try:
        import matplotlib as mpl  # noqa: PLC0415 (slow)
    except ImportError as missing:
        if missing.name in NUMERIC:  # which matplotlib needs, and texts as well
            raise
        raise CommandError(
            "pictures need matplotlib: install it with `pip install priory[plot]`"
        ) from missing
    mpl.use("Agg")  # a file needs no window


def write(display: Any, options: argparse.Namespace) -> int:
    """Write the picture, and say where it is."""
    import matplotlib as mpl  # noqa: PLC0415 (slow)
    from matplotlib import pyplot as plt  # noqa: PLC0415 (slow)

    content = io.BytesIO()
    kind = Path(options.output).suffix[1:].lower()
    # Without dates and random names, the same picture is the same file.
    metadata = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}.get(kind)
    with mpl.rc_context({"svg.hashsalt": "priory"}):
        try:
            display.figure_.savefig(content, format=kind, dpi=options.dpi, metadata=metadata)
        except ValueError as error:  # such as too many pixels
            raise CommandError(f"{options.output}: {error}: lower --dpi") from error
    plt.close(display.figure_)
    with writer(options.output) as out:
        out.buffer.write(content.getvalue())
    print(shown(options.output))
    return 0
