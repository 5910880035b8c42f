"""Preprocessing of tables: discretization and conversion to columns or matrices."""

from priory.tables.discretizer import Discretizer

__all__ = ["Discretizer"]
