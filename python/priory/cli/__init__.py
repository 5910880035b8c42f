"""The command line: one file a command."""

import sys

__all__ = ["INTERRUPTED", "program"]

INTERRUPTED = 130  # the exit code after Ctrl-C


def program() -> int:
    """Run the program ``priory`` on the arguments of this process, and return its exit code."""
    try:
        from priory.cli.main import main  # noqa: PLC0415 (Ctrl-C may come while it loads)

        return main()
    except KeyboardInterrupt:
        print("priory: interrupted", file=sys.stderr)
        return INTERRUPTED
