"""Small frozen objects: like those of `dataclasses`, which takes longer to load than a verdict.

A filter starts for each message, and loading modules is nearly all that it does then.
"""

from __future__ import annotations

TYPE_CHECKING = False  # to load typing for its constant takes long, too
if TYPE_CHECKING:
    from collections.abc import Callable
    from dataclasses import Field
    from typing import Any, ClassVar, dataclass_transform
else:

    def dataclass_transform(**_: object) -> Callable[[type], type]:
        """Mean something to type checkers alone."""
        return lambda cls: cls


__all__ = ["Record"]

_set = object.__setattr__


class _Annotated(type):
    """Turns the annotations of a class into slots, and into the parameters of `__init__`."""

    def __new__(
        cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], *, kw_only: bool = False
    ) -> _Annotated:
        fields = tuple(namespace.get("__annotations__", ()))
        defaults = {field: namespace.pop(field) for field in fields if field in namespace}
        setters: dict[str, Any] = {}
        is_checked = "__post_init__" in namespace
        methods = _methods(fields, setters, is_checked=is_checked, kw_only=kw_only)
        init = methods["__init__"]
        init.__kwdefaults__ = defaults if kw_only else None
        init.__defaults__ = None if kw_only else tuple(defaults.values())
        init.__qualname__ = f"{namespace['__qualname__']}.__init__"
        namespace |= methods | {"__slots__": fields, "_fields": fields}
        namespace["__match_args__"] = () if kw_only else fields
        record = super().__new__(cls, name, bases, namespace)
        # Those of the slots take half as long as `object.__setattr__`, which looks for them.
        setters |= {f"set_{field}": getattr(record, field).__set__ for field in fields}
        return record


def _methods(
    fields: tuple[str, ...], setters: dict[str, Any], *, is_checked: bool, kw_only: bool
) -> dict[str, Any]:
    """Compile what is called often, as `dataclasses` do: to loop over the fields takes longer."""
    parameters = ["self", "*", *fields] if kw_only and fields else ["self", *fields]
    lines = [f"set_{field}(self, {field})" for field in fields]
    lines.append("self.__post_init__()" if is_checked else "pass")
    values = "".join(f"self.{field}, " for field in fields)
    source = (
        f"def __init__({', '.join(parameters)}): {'; '.join(lines)}\n"
        f"def __getstate__(self): return ({values})"
    )
    methods: dict[str, Any] = {}
    exec(source, setters, methods)  # noqa: S102 (as dataclasses do)
    return methods


class _Fields:
    """What the functions of `dataclasses` ask for, made when they do."""

    def __get__(self, record: Record | None, kind: type[Record]) -> dict[str, Field[Any]]:
        from dataclasses import fields, make_dataclass  # noqa: PLC0415 (slow)

        twin = make_dataclass(kind.__name__, kind.__annotations__.items())
        return {field.name: field for field in fields(twin)}


@dataclass_transform(frozen_default=True)
class Record(metaclass=_Annotated):
    """A frozen object with the fields that its class annotates, equal to others with the same.

    Classes are written as dataclasses are, with defaults, ``__post_init__`` and ``kw_only``, but
    not derived from each other, and with annotations from ``__future__``. `dataclasses.replace`,
    `asdict` and `fields` take their objects.

    Examples
    --------
    >>> from __future__ import annotations
    >>> from priory._record import Record
    >>> class Place(Record):
    ...     path: str
    ...     offset: int = 0
    >>> Place("inbox")
    Place(path='inbox', offset=0)
    >>> _ == Place("inbox", 0)
    True
    """

    if TYPE_CHECKING:
        _fields: ClassVar[tuple[str, ...]]
        __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

        def __getstate__(self) -> tuple[Any, ...]: ...

    else:
        __dataclass_fields__ = _Fields()

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self.__getstate__() == other.__getstate__()

    def __hash__(self) -> int:
        return hash(self.__getstate__())

    def __repr__(self) -> str:
        shown = (f"{field}={getattr(self, field)!r}" for field in self._fields)
        return f"{type(self).__qualname__}({', '.join(shown)})"

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        for field, value in zip(self._fields, state, strict=True):
            _set(self, field, value)

    def __setattr__(self, name: str, value: object) -> None:
        from dataclasses import FrozenInstanceError  # noqa: PLC0415 (slow)

        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    def __delattr__(self, name: str) -> None:
        from dataclasses import FrozenInstanceError  # noqa: PLC0415 (slow)

        raise FrozenInstanceError(f"cannot delete field {name!r}")
