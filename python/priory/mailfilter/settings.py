"""Settings: the event model, the smoothing and the costs by which messages are judged."""

from __future__ import annotations

import math

from priory._record import Record

__all__ = ["EVENTS", "UNSURE", "Settings"]

EVENTS = ("boolean", "multinomial", "bernoulli", "complement")

# The verdict that leaves it to the reader.
UNSURE = "unsure"

# What is added to each count when nothing else is set: so much, divided by the messages that the
# smaller class has learned, within bounds. experiments/008 found no rule that is better at each
# size; the lower bound was not tried with the many messages that reach it.
ALPHA = 4.0
LEAST_ALPHA, MOST_ALPHA = 0.004, 0.3


class Settings(Record, kw_only=True):
    """How messages are judged: the model, how far it is believed, and what mistakes cost.

    All of them can change at any time: the store keeps counts alone.

    Parameters
    ----------
    event : {"boolean", "multinomial", "bernoulli", "complement"}, default="boolean"
        What is an event: a token of a message, once; each time it occurs; its presence or its
        absence; each time it occurs, judged by all other classes.
    alpha : float or None, default=None
        What is added to each count. None adds less the more was learned.
    strength : float, default=0.9
        How far the evidence is believed. Tokens depend on each other, so that all of them together
        say less than their sum.
    patience : float, default=20
        The messages that each class must have learned for the evidence to count half.
    spam, ham : str, default="spam" and "ham"
        The classes that the two costs are about.
    lost_ham : float, default=10
        What it costs to call ham spam.
    missed_spam : float, default=1
        What it costs to call spam ham. Any other mistake costs 1.
    unsure : float, default=0.2
        What it costs to leave it to the reader.

    Examples
    --------
    >>> from priory.mailfilter import Settings
    >>> Settings(unsure=0.5).alpha_for(40)
    0.1
    """

    event: str = "boolean"  # experiments/007
    alpha: float | None = None
    strength: float = 0.9  # experiments/009, as is patience: 010 shows what the defaults do
    patience: float = 20.0
    spam: str = "spam"
    ham: str = "ham"
    lost_ham: float = 10.0
    missed_spam: float = 1.0
    unsure: float = 0.2

    def __post_init__(self) -> None:
        if self.event not in EVENTS:
            raise ValueError(f"event must be one of {', '.join(EVENTS)}, not {self.event!r}")
        for name in self._fields:
            value = getattr(self, name)
            if name in ("event", "spam", "ham"):
                if not isinstance(value, str):
                    raise TypeError(f"{name} must be a string, not {value!r}")
            elif name != "alpha" or value is not None:
                _check_number(name, value)
        if self.spam == self.ham or UNSURE in (self.spam, self.ham):
            raise ValueError(
                f"spam and ham must be two classes, and neither {UNSURE!r}, not {self.spam!r} and "
                f"{self.ham!r}"
            )

    def alpha_for(self, messages: int) -> float:
        """Return what is added to each count when the smaller class has so many messages.

        Parameters
        ----------
        messages : int
            The messages that the smaller class has learned.

        Returns
        -------
        float
            The setting, or less the more was learned.
        """
        if self.alpha is not None:
            return self.alpha
        return min(max(ALPHA / max(messages, 1), LEAST_ALPHA), MOST_ALPHA)

    def learned(self, messages: int) -> float:
        """Return how far the evidence is believed when the smaller class has so many messages.

        Parameters
        ----------
        messages : int
            The messages that the smaller class has learned.

        Returns
        -------
        float
            From 0 to 1.
        """
        return messages / (messages + self.patience) if messages else 0.0

    def cost(self, verdict: str, truth: str) -> float:
        """Return what a verdict costs.

        Parameters
        ----------
        verdict : str
            The class that is chosen.
        truth : str
            The class that is right.

        Returns
        -------
        float
            The cost.
        """
        if verdict == truth:
            return 0.0
        if (verdict, truth) == (self.spam, self.ham):
            return self.lost_ham
        return self.missed_spam if (verdict, truth) == (self.ham, self.spam) else 1.0


def _check_number(name: str, value: object) -> None:
    is_alpha = name == "alpha"
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not is_number or not math.isfinite(value) or value < 0 or (is_alpha and value == 0):  # type: ignore[arg-type,operator]
        what = "above 0" if is_alpha else "that is not negative"
        raise ValueError(f"{name} must be a number {what}, not {value!r}")
