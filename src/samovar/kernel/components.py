"""The box: the components of a game, read once from a component file and shared by all states."""

from __future__ import annotations

import hashlib
from typing import Final, Generic, TypeVar

from samovar.kernel.errors import BadInput
from samovar.kernel.ints import append, i64, mypyc_attr, vec
from samovar.kernel.notation import Notation
from samovar.kernel.reading import Reader, read_toml, short_repr


@mypyc_attr(allow_interpreted_subclasses=True)
class Components:
    """The fields that the box of every game has. Each game adds its own typed tables."""

    def __init__(self, digest: str) -> None:
        self.digest = digest  # identifies the box in positions and records
        self.notation = Notation()


def read_components(text: str, game: str) -> tuple[Reader, str]:
    """The tables of a component file and its digest. BadInput if its head names another game."""
    reader = Reader(read_toml(text, "component file"), "", [])
    key = "game.id" if reader.has("game") else "meta.game"
    table, _, name = key.partition(".")
    found = reader.table(table).text(name, "")
    if found.lower().partition(":")[0] != game:
        raise BadInput("component file", [f"{key} must be {game!r}, not {short_repr(found)}"])
    return reader, hashlib.sha256(text.encode()).hexdigest()[:16]


# ---- loaders ----

B = TypeVar("B", bound=Components)


class Loader(Generic[B]):
    """Fills a box from a component file and collects all faults."""

    def __init__(self, reader: Reader, box: B) -> None:
        self.reader: Final = reader
        self.faults: Final = reader.faults
        self.box: Final = box

    def checked(self) -> B:
        """The box. BadInput lists every fault."""
        self.reader.check("component file")
        return self.box


def array(numbers: list[int]) -> vec[i64]:
    return extended(vec[i64](), numbers)


def extended(items: vec[i64], numbers: list[int]) -> vec[i64]:
    for number in numbers:
        items = append(items, number)
    return items


def read_numbers(reader: Reader, key: str, length: int, high: int = 255) -> list[int]:
    """A list that must have exactly ``length`` numbers. Zeros after a fault."""
    numbers = reader.numbers(key, None, 0, high)
    if len(numbers) != length:
        reader.fault(key, f"needs {length} numbers, has {len(numbers)}")
        return [0] * length
    return numbers


def read_id(reader: Reader, taken: list[str], reserved: list[str]) -> str:
    """The id of a card or tile. It must be unique and plain ASCII, because it becomes part of tokens."""
    id = reader.text("id")
    if id.lower() in [other.lower() for other in taken if other]:
        reader.fault("id", f"{id} occurs twice")
    elif not (id.isascii() and id.replace("_", "").isalnum()):
        reader.fault("id", f"must be ASCII letters and digits, not {short_repr(id)}")
    elif id.lower() in reserved:
        reader.fault("id", f"{id} is reserved in tokens and positions")
    return id
