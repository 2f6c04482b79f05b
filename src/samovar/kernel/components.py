"""What is in the box: the numbers of a game, read from a component file once and shared by every state."""

from __future__ import annotations

import hashlib

from samovar.kernel.errors import BadInput
from samovar.kernel.ints import mypyc_attr
from samovar.kernel.notation import Notation
from samovar.kernel.reading import Reader, read_toml


@mypyc_attr(allow_interpreted_subclasses=True)
class Components:
    """The part of a box that every game has. Games add typed tables of their own."""

    def __init__(self, digest: str) -> None:
        self.digest = digest  # tells one box from another in positions and records
        self.notation = Notation()


def read_components(text: str, game: str) -> tuple[Reader, str]:
    """The tables of a component file and its digest."""
    reader = Reader(read_toml(text, "component file"), "", [])
    found = reader.table("game").text("id", "")
    if found != game:
        raise BadInput("component file", [f"game.id is {found!r}, but these are the rules of {game!r}"])
    return reader, hashlib.sha256(text.encode()).hexdigest()[:16]
