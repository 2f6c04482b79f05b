"""The layout of each game's observations."""

from __future__ import annotations

from samovar.envs.fields import Field, Layout
from samovar.games import registry
from samovar.kernel.errors import BadInput
from samovar.kernel.state import State


def layout(game: str, beginning: State) -> Layout:
    """The layout for the box, the seats and the options of a game that begins like this."""
    part = registry.part(game, "envs")
    if part is None:
        raise BadInput("game", [f"{game} has no observations: it lacks the part envs with fields(beginning)"])
    fields: list[Field] = part.fields(beginning)
    return Layout(fields)


def described(found: Layout) -> str:
    """The fields as a table of Markdown."""
    lines = ["| field | cells | from | range | what it says |", "| --- | --- | --- | --- | --- |"]
    at = 0
    for field in found.fields:
        lines.append(f"| `{field.name}` | {len(field.cells)} | {at} | {field.span} | {field.means} |")
        at += len(field.cells)
    return "\n".join(lines)
