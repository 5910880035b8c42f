"""Protocols: folds, before and after a point in time, online, and cold start."""

from __future__ import annotations

from priory.evaluate.cold_start import cold_starts
from priory.evaluate.folds import folds
from priory.evaluate.online import Feedback, online
from priory.evaluate.stream import chronological

__all__ = ["Feedback", "chronological", "cold_starts", "folds", "online"]
