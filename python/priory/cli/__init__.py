"""The command line: one file a command."""

import os
import sys

__all__ = ["INTERRUPTED", "is_pipe", "program"]

INTERRUPTED = 130  # the exit code after Ctrl-C


def program() -> int:
    """Run the program ``priory`` on the arguments of this process, and return its exit code."""
    try:
        return _run(sys.argv[1:])
    except KeyboardInterrupt:
        print("priory: interrupted", file=sys.stderr)
        return INTERRUPTED


def _run(words: list[str]) -> int:
    if is_pipe(words):  # the message comes before all that may fail to load
        from priory.cli.mailfilter._pipe import relay  # noqa: PLC0415

        os._exit(relay(words))  # and nothing that Python does at its end changes the exit code
    from priory.cli.main import main  # noqa: PLC0415 (Ctrl-C may come while it loads)

    return main()


def is_pipe(words: list[str]) -> bool:
    """Tell whether a command line lets a message through, whatever else is wrong with it."""
    return words[:1] == ["filter"] and words[1:2] not in (["-h"], ["--help"])
