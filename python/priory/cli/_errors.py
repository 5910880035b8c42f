"""What a command raises when whoever called it can put things right."""

from __future__ import annotations

from priory._show import shown

__all__ = ["CommandError"]


class CommandError(Exception):
    """A mistake in the input: it is shown as one line, without a traceback."""

    def __str__(self) -> str:
        return shown(" ".join(super().__str__().split()))
