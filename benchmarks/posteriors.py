"""Whether two classifiers agree: in their labels, and in their joint log-probabilities."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from benchmarks.case import Outcome
    from benchmarks.data import Data

TOLERANCE = 1e-9
SAMPLE = 500  # rows of which the joint log-probabilities are compared


def difference(ours: Outcome, theirs: Outcome, data: Data) -> str:
    """Say in what our classifier or its predictions differ from theirs, if in anything."""
    (our_model, our_labels), (their_model, their_labels) = ours, theirs
    if isinstance(their_labels, np.ndarray) and not np.array_equal(our_labels, their_labels):
        return f"{np.sum(our_labels != their_labels)} of {len(their_labels)} labels"
    if not np.array_equal(our_model.classes_, their_model.classes_):
        return "classes"
    step = max(1, (len(data.new) if isinstance(data.new, list) else data.new.shape[0]) // SAMPLE)
    our_logs, their_logs = (
        model.predict_joint_log_proba(data.new[::step]) for model in (our_model, their_model)
    )
    if np.allclose(our_logs, their_logs, rtol=TOLERANCE, atol=0):
        return ""
    worst = np.max(np.abs(our_logs - their_logs) / np.abs(their_logs))
    return f"joint log-probabilities, by up to {worst:.1e} of theirs"
