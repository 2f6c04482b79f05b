"""The box: the numbers of a game, read from a component file once and shared by every state."""

from __future__ import annotations

import hashlib
from typing import Final, Generic, TypeVar

from samovar.kernel.errors import BadInput
from samovar.kernel.ints import append, i64, mypyc_attr, vec
from samovar.kernel.notation import Notation
from samovar.kernel.reading import Reader, read_toml, shown


@mypyc_attr(allow_interpreted_subclasses=True)
class Components:
    """The part of a box that every game has. Games add typed tables of their own."""

    def __init__(self, digest: str) -> None:
        self.digest = digest  # tells one box from another in positions and records
        self.notation = Notation()


def read_components(text: str, game: str) -> tuple[Reader, str]:
    """The tables of a component file and its digest. Its head says which game it is of."""
    reader = Reader(read_toml(text, "component file"), "", [])
    key = "game.id" if reader.has("game") else "meta.game"
    table, _, name = key.partition(".")
    found = reader.table(table).text(name, "")
    if found.lower().partition(":")[0] != game:
        raise BadInput("component file", [f"{key} is {shown(found)}, but these are the rules of {game!r}"])
    return reader, hashlib.sha256(text.encode()).hexdigest()[:16]


# ---- loaders ----

B = TypeVar("B", bound=Components)


class Loader(Generic[B]):
    """Fills a box from a component file. It notes all faults before the file is refused."""

    def __init__(self, reader: Reader, box: B) -> None:
        self.reader: Final = reader
        self.faults: Final = reader.faults
        self.box: Final = box

    def checked(self) -> B:
        """The box. BadInput names every fault."""
        self.reader.check("component file")
        return self.box


def array(numbers: list[int]) -> vec[i64]:
    return extended(vec[i64](), numbers)


def extended(items: vec[i64], numbers: list[int]) -> vec[i64]:
    for number in numbers:
        items = append(items, number)
    return items


def of_length(reader: Reader, key: str, length: int, high: int = 255) -> list[int]:
    """A list of so many numbers."""
    numbers = reader.numbers(key, None, 0, high)
    if len(numbers) != length:
        reader.fault(key, f"needs {length} numbers, has {len(numbers)}")
        return [0] * length
    return numbers


def new_id(reader: Reader, taken: list[str], reserved: list[str]) -> str:
    """The id of a card or tile: it becomes part of tokens, so it is plain and there is no other like it."""
    id = reader.text("id")
    if id.lower() in [other.lower() for other in taken if other]:
        reader.fault("id", f"{id} is there twice")
    elif not (id.isascii() and id.replace("_", "").isalnum()):
        reader.fault("id", f"must be ASCII letters and digits, not {shown(id)}")
    elif id.lower() in reserved:
        reader.fault("id", f"{id} has another meaning in tokens and positions")
    return id
