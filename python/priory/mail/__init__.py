"""Bytes become messages."""

from priory.mail.limits import Limits
from priory.mail.message import Header, Link, Message, Part

__all__ = ["Header", "Limits", "Link", "Message", "Part"]
