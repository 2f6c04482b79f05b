"""Parsing JSON or form fields into dataclasses. Every fault is reported."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import MISSING, fields
from functools import cache
from typing import Any, Final, TypeVar, cast, get_args, get_origin, get_type_hints

from samovar.kernel.errors import BadInput

T = TypeVar("T")
MAX_INT: Final = 10**15  # JSON numbers beyond it lose digits in browsers
TYPE_NAMES: Final[dict[object, str]] = {str: "text", int: "a whole number", bool: "true or false"}


@cache
def _shape(kind: Hashable) -> tuple[dict[str, Any], frozenset[str]]:
    """The types of a dataclass's fields by name, and the names of those without a default."""
    hints, found = get_type_hints(kind), fields(cast(Any, kind))
    required = {one.name for one in found if one.default is MISSING and one.default_factory is MISSING}
    return {one.name: hints[one.name] for one in found}, frozenset(required)


def field_types(kind: type) -> dict[str, Any]:
    """The types of a dataclass's fields by name."""
    return _shape(kind)[0]


def field_faults(kind: type, found: Mapping[str, object]) -> list[str]:
    """The faults of these values as fields of a dataclass: unknown, missing or of a wrong type."""
    types, required = _shape(kind)
    faults = [f"{name}: unknown field" for name in found if name not in types]
    for name, wanted in types.items():
        if name not in found:
            faults += [f"{name}: is missing"] if name in required else []
        elif not has_type(wanted, found[name]):
            faults.append(f"{name}: must be {_type_name(wanted)}")
    return faults


def has_type(wanted: Any, value: object) -> bool:
    """True if a JSON value has this type."""
    if wanted is int:
        return isinstance(value, int) and not isinstance(value, bool) and abs(value) < MAX_INT
    if wanted in (str, bool):
        return isinstance(value, wanted)
    origin, arguments = get_origin(wanted), get_args(wanted)
    if origin is list:
        return isinstance(value, list) and all(has_type(arguments[0], item) for item in value)
    if origin is tuple:
        return (
            isinstance(value, list | tuple)
            and len(value) == len(arguments)
            and all(has_type(one, item) for one, item in zip(arguments, value, strict=True))
        )
    if origin is dict:
        return isinstance(value, dict) and all(has_type(arguments[1], item) for item in value.values())
    return isinstance(value, dict) and not field_faults(wanted, value)


def from_json(wanted: Any, value: Any) -> Any:
    """A JSON value of this type as a Python value: lists become tuples, objects become dataclasses."""
    if wanted in TYPE_NAMES:
        return value
    origin, arguments = get_origin(wanted), get_args(wanted)
    if origin is list:
        return [from_json(arguments[0], item) for item in value]
    if origin is tuple:
        return tuple(value)
    if isinstance(wanted, type) and hasattr(wanted, "__dataclass_fields__"):
        return build(wanted, value)
    return value


def build(kind: type[T], found: Mapping[str, object]) -> T:
    """The dataclass from values that have the types of its fields."""
    types = field_types(kind)
    return kind(**{name: from_json(types[name], value) for name, value in found.items()})


def parse_fields(kind: type[T], found: Mapping[str, object]) -> T:
    """The dataclass from the fields of a request. BadInput names every fault.

    Forms send numbers and bools as text.
    """
    types = field_types(kind)
    converted = {name: _converted(types.get(name), value) for name, value in found.items()}
    faults = field_faults(kind, converted)
    if faults:
        raise BadInput("request", faults)
    return build(kind, converted)


def _converted(wanted: Any, value: object) -> object:
    """The value, as a number or bool if it is text and one is wanted."""
    if wanted is bool and isinstance(value, str) and value in {"true", "false"}:
        return value == "true"
    if wanted is int and isinstance(value, str):
        text = value.strip()
        digits = text.removeprefix("-")
        if digits.isascii() and digits.isdigit() and len(digits) <= 9:
            return int(text)
    return value


def _type_name(wanted: Any) -> str:
    origin = get_origin(wanted)
    if origin is list:
        return "a list"
    return TYPE_NAMES.get(wanted, "an object")
