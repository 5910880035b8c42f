"""Explanations of predictions as text, HTML, JSON and data frames, and feature rankings."""

from priory.evidence.frame import to_frame
from priory.evidence.page import to_html
from priory.evidence.plain import to_json
from priory.evidence.telling import TellingFeature, telling_features
from priory.evidence.terminal import to_text

__all__ = [
    "TellingFeature",
    "telling_features",
    "to_frame",
    "to_html",
    "to_json",
    "to_text",
]
