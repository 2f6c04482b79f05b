"""The fields of a state by name, for checks that must not miss one."""

from __future__ import annotations

from collections.abc import Set

from samovar.kernel.state import State


def field_names(s: State) -> list[str]:
    """The names of all fields of a state, those of its class before those of ``State``.

    A compiled class lists its attributes in ``__mypyc_attrs__`` and has no ``__slots__``. A class without
    either keeps its fields in ``__dict__``.
    """
    names: dict[str, None] = dict.fromkeys(getattr(s, "__dict__", {}))
    for kind in type(s).__mro__:
        of_class = vars(kind)
        names.update(dict.fromkeys(of_class.get("__mypyc_attrs__") or of_class.get("__slots__", ())))
    return [name for name in names if not name.startswith("__")]


def field_texts(s: State, without: Set[str]) -> dict[str, str]:
    """The value of each field as text, except those named in ``without``.

    Texts are copies, so they can be compared after the arrays have changed. The text of an object without
    ``__repr__``, such as the box, identifies the object.
    """
    return {name: repr(getattr(s, name)) for name in field_names(s) if name not in without}
