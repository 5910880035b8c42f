"""The command line: one file a command."""

import gc

__all__ = ["program"]

# Loading makes a lot of objects and no garbage: so many may be made before it is looked for.
_OBJECTS = 100_000


def program() -> int:
    """Run the program ``priory`` on the arguments of this process, and return its exit code."""
    gc.set_threshold(_OBJECTS)
    from priory.cli.main import main  # noqa: PLC0415

    try:
        return main()
    finally:
        gc.freeze()  # what is left goes with the process, so Python need not search it at its end
