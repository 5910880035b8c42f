"""Tables become what models read: columns of measurements become few values."""

from priory.tables.discretizer import Discretizer

__all__ = ["Discretizer"]
