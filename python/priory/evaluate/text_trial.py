"""What a text classifier said of texts that it had not learned."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["TextTrial"]


@dataclass(frozen=True, slots=True, eq=False)
class TextTrial:
    """What one model said of texts that it had not learned.

    Attributes
    ----------
    model : str
        The name of the model.
    truth : list of str
        The label of each text.
    predicted : list of str
        The label that was predicted for it.
    confidence : NDArray of float or None
        The probability of that label; None of a model without ``predict_proba``.
    likelihood : NDArray of float or None
        The probability of the true label, 0 if it was not learned; None as above.
    run : NDArray of int
        The fold of the text.
    twins : int
        How many of the texts were, letter by letter, among those that the model had learned.
    """

    model: str
    truth: list[str]
    predicted: list[str]
    confidence: NDArray[np.float64] | None
    likelihood: NDArray[np.float64] | None
    run: NDArray[np.int64]
    twins: int = 0

    @property
    def is_right(self) -> NDArray[np.bool_]:
        """Whether each text was given its label."""
        return np.array(self.truth) == np.array(self.predicted)
