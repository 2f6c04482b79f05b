"""Reading typed fields from JSON or from a form into dataclasses. Every fault is named."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import MISSING, fields
from functools import cache
from typing import Any, Final, TypeVar, cast, get_args, get_origin, get_type_hints

from samovar.kernel.errors import BadInput

T = TypeVar("T")
MAX_INT: Final = 10**15  # JSON numbers beyond it lose digits in browsers
TITLES: Final[dict[object, str]] = {str: "text", int: "a whole number", bool: "true or false"}


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
    """What is wrong with these values for the fields of a dataclass."""
    types, required = _shape(kind)
    faults = [f"{name}: unknown field" for name in found if name not in types]
    for name, wanted in types.items():
        if name not in found:
            faults += [f"{name}: is missing"] if name in required else []
        elif not fits(wanted, found[name]):
            faults.append(f"{name}: must be {_title(wanted)}")
    return faults


def fits(wanted: Any, value: object) -> bool:
    """Whether a JSON value has this type."""
    if wanted is int:
        return isinstance(value, int) and not isinstance(value, bool) and abs(value) < MAX_INT
    if wanted in (str, bool):
        return isinstance(value, wanted)
    origin, arguments = get_origin(wanted), get_args(wanted)
    if origin is list:
        return isinstance(value, list) and all(fits(arguments[0], item) for item in value)
    if origin is tuple:
        return (
            isinstance(value, list | tuple)
            and len(value) == len(arguments)
            and all(fits(one, item) for one, item in zip(arguments, value, strict=True))
        )
    if origin is dict:
        return isinstance(value, dict) and all(fits(arguments[1], item) for item in value.values())
    return isinstance(value, dict) and not field_faults(wanted, value)


def from_json(wanted: Any, value: Any) -> Any:
    """A JSON value that fits, with tuples and dataclasses where the type has them."""
    if wanted in TITLES:
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
    """A dataclass from values that fit its fields."""
    types = field_types(kind)
    return kind(**{name: from_json(types[name], value) for name, value in found.items()})


def parse_fields(kind: type[T], found: Mapping[str, object]) -> T:
    """A dataclass from the fields of a request. Forms send numbers as text. BadInput names every fault."""
    types = field_types(kind)
    converted = {name: _converted(types.get(name), value) for name, value in found.items()}
    faults = field_faults(kind, converted)
    if faults:
        raise BadInput("request", faults)
    return build(kind, converted)


def _converted(wanted: Any, value: object) -> object:
    """A form value as a number where a number is wanted; anything else as it is."""
    if wanted is int and isinstance(value, str):
        text = value.strip()
        digits = text.removeprefix("-")
        if digits.isascii() and digits.isdigit() and len(digits) <= 9:
            return int(text)
    return value


def _title(wanted: Any) -> str:
    origin = get_origin(wanted)
    if origin is list:
        return "a list"
    return TITLES.get(wanted, "an object")
