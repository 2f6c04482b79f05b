"""The layout of each game's observations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from samovar.envs import fields_catherine, fields_stroganov, fields_tundra
from samovar.envs.fields import Field, Layout
from samovar.kernel.state import State

FIELDS: Final[dict[str, Callable[[State], list[Field]]]] = {
    "catherine": fields_catherine.fields,
    "stroganov": fields_stroganov.fields,
    "tundra": fields_tundra.fields,
}


def layout(game: str, beginning: State) -> Layout:
    """For the box, the seats and the options of a game that begins like this."""
    return Layout(FIELDS[game](beginning))


def described(found: Layout) -> str:
    """The fields as a table of Markdown."""
    lines = ["| field | cells | from | range | what it says |", "| --- | --- | --- | --- | --- |"]
    at = 0
    for field in found.fields:
        lines.append(f"| `{field.name}` | {len(field.cells)} | {at} | {field.span} | {field.means} |")
        at += len(field.cells)
    return "\n".join(lines)
