"""Another user, whom permissions concern."""

import os
from contextlib import contextmanager

import priory._temporary  # noqa: F401 (who may not read the library cannot load it later)

NOBODY = 65534


@contextmanager
def unprivileged():
    """Be a user whom permissions concern."""
    root = os.geteuid() == 0
    if root:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


@contextmanager
def as_before():
    """Be the user again who runs the tests."""
    now = os.geteuid()
    if os.getuid() != now:
        os.seteuid(os.getuid())
    try:
        yield
    finally:
        if os.geteuid() != now:
            os.seteuid(now)
