"""What tests expect of an error: its code and fields, never its prose."""

from __future__ import annotations

from typing import Any

import pytest

from priory.errors import PrioryError


def refused(code: str, kind: type[PrioryError] = PrioryError, **fields: Any) -> Any:
    """Expect an error with a code and, where they are given, fields such as `parameter`."""

    def is_it(error: PrioryError) -> bool:
        expected = {"code": code, **fields}
        return {name: getattr(error, name) for name in expected} == expected

    return pytest.raises(kind, check=is_it)
