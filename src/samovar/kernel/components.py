"""What is in the box: the numbers of a game, read from a component file once and shared by every state."""

from __future__ import annotations

import hashlib
import tomllib

from samovar.kernel.errors import BadInput
from samovar.kernel.notation import Notation
from samovar.kernel.reading import Reader


class Components:
    """The part of a box that every game has. Games add typed tables of their own."""

    def __init__(self, digest: str) -> None:
        self.digest = digest  # tells one box from another in positions and records
        self.notation = Notation()


def read_components(text: str, game: str) -> tuple[Reader, str]:
    """The tables of a component file and its digest."""
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadInput("component file", [f"not TOML: {error}"]) from None
    reader = Reader(tables, "", [])
    found = reader.table("game").text("id", "")
    if found != game:
        raise BadInput("component file", [f"game.id is {found!r}, but these are the rules of {game!r}"])
    return reader, hashlib.sha256(text.encode()).hexdigest()[:16]
