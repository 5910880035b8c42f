"""The mail filter: what was learned of mail, kept in one file."""

from priory.mailfilter.errors import StoreError
from priory.mailfilter.store import Store

__all__ = ["Store", "StoreError"]
