"""The entry point: parse the command line, run the command, map errors to exit codes."""

from __future__ import annotations

import argparse
import io
import os
import sys
import warnings
from contextlib import contextmanager
from typing import TYPE_CHECKING

from priory._show import shown
from priory.cli import INTERRUPTED, is_pipe
from priory.cli._errors import NUMERIC, CommandError, one_line, render, render_os
from priory.cli._parser import MISTAKE, conduct, parser_for
from priory.errors import PrioryError

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["main"]

OVERVIEW = """\
Priory is a spam filter that learns from your mail, and a text classifier.

Start here:
  priory demo                              see the spam filter on sample mail
  priory learn spam ~/Mail/Junk            learn from your own mail; then ham
  priory review ~/Mail/INBOX               teach it what is unsure, key by key
  priory evaluate spam=Junk ham=INBOX      see how good it is on sorted mail
  priory text fit texts.csv -o model.bin   learn from labelled texts

Run `priory --help` for all commands, `priory COMMAND --help` for one of them."""
NEEDS_NUMERIC = (
    "text commands need NumPy, SciPy and scikit-learn: pip install numpy scipy scikit-learn"
)
UNREAD = 1  # the exit code where nobody read the output to its end


def main(arguments: list[str] | None = None) -> int:
    """Run a command and return its exit code.

    Parameters
    ----------
    arguments : list of str or None, default=None
        The words after the program's name; by default those of this process.

    Returns
    -------
    int
        0 if all went well, 1 if nobody read the output to its end, 2 for a mistake in the
        input, 3 where the words are not understood, 130 after Ctrl-C. Where an exit code is a
        verdict, whatever goes wrong is 3. Without any words, an overview is printed.
    """
    _open_closed_streams()
    words = sys.argv[1:] if arguments is None else arguments
    options = _parse(words) if words else argparse.Namespace(run=_overview, **conduct())
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # whatever the terminal can show
    try:
        return _run(options)
    except BrokenPipeError:  # the reader has seen enough
        _discard_output()
        return UNREAD if options.mistake == MISTAKE else int(options.mistake)


def _open_closed_streams() -> None:
    """Let what is written to a closed stream, which Python has as None, go nowhere."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            nowhere = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 (to the end)
            setattr(sys, name, nowhere)


def _parse(words: list[str]) -> argparse.Namespace:
    """Parse the words; those of a pipe are parsed when the message was read."""
    if is_pipe(words):
        from priory.cli.mailfilter._pipe import relay  # noqa: PLC0415 (one command needs it)

        return argparse.Namespace(run=lambda _: relay(words), mistake=MISTAKE)
    return parser_for(words).parse_args(words)


def _overview(_: argparse.Namespace) -> int:
    """Say what the program is for, and what to do first."""
    print(OVERVIEW)
    return 0


def _run(options: argparse.Namespace) -> int:
    """Run the chosen command; what went wrong becomes one line and an exit code."""
    try:
        with _plain_warnings(), _named_packages():
            code = int(options.run(options))
        sys.stdout.flush()
        return code  # noqa: TRY300 (a failing flush is an error, too)
    except CommandError as error:
        return _fail(str(error), options.mistake)
    except PrioryError as error:
        return _fail(one_line(render(error, options.remedies, options.spelled)), options.mistake)
    except KeyboardInterrupt:
        return _fail("interrupted", INTERRUPTED)
    except BrokenPipeError:
        raise
    except OSError as error:
        return _fail(shown(render_os(error)), options.mistake)
    except Exception:
        if options.mistake == MISTAKE:
            raise
        sys.excepthook(*sys.exc_info())  # Python would end with 1, which is a verdict
        return int(options.mistake)


@contextmanager
def _named_packages() -> Iterator[None]:
    """Say what to install where a package that only texts need is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] in NUMERIC:
            raise CommandError(NEEDS_NUMERIC) from error
        raise


@contextmanager
def _plain_warnings() -> Iterator[None]:
    """Let each warning be one line, without the place in the code that gives it."""
    with warnings.catch_warnings():
        for category in (UserWarning, RuntimeWarning):
            warnings.simplefilter("default", category)
        warnings.showwarning = _show_warning
        yield


def _show_warning(message: Warning | str, *_: object, **__: object) -> None:
    print(f"priory: {one_line(str(message))}", file=sys.stderr)


def _fail(message: str, code: int) -> int:
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError:
        _discard_output()
    print(f"priory: {message}", file=sys.stderr)
    return code


def _discard_output() -> None:
    """Leave nothing for Python to flush at exit, where it would complain."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
