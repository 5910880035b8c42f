"""The command line: one file a command."""

import gc
import sys

__all__ = ["INTERRUPTED", "program"]

INTERRUPTED = 130  # the exit code after Ctrl-C

# Loading makes a lot of objects and no garbage: so many may be made before it is looked for.
_OBJECTS = 100_000


def program() -> int:
    """Run the program ``priory`` on the arguments of this process, and return its exit code."""
    gc.set_threshold(_OBJECTS)
    try:
        from priory.cli.main import main  # noqa: PLC0415 (behind the threshold)

        return main()
    except KeyboardInterrupt:  # while the command was loaded
        print("priory: interrupted", file=sys.stderr)
        return INTERRUPTED
    finally:
        gc.freeze()  # what is left goes with the process, so Python need not search it at its end
